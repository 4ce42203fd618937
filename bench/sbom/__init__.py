"""The bill of materials: every pinned package of Python and npm, and advisories against them."""
