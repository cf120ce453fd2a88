"""Which language a person or a text speaks."""

import pytest

from bot.core.language import language_of_locale, language_of_text


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-CN", "zh"), ("zh_TW", "zh"), ("ZH", "zh"), ("en-GB", "en"), ("de-DE", "en"), ("", "en")],
)
def test_a_locale_speaks_one_of_our_languages(locale: str, language: str) -> None:
    assert language_of_locale(locale) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("上线", "zh"),
        ("登录 v2 已上线，security audit 延期两周", "zh"),
        ("修复 login bug in OAuth flow 上线", "zh"),
        ("Login v2 shipped to all customers", "en"),
        ("We moved the Weibo (微博) connector to the new API and wrote its documentation", "en"),
        ("Login v2", None),
        ("先週のリリース", None),
        ("Вход готов", None),
        ("🎉 12 34", None),
        ("", None),
    ],
)
def test_a_text_tells_its_language_where_it_is_long_enough(text: str, language: str | None) -> None:
    assert language_of_text(text) == language
