/** Complete server messages for tests; a test gives only the fields it is about. */
import type { Acted, Circle, Event, RefusalMessage, SeatView, Settled, TableRules, TableView, Update } from '../src/lib/schema';

type Of<T extends Event['type']> = Extract<Event, { type: T }>;

/** An event with the given fields only: the server does not send fields at their default. */
export function event<T extends Event['type']>(type: T, fields: Partial<Of<T>> = {}): Of<T> {
  return { type, ...fields } as Of<T>;
}

export function settled(fields: Partial<Settled>): Settled {
  return {
    type: 'Settled', seat: 1, player: 'Ann', wager: 'ante', stake: 500, outcome: 'win', paid: 0, taken: 0,
    returned: 0, payer: 'house', backer: false, approval: false, rest: '', short: 0, short_by: '', source: 0,
    clauses: [], ...fields,
  };
}

export function acted(fields: Partial<Acted>): Acted {
  return { type: 'Acted', seat: 1, player: 'Ann', multiple: 0, amount: 0, timed_out: false, clauses: [], ...fields };
}

export function refusal(code: string, sentence = code, where = ''): RefusalMessage {
  return { code, sentence, where, clause: '', key: '' };
}

export function circle(wager: string, fields: Partial<Circle> = {}): Circle {
  const base = ['ante', 'blind', 'play'].includes(wager);
  const placed = wager !== 'play';
  return { wager, name: wager, base, placed, fixed: null, minimum: null, needs: '', back_line: false, ...fields };
}

export function rules(fields: Partial<TableRules> = {}): TableRules {
  return {
    title: '', house: 'california', base: 'california', base_name: 'California', name: 'California', bank: 'house',
    procedure: 'shuffler', coverage: 'action', direction: 'left-to-right', qualify: 'pair', inscription: '', notice: '',
    chips: [100, 500, 2_500], circles: [circle('ante'), circle('blind'), circle('play'), circle('trips')],
    preflop: [3, 4], flop: [2], river: [1], places: 6, order: [], pays: [], changes: [], assumptions: [], approved: true, departures: [], banks_in_a_row: 0, most_banker_fee: 0, fees_dropped: 'before-deal',
    approval_above: null, maximum_payout: null, antes_first: false, back_line: false,
    leaving_forfeits: false, board_in_hand: false, yours: false,
    times: { acting: null, betting: null, offering: null }, ...fields,
  };
}

export function seat(number: number, player: string, fields: Partial<SeatView> = {}): SeatView {
  return {
    seat: number, player, chips: 10_000, minimum: 500, wagers: {}, play: 0, multiple: null, cards: null,
    dealt: false, to_act: false, away: false, disconnected: false, leaving: false, back_line: [], ...fields,
  };
}

export function view(fields: Partial<TableView> = {}): TableView {
  return {
    house: 'california', rack: { colour: '', cards: 0, hands: [] }, undealt: 0, shuffler: 'main', phase: 'betting', round: 1, colour: 'red', minimum: 500, maximum: 10_000,
    practice: false, posted_maximum: null, void_requested: false,
    seats: [null, null, null, null, null, null], board: [], dealer: null, rail: {}, drop_box: 0, waiting: null,
    jackpot_pending: false, bank: { seat: 0, amount: 0, paid: 0, collected: 0, offered: 0 }, ...fields,
  };
}

export function update(fields: Partial<Update> = {}): Update {
  return {
    type: 'update', table: 'main', version: 1, at: 0, since: 0, view: view(), events: [], so_far: [], may: [], closed: [],
    held: {}, meters: null, receipt: null, commitment: '', offered: 0, turn: 0, wagered: 0, cover: null,
    cover_steps: [], seat_covers: [], deal_sequence: [], ...fields,
  };
}
