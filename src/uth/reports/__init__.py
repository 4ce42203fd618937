"""Documents generated from rulebooks and solved games: PAR sheets, rules pages, designs."""
