"""Documents made from rulebooks and solved games: PAR sheets, rules pages, the house designer."""
