"""The Web API: one file per family of methods, and the table that lists them all."""
