/** Refusals as sentences: the server sends them without a capital letter and full stop. */
import { RefusalError } from '../lib/api';
import type { RefusalMessage } from '../lib/schema';

export function sentence(text: string): string {
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.` : '';
}

/** A refusal with the clause it is based on. */
export function refusalText({ sentence: text, clause }: RefusalMessage): string {
  return `${sentence(text)}${clause ? ` (${clause})` : ''}`;
}

/** A refusal of a rulebook's entry in people's words: no path, no id, and no file that it is quoted from. */
export function entrySentence({ sentence: text, where }: RefusalMessage, house: { id: string; name: string }, entry: string): string {
  const quoted = text.replace(/; [\w-]+\.txt:\d+ .*$/s, '');
  return sentence(quoted.replaceAll(where || '\0', entry || where).replaceAll(house.id || '\0', house.name));
}

/** The sentence of a refused request; any other error is thrown again. */
export function refusalSentence(error: unknown): string {
  if (!(error instanceof RefusalError)) throw error;
  return sentence(error.message);
}
