"""Check a PIN as the tablet does without the server, from the verifier alone."""

import hashlib
from typing import Any


def passes_offline(verifier: dict[str, Any], pin: str) -> bool:
    long = hashlib.pbkdf2_hmac("sha256", pin.encode(), verifier["salt"].encode(), verifier["iterations"])
    return int.from_bytes(long[:4], "big") >> (32 - verifier["bits"]) == verifier["check"]
