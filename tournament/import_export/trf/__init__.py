"""Tournament report files: writes TRF26; reads TRF16, TRF26 and the extensions of pairing programs."""

from .read import read
from .write import write

__all__ = ["read", "write"]
