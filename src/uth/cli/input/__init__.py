"""What commands read: files, options and arguments."""
