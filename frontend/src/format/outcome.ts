/** Why a round ended as it did for a player, in one or two plain sentences. */
import type { Stage } from '../stage/stage.svelte';
import { t } from '../texts/catalog';
import { handWords } from './ownHand';

type Shown = Pick<Stage, 'hands' | 'board' | 'banker'>;

/** The open cards of a hand and the board; empty unless all seven are open. */
function seven(stage: Shown, position: number): [string[], string[]] | null {
  const own = (stage.hands[position]?.cards ?? []).filter((card) => card !== null);
  const board = stage.board.filter((card) => card !== null);
  return own.length === 2 && board.length === 5 ? [own, board] : null;
}

/** A hand at the showdown in words; empty before it is turned over. */
export function shownHand(stage: Shown, position: number): string {
  const cards = seven(stage, position);
  return cards && stage.hands[position]?.words ? handWords(...cards).name : '';
}

/** A hand's name as it stands inside of a sentence. */
export const inSentence = (name: string) => name.charAt(0).toLocaleLowerCase() + name.slice(1);

export function outcomeReason(seat: number, stage: Shown): string {
  if (seat === stage.banker) return '';
  const { result = '' } = stage.hands[seat] ?? {};
  const [own, dealer] = [shownHand(stage, seat), shownHand(stage, 0)];
  if (!own || !dealer || !['win', 'lose', 'tie'].includes(result)) return '';
  const sentence = t(own === dealer && result !== 'tie' ? `panel.reason.${result}_kicker` : `panel.reason.${result}`, { own: inSentence(own), dealer: inSentence(dealer) });
  return stage.hands[0]?.result === 'short' ? `${sentence} ${t('panel.reason.short')}` : sentence;
}
