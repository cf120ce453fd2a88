"""From the workspace to the app: payloads, Socket Mode, signed HTTP."""
