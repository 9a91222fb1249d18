"""Sign in as people do, on the page."""

from django.urls import reverse

SECRET = "a long enough secret"


def sign_in(client, name="ada", password=SECRET, **fields):
    return client.post(reverse("sign-in"), {"username": name, "password": password, **fields})


def is_in(client):
    return client.get(reverse("account")).status_code == 200
