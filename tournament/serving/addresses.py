"""Under which addresses others reach this machine, asked anew each time: Wi-Fi comes and goes."""

import contextlib
import ipaddress
import json
import shutil
import socket
import subprocess

EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 -- recognised, not bound
# Bridges and tunnels of containers and virtual machines: no tablet reaches them.
INWARD = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxc")
# Nothing is sent there: "connecting" a datagram socket only asks which own address would be used.
FAR_AWAY = {socket.AF_INET: "10.255.255.255", socket.AF_INET6: "fd00::ffff"}


def is_address(host: str) -> bool:
    """Whether it is numbers, not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def in_the_hall(host: str) -> list[str]:
    """The addresses to type on a tablet when the server listens on `host`; none on loopback."""
    if is_loopback(host):
        return []
    if host not in EVERYWHERE:
        return [host]
    found = _from_ip() or _from_sockets()
    reachable = [address for address in dict.fromkeys(found) if _reachable(address)]
    # "::" takes both kinds; "0.0.0.0" only the first.
    return reachable if host == "::" else [address for address in reachable if ":" not in address]


def local_name() -> str:
    """The name this machine announces where multicast DNS runs."""
    return socket.gethostname().split(".")[0].lower() + ".local"


def url(scheme: str, host: str, port: int, path: str = "/") -> str:
    bracketed = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme] == port
    return f"{scheme}://{bracketed}{'' if usual else f':{port}'}{path}"


def _reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_multicast or parsed.is_unspecified)


def _from_ip() -> list[str]:
    """What iproute2 says, where it is installed: all interfaces by name."""
    program = shutil.which("ip") or shutil.which("ip", path="/usr/sbin:/sbin")
    if program is None:
        return []
    try:
        answer = subprocess.run(  # noqa: S603 -- a fixed command
            [program, "-json", "address", "show", "up"], capture_output=True, check=True, timeout=5
        )
        interfaces = json.loads(answer.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return []
    return [
        entry["local"]
        for interface in interfaces
        if not interface.get("ifname", "").startswith(INWARD)
        for entry in interface.get("addr_info", [])
        if entry.get("scope") == "global" and not entry.get("temporary")
    ]


def _from_sockets() -> list[str]:
    """Elsewhere: the address used to reach the outside, and those the host name resolves to."""
    found: list[str] = []
    for family, target in FAR_AWAY.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    return [address for address in found if "%" not in address]
