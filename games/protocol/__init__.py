"""Convert the JSON of live sockets to typed values (`upward`) and back (`downward`): docs/protocol.md."""
