"""Addresses of one's own data. A part of `games.urls`."""

from django.urls import path

from games.views import mine

urlpatterns = [
    path("accounts/data/", mine.data, name="my_data"),
    path("accounts/data/file/", mine.export, name="my_data_file"),
    path("accounts/delete/", mine.delete, name="delete_me"),
]
