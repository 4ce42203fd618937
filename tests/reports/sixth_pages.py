"""The pages of the sixth house, made on a copy of the program that has it; prints what is there."""

from __future__ import annotations

import json
from typing import Any

from uth.reports.designer.design import check
from uth.reports.designer.form import form
from uth.reports.designer.model import Design
from uth.reports.houses.rules_page import house_rules
from uth.rulebook import store

HOUSE, WAGER = "hole-card-club", "hole_card_bonus"


def main() -> dict[str, Any]:
    rules = store.load_house(HOUSE)
    page = house_rules(rules, None)
    rule = next(rule for rule in page.wagers if rule.id == WAGER)
    fields = {field.path: field for group in form(rules).groups for field in group.fields}
    elsewhere = form(store.load_house("cardroom-25"))
    pays = [{"hands": ["AA"], "pays": "30 to 1"}]
    design = Design(
        house="cardroom-25",
        entries={f"wagers.{WAGER}": True, f"{WAGER}.pays": pays},
    )
    checked = check(design)
    return {
        "bonus_bets": page.card.bonus_bets,
        "step": page.steps[0].text,
        "rule": [rule.name, rule.minimum, rule.needs, list(rule.endings)],
        "pays": [
            [row.hand, row.pays, row.dealer]
            for table in page.pay_tables
            if table.kind == WAGER and table.in_force
            for row in table.lines
        ],
        "entries": [entry.path for entry in page.entries if WAGER in entry.path],
        "fields": {path: field.needs for path, field in fields.items() if WAGER in path},
        "elsewhere": [
            field.path for group in elsewhere.groups for field in group.fields
            if WAGER in field.path
        ],
        "defects": [defect.sentence for defect in checked.defects],
        "circles": store.load_text(checked.toml).layout.circles,
    }  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(main()))
