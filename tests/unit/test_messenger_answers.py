"""Slack's answers, as far as we read them."""

import pytest

from bot.adapters.slack_answers import Completed, History, Identity, Posted, Share, read
from bot.core.ports.messenger import DeliveryError


def test_null_means_the_same_as_nothing() -> None:
    assert read(Identity, {"user_id": "U1", "bot_id": None}) == Identity(user_id="U1")
    raw = {"messages": [{"ts": "1.0", "user": None, "metadata": None, "files": [{"name": None}]}]}
    (message,) = read(History, raw).messages
    assert (message.user, message.metadata.event_type, message.files[0].name) == ("", "", "")


def test_a_file_tells_where_it_was_shared_if_slack_knows_already() -> None:
    shared = {"public": {"C1": [{"ts": "2.0", "thread_ts": "1.0", "channel_name": "team"}]}}
    answer = {"ok": True, "files": [{"id": "F1", "shares": shared}, {"id": "F2"}]}
    first, second = read(Completed, answer).files
    assert first.shares == {"public": {"C1": (Share(ts="2.0"),)}}
    assert second.shares == {}


@pytest.mark.parametrize("answer", [{}, {"ts": 7, "text": "secret"}, {"messages": ["secret"]}])
def test_an_answer_of_another_shape_is_an_error_without_its_words(
    answer: dict[str, object],
) -> None:
    kind = History if "messages" in answer else Posted
    with pytest.raises(DeliveryError, match="unreadable_answer") as raised:
        read(kind, answer)
    assert "secret" not in str(raised.value.__cause__)
