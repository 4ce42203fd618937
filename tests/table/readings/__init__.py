"""The readings that hold in every house, where the documents are silent."""
