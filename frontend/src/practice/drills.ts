/** What the two drills share: circles on their felt, and numbers to deal from. */
export type DrillCircle = { wager: string; stake: number; note?: string; outcome?: string; live?: boolean };

const MOST = 2 ** 47;

/** A number that the next cards are dealt from. */
export const newDeal = () => Math.floor(Math.random() * MOST);

/** Whether a key press is meant for a field. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, dialog *');
}
