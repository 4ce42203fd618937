"""Every wager of every round as one row of CSV, for a spreadsheet or a notebook.

python examples/rounds_to_csv.py [ROUNDS] > rounds.csv
"""

import csv
import sys

import uth

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
table = uth.Table("light-and-wonder", seats=(1, 2, 3), seed=1)
stakes = {"ante": 1_000, "blind": 1_000, "trips": 500}
writer = csv.writer(sys.stdout)
writer.writerow(["round", "seat", "wager", "stake", "outcome", "net", "clause"])
for _ in range(rounds):
    played = table.play_round(wagers=stakes)
    for row in played.settled:
        net = row.paid - row.taken
        clause = row.clauses[0]
        writer.writerow([played.number, row.seat, row.wager, row.stake, row.outcome, net, clause])
