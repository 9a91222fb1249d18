"""Run `make soak HOURS=24`: the work of a day in a short time, with the server's memory every four hours.

An hour of an installation takes a few seconds: its wall clock is set forward, and the work of that hour comes
at once: a round on phones and tablets that disconnect and come back, visitors of every public page, people
who sign in. There are no faults, because only this work may change the memory.
"""

import asyncio
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from tests.tools.soak.simulation import Simulation

if TYPE_CHECKING:
    from tests.tools.soak.desk import Desk

EVERY_H = 4
HOUR_MS = 3_600_000
VISITORS = 12  # visitors of an hour; each opens six pages
CUTS = 3  # how often each device is cut off in a round
GROWN_MB = 25  # more than this after the first four hours is a leak


def main(hours: int, seed: int) -> None:
    from tests.tools.soak.__main__ import connect_to

    simulation = Simulation(seed)
    try:
        connect_to(simulation)
        noted = asyncio.run(_day(simulation, hours, seed))
    finally:
        simulation.close()
    print(*(f"  after {hour:>2} h  {mb} MB" for hour, mb in noted.items()), sep="\n")
    settled = noted.get(EVERY_H, noted[0])
    sys.exit(noted[hours] > settled + GROWN_MB)


async def _day(simulation: Simulation, hours: int, seed: int) -> dict[int, int]:
    from tests.tools.soak.desk import Desk
    from tests.tools.soak.ledger import Ledger

    await asyncio.to_thread(simulation.start)
    desk = await asyncio.to_thread(Desk, simulation.ports, Ledger(), seed, entrants=4, longest=8)
    noted = {0: _memory_mb(simulation)}
    for hour in range(1, hours + 1):
        await asyncio.gather(*(_round(desk, keeper) for keeper in ("server", "table")))
        await asyncio.to_thread(_visits, simulation.ports[0], desk)
        simulation.set_clock(simulation.ports[0], HOUR_MS)
        if hour % EVERY_H == 0 or hour == hours:
            noted[hour] = _memory_mb(simulation)
            print(f"after {hour} h: {noted[hour]} MB", file=sys.stderr, flush=True)
    simulation.end(signal.SIGTERM)
    return noted


def _memory_mb(simulation: Simulation) -> int:
    simulation.note_memory()
    return simulation.memory_kb[-1] // 1024


async def _round(desk: "Desk", keeper: str) -> None:
    devices = await asyncio.to_thread(desk.next_round, keeper)

    async def cut_off() -> None:
        for _ in range(CUTS):
            await asyncio.sleep(0.5)
            for device in devices:
                device.go_offline(0.1)

    cutting = asyncio.ensure_future(cut_off())
    await asyncio.gather(*(device.run() for device in devices))
    cutting.cancel()
    while not await asyncio.to_thread(desk.has_all_results, keeper):
        await asyncio.sleep(0.5)


def _visits(port: int, desk: "Desk") -> None:
    """Visit all pages, each visitor with its own session."""
    from tests.server_process import Visitor

    tournament_page = f"/e/{desk.rounds['server'].stage.tournament.code}/"
    for _ in range(VISITORS):
        visitor = Visitor(f"http://127.0.0.1:{port}")
        for page in (
            "/",
            "/events/",
            tournament_page,
            f"{tournament_page}standings/",
            "/sign-in/",
            "/quick/",
        ):
            with suppress(OSError):  # an address with too many requests is refused; a busy machine is slow
                visitor.get(page)
