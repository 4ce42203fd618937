"""The journal and the contract of a store: batches, streams, postings, the hash chain, heads."""
