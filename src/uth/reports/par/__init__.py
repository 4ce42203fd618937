"""The PAR sheet of a house, as data, files and pages."""
