"""Ultimate Texas Hold'em under five approved rulebooks."""

__version__ = "0.1.0"
