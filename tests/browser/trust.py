"""Make a browser profile trust a certificate authority, as a person does in the settings.

Chromium on Linux reads the NSS database in the home folder. It is written with the NSS library that Chromium
itself needs, in a process of its own: `python tests/browser/trust.py HOME ROOT.crt`. No `certutil` needed.
"""

import ctypes
import ctypes.util
import subprocess
import sys
from pathlib import Path


def trust(home: Path, root: Path) -> None:
    """Let Chromium started with HOME=`home` trust the authority whose certificate (DER) is `root`."""
    subprocess.run([sys.executable, __file__, str(home), str(root)], check=True)


class Trust(ctypes.Structure):
    """The flags of trust for TLS, email and code."""

    _fields_ = [("tls", ctypes.c_uint), ("mail", ctypes.c_uint), ("code", ctypes.c_uint)]


def write(home: Path, root: bytes) -> None:
    # The part for messages brings the rest of NSS along.
    nss = ctypes.CDLL(ctypes.util.find_library("smime3") or "libsmime3.so")
    for name in ("PK11_GetInternalKeySlot", "CERT_DecodeCertFromPackage", "CERT_GetDefaultCertDB"):
        getattr(nss, name).restype = ctypes.c_void_p
    folder = home / ".pki" / "nssdb"
    folder.mkdir(parents=True)

    def demand(outcome: int, what: str) -> None:
        if outcome != 0:
            raise RuntimeError(f"{what}: NSS error {nss.PORT_GetError()}")

    demand(nss.NSS_InitReadWrite(f"sql:{folder}".encode()), "opening the database")
    slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
    demand(nss.PK11_InitPin(slot, None, b""), "initialising the database")
    certificate = ctypes.c_void_p(nss.CERT_DecodeCertFromPackage(root, len(root)))
    demand(nss.PK11_ImportCert(slot, certificate, ctypes.c_ulong(0), b"Fiveline", 0), "importing")
    flags = Trust()
    demand(nss.CERT_DecodeTrustString(ctypes.byref(flags), b"C,,"), "reading the trust")
    database = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
    demand(nss.CERT_ChangeCertTrust(database, certificate, ctypes.byref(flags)), "trusting")
    nss.CERT_DestroyCertificate(certificate)
    nss.PK11_FreeSlot(slot)
    demand(nss.NSS_Shutdown(), "closing the database")


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]).read_bytes())
