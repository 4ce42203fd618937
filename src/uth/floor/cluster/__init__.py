"""Several nodes on one database: leases, and which node serves which table."""
