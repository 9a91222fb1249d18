"""Read the text of a page as people see it."""

import re

from django.test import Client
from django.urls import reverse


def page(e, name, *arguments, client=None, **query):
    url = reverse(name, args=[e.tournament.code, *arguments])
    return (client or Client()).get(url, query)


def text(response):
    """Return what a reader sees of a page, in one line."""
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())
