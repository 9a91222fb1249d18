"""Addresses of accounts, staff, links, the PIN and the log."""

from django.urls import path

from games.access import seeing  # noqa: F401  registers <scope:…>
from games.access import views as links
from games.accounts.views import accounts, people, second_factor
from games.audit_log.page import log_page, own_log

urlpatterns = [
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-in/code/", second_factor.sign_in_code, name="sign-in-code"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("forgot/", accounts.forgot_password, name="forgot"),
    path("account/", accounts.account, name="account"),
    path("account/particulars/", accounts.particulars, name="account-particulars"),
    path("account/password/", accounts.password, name="password"),
    path("account/second-factor/", second_factor.overview, name="second-factor"),
    path("account/second-factor/begin/", second_factor.begin, name="second-factor-begin"),
    path("account/second-factor/confirm/", second_factor.confirm, name="second-factor-confirm"),
    path("account/second-factor/codes/", second_factor.renew_codes, name="second-factor-codes"),
    path("account/second-factor/off/", second_factor.switch_off, name="second-factor-off"),
    path("account/sessions/<int:session_id>/end/", accounts.end_session, name="end-session"),
    path("account/sessions/end-others/", accounts.end_other_sessions, name="end-other-sessions"),
    path("invitation/", accounts.invitation, name="invitation"),
    path("new-password/", accounts.new_password, name="new-password"),
    path("staff/<scope:scope>/", people.staff, name="staff"),
    path("staff/<scope:scope>/take/<int:grant_id>/", people.take_role, name="take-role"),
    path("accounts/<int:user_id>/", people.person, name="person"),
    path("accounts/<int:user_id>/reset/", people.reset_password, name="reset-password"),
    path("accounts/<int:user_id>/sign-out/", people.sign_out_everywhere, name="sign-out-everywhere"),
    path("accounts/<int:user_id>/devices/<int:session_id>/end/", people.end_device, name="end-device"),
    path("accounts/<int:user_id>/factor-off/", people.factor_off, name="take-factor-off"),
    path("accounts/<int:user_id>/end/", people.end_account, name="end-account"),
    path("accounts/<int:user_id>/begin/", people.begin_again, name="begin-account"),
    path("l/<str:token>", links.open_link, name="link"),
    path("code/", links.code, name="code"),
    path("device/", links.this_device, name="this-device"),
    path("device/<int:link_id>/leave/", links.leave, name="leave-link"),
    path("device/<int:link_id>/wait/", links.wait_at_table, name="wait-at-table"),
    path("devices/<int:device_id>/admit/", links.admit_device, name="admit-device"),
    path("devices/<int:device_id>/turn-away/", links.turn_device_away, name="turn-device-away"),
    path("devices/<int:device_id>/sign-out/", links.sign_device_out, name="sign-device-out"),
    path("device/<int:link_id>/unlock/", links.unlock, name="unlock"),
    path("device/lock/", links.lock, name="lock"),
    path("links/<scope:scope>/", links.manage, name="links"),
    path("links/<int:link_id>/renew/", links.renew, name="renew-link"),
    path("links/<int:link_id>/revoke/", links.revoke, name="revoke-link"),
    path("pin/<scope:scope>/", links.set_pin, name="set-pin"),
    path("log/<scope:scope>/", log_page, name="log"),
    path("log/own/<scope:scope>/", own_log, name="own-log"),
]
