"""Months are not capitalised: Django's catalogue has "Novembro" alone, so they are shortened, as 30 de nov. de 2026."""

DATE_FORMAT = r"j \d\e b\. \d\e Y"
DATETIME_FORMAT = r"j \d\e b\. \d\e Y à\s H:i"
YEAR_MONTH_FORMAT = r"b\. \d\e Y"
MONTH_DAY_FORMAT = r"j \d\e b\."
