"""What `import uth` offers to programs; `uth.__all__` lists it."""
