/** Names of players, wagers, actions and accounts. */
import type { Event } from '../lib/schema';
import { hasText, t } from '../texts/catalog';

export function wagerName(wager: string): string {
  return t(`wager.${wager}`);
}

/** `check` as "Check", `4x` as "Play 4x"; a house may allow any multiple. */
export function actionName(action: string): string {
  const multiple = Number.parseInt(action, 10);
  return multiple ? t('action.play', { multiple }) : t(`action.${action}`);
}

/** A name that fits on a name plate: "Ada" for a bot, "Guest 5234" for a guest. */
export function playerName(player: string): string {
  if (player.startsWith('guest')) return t('table.guest', { tail: player.slice(-4) });
  return player.split(' ')[0] ?? player;
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
