import { calls } from './en/calls';
import { designer } from './en/designer';
import { floor } from './en/floor';
import { frame } from './en/frame';
import { history } from './en/history';
import { lobby } from './en/lobby';
import { rules } from './en/rules';
import { table } from './en/table';

/** English: one part a page. */
export const en: Record<string, string> = {
  ...frame,
  ...lobby,
  ...table,
  ...calls,
  ...history,
  ...floor,
  ...designer,
  ...rules,
};
