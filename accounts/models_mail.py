"""Mail that waits to be sent. A row lives from the request that wrote it until the mail server took it."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class OutgoingMail(models.Model):
    """One mail to one person. It may hold a link that opens an account: it is gone once it is sent, or too old."""

    to = models.EmailField(max_length=254)
    sender = models.CharField(max_length=254)
    subject = models.CharField(max_length=255)
    body = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    # Not before this moment: after a failure later, and while somebody is at it, when he is surely dead.
    next_try_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("waiting mail")
        verbose_name_plural = _("waiting mails")
        indexes = [
            # Which mail is due. EXPLAIN: SEARCH accounts_outgoingmail USING INDEX mail_due (next_try_at<?)
            models.Index(name="mail_due", fields=["next_try_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.subject} ({self.created_at:%Y-%m-%d %H:%M})"


class AddressAdded(models.Model):
    """Since when an account has an address: django-allauth's own row does not say it. See docs/decisions/0281."""

    address = models.OneToOneField(
        "account.EmailAddress", on_delete=models.CASCADE, primary_key=True, related_name="added"
    )
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.address_id} ({self.at:%Y-%m-%d})"
