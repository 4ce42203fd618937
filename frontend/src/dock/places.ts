/** What lies in the dock: five places that never change, and what each is for now. */
import { actionName } from '../format/names';
import { dollars, total } from '../lib/money';
import type { Room } from '../table/room.svelte';
import { t } from '../texts/catalog';
import { actionKey } from './keys';

export type Place = {
  id: string;
  look: 'fold' | 'plain' | 'quiet' | 'bet' | 'second' | 'well' | 'go';
  label: string;
  detail?: string;
  key?: string;
  /** Whether it is shown but can't be pressed now. */
  closed?: boolean;
  press?: () => void;
};
export type DockState = {
  id: string;
  name: string;
  fold: Place;
  check: Place;
  /** What the clock's place is for between rounds. */
  ring: Place | null;
  main: Place;
  second: readonly Place[];
  clock: { since: number; duration: number } | null;
  note?: string;
};

const well = (label = ''): Place => ({ id: '', look: 'well', label });
/** A dock in which nothing can be pressed; its wells have their names. */
const empty = () => ({ fold: well(t('action.fold')), check: well(t('action.check')), ring: null, main: well(), second: [well()], clock: null });

function clockOf(since: number | undefined, duration: number | null) {
  return duration === null ? null : { since: since ?? 0, duration };
}

/** When the time to bet began and how long it is; null if it is not limited now. */
function closing({ now, rules }: Room): DockState['clock'] {
  if (!now?.wagered || now.view.phase !== 'betting') return null;
  const banked = rules.bank === 'house' || now.view.bank.seat > 0;
  const waiting = now.view.seats.some(
    (seat) => seat && !seat.away && !seat.disconnected && !seat.leaving
      && !Object.keys(seat.wagers).length && seat.seat !== now.view.bank.seat,
  );
  return banked && waiting ? clockOf(now.wagered, rules.times.betting) : null;
}

function decision(room: Room): DockState {
  const { now, rules, seat } = room;
  const [may, closed, ante] = [now?.may ?? [], now?.closed ?? [], seat?.wagers['ante'] ?? 0];
  const still = room.sending || !room.armed;
  const open = (action: string, look: Place['look'], label: string, detail: string): Place => ({
    id: `act-${action}`, look, label, detail, key: actionKey(action), closed: still, press: () => void room.act(action),
  });
  const bets = [
    ...may.filter((action) => /^\d/.test(action)).map((action) => open(action, 'bet', actionName(action), dollars(Number.parseInt(action, 10) * ante))),
    ...closed.map(({ action, reason, amount, limit }): Place => ({
      id: `act-${action}`, look: 'second', label: actionName(action), closed: true,
      detail: t(`act.closed.${reason}`, { action, amount: dollars(amount), limit: dollars(limit) }),
    })),
  ].sort((one, other) => Number.parseInt(other.id.slice(4), 10) - Number.parseInt(one.id.slice(4), 10));
  const [main = well(), ...second] = bets;
  const street = now?.view.phase ?? '';
  return {
    id: 'decisions', name: t('act.yours'),
    fold: may.includes('fold') ? open('fold', 'fold', t('action.fold'), t('dock.lose', { amount: dollars(2 * ante) })) : well(t('action.fold')),
    check: may.includes('check') ? open('check', 'plain', t('action.check'), t(`dock.see.${street}`)) : well(t('action.check')),
    ring: null, main,
    second: second.length ? second.map((place) => ({ ...place, look: 'second' })) : [well(rules.preflop.length > 1 ? actionName(`${Math.min(...rules.preflop)}x`) : '')],
    clock: clockOf(now?.since, rules.times.acting),
  };
}

function foldQuestion(room: Room): DockState {
  const due = decision(room);
  return {
    ...due, id: 'confirm', name: t('slip.sure'),
    fold: { ...due.fold, id: 'fold-anyway', label: t('dock.fold_anyway') },
    check: { id: 'fold-back', look: 'plain', label: t('dock.back'), key: t('keys.escape'), press: () => (room.question = null) },
  };
}

function leaveQuestion(room: Room, forfeits: number, gone: () => void): DockState {
  return {
    ...empty(), id: 'confirm', name: t('slip.sure'),
    fold: {
      id: 'leave-anyway', look: 'fold', label: t('table.leave'), press: gone,
      detail: forfeits ? t('dock.forfeit', { amount: dollars(forfeits) }) : t('dock.hand_folds'),
    },
    check: {
      id: 'leave-after', look: 'plain', label: t('dock.leave_after'), detail: t('dock.leave_after_how'),
      press: () => { room.question = null; room.leavingAfter = true; },
    },
    main: { id: 'stay', look: 'bet', label: t('leave.stay'), detail: t('dock.play_on'), key: t('keys.escape'), press: () => (room.question = null) },
    clock: clockOf(room.now?.since, room.now?.may.length ? room.rules.times.acting : null),
  };
}

