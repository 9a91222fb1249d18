"""Make moves by the keyboard alone."""

from playwright.sync_api import Page

FOCUSED = "document.activeElement.dataset.cell ?? ''"
KEYS = {(0, 1): "ArrowUp", (0, -1): "ArrowDown", (1, 0): "ArrowRight", (-1, 0): "ArrowLeft"}


def take_by_keys(page: Page, move: str, *, turned: bool = False) -> None:
    """Walk to the cube by arrows, take it, and continue to its end by Tab. `turned`: seen from the north."""
    way = -1 if turned else 1
    while (at := page.evaluate(FOCUSED)) != move[:2]:
        assert at, "the board has lost the focus"
        file, rank = ord(move[0]) - ord(at[0]), int(move[1]) - int(at[1])
        step = (way * (1 if file > 0 else -1), 0) if file else (0, way * (1 if rank > 0 else -1))
        page.keyboard.press(KEYS[step])
        assert page.evaluate(FOCUSED) != at
    page.keyboard.press("Enter")
    while page.evaluate("document.activeElement.dataset.end") != move[2]:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.end"), "there is no such end"
    page.keyboard.press("Enter")
