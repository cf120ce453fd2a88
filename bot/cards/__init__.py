"""What people see, as pure functions: snapshot in, Block Kit out."""
