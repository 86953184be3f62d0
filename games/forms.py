"""The form that opens a table: every field is on its list of allowed values, and the mix is checked by the rules."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presenters.robots import robot_choice
from games.robots import AT_TABLES
from games.rules.errors import RulesetError
from games.rules.ruleset import CHOICES, PRESETS, Ruleset, change, preset
from games.words.rules import PRESET_NAMES
from games.words.settings import refusal_words, setting_name, value_words

CLASSIC = "pagat"
PRESET_ORDER = (CLASSIC, *(name for name in PRESETS if name != CLASSIC))
CLOCKS = (None, 20, 45, 90)  # seconds a turn
TITLE_LENGTH = 40
LEAST_TARGET, MOST_TARGET = 5, 1000
#: Offered with one press each; 31 and 61 are for tables where every five is one point.
QUICK_TARGETS = (31, 61, 100, 150, 200, 250, 365, 500)
OTHER = "other"
# Who plays, as in the form's addresses: how many, and whether two play against two.
WHO: dict[str, tuple[int, bool]] = {"2": (2, False), "3": (3, False), "4": (4, True), "alone": (4, False)}
USUAL_LIMIT, USUAL_LIMIT_OWN_HAND = None, 30
LIMITS = (10, 20, 30, 50)
LEAST_TARGET_OF_ONES = 1
HAND_SIZES = range(3, 15)
RESERVES = (0, 1, 2)
CALL_SECONDS = (5, 8, 12, 20)
#: Rules of tables where points are called; elsewhere they are not asked for.
OF_CALLING = ("muggins_seconds", "overcall_penalty")

# Settings that a table may change, in the order of the page, with their values as form text.
RULES: dict[str, dict[str, Any]] = {
    "hand_size": {str(size): size for size in HAND_SIZES},
    "reserve": {str(size): size for size in RESERVES},
    "spinner": {value: value for value in CHOICES["spinner"]},
    "lengthwise": {"no": False, "yes": True},
    "exposed_sides_count": {"no": False, "yes": True},
    "settlement": {value: value for value in CHOICES["settlement"]},
    "blocked_by": {value: value for value in CHOICES["blocked_by"]},
    "points_per_five": {"5": 5, "1": 1},
    "target_rule": {value: value for value in CHOICES["target_rule"]},
    "muggins_seconds": {str(seconds): seconds for seconds in CALL_SECONDS},
    "overcall_penalty": {"no": False, "yes": True},
    "first_lead": {value: value for value in CHOICES["first_lead"]},
    "next_lead": {value: value for value in CHOICES["next_lead"]},
    "blocked_lead": {value: value for value in CHOICES["blocked_lead"]},
    "direction": {value: value for value in CHOICES["direction"]},
}
# Unseen characters that change how the text round them reads: controls, direction marks, private use, line ends.
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
MARKS = frozenset({"Mn", "Me", "Mc"})
MOST_MARKS_IN_A_ROW = 2


def plain_title(text: str) -> str:
    """A table's name as one line of plain, visible text; ValidationError says what is wrong with it.

    "" stands for a table without a name of its own.
    """
    title = unicodedata.normalize("NFC", " ".join(text.split()))
    kinds = [unicodedata.category(character) for character in title]
    if UNSEEN.intersection(kinds):
        raise ValidationError(_("A name cannot hold characters that nobody sees. Type it anew."), code="unseen")
    run = 0
    for kind in kinds:
        run = run + 1 if kind in MARKS else 0
        if run > MOST_MARKS_IN_A_ROW:
            raise ValidationError(_("Too many marks on one letter."), code="marks")
    if title and not any(kind[0] in "LNS" for kind in kinds):
        raise ValidationError(_("A name needs a letter or a digit."), code="empty")
    return title


def _rule_field(field: str) -> forms.ChoiceField:
    """A rule as a list whose first option leaves it to the rule book."""

    def options() -> list[tuple[str, str]]:
        return [("", _("as the rule book says")), *((key, value_words(field, v)) for key, v in RULES[field].items())]

    return forms.ChoiceField(
        choices=options, required=False, label=lazy(setting_name, str)(field), widget=forms.Select({"class": "input"})
    )


class NewTableForm(forms.Form):
    """Settings of a new table. After `is_valid()`, `ruleset`, `robots` (kind by seat) and `turn_seconds` are ready."""

    preset = forms.ChoiceField(
        label=gettext_lazy("Rule book"),
        choices=[(name, PRESET_NAMES[name]) for name in PRESET_ORDER],
        widget=forms.RadioSelect,
        initial=CLASSIC,
    )
    players = forms.ChoiceField(
        label=gettext_lazy("Who plays"),
        choices=[
            ("2", gettext_lazy("Two")),
            ("3", gettext_lazy("Three, each alone")),
            ("4", gettext_lazy("Four, two against two")),
            ("alone", gettext_lazy("Four, each alone")),
        ],
        widget=forms.RadioSelect,
        initial="2",
    )
    robots = forms.TypedChoiceField(
        label=gettext_lazy("Seats for robots"),
        coerce=int,
        choices=[(0, gettext_lazy("None")), (1, "1"), (2, "2"), (3, "3")],
        widget=forms.RadioSelect,
        initial=0,
    )
    robot = forms.ChoiceField(
        label=gettext_lazy("Which robot"),
        choices=lambda: [(kind, robot_choice(kind)) for kind in AT_TABLES],
        widget=forms.RadioSelect,
        initial="scorer",
    )
    clock = forms.TypedChoiceField(
        label=gettext_lazy("Time for a turn"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=lambda: [("" if clock is None else clock, _clock_label(clock)) for clock in CLOCKS],
        widget=forms.RadioSelect,
        initial="",
    )
    calling = forms.ChoiceField(
        label=lazy(setting_name, str)("calling"),
        required=False,
        choices=[
            ("automatic", gettext_lazy("The table counts")),
            ("muggins", gettext_lazy("Players call their points: «Muggins!»")),
        ],
        widget=forms.RadioSelect,
        initial="automatic",
    )
    target = forms.IntegerField(
        label=gettext_lazy("Target"),
        required=False,
        min_value=LEAST_TARGET_OF_ONES,
        max_value=MOST_TARGET,
        help_text=gettext_lazy("Counts when “Another” is chosen, or nothing else."),
        widget=forms.NumberInput({"class": "input", "inputmode": "numeric"}),
    )
    goal = forms.ChoiceField(
        label=gettext_lazy("Points that win"),
        required=False,
        choices=lambda: [
            ("", _("As the rule book says")),
            *((str(target), str(target)) for target in QUICK_TARGETS),
            (OTHER, _("Another")),
        ],
        widget=forms.RadioSelect,
        initial="",
    )
    best_of = forms.TypedChoiceField(
        label=gettext_lazy("How many matches"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[
            (1, gettext_lazy("One match")),
            (3, gettext_lazy("Best of three")),
            (5, gettext_lazy("Best of five")),
        ],
        widget=forms.RadioSelect,
        initial=1,
    )
    rounds = forms.ChoiceField(
        label=gettext_lazy("Limit of rounds"),
        required=False,
        choices=lambda: [
            ("", _("As usual: 30 where scores can sink")),
            ("none", _("None: until somebody wins")),
            *((str(limit), _limit_label(limit)) for limit in LIMITS),
        ],
        widget=forms.Select({"class": "input"}),
        initial="",
    )
    private = forms.TypedChoiceField(
        label=gettext_lazy("Who may sit down"),
        coerce=lambda value: value == "link",
        choices=[("open", gettext_lazy("Anybody: it stands in the list")), ("link", gettext_lazy("Who has the link"))],
        widget=forms.RadioSelect,
        initial="open",
    )
    rated = forms.TypedChoiceField(
        label=gettext_lazy("Rated or friendly"),
        required=False,
        coerce=lambda value: value == "yes",
        empty_value=None,
        choices=[("yes", gettext_lazy("Rated, where it can be")), ("no", gettext_lazy("Friendly"))],
        widget=forms.RadioSelect,
        initial="yes",
    )
    talk = forms.TypedChoiceField(
        label=gettext_lazy("Talk at the table"),
        required=False,
        coerce=lambda value: value == "words",
        empty_value=None,
        choices=[
            ("phrases", gettext_lazy("Phrases only")),
            ("words", gettext_lazy("Words of one’s own, too")),
        ],
        widget=forms.RadioSelect,
        initial="phrases",
    )
    hints = forms.TypedChoiceField(
        label=gettext_lazy("Hints by a robot"),
        required=False,
        coerce=lambda value: value == "yes",
        empty_value=None,
        choices=[("no", gettext_lazy("None")), ("yes", gettext_lazy("Allowed, and told to all"))],
        widget=forms.RadioSelect,
        initial="no",
    )
    title = forms.CharField(
        label=gettext_lazy("Name of the table"),
        required=False,
        max_length=TITLE_LENGTH,
        widget=forms.TextInput({"class": "input", "autocomplete": "off"}),
        help_text=gettext_lazy("If you like. Everybody sees it."),
    )

    ruleset: Ruleset

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in RULES:
            self.fields[field] = _rule_field(field)

    def clean_title(self) -> str:
        """The name, or a reason why it cannot be shown."""
        return plain_title(self.cleaned_data["title"])

    def clean(self) -> dict[str, Any]:
        """Let the rules check the mix; what cannot be played is said beside its field."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return data
        if data["rated"] and data["hints"]:
            self.add_error("hints", _("Hints are for friendly matches: choose a friendly one, or no hints."))
            return data
        self._build(data)
        if not self.errors:
            self._check_robots(data)
        return data

    def _build(self, data: dict[str, Any]) -> None:
        wanted = {field: values[data[field]] for field, values in RULES.items() if data[field]}
        players, partners = WHO[data["players"]]
        if players == 4:
            wanted["partners"] = partners
        if (target := self._target(data)) is not None:
            wanted["target"] = target
        if data["calling"] == "muggins":
            wanted["calling"] = "muggins"
        else:
            wanted = {field: value for field, value in wanted.items() if field not in OF_CALLING}
        try:
            base = preset(data["preset"], players)
        except RulesetError:
            self.add_error("players", _("This rule book has no table for three. Choose two or four."))
            return
        try:
            self.ruleset = change(base, **wanted)
        except RulesetError as error:
            said = refusal_words(error.field, {**base.to_dict(), **wanted})
            field = self._target_field if error.field == "target" else error.field
            self.add_error(field if field in self.fields else None, said)
            return
        self._check_target()

    def _target(self, data: dict[str, Any]) -> int | None:
        """The points that win; None: what the rule book says. A number that is typed alone is meant."""
        if data["goal"] not in ("", OTHER):
            return int(data["goal"])
        if data["goal"] == OTHER and data["target"] is None:
            self.add_error("target", _("Type the points that win, or choose one of the others."))
            return None
        typed: int | None = data["target"]
        return typed

    @property
    def most_matches(self) -> int:
        """Of how many matches; 1 when nothing is chosen."""
        return self.cleaned_data["best_of"] or 1

    @property
    def round_limit(self) -> int | None:
        """The last round that is played; a match that can sink for ever has one unless it is refused."""
        chosen = self.cleaned_data["rounds"]
        if not chosen:
            return USUAL_LIMIT_OWN_HAND if self.ruleset.settlement == "own_hand" else USUAL_LIMIT
        return None if chosen == "none" else int(chosen)

    def _check_target(self) -> None:
        """A target that scores can land on: fives, unless every five is one point."""
        if self.ruleset.points_per_five == 5 and self.ruleset.target % 5:
            self.add_error(self._target_field, _("Points come in fives: choose a multiple of five."))
        if self.ruleset.target > MOST_TARGET:
            self.add_error("target", _("At most %(most)d.") % {"most": MOST_TARGET})

    @property
    def _target_field(self) -> str:
        """Beside which field something about the target is said."""
        return "target" if self.cleaned_data.get("goal") in ("", OTHER, None) else "goal"

    def _check_robots(self, data: dict[str, Any]) -> None:
        free = WHO[data["players"]][0] - 1
        if data["robots"] > free:
            self.add_error(
                "robots",
                ngettext(
                    "This table has %(count)d seat beside yours.", "This table has %(count)d seats beside yours.", free
                )
                % {"count": free},
            )

    @property
    def changed_rules(self) -> list[str]:
        """The fields of "Change a rule" that were set."""
        calls = self["calling"].value() == "muggins"
        return [field for field in RULES if self[field].value() and (calls or field not in OF_CALLING)]

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        """The fields of "Change a rule", in their order."""
        return [self[field] for field in RULES]

    @property
    def robot_seats(self) -> dict[int, str]:
        """The kind of robot by seat. Robots take the seats that leave friends a partner: opponents first."""
        seats = (3, 1, 2) if self.ruleset.partners else tuple(range(self.ruleset.players - 1, 0, -1))
        return dict.fromkeys(seats[: self.cleaned_data["robots"]], self.cleaned_data["robot"])


def _clock_label(seconds: int | None) -> str:
    if seconds is None:
        return _("No clock")
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}


def _limit_label(limit: int) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", limit) % {"count": limit}


def who_of(ruleset: Ruleset) -> str:
    """The choice of "Who plays" that stands for this table."""
    return next(who for who, seats in WHO.items() if seats == (ruleset.players, ruleset.partners))
