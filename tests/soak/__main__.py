"""`make soak MINUTES=20`, `make soak KILLS=200`: ends with a table, and fails if anything in it is wrong."""

import argparse
import asyncio
import os
import random
import signal
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # they speak of models, and Django is set up only once there is a folder for its data
    from tests.soak.desk import Desk
    from tests.soak.devices import Device
    from tests.soak.house import House
    from tests.soak.ledger import Ledger
    from tests.soak.verdict import Row


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=0, help="only kills, so many, as fast as it comes back")
    parser.add_argument("--entrants", type=int, default=8)
    parser.add_argument("--grown", action="store_true", help="two processes, PostgreSQL and Redis")
    asked = parser.parse_args()
    from tests.soak.grown_house import GrownHouse
    from tests.soak.house import House

    house = (GrownHouse if asked.grown else House)(asked.seed)
    try:
        rows = soak(house, Plan(asked.minutes * 60, asked.kills, asked.seed, asked.entrants))
    finally:
        house.close()
    done = ", ".join(f"{name} {times}" for name, times in sorted(house.done.items()))
    print(f"soak, seed {asked.seed}: {done}", *rows, sep="\n")
    sys.exit(any(row.wrong for row in rows))


@dataclass(frozen=True, slots=True)
class Plan:
    seconds: float
    kills: int = 0
    seed: int = 1
    entrants: int = 8
    longest: int = 60
    quiet_s: float = 30.0
    """At the end nothing happens any more: games go on, and memory is looked at."""


def soak(house: "House", plan: Plan) -> list["Row"]:
    """Play and suffer; the rows of the table."""
    connect_to(house)
    from tests.soak.verdict import Row, judge

    ledger = asyncio.run(_evening(house, plan))
    house.end(signal.SIGTERM)
    first, last = house.memory_kb[0] // 1024, house.memory_kb[-1] // 1024
    return [*judge(ledger), Row("memory of the server, first and last", f"{first} MB, {last} MB")]


def connect_to(house: "House") -> None:
    """This process works on the same database as the server."""
    for name in ("DATABASE_URL", "REDIS_URL", "FIVELINE_SECRET_KEY"):
        os.environ.pop(name, None)
    shared = {name: house.environment[name] for name in house.environment if name.endswith(("_URL", "_KEY"))}
    os.environ.update(shared, FIVELINE_DATA=str(house.data), DJANGO_SETTINGS_MODULE="tournament.settings")
    import django

    django.setup()


async def _evening(house: "House", plan: Plan) -> "Ledger":
    from tests.soak.desk import Desk
    from tests.soak.ledger import Ledger

    ledger, ending = Ledger(), asyncio.Event()
    await asyncio.to_thread(house.start)
    house.note_memory()
    desk = await asyncio.to_thread(
        Desk, house.ports, ledger, plan.seed, entrants=plan.entrants, longest=plan.longest
    )
    playing = [asyncio.ensure_future(_play(desk, keeper, ending)) for keeper in ("server", "table")]
    try:
        await _suffer(house, plan, random.Random(plan.seed))
        house.clock.write_text("0")
        await asyncio.sleep(plan.quiet_s)
        house.note_memory()
        ending.set()
        await asyncio.wait_for(asyncio.gather(*playing), 300)
    finally:
        for each in playing:
            each.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return ledger


async def _play(desk: "Desk", keeper: str, ending: asyncio.Event) -> None:
    """Round after round; the last one is played to its end."""
    while not ending.is_set():
        devices = await asyncio.to_thread(desk.next_round, keeper)
        offline = asyncio.ensure_future(_lose_wifi(devices, desk.chance))
        await asyncio.gather(*(device.run() for device in devices))
        offline.cancel()
        give_up = time.monotonic() + 60
        while not await asyncio.to_thread(desk.is_settled, keeper):
            if time.monotonic() > give_up:
                return
            await asyncio.sleep(0.5)


async def _lose_wifi(devices: list["Device"], chance: random.Random) -> None:
    from tests.soak.tablets import Tablet

    tablets = [device for device in devices if isinstance(device, Tablet)]
    while tablets:
        await asyncio.sleep(chance.uniform(2, 8))
        chance.choice(tablets).go_offline(chance.uniform(1, 12))


async def _suffer(house: "House", plan: Plan, chance: random.Random) -> None:
    until, kills = time.monotonic() + plan.seconds, plan.kills
    while time.monotonic() < until and not (kills and house.done["kill"] >= kills):
        await asyncio.sleep(chance.uniform(1, 3) if kills else chance.uniform(3, 9))
        await house.suffer(house.kill if kills else chance.choice(house.faults()))


if __name__ == "__main__":
    main()
