"""Receipts of finished rounds: the shuffle, and mystery jackpots that a round has hit."""

from __future__ import annotations

from uth.floor.fairness.receipts import MysteryReceipt, Receipt
from uth.floor.meters.mystery_receipts import find_mysteries
from uth.floor.records.hand_history import find_receipt
from uth.web.routes import TABLE, RequestContext, Route, read_in_thread


async def see_receipt(context: RequestContext) -> Receipt:
    table, number = context.path["table"], context.number("round")
    return await read_in_thread(context, lambda reader: find_receipt(reader, table, number))


async def see_mystery_receipts(context: RequestContext) -> list[MysteryReceipt]:
    table, number = context.path["table"], context.number("round")
    return await read_in_thread(context, lambda reader: find_mysteries(reader, table, number))


ROUTES = (
    Route(
        "GET",
        f"{TABLE}/rounds/{{round}}/receipt",
        see_receipt,
        "The receipt of a finished round",
        Receipt,
        signed_in=False,
    ),
    Route(
        "GET",
        f"{TABLE}/rounds/{{round}}/mysteries",
        see_mystery_receipts,
        "The receipts of the mystery jackpots that a finished round has hit",
        list[MysteryReceipt],
        signed_in=False,
    ),
)
