"""Files from and for other programs: lists, report files, records, whole tournaments, sites.

Every file is checked for size, lines and depth first, and refused with line, column and reason;
nothing is saved before all of it could be read.
"""
