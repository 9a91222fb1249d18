"""The check of a PIN as the tablet makes it without the server, from what the verifier says alone."""

import hashlib
from typing import Any


def passes_offline(verifier: dict[str, Any], pin: str) -> bool:
    long = hashlib.pbkdf2_hmac("sha256", pin.encode(), verifier["salt"].encode(), verifier["iterations"])
    return int.from_bytes(long[:4], "big") >> (32 - verifier["bits"]) == verifier["check"]
