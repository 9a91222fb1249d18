"""The URLs of an installation with the admin switched on (FIVELINE_ADMIN=1)."""

from django.contrib import admin
from django.urls import path

from tournament import urls

urlpatterns = [*urls.urlpatterns, path("admin/", admin.site.urls)]
handler403, handler404 = urls.handler403, urls.handler404
