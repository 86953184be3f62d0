"""Addresses of the game's pages. Each has its row in the matrix of who may see what (tests/pages/test_rights.py)."""

from django.urls import path

from games import urls_fixed, urls_friends, urls_mine, urls_past, urls_players, urls_puzzles, urls_reports, urls_talk
from games.views import explain, fair, home, learn, lobby, my_rules, new_table, play, robots, rules, scoresheet, table

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    path("play-now/", home.play_now, name="play_now"),
    path("explain/", explain.explain, name="explain"),
    path("fair/", fair.fair, name="fair"),
    path("fair/check_deal.py", fair.checker, name="check_deal"),
    path("learn/", learn.learn, name="learn"),
    path("learn/count/", learn.count, name="learn_count"),
    path("learn/plays/", learn.plays, name="learn_plays"),
    path("learn/round/", learn.first_round, name="learn_round"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:name>/", rules.rules_of_preset, name="rules_of_preset"),
    path("robots/", robots.robots, name="robots"),
    path("scoresheet/", scoresheet.scoresheet, name="scoresheet"),
    path("rules/mine/<code:token>/", my_rules.rules_of_saved, name="rules_of_saved"),
    path("rules/mine/<code:token>/change/", my_rules.change_saved, name="change_saved"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", new_table.new_table, name="new_table"),
    path("tables/new/words/", new_table.words, name="new_table_words"),
    path("t/<code:code>/", table.table, name="table"),
    path("t/<code:code>/state/", table.state, name="state"),
    path("t/<code:code>/record/", table.record, name="record"),
    path("t/<code:code>/rules/", rules.rules_of_table, name="rules_of_table"),
    path("t/<code:code>/rules/keep/", my_rules.keep, name="keep_rules"),
    path("t/<code:code>/play/", play.play, name="play"),
    path("t/<code:code>/muggins/", play.muggins, name="muggins"),
    path("t/<code:code>/go-on/", play.go_on, name="go_on"),
    path("t/<code:code>/hint/", play.hint, name="hint"),
    path("t/<code:code>/sit/", play.sit, name="sit"),
    path("t/<code:code>/robot/", play.robot, name="robot"),
    path("t/<code:code>/leave/", play.leave, name="leave"),
    path("t/<code:code>/back/", play.back, name="back"),
    path("t/<code:code>/confirm/", play.confirm, name="confirm"),
    path("t/<code:code>/mix/", play.mix, name="mix"),
    path("t/<code:code>/rematch/", play.rematch, name="rematch"),
    path("t/<code:code>/sort/", play.sort, name="sort"),
    *urls_past.urlpatterns,
    *urls_players.urlpatterns,
    *urls_puzzles.urlpatterns,
    *urls_fixed.urlpatterns,
    *urls_friends.urlpatterns,
    *urls_mine.urlpatterns,
    *urls_reports.urlpatterns,
    *urls_talk.urlpatterns,
]
