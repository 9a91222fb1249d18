"""Tournament formats: entrants and results in, pairings with their reasons out.

Pure: no database, no reading of clocks, no chance without a seed that is an argument. One exception,
`engine`, calls the Swiss pairing programs; nothing else here imports it.
"""