function bankOffer(room: Room): DockState {
  const amount = room.bank.amount;
  const again = room.banked && room.stage.over;
  return {
    ...empty(), id: 'bank-offer', name: t('slip.bank'), check: well(),
    fold: { id: 'decline-bank', look: 'quiet', label: t(again ? 'bank.pass' : 'bank.decline'), press: () => void room.order({ type: 'DeclineBank', player: room.me }) },
    main: {
      id: 'take-bank', look: 'bet', label: t(again ? 'bank.keep' : 'bank.take'), detail: dollars(amount ?? 0), closed: amount === null || room.bank.refusal !== '' || !room.armed,
      press: () => void room.order({ type: 'TakeBank', player: room.me, amount: amount ?? 0 }),
    },
    clock: clockOf(room.now?.offered, room.rules.times.offering),
  };
}

function banking(room: Room): DockState {
  const bank = room.now?.view.bank;
  const open = room.now?.view.phase === 'betting';
  return {
    ...empty(), id: 'banking', name: t('bank.button'),
    note: `${t('bank.yours', { amount: dollars(bank?.amount ?? 0) })} ${t('bank.so_far', { paid: dollars(bank?.paid ?? 0), collected: dollars(bank?.collected ?? 0) })}`,
    check: open ? { id: 'return-bank', look: 'plain', label: t('bank.give_back'), press: () => void room.order({ type: 'DeclineBank', player: room.me }) } : well(),
  };
}

function bets(room: Room): DockState {
  const { draft } = room;
  const last = total(draft.last);
  const ready = draft.total > 0 ? draft.checked && !draft.refusal : last > 0;
  const alone = (room.now?.view.seats.filter((seat) => seat !== null).length ?? 0) <= 1;
  const label = draft.total ? t(alone ? 'dock.deal' : 'dock.ready') : last ? t('dock.again') : t('dock.bet');
  return {
    id: 'betting', name: t('bet.place'),
    fold: { id: 'clear', look: 'quiet', label: t('bet.clear'), detail: draft.total ? dollars(draft.total) : '', key: 'X', closed: !draft.total, press: () => draft.clear() },
    check: { id: 'take-back', look: 'plain', label: t('bet.take_back'), detail: draft.lastStep ? dollars(draft.lastStep) : '', key: 'Z', closed: !draft.undoable, press: () => draft.takeBack() },
    ring: {
      id: 'place', look: 'go', label, closed: !ready || !room.armed || room.sending,
      detail: draft.total || last ? dollars(draft.total || last) : '',
      press: () => void room.place(draft.total ? draft.wagers : draft.last),
    },
    main: { id: 'rebet', look: 'plain', label: t('bet.rebet'), detail: last ? dollars(last) : t('bet.no_last'), key: 'R', closed: !last, press: () => draft.rebet() },
    second: [{ id: 'double', look: 'quiet', label: t('bet.double'), detail: dollars(2 * (draft.total || last)), closed: !draft.total && !last, press: () => draft.double() }],
    clock: closing(room),
  };
}

/** A payout at the player's own practice table, where they are the floor. */
function practiceApproval(room: Room, amount: number): DockState {
  return {
    ...empty(), id: 'practice-approval', name: t('dock.waiting'),
    main: {
      id: 'approve', look: 'bet', label: t('dock.approve'), detail: dollars(amount), closed: room.sending || !room.armed,
      press: () => void room.approve(amount),
    },
  };
}

/** What the dock shows now; null if it is something else than the five places. */
export function dockState(room: Room, gone: () => void): DockState | null {
  const { now, question, stage } = room;
  if (question?.kind === 'leave') return leaveQuestion(room, question.forfeits, gone);
  if (question?.kind === 'fold') return foldQuestion(room);
  if (now?.may.length) return decision(room);
  if (room.toApprove) return practiceApproval(room, room.toApprove);
  if (room.offered) return bankOffer(room);
  if (room.banking) return banking(room);
  if (room.betting && stage.ready) return bets(room);
  if (room.behind) {
    const ring: Place = { id: 'bet-now', look: 'go', label: t(room.betting ? 'dock.bet_now' : 'dock.skip'), press: () => stage.hurry() };
    return { ...empty(), id: 'settling', name: t('dock.still'), ring, note: t('dock.still'), clock: closing(room) };
  }
  if (!room.seat) return null;
  const phase = now?.view.phase ?? 'closed';
  if (phase === 'betting') {
    const check: Place = { id: 'withdraw', look: 'plain', label: t('bet.withdraw'), press: () => void room.takeBets() };
    return { ...empty(), id: 'placed', name: t('dock.yours'), check, note: t('bet.placed', { amount: dollars(total(room.seat.wagers)) }), clock: closing(room) };
  }
  return { ...empty(), id: 'waiting', name: t('dock.yours'), note: t(`dock.${now?.view.waiting ? 'waiting' : phase}`) };
}
