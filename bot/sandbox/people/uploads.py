"""Files that people add to a form: uploaded when chosen, sent with the form."""

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.ids import digits, record_id
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import File, Person

_NAME_MOST = 255


class Uploads:
    """The person's side of files."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def add(self, person: Person, name: str, content: bytes) -> File:
        """Upload a file, seen by nobody else yet. Raises NotPossibleError for a name that is none.

        Slack's documentation bounds a form's files at 10 MB; here they may be larger, so that
        an app's own bound can be seen at work.
        """
        named = name.replace("\\", "/").rpartition("/")[2]
        if not named.strip(". ") or len(named) > _NAME_MOST or not named.isprintable():
            raise NotPossibleError(f"a file needs a name of up to {_NAME_MOST} characters")
        file = File(
            id=record_id("F"),
            name=named,
            title=named,
            length=len(content),
            user=person.id,
            created=int(self._hub.world.now()),
            ticket=digits(20),
            content=content,
        )
        self._hub.world.put_file(file)
        return file
