"""Addresses of what stays: history, replays, pictures, studies. A part of `games.urls`."""

from django.urls import path

from games import converters  # noqa: F401  # makes <code:…>, <spot:…> and <picture:…> known
from games.views import history, past, play_on, reviews, studies

urlpatterns = [
    path("matches/", history.history, name="history"),
    path("matches/mine.jsonl", history.my_records, name="my_records"),
    path("matches/upload/", studies.upload, name="upload"),
    path("m/<code:code>/", past.replay, name="replay"),
    path("m/<code:code>/review/", reviews.review, name="review"),
    path("m/<code:code>/<spot:spot>.<picture:kind>", past.replay_picture, name="replay_picture"),
    path("study/<code:token>/", past.study, name="study"),
    path("study/<code:token>/record/", studies.study_record, name="study_record"),
    path("study/<code:token>/play-on/", play_on.play_on_study, name="play_on_study"),
    path("study/<code:token>/delete/", studies.study_delete, name="study_delete"),
    path("study/<code:token>/<spot:spot>.<picture:kind>", past.study_picture, name="study_picture"),
]
