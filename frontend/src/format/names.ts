/** Names of players, wagers, actions and accounts. */
import type { Event } from '../lib/schema';
import { shownNames } from '../lib/shownNames.svelte';
import { hasText, t } from '../texts/catalog';

/** Wagers in the order of their circles on the cloth. */
export function inCircleOrder(wagers: Record<string, number>, circles: readonly { wager: string }[]): [string, number][] {
  const position = (wager: string) => circles.findIndex((circle) => circle.wager === wager);
  return Object.entries(wagers).sort(([one], [other]) => position(one) - position(other));
}

export function wagerName(wager: string): string {
  return t(`wager.${wager}`);
}

/** `check` as "Check", `4x` as "Play 4x"; a house may allow any multiple. */
export function actionName(action: string): string {
  const multiple = Number.parseInt(action, 10);
  return multiple ? t('action.play', { multiple }) : t(`action.${action}`);
}

const BOT = ' (bot)';
const GUEST = 'guest-';
/** The name of a guest who has not chosen one, as the server stores it. */
const NUMBERED = /^Guest (\d+)$/;

/** The name that a person is shown by: "Ada" for a bot, "Guest 5234" or what they chose for a guest. */
export function playerName(player: string): string {
  if (player.endsWith(BOT)) return player.split(' ')[0] ?? player;
  if (!player.startsWith(GUEST)) return player;
  const shown = shownNames.get(player);
  const number = shown ? NUMBERED.exec(shown)?.[1] : guestNumber(player);
  return number === undefined ? (shown ?? player) : t('table.guest', { number });
}

/** The number that the server gives a guest, unless somebody else has it. */
function guestNumber(guest: string): string {
  const digits = guest.slice(GUEST.length);
  return /^[0-9a-f]+$/.test(digits) ? String((BigInt(`0x${digits}`) % 9_000n) + 1_000n) : digits;
}

/** An account of a round, `wager/Ann` or `house`, in words. */
function accountName(account: string): string {
  const [kind = '', ...rest] = account.split('/');
  return t(`account.${kind}`, { who: playerName(rest.join('/')) });
}

/** Why a round is void: the words of a known reason, or what a supervisor wrote. */
export function voidReason(reason: string): string {
  const key = `void_reason.${reason}`;
  return hasText(key) ? t(key) : reason;
}

/** The event with short names of its players and accounts. */
export function withShortNames(event: Event): Event {
  if (event.type === 'Reversed') {
    return { ...event, source: accountName(event.source), target: accountName(event.target) };
  }
  return 'player' in event ? { ...event, player: playerName(event.player) } : event;
}
