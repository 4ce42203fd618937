"""How often seven cards make each hand: random hands, evaluated in bulk.

python examples/count_hands.py [HANDS]
"""

import sys

import numpy as np

import uth

count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
deck = np.broadcast_to(np.arange(52, dtype=np.uint8), (count, 52))
hands = np.random.default_rng(1).permuted(deck, axis=1)[:, :7]
categories = uth.evaluate_many(hands) >> 20  # the category is above the ranks that break ties
for value, number in zip(*np.unique(categories, return_counts=True), strict=True):
    name = uth.Hand(int(value) << 20).category.name.lower().replace("_", " ")
    print(f"{name:16} {number / count:.4%}")
