/** Paging through the recorded rounds. */
import type { RecordedRound } from '../lib/schema';

/** How many rounds the server sends at most. */
export const PAGE_SIZE = 200;

/** The cursor of the page that follows a round. */
export function cursorAfter({ at, table, round }: RecordedRound): string {
  return `${at},${table},${round}`;
}
