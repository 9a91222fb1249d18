"""Apply decorators of views to a single response, where the view decides their values while it runs."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse


def decorate_response(response: HttpResponse, *decorators: Callable[..., Any]) -> None:
    """Apply the decorators of django-csp or Django that mark a response for their middleware."""
    for decorator in decorators:
        decorator(lambda _request: response)(HttpRequest())
