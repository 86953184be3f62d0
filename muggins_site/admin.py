"""What others would show in the admin, taken out: keys of second factors, addresses, sessions, groups.

Addresses are shown by the desk, one at a time and with an entry in its log; keys by nobody.
Groups give rights that nothing here asks for.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group

for model in (Authenticator, EmailAddress, UserSession, Group):
    if admin.site.is_registered(model):
        admin.site.unregister(model)
