"""Every pair of colours on a page has the contrast of WCAG 2.2 AA, in every theme."""

import re

import pytest
from django.conf import settings

CSS = settings.BASE_DIR / "static/css"
TOKEN = re.compile(r"(--[\w-]+):\s*(#[0-9a-f]{3,6}|var\(--[\w-]+\));")
TEXT, GRAPHIC = 4.5, 3.0

# foreground, backgrounds, least ratio (1.4.3 for text, 1.4.11 for what must be seen to operate)
PAIRS = [
    ("color-ink", "color-page color-surface color-sunken color-accent-soft", TEXT),
    ("color-ink", "color-good-soft color-warn-soft color-bad-soft color-note-soft", TEXT),
    ("color-ink-soft", "color-page color-surface color-sunken color-accent-soft", TEXT),
    ("color-link", "color-page color-surface color-sunken", TEXT),
    ("color-on-accent", "color-accent color-accent-hover", TEXT),
    ("color-on-alarm", "color-alarm", TEXT),
    ("color-on-bad", "color-bad", TEXT),
    ("color-bad", "color-page color-surface", TEXT),
    ("color-page", "color-ink", TEXT),
    ("color-line-strong", "color-page color-surface", GRAPHIC),
    ("color-focus", "color-page color-surface color-sunken", GRAPHIC),
    ("color-accent", "color-page color-surface", GRAPHIC),
    ("color-good", "color-good-soft color-page", GRAPHIC),
    ("color-warn", "color-warn-soft", GRAPHIC),
    ("color-note", "color-note-soft", GRAPHIC),
    ("side-x", "side-x-soft color-surface", TEXT),
    ("side-o", "side-o-soft color-surface", TEXT),
    ("cube-cross", "cube-light cube-face cube-shade", TEXT),
    ("cube-ring", "cube-light cube-face cube-shade", TEXT),
    ("cube-dot", "cube-light cube-face cube-shade", TEXT),
    ("cube-shade", "tray", GRAPHIC),
    ("glow", "tray-deep glow-ink", GRAPHIC),
]


def tokens(*sheets: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for sheet in sheets:
        name, _, part = sheet.partition("#")
        text = (CSS / name).read_text()
        before, _, inside = text.partition("@media (prefers-color-scheme: dark)")
        found.update(TOKEN.findall(before + (inside if part == "dark" else "")))
    # A theme may say that one colour is another one: var(--color-page).
    return {name: found.get(value[4:-1], value) for name, value in found.items()}


THEMES = {
    "light": ("tokens.css",),
    "dark": ("tokens.css", "dark.css"),
    "contrast": ("tokens.css", "contrast.css"),
    "contrast on dark": ("tokens.css", "contrast.css#dark"),
}


LOOKS = ("walnut", "plain")


def look(name: str) -> dict[str, str]:
    """What a look of the board sets."""
    block = (CSS / "looks.css").read_text().partition(f'[data-swatch="{name}"]')[2].partition("}")[0]
    return dict(TOKEN.findall(block))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_that_of_the_guidelines():
    assert ratio("#000", "#fff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_colours_that_meet_can_be_told_apart(theme):
    colours = tokens(*THEMES[theme])
    weak = [
        f"{front} on {back}: {found:.2f} < {least}"
        for front, backs, least in PAIRS
        for back in backs.split()
        if (found := ratio(colours[f"--{front}"], colours[f"--{back}"])) < least
    ]
    assert not weak


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_symbols_are_told_apart_in_every_look(name, theme):
    colours = tokens(*THEMES[theme]) | look(name)
    weak = [
        f"{front} on {back}: {found:.2f} < {least}"
        for front, backs, least in PAIRS
        if front.startswith(("cube", "glow"))
        for back in backs.split()
        if (found := ratio(colours[f"--{front}"], colours[f"--{back}"])) < least
    ]
    assert not weak


@pytest.mark.parametrize("name", LOOKS)
def test_high_contrast_sets_everything_that_a_look_sets(name):
    assert look(name).keys() <= tokens("contrast.css").keys()


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme.startswith("contrast")])
def test_high_contrast_text_reaches_the_stricter_level(theme):
    colours = tokens(*THEMES[theme])
    for front in ("color-ink", "color-ink-soft", "color-link"):
        assert ratio(colours[f"--{front}"], colours["--color-page"]) >= 7


@pytest.mark.parametrize("sheet", ["dark.css", "contrast.css", "looks.css"])
def test_a_theme_only_sets_what_the_tokens_know(sheet):
    known = set(re.findall(r"(--[\w-]+):", (CSS / "tokens.css").read_text()))
    assert set(re.findall(r"(--[\w-]+):", (CSS / sheet).read_text())) <= known


def test_every_token_used_is_defined():
    sheets = {path.name: path.read_text() for path in CSS.glob("*.css")}
    defined = {name for text in sheets.values() for name in re.findall(r"(--[\w-]+):", text)}
    # Set by a script or by the sprite's surroundings, or given with a fallback.
    free = {"--swatch", "--drag"}
    missing = {
        f"{sheet}: {name}"
        for sheet, text in sheets.items()
        for name in re.findall(r"var\((--[\w-]+)\)", text)
        if name not in defined | free
    }
    assert not missing
