"""What people do, and what they see right after."""
