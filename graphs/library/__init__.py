"""The documents that come with Signoff, so that research has something to read without the web.

Two topics, bees in cities and heat pumps in old houses, in English and Chinese. They are
examples, written for this purpose: general knowledge, and no source to rely on.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where they lie."""
