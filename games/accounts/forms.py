"""Forms of accounts, staff, links and the PIN."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games import wording
from games.access import pins
from games.access.roles import Role
from games.faults import Fault
from games.models.fields import check_readable

STAFF_ROLES = [
    (Role.ORGANISER, _("Organiser: everything here")),
    (Role.ARBITER, _("Arbiter: games, clocks, results")),
    (Role.SCORER, _("Scorer: results only")),
]
DEVICE_ROLES = [
    (Role.DISPLAY, _("Display: a projector or screen")),
    (Role.TABLE, _("Table: a tablet between the players")),
]


def _username(**attrs: Any) -> forms.CharField:
    return forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", **attrs}
        ),
    )


def _password(label: Any, autocomplete: str, *, autofocus: bool = False, **options: Any) -> forms.CharField:
    # Long enough for any sentence, short enough that hashing it is not an attack.
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete, "autofocus": autofocus})
    return forms.CharField(label=label, strip=False, max_length=200, widget=widget, **options)


def _code(label: Any, max_length: int, autocomplete: str = "off", help_text: Any = "") -> forms.CharField:
    """Make a field for what is read off an app or off paper."""
    attrs = {
        "autocomplete": autocomplete,
        "autocapitalize": "characters",
        "spellcheck": "false",
        "autofocus": True,
        "class": "input input-code",
    }
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(label=label, max_length=max_length, help_text=help_text, widget=widget)


class SignInForm(forms.Form):
    username = _username(autofocus=True)
    password = _password(_("Password"), "current-password")


class NewPasswordForm(forms.Form):
    """A new password, typed twice; `person` is its owner, for passwords that resemble the name."""

    password = _password(
        _("New password"),
        "new-password",
        help_text=lazy(lambda: " ".join(password_validators_help_texts()), str)(),
    )
    password_again = _password(_("New password again"), "new-password")

    def __init__(self, *args: Any, person: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._person = person

    def person(self, data: dict[str, Any]) -> User | None:
        return self._person

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        password, again = data.get("password"), data.get("password_again")
        if password and again and password != again:
            self.add_error("password_again", ValidationError(_("The two passwords differ."), code="differ"))
        elif password:
            try:
                validate_password(password, self.person(data))
            except ValidationError as weak:
                self.add_error("password", weak)
        return data


CheckPassword = Callable[[str], None]  # counts the guess; a Fault says that it is wrong, or one too many


class ConfirmForm(forms.Form):
    fresh_password = _password(_("Password"), "current-password", autofocus=True)


class FactorForm(forms.Form):
    code = _code(_("Code"), 30, "one-time-code")


class ChangePasswordForm(NewPasswordForm):
    old_password = _password(_("Password until now"), "current-password")
    field_order = ["old_password", "password", "password_again"]

    def __init__(self, *args: Any, check: CheckPassword, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._check = check

    def clean_old_password(self) -> str:
        old: str = self.cleaned_data["old_password"]
        try:
            self._check(old)
        except Fault as fault:
            raise ValidationError(wording.sentence(fault), code=fault.code) from fault
        return old


def _name() -> forms.CharField:
    return forms.CharField(
        label=_("Your name"),
        max_length=150,
        validators=[check_readable],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


def _email() -> forms.EmailField:
    return forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("Optional. Only for a new password, if this club can send e-mail."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class ParticularsForm(forms.Form):
    """One's own name and address. A new address needs the password: it can receive a new password."""

    name = _name()
    email = _email()
    old_password = _password(
        _("Password"), "current-password", required=False, help_text=_("Only for another e-mail address.")
    )

    def __init__(self, *args: Any, person: User, check: CheckPassword, **kwargs: Any) -> None:
        self._check = check
        initial = {"name": person.first_name, "email": person.email}
        super().__init__(*args, **{**kwargs, "initial": initial})
        self._person = person

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if data.get("email", self._person.email) != self._person.email:
            with wording.fault_beside(self, "old_password"):
                self._check(data.get("old_password", ""))
        return data


class OpenAccountForm(NewPasswordForm):
    name = _name()
    username = _username()
    email = _email()
    field_order = ["name", "username", "email", "password", "password_again"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators += User._meta.get_field("username").validators
        self.fields["username"].help_text = _("To sign in with. Letters, digits and @ . + - _ only.")
        self.fields["password"].label = _("Password")
        self.fields["password_again"].label = _("Password again")

    def person(self, data: dict[str, Any]) -> User:
        return User(
            username=data.get("username", ""), first_name=data.get("name", ""), email=data.get("email", "")
        )

    def clean_username(self) -> str:
        username: str = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("This user name is taken."), code="taken")
        return username


class ForgotForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address of your account"),
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class InviteForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=STAFF_ROLES, initial=Role.ARBITER)
    label = forms.CharField(
        label=_("For whom"),
        max_length=80,
        required=False,
        help_text=_("A note for this list, such as a first name."),
    )


class LinkForm(forms.Form):
    role = forms.ChoiceField(label=_("What the device is"), choices=DEVICE_ROLES)
    label = forms.CharField(
        label=_("Where it stands"), max_length=80, required=False, help_text=_("A note for this list.")
    )


class CodeForm(forms.Form):
    code = _code(
        _("Code"),
        20,
        help_text=_(
            "Eight letters and digits, as on your slip or card. Capitals and the dash do not matter."
        ),
    )


def _pin_field(label: Any, help_text: Any = "") -> forms.CharField:
    """Make a field for a PIN. `games.access.pins` checks its length, after whether a PIN is set at all."""
    return forms.CharField(
        label=label,
        max_length=pins.LONGEST,
        help_text=help_text,
        widget=forms.PasswordInput(
            attrs={
                "inputmode": "numeric",
                "autocomplete": "off",
                "class": "input input-code",
                "autofocus": True,
            }
        ),
    )


class SetPinForm(forms.Form):
    pin = _pin_field(_("New PIN"), _("Six to twelve digits. The PIN until now stops working at once."))


class UnlockForm(forms.Form):
    pin = _pin_field(_("Arbiter's PIN"))
