"""Compare the log of the server with the accounts of the devices."""

from dataclasses import dataclass
from statistics import median

from games.management.commands.verify import complaint_about
from games.models import Event, Game
from games.models import Request as Answered
from tests.tools.soak.ledger import OVERCHARGED_MS, Ledger
from tournament.models import MatchGame


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    value: str
    wrong: bool = False

    def __str__(self) -> str:
        return f"  {self.name:<48} {self.value}{'   <-- wrong' if self.wrong else ''}"


def has_to_be_none(name: str, found: list[str]) -> Row:
    return Row(name, " ".join([str(len(found)), *found[:5]]), bool(found))


def _overcharged(charges_ms: list[tuple[int, str]]) -> str:
    charges = sorted(charges_ms) or [(0, "none")]
    charged, (most, where) = [each for each, _which in charges], charges[-1]
    over = sum(each > OVERCHARGED_MS for each in charged)
    return f"{over} of {len(charged)} (median {median(charged):.0f}, most {most} ms at {where})"


def judge(ledger: Ledger) -> list[Row]:
    codes = dict(Game.objects.values_list("pk", "code"))
    requests = {(codes[each.game_id], each.nonce): each for each in Answered.objects.all()}
    events = {(codes[each.game_id], each.seq): each for each in Event.objects.all()}
    sent = {(game, nonce) for game, nonces in ledger.sent.items() for nonce in nonces}
    lost, doubled, reordered = [], [], []
    for (game, nonce), seqs in ledger.answered.items():
        stored = requests.get((game, nonce))
        if stored is None or stored.seq not in seqs or (game, stored.seq) not in events:
            lost.append(f"{game}/{nonce}")
        if len(seqs) > 1:
            doubled.append(f"{game}/{nonce}")
    made: dict[tuple[str, int], int] = {}
    for (game, _nonce), each in requests.items():
        if each.seq is not None:
            made[game, each.seq] = made.get((game, each.seq), 0) + 1
    doubled += [f"{game}/{seq}" for (game, seq), times in made.items() if times > 1]
    for game, nonces in ledger.sent.items():
        seqs = [min(ledger.answered[game, nonce]) for nonce in nonces if (game, nonce) in ledger.answered]
        if seqs != sorted(seqs):
            reordered.append(game)
    differing = [f"{game}/{seq}" for game, seq in ledger.differing]
    differing += [
        f"{game}/{seq}"
        for (game, seq), event in ledger.seen.items()
        if (game, seq) not in events or events[game, seq].data != event
    ]
    flagged = [game for (game, _seq), each in events.items() if each.kind == "flagged"]
    games = list(Game.objects.all())
    not_taken_over = MatchGame.objects.filter(game__status="over", outcome="", game__voided=False)
    moves = sum(each.kind == "moved" for each in events.values())
    return [
        Row("games, stored moves", f"{len(games)}, {moves}"),
        Row("requests answered, answers heard twice", f"{len(ledger.answered)}, {ledger.repeated}"),
        Row("connections, events heard", f"{ledger.connections}, {len(ledger.seen)}"),
        Row("tablets without Wi-Fi, phones with a slow way", f"{ledger.times_offline}, {ledger.slow_phones}"),
        Row("refusals", " ".join(f"{code} {times}" for code, times in sorted(ledger.refused.items())) or "0"),
        Row("flags that were meant to fall", str(len(set(flagged) & ledger.flags_meant))),
        Row(f"moves charged over {OVERCHARGED_MS} ms beyond the device", _overcharged(ledger.charges_ms)),
        Row("the same of phones with a slow way", _overcharged(ledger.slow_charges_ms)),
        has_to_be_none("lost", lost),
        has_to_be_none("doubled", doubled),
        has_to_be_none("reordered", reordered),
        has_to_be_none("heard otherwise than stored", differing),
        has_to_be_none("never sent by anybody", [f"{g}/{n}" for g, n in requests if (g, n) not in sent]),
        has_to_be_none("wrong flags", ledger.wrong_flags),
        has_to_be_none("flags that fell twice", [game for game in set(flagged) if flagged.count(game) > 1]),
        has_to_be_none("logs that do not verify", [g.code for g in games if complaint_about(g)]),
        has_to_be_none("results that were not taken over", [str(each.pk) for each in not_taken_over]),
    ]
