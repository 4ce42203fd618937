"""Storage behind one interface: the journal of events and the postings that follow from them."""
