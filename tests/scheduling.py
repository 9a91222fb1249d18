"""How tests are spread over the workers of xdist; imported only where xdist runs."""

from xdist.scheduler import LoadScopeScheduling


class Together(LoadScopeScheduling):
    """What shares a server stays with one worker: each file, and all live games."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        return "live" if file.startswith("tests/live/") else file
