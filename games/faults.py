"""Errors that a person can correct: a code for programs, a sentence for people.

Pure. Sentences are in a table per class, so that the edge can translate the template and fill it in
(`games.wording`), and so that every code is documented by being there.
"""

from collections.abc import Mapping
from typing import ClassVar


class Phrase:
    """Words inside a sentence that are a template too: `Phrase("a number from {least} up", least=2)`."""

    __slots__ = ("params", "template")

    def __init__(self, template: str, **params: object) -> None:
        self.template = template
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"


class Counted:
    """A sentence with a plural: `by` names the value that says which form is right."""

    __slots__ = ("by", "many", "one")

    def __init__(self, one: str, many: str, by: str = "count") -> None:
        self.one, self.many, self.by = one, many, by

    def form(self, params: Mapping[str, object]) -> str:
        """Return the English form; the edge looks both up in the catalogue."""
        return self.one if params[self.by] == 1 else self.many


def fill_in(template: str | Counted, params: Mapping[str, object]) -> str:
    """Fill in the template, in the form for the number."""
    text = template.form(params) if isinstance(template, Counted) else template
    return text.format(**params)


class Fault(ValueError):
    """A refusal with a code and a sentence saying what is wrong and, where it helps, what to do."""

    sentences: ClassVar[Mapping[str, str | Counted]] = {}

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(fill_in(self.template, params))

    @property
    def template(self) -> str | Counted:
        """Return the sentence before its values are filled in: the key for translation."""
        return self.sentences[self.code]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r}, {str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _revive, (type(self), self.code, self.params)


def _revive(kind: type[Fault], code: str, params: dict[str, object]) -> Fault:
    return kind(code, **params)
