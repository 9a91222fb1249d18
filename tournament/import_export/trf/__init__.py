"""Tournament report files: TRF26 is written; TRF16, TRF26 and the extensions of pairing programs are read."""

from .read import read
from .write import write

__all__ = ["read", "write"]
