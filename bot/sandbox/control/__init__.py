"""The person's side over HTTP, for the page and for scripts in other processes."""
