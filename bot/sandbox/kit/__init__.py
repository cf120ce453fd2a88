"""Block Kit as Slack checks it: one table of limits, and the shape of each block and view."""
