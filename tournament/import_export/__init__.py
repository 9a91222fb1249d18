"""Files from other programs and for them: lists, report files, records, whole tournaments, sites.

Everything that is read is bounded first (size, lines, depth) and refused with line, column and reason;
nothing is written before all of it could be read.
"""
