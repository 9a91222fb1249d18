"""Pictures that the club shows: its logo, those of events. In the database, so that one backup has all.

What gets in was checked and cleaned (tournament/services/pictures.py); a row never changes, so browsers may
keep its address for ever.
"""

from django.db import models


class Picture(models.Model):
    """`digest` names the bytes: the same picture sent twice is one row."""

    digest = models.CharField(max_length=32, unique=True)
    kind = models.CharField(max_length=4)  # png, jpeg or webp: the ending of its address
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.digest}.{self.kind}"
