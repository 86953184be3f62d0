"""Rows that whole stories of their own show; here are the tests that tell them."""

from __future__ import annotations

ELSEWHERE: dict[str, tuple[str, ...]] = {
    "B12": ("tests/games/test_play.py::test_keys_are_each_persons_own",),
    # At once: threads at a barrier.
    "B14": ("tests/games/test_races.py::test_races_of_a_double_click_store_one_move",),
    "B20": (
        "tests/games/test_races.py::test_races_for_the_last_seat_have_one_winner",
        "tests/games/test_races.py::test_races_of_one_person_for_two_seats_give_one",
    ),
    "B27": (
        "tests/site/test_answers.py::test_too_many_fields_are_refused",
        "tests/site/test_answers.py::test_a_file_is_refused",
    ),
    "B38": (
        "tests/games/test_desk_acts.py::test_who_sits_there_sees_no_other_hand_on_staff_or_not",
        "tests/games/test_desk_acts.py::test_staff_sees_the_hands_of_one_round_after_asking",
        "tests/games/test_admin.py::test_the_tiles_of_a_running_round_are_not_shown",
    ),
    "B49": ("tests/site/test_heads.py::test_half_a_handshake_is_given_up_after_five_seconds",),
    "B53": (
        "tests/games/test_talk.py::test_four_lines_at_once_and_twelve_a_minute",
        "tests/games/test_talk.py::test_whom_the_staff_has_muted_says_nothing_anywhere",
        "tests/games/test_talk.py::test_half_an_hour_after_the_match_the_talk_is_over",
        "tests/games/test_talk.py::test_a_text_that_is_no_line_is_refused_with_a_sentence",
        "tests/pages/test_talk.py::test_a_line_is_text_and_nothing_else",
    ),
    "B54": (
        "tests/pages/test_reports.py::test_nobody_reports_himself_or_a_robot",
        "tests/pages/test_reports.py::test_who_never_met_reports_nobody",
        "tests/pages/test_reports.py::test_ten_reports_a_day_and_not_one_more",
        "tests/pages/test_reports.py::test_with_htmx_the_form_alone_is_answered",
    ),
    "B55": (
        "tests/games/test_farewell.py::test_in_a_running_match_a_robot_plays_on",
        "tests/games/test_farewell.py::test_matches_stay_for_the_others_under_a_number",
        "tests/games/test_farewell.py::test_one_file_at_a_time",
        "tests/games/test_farewell.py::test_an_old_reset_link_undoes_nothing",
    ),
    "B56": ("tests/games/test_invites.py::test_a_token_has_192_bits_and_is_not_the_tables_code",),
    "B59": ("tests/games/test_races.py::test_races_of_one_key_with_two_tiles_apply_one",),
    "B62": ("tests/games/test_races.py::test_races_for_a_rematch_open_one_table",),
}
