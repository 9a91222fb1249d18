"""Validators that refuse long but bad passwords: what a program tries first."""

import re

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import CommonPasswordValidator, UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Words that every page shows. A password needs enough other characters beside them.
OUR_WORDS = ("fiveline", "quixo", "tournament", "password", "passwort", "turnier")
ENOUGH_BESIDE = 6
FEWEST_CHARACTERS = 5


class OwnNameValidator(UserAttributeSimilarityValidator):
    """Django's validator in our words: its translations use another form of address, or are missing."""

    def get_error_message(self) -> str:
        return _("This is too much like your name or your e-mail address.")

    def get_help_text(self) -> str:
        return _("Not like your name or your e-mail address.")


class CommonWordsValidator(CommonPasswordValidator):
    def get_error_message(self) -> str:
        return _("Many people use this password, so it is tried first: choose another.")

    def get_help_text(self) -> str:
        return _("Not a password that many people use.")


class DigitsValidator:
    """A validator against digits alone: telephone numbers and dates are guessed in an afternoon."""

    def validate(self, password: str, user: User | None = None) -> None:
        if not any(character.isalpha() for character in password):
            raise ValidationError(_("Digits alone are guessed quickly: add some words."), code="digits")

    def get_help_text(self) -> str:
        return _("Not digits alone.")


class ProjectWordsValidator:
    def validate(self, password: str, user: User | None = None) -> None:
        beside = password.casefold()
        for word in OUR_WORDS:
            beside = beside.replace(word, "")
        if beside != password.casefold() and len(beside) < ENOUGH_BESIDE:
            text = _("Words that stand on every page here are tried first: choose others, or add some.")
            raise ValidationError(text, code="our-words")

    def get_help_text(self) -> str:
        return _("Not the name of the game or of this program.")


class RepetitionValidator:
    def validate(self, password: str, user: User | None = None) -> None:
        folded = password.casefold()
        if re.fullmatch(r"(.+?)\1+", folded, re.DOTALL) or len(set(folded)) < FEWEST_CHARACTERS:
            text = _("Repeating makes a password longer but no better: choose several different words.")
            raise ValidationError(text, code="repeated")

    def get_help_text(self) -> str:
        return _("Nothing repeated.")
