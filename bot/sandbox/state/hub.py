"""Everything that one running workspace consists of, handed to those who need it."""

from dataclasses import dataclass, field

from bot.sandbox.manifest import App
from bot.sandbox.state.agenda import Agenda
from bot.sandbox.state.calls import Calls
from bot.sandbox.state.faults import Faults
from bot.sandbox.state.homes import Homes
from bot.sandbox.state.modals import Modals
from bot.sandbox.state.rates import Rates
from bot.sandbox.state.tokens import Codes, Gatekeeper, Tokens
from bot.sandbox.state.triggers import Hooks, Tickets, Triggers
from bot.sandbox.state.world import World


@dataclass(slots=True, kw_only=True)
class Hub:
    """The state and the rules of a workspace, without its server."""

    world: World
    app: App
    tokens: Tokens
    gate: Gatekeeper
    triggers: Triggers
    hooks: Hooks
    tickets: Tickets
    codes: Codes
    agenda: Agenda
    modals: Modals
    homes: Homes
    faults: Faults
    rates: Rates
    calls: Calls
    refused_blocks: set[str] = field(default_factory=set)
    forms_escaped: bool = False
    """Whether `& < >` typed into forms arrive escaped, as in messages; reports disagree."""
    root_url: str = ""
    """Where the server listens, with a slash at the end; known once it does."""
    state_file: str = ""
    """Where the state is kept over a restart; "" for nowhere."""
    not_kept: str = ""
    """Why the last changes are not in the state file, as a sentence; "" if they are."""


def new_hub(world: World, app: App, tokens: Tokens, *, real_rates: bool) -> Hub:
    """A workspace around a world."""
    return Hub(
        world=world,
        app=app,
        tokens=tokens,
        gate=Gatekeeper(tokens, app),
        triggers=Triggers(world.now),
        hooks=Hooks(world.now),
        tickets=Tickets(),
        codes=Codes(world.now),
        agenda=Agenda(world.now),
        modals=Modals(world),
        homes=Homes(world),
        faults=Faults(),
        rates=Rates(world.now, enabled=real_rates),
        calls=Calls(world.changes),
    )
