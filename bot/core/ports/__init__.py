"""What the inner parts need from the outside, as protocols. The adapters implement them."""
