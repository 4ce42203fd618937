import { account } from './en/account';
import { calls } from './en/calls';
import { coach } from './en/coach';
import { designer } from './en/designer';
import { events } from './en/events';
import { floor } from './en/floor';
import { frame } from './en/frame';
import { history } from './en/history';
import { lobby } from './en/lobby';
import { people } from './en/people';
import { rules } from './en/rules';
import { table } from './en/table';
import { words } from './en/words';

/** The English texts, one file for each page. */
export const en: Record<string, string> = {
  ...words,
  ...events,
  ...frame,
  ...account,
  ...lobby,
  ...table,
  ...calls,
  ...coach,
  ...history,
  ...floor,
  ...people,
  ...designer,
  ...rules,
};
