"""Settle a finished round, and say which clause requires each payment."""

import uth

answer = uth.settle(
    {
        "house": "california",
        "board": "Ah Kd 7c 7s 2h",
        "dealer": "Qs Qd",
        "bank": "100.00",
        "seats": [
            {
                "seat": 1,
                "cards": "As Ad",
                "play": 4,
                "wagers": {"ante": "10", "blind": "10", "trips": "5"},
            }
        ],
    }
)
(seat,) = answer["seats"]
print(f"{seat['hand']} against {answer['dealer']['hand']}: {seat['net']}")
for row in seat["wagers"]:
    short = f", short by {row['short']}" if "short" in row else ""
    print(f"  {row['wager']:6} {row['outcome']:5} paid {row['paid']}{short} ({row['clause']})")
