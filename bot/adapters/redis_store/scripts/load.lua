#!lua flags=no-writes
-- KEYS run, gates, slots.
return record(unpack(KEYS))
