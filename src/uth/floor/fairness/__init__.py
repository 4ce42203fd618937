"""The provably fair shuffle: seeds, commitments, receipts, and how to verify them."""
