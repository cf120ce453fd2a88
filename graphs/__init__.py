"""The built-in workflows, and the contract between any graph and the people who decide."""
