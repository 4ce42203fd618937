"""Ultimate Texas Hold'em under five approved rulebooks.

The names in `__all__` are the library, each imported on first use.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.cards import DECK as DECK
    from uth.core.cards import Card as Card
    from uth.core.hands import Category as Category
    from uth.core.hands import Hand as Hand
    from uth.core.refusal import Refusal as Refusal
    from uth.core.refusal import Refusals as Refusals
    from uth.library.game_table import GameTable as Table
    from uth.library.hands import cards as cards
    from uth.library.hands import evaluate as evaluate
    from uth.library.hands import evaluate_many as evaluate_many
    from uth.library.houses import load_house as load_house
    from uth.library.mathematics import advise as advise
    from uth.library.mathematics import sidebets as sidebets
    from uth.library.mathematics import solve as solve
    from uth.library.round_result import RoundResult as RoundResult
    from uth.library.rounds import replay as replay
    from uth.library.rounds import settle as settle
    from uth.library.simulation import simulate as simulate
    from uth.library.strategies import PendingDecision as PendingDecision
    from uth.library.strategies import rules_of_thumb as rules_of_thumb
    from uth.rulebook.model import Rulebook as Rulebook
    from uth.rulebook.store import HOUSES as HOUSES

__all__ = [
    "DECK",
    "HOUSES",
    "Card",
    "Category",
    "Hand",
    "PendingDecision",
    "Refusal",
    "Refusals",
    "RoundResult",
    "Rulebook",
    "Table",
    "advise",
    "cards",
    "evaluate",
    "evaluate_many",
    "load_house",
    "replay",
    "rules_of_thumb",
    "settle",
    "sidebets",
    "simulate",
    "solve",
]

_MODULES = {
    "core.cards": "DECK Card",
    "core.hands": "Category Hand",
    "core.refusal": "Refusal Refusals",
    "library.game_table": "GameTable",
    "library.hands": "cards evaluate evaluate_many",
    "library.houses": "load_house",
    "library.mathematics": "advise sidebets solve",
    "library.round_result": "RoundResult",
    "library.rounds": "replay settle",
    "library.strategies": "PendingDecision rules_of_thumb",
    "library.simulation": "simulate",
    "rulebook.model": "Rulebook",
    "rulebook.store": "HOUSES",
}
"""Module → the names that it defines."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a name of the library when it is first used."""
        from importlib import import_module

        defined = "GameTable" if name == "Table" else name
        for module, names in _MODULES.items():
            if name in __all__ and defined in names.split():
                value = getattr(import_module(f"uth.{module}"), defined)
                globals()[name] = value
                return value
        raise AttributeError(f"module 'uth' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "_MODULES"})
