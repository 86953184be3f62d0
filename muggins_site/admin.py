"""What django-allauth would show in the admin, taken out: keys of second factors, addresses, sessions.

Addresses are shown by the desk, one at a time and with an entry in its log; keys by nobody.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin

for model in (Authenticator, EmailAddress, UserSession):
    if admin.site.is_registered(model):
        admin.site.unregister(model)
