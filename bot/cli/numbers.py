"""A run in numbers, as its record has them."""

from bot.core.model import Snapshot


def of_run(snapshot: Snapshot) -> dict[str, float]:
    """Seconds, rounds and decisions, and what the model was asked for, where one was."""
    run, gates = snapshot.run, snapshot.gates.values()
    ended = run.ended_at or snapshot.read_at
    numbers: dict[str, float] = {
        "run_seconds": round((ended - run.created_at) / 1000, 1),
        "rounds": max((gate.question.round for gate in gates), default=0),
        "decisions": sum(gate.decision is not None for gate in gates),
        "model_calls": run.usage.calls,
    }
    if run.usage.calls:
        numbers["input_tokens"] = run.usage.input_tokens
        numbers["output_tokens"] = run.usage.output_tokens
    if run.usage.cost is not None:
        numbers["cost_usd"] = round(run.usage.cost, 6)
    return numbers
