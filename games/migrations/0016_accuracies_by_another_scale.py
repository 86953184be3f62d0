from django.db import migrations
from django.db.models import F
from django.db.models.functions import Exp

BEFORE, AFTER = 10.0, 6.0


def anew(scale):
    """What the stored means stand for by this scale (docs/decisions/0211)."""

    def update(apps, schema_editor):
        apps.get_model('games', 'Grade').objects.update(accuracy=100.0 * Exp(-1.0 * F('mean') / scale))

    return update


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_puzzles_retired_and_studies_played_on'),
    ]

    operations = [
        migrations.RunPython(anew(AFTER), anew(BEFORE)),
    ]
