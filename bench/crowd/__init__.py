"""Many players on sockets at many tables of one served house."""
