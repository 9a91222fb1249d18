"""What comes in from other programs and goes out to them: lists, report files, records, whole events, sites.

Everything that is read is bounded first (size, lines, depth) and refused with line, column and reason;
nothing is written before all of it could be read.
"""
