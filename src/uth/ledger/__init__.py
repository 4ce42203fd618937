"""Storage behind one interface: the journal of events, and the balanced postings they imply."""
