"""Tags that draw what pages repeat (tournament/templatetags/components.py)."""

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch

from tournament.templatetags.fiveline import drawings


def drawn(tags: str, **values: object) -> str:
    template = Template("{% load components %}" + tags)
    return " ".join(template.render(Context(values)).split()).replace("> <", "><")


def test_the_head_of_a_table_knows_columns_of_numbers_and_labels_that_are_only_read_out():
    assert drawn('{% table_head "Name" "Points" "Edit" numbers="2" unseen="3" %}') == (
        '<thead><tr><th scope="col"> Name </th><th class="number" scope="col"> Points </th>'
        '<th scope="col"><span class="unseen">Edit</span></th></tr></thead>'
    )


def test_a_table_is_called_by_its_label_or_by_a_title_on_the_page():
    assert 'aria-label="Games &amp; more"' in drawn("{% table label %}{% endtable %}", label="Games & more")
    assert 'aria-labelledby="title"' in drawn('{% table labelled_by="title" %}{% endtable %}')


def test_a_button_sends_the_fields_that_have_a_value():
    tag = '{% post_button "Open" "home" number=3 version=nothing more=name %}'
    button = drawn(tag, nothing=None, name="<b>")
    assert '<form method="post" action="/">' in button
    assert '<input type="hidden" name="number" value="3">' in button
    assert "version" not in button
    assert 'Open<span class="unseen">: &lt;b&gt;</span>' in button


def test_a_button_for_an_address_that_does_not_exist_is_loud():
    with pytest.raises(NoReverseMatch):
        drawn('{% post_button "Open" "no-such-name" %}')


@pytest.mark.parametrize(("tone", "icon"), [("info", "info"), ("success", "check"), ("error", "warning")])
def test_a_notice_has_the_icon_of_its_tone_or_another(tone, icon):
    assert drawings()[icon] in drawn("{% notice tone %}Words{% endnotice %}", tone=tone)
    assert drawings()["lock"] in drawn('{% notice tone "lock" %}Words{% endnotice %}', tone=tone)
