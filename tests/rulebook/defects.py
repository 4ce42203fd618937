"""Defects of a rulebook, one a line."""

from __future__ import annotations

BAND = '{ from = "%s", fee = "1" }'
SIX = ", ".join(BAND % start for start in range(1, 7))
BLIND = """royal_flush = "500 to 1"
straight_flush = "50 to 1"
four_of_a_kind = "10 to 1"
full_house = "3 to 1"
flush = "3 to 2"
straight = "1 to 1"
"""
TRIPS = BLIND + 'three_of_a_kind = "3 to 1"\n'
ROYAL_X = BLIND.replace("royal_flush", "royal_x")

ONE_DEFECT = [
    # Collection
    (
        "california",
        f'[collection]\naction = {{ value = [{SIX}], clause = "CA-11" }}',
        ("collection/too_many_rates", "collection.action[5]", "CA-11"),
    ),
    (
        "california",
        '[collection]\naction = { value = [{ from = "1", fee = "5%" }], clause = "CA-11" }',
        ("collection/percentage", "collection.action[0].fee", "CA-11"),
    ),
    (
        "california",
        f'[collection]\nsquare = {{ value = [{BAND % 2}, {BAND % 2}], clause = "CA-11" }}',
        ("collection/order", "collection.square[1].from", "CA-11"),
    ),
    (
        "california",
        '[collection]\nplayer = { value = [{ from = "1" }], clause = "CA-11" }',
        ("collection/band", "collection.player[0]", "CA-11"),
    ),
    (
        "california",
        '[collection]\nplayer = { value = [{ from = "0", fee = "1" }], clause = "CA-11" }',
        ("money/zero", "collection.player[0].from", "CA-11"),
    ),
    (
        "california",
        '[collection]\nplayer = { value = [{ from = "1", fee = 1 }], clause = "CA-11" }',
        ("money/not_a_string", "collection.player[0].fee", "CA-11"),
    ),
    (
        "california",
        f'[collection]\nschedule = {{ value = 3, clause = "CB-4" }}\n'
        f'square = {{ value = [{BAND % 1}], clause = "CA-11" }}',
        ("collection/twice", "collection.square", "CA-11"),
    ),
    (
        "california-bad-beat",
        f'[collection]\naction = {{ value = [{BAND % 1}], clause = "CA-11" }}',
        ("collection/schedule_and_bands", "collection.action", ""),
    ),
    (
        "california-bad-beat",
        "[collection]\nschedule = 25",
        ("rulebook/range", "collection.schedule", "CB-4"),
    ),
    (
        "california-bad-beat",
        '[collection]\nschedule = "3"',
        ("rulebook/range", "collection.schedule", "CB-4"),
    ),
    (
        "cardroom-25",
        f'[collection]\nplayer = {{ value = [{BAND % 1}], clause = "CA-11" }}',
        ("collection/house", "collection.player", "CA-11"),
    ),
    # Limits
    ("california", '[limits]\nminimum = "600"', ("limits/crossed", "limits.minimum", "CA-6.1")),
    (
        "california-bad-beat",
        '[limits]\nmaximum = "20000"',
        ("limits/outside", "limits.maximum", "CB-7"),
    ),
    ("cardroom-25", '[limits]\nmaximum = "26"', ("limits/outside", "limits.maximum", "CR-7")),
    ("cardroom-25", '[limits]\nminimum = "4"', ("limits/choice", "limits.minimum", "CR-8")),
    (
        "cardroom-25",
        '[limits]\nminimum_choices = ["3", "4"]',
        ("rulebook/not_approved", "limits.minimum_choices[1]", "CR-8"),
    ),
    (
        "cardroom-25",
        '[limits]\nmaximum = "4"',
        ("limits/crossed", "limits.minimum_choices", "CR-8"),
    ),
    (
        "california-bad-beat",
        '[limits]\nmaximum_within = ["100", "20000"]',
        ("rulebook/wider", "limits.maximum_within", "CB-7"),
    ),
    (
        "california",
        '[limits]\nminimum_within = { value = ["9", "1"], clause = "CB-7" }',
        ("rulebook/span", "limits.minimum_within", "CB-7"),
    ),
    (
        "california-bad-beat",
        '[limits]\nminimum_within = ["9", "1"]',
        ("rulebook/span", "limits.minimum_within", "CB-7"),
    ),
    (
        "california",
        '[limits]\nminimum = "5.50"\nmaximum = "500"',
        ("limits/chip", "limits.minimum", "Q-10"),
    ),
    (
        "light-and-wonder",
        '[limits]\nbonus_minimum = "301"',
        ("limits/crossed", "limits.bonus_minimum", "Q-16"),
    ),
    (
        "light-and-wonder",
        '[limits]\nbonus_minimum = "1.50"',
        ("limits/chip", "limits.bonus_minimum", "Q-10"),
    ),
    ("california", "[limits]\nminimum = 5", ("money/not_a_string", "limits.minimum", "CA-6.1")),
    ("california", "[limits]\nminimum = 5.0", ("money/not_a_string", "limits.minimum", "CA-6.1")),
    (
        "california",
        "[limits]\nminimum = 2024-01-01",
        ("money/not_a_string", "limits.minimum", "CA-6.1"),
    ),
    ("california", '[limits]\nchip = "0"', ("money/zero", "limits.chip", "Q-10")),
    # Wagers and bank
    (
        "california-bad-beat",
        "[wagers]\nback_line = true",
        ("wagers/back_line", "wagers.back_line", "CB-2"),
    ),
    (
        "california-bad-beat",
        "[wagers]\napproved_back_line = true",
        ("rulebook/not_permitted", "wagers.approved_back_line", "CB-2"),
    ),
    ("california", "[wagers]\ntrips = 1", ("rulebook/type", "wagers.trips", "CA-9")),
    ("california", "[wagers]\ntrips = false", ("wagers/needs", "wagers.bad_beat", "CA-10")),
    ("california", '[bank]\ncoverage = "all"', ("rulebook/choice", "bank.coverage", "Q-1")),
    ("california", "[bank]\ncoverage = 3", ("rulebook/choice", "bank.coverage", "Q-1")),
    (
        "california",
        "[bank]\nhouse_percentage = 1",
        ("rulebook/fixed", "bank.house_percentage", "CA-7.10"),
    ),
    (
        "california",
        "[bank]\nconsecutive_rounds = 3",
        ("rulebook/range", "bank.consecutive_rounds", "CA-1.3"),
    ),
    (
        "california",
        "[bank]\nconsecutive_rounds = true",
        ("rulebook/range", "bank.consecutive_rounds", "CA-1.3"),
    ),
    (
        "cardroom-25",
        '[bank]\ncoverage = { value = "net", clause = "Q-1" }',
        ("bank/house", "bank.coverage", "Q-1"),
    ),
    (
        "california",
        '[settlement]\ndirection = "left-to-right"',
        ("settlement/direction", "settlement.direction", "CA-6.16"),
    ),
    (
        "california",
        '[settlement]\norder = ["ante", "play"]',
        ("rulebook/order", "settlement.order", "CA-6.16"),
    ),
    (
        "california",
        "[progressive]\noffered = true",
        ("progressive/player_dealer", "progressive.offered", "LW-12"),
    ),
    ("california", "[layout]\nplaces = 7", ("rulebook/fixed", "layout.places", "CA-5.1")),
    ("california", "[play]\npreflop = [4, 4]", ("rulebook/twice", "play.preflop", "CA-6.9")),
    ("california", "[play]\npreflop = []", ("rulebook/type", "play.preflop", "CA-6.9")),
    ("california", "[play]\nflop = [0]", ("rulebook/range", "play.flop[0]", "CA-6.10")),
    # Progressive and payouts
    (
        "hollywood-pa",
        '[progressive]\nmain_share = "99%"',
        ("progressive/shares", "progressive.mystery_share", "Q-8"),
    ),
    (
        "hollywood-pa",
        '[progressive]\nmain_share = "101%"',
        ("rulebook/percent", "progressive.main_share", "Q-8"),
    ),
    (
        "hollywood-pa",
        "[progressive]\nmain_share = 20",
        ("rulebook/percent", "progressive.main_share", "Q-8"),
    ),
    (
        "hollywood-pa",
        '[progressive]\nmain_share = "x%"',
        ("money/malformed", "progressive.main_share", "Q-8"),
    ),
    ("hollywood-pa", '[progressive]\nwager = "5.50"', ("limits/chip", "progressive.wager", "Q-8")),
    (
        "hollywood-pa",
        '[progressive]\nmystery_restart = "300"',
        ("progressive/restart", "progressive.mystery_restart", "Q-8"),
    ),
    (
        "hollywood-pa",
        '[progressive]\nmystery_between = ["250", "250.05"]',
        ("progressive/mystery", "progressive.mystery_between", "PA-13"),
    ),
    (
        "hollywood-pa",
        '[progressive]\nenvy = { straight_flush = "1500" }',
        ("paytable/hole", "progressive.envy.royal_flush", "PA-10"),
    ),
    (
        "hollywood-pa",
        "[progressive]\nprizes = {}",
        ("rulebook/type", "progressive.prizes", "PA-9"),
    ),
    (
        "light-and-wonder",
        '[payouts]\naggregate = { value = { ante = "5" }, clause = "Q-25" }',
        ("rulebook/aggregate", "payouts.aggregate.ante", "Q-25"),
    ),
    (
        "california",
        "[collection]\n"
        f'player = {{ value = [{BAND % 1}, {BAND % 2}, {BAND % 3}], clause = "CA-11" }}\n'
        f'action = {{ value = [{BAND % 1}, {BAND % 2}, {BAND % 3}], clause = "CA-11" }}',
        ("collection/too_many_rates", "collection.action", "CA-11"),
    ),
    (
        "california",
        "[conduct]\nleaving_forfeits = true",
        ("conduct/player_dealer", "conduct.leaving_forfeits", "CA-1.1"),
    ),
    (
        "hollywood-pa",
        "[wagers]\napproved_back_line = true",
        ("rulebook/not_permitted", "wagers.approved_back_line", "LW-7"),
    ),
    # Pay tables
    (
        "california",
        '[tables]\npaytable = "UTH-05"',
        ("paytable/unknown", "tables.paytable", "CA-8"),
    ),
    (
        "california-bad-beat",
        '[tables]\npaytable = "UTH-01"',
        ("paytable/not_approved", "tables.paytable", "CB-3"),
    ),
    (
        "california-bad-beat",
        '[tables]\napproved_paytables = ["UTH-04", "UTH-01"]',
        ("rulebook/not_approved", "tables.approved_paytables[1]", "CB-3"),
    ),
    ("california", "[tables]\npaytable = 1", ("rulebook/type", "tables.paytable", "CA-8")),
    (
        "california",
        f"[paytable.UTH-01.blind]\n{BLIND}[paytable.UTH-01.trips]\n{TRIPS}",
        ("paytable/name_taken", "paytable.UTH-01", "Q-14"),
    ),
    (
        "california",
        f"[paytable.MINE.blind]\n{ROYAL_X}[paytable.MINE.trips]\n{TRIPS}",
        ("paytable/unknown_hand", "paytable.MINE.blind.royal_x", "Q-14"),
    ),
    (
        "california",
        f"[paytable.MINE.blind]\n{BLIND.replace('3 to 2', '0 to 1')}[paytable.MINE.trips]\n{TRIPS}",
        ("odds/malformed", "paytable.MINE.blind.flush", "Q-14"),
    ),
    (
        "california",
        f"[paytable.MINE.blind]\n{TRIPS}[paytable.MINE.trips]\n{TRIPS}",
        ("paytable/unknown_hand", "paytable.MINE.blind.three_of_a_kind", "Q-14"),
    ),
    (
        "california",
        f"[paytable.MINE.trips]\n{TRIPS}",
        ("rulebook/missing", "paytable.MINE.blind", "Q-14"),
    ),
    ("california", "[paytable.MINE]", ("rulebook/type", "paytable.MINE", "")),
    ("california", "[paytable]\nMINE = 5", ("rulebook/type", "paytable.MINE", "")),
    ("california", "[paytable]", ("rulebook/type", "paytable", "")),
    (
        "california",
        f'[paytable.MINE]\nclauses = ["ZZ-1"]\n[paytable.MINE.blind]\n{BLIND}'
        f"[paytable.MINE.trips]\n{TRIPS}",
        ("rulebook/unknown_clause", "paytable.MINE.clauses", ""),
    ),
    (
        "california",
        f"[paytable.MINE]\nedge = 1\n[paytable.MINE.blind]\n{BLIND}[paytable.MINE.trips]\n{TRIPS}",
        ("rulebook/unknown_field", "paytable.MINE.edge", ""),
    ),
    (
        "light-and-wonder",
        '[ultimate_pairs.3]\npays = [{ hands = ["AAx"], pays = "3 to 1" }]',
        ("paytable/pattern", "ultimate_pairs.3.pays[0].hands[0]", "Q-14"),
    ),
    (
        "light-and-wonder",
        '[ultimate_pairs.3]\npays = [{ hands = ["AA"] }]',
        ("rulebook/missing", "ultimate_pairs.3.pays[0].pays", "Q-14"),
    ),
    (
        "light-and-wonder",
        '[ultimate_pairs.3]\npays = [{ hands = ["AA"], pays = "3 to 1", both = true }]',
        ("rulebook/unknown_field", "ultimate_pairs.3.pays[0].both", "Q-14"),
    ),
    (
        "light-and-wonder",
        '[ultimate_pairs.3]\npays = [{ hands = ["AhAh"], pays = "3 to 1" }]',
        ("card/twice", "ultimate_pairs.3.pays[0].hands[0]", "Q-14"),
    ),
    (
        "light-and-wonder",
        '[ultimate_pairs.3]\nassumed = 1\npays = [{ hands = ["AA"], pays = "3 to 1" }]',
        ("rulebook/type", "ultimate_pairs.3.assumed", ""),
    ),
    (
        "light-and-wonder",
        '[tables]\nultimate_pairs = "3"\napproved_ultimate_pairs = ["3"]\n[ultimate_pairs.3]\n'
        'pays = [{ hands = ["AA"], pays = "3 to 1" }, { hands = ["AhAd"], pays = "9 to 1" }]',
        ("paytable/never", "ultimate_pairs.3.pays[1]", "Q-14"),
    ),
    (
        "light-and-wonder",
        '[tables]\nultimate_pairs = "3"\napproved_ultimate_pairs = ["3"]\n[ultimate_pairs.3]\n'
        'pays = [{ hands = ["AKs"], pays = "3 to 1" }, { hands = ["AKs"], pays = "2 to 1" }]',
        ("paytable/never", "ultimate_pairs.3.pays[1]", "Q-14"),
    ),
    (
        "hollywood-pa",
        '[payouts]\nmaximum = "50001"',
        ("rulebook/higher", "payouts.maximum", "PA-12"),
    ),
    (
        "cardroom-25",
        '[payouts]\napproval_above = "301"',
        ("rulebook/higher", "payouts.approval_above", "CR-12"),
    ),
    (
        "cardroom-25",
        "[payouts]\napproval_above = 299",
        ("money/not_a_string", "payouts.approval_above", "CR-12"),
    ),
    # Fields, clauses, head
    ("california", "[limits]\nfoo = 1", ("rulebook/unknown_field", "limits.foo", "")),
    ("california", "[foo]\nbar = 1", ("rulebook/unknown_field", "foo", "")),
    ("california", "bank = 3", ("rulebook/type", "bank", "")),
    ("california", "cites = 3", ("rulebook/type", "cites", "")),
    ("california", "[cites]\nante = 3", ("rulebook/type", "cites.ante", "")),
    (
        "california",
        '[cites.ante]\nwin = ["ZZ-1"]',
        ("rulebook/unknown_clause", "cites.ante.win", ""),
    ),
    (
        "california",
        '[cites.ante]\nwon = ["CA-7.5"]',
        ("rulebook/unknown_occasion", "cites.ante.won", ""),
    ),
    ("california", '[cites.ante]\nwin = "CA-7.5"', ("rulebook/type", "cites.ante.win", "")),
    (
        "california",
        '[limits]\nminimum = { value = "5", clause = "ZZ-1" }',
        ("rulebook/unknown_clause", "limits.minimum.clause", ""),
    ),
    (
        "california",
        '[limits]\nminimum = { value = "5", clause = 7 }',
        ("rulebook/no_clause", "limits.minimum", ""),
    ),
    (
        "california",
        '[limits]\nminimum = { value = "5", why = "x" }',
        ("rulebook/unknown_field", "limits.minimum.why", ""),
    ),
    (
        "california",
        '[payouts]\nmaximum = { value = "500", clause = [] }',
        ("rulebook/no_clause", "payouts.maximum", ""),
    ),
    ("california", 'id = ""', ("rulebook/type", "id", "")),
    ("california", "id = 7", ("rulebook/type", "id", "")),
    ("california", 'id = "My House"', ("rulebook/id", "id", "")),
    ("california", 'id = "7-up"', ("rulebook/id", "id", "")),
    ("california", 'id = "a-"', ("rulebook/id", "id", "")),
    ("california", 'name = "two\\nlines"', ("rulebook/type", "name", "")),
    ("california", "document = 1979-05-27", ("rulebook/type", "document", "")),
]
"""House, what its child says, and the one defect of that: code, path, clause."""
