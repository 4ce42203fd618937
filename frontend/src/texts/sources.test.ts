/** Holds the sources against the catalog: no words outside of it, and no unused text in it. */
import { readdirSync, readFileSync } from 'node:fs';

import { parse, type AST } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { en } from './catalog';

/** The files of a folder whose names end so, by their path. */
function filesIn(folder: string, ending: RegExp): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => ending.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
}

const sources = filesIn('src', /(?<!\.test|\.d)\.ts$|\.svelte$/);
const schema = readFileSync('src/lib/schema.d.ts', 'utf8');
const texts = Object.values(filesIn('../src/uth/core/texts/en', /\.json$/)).join('\n');
const python = Object.values(filesIn('../src/uth', /\.py$/)).join('\n');

/** Attributes whose value is read to people. */
const READ = /^(aria-(label|description|valuetext|placeholder|roledescription)|title|placeholder|alt|label)$/;
/** Not words: keys of the keyboard, units of length, a selector, the name of a stored commitment. */
const ALLOWED = new Set(['Backspace', 'Delete', 'Escape', 'px', 'px ', 'rem', 'tbody tr', 'mystery ']);
/** The texts that a commitment is the hash of. */
const CANONICAL = /^receipts\//;

type Piece = { text: string; where: 'markup' | 'string' | 'template' };

/** The string literals of a script, and the fixed parts of its templates. */
function stringsIn(script: string): Piece[] {
  const pieces: Piece[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) pieces.push({ text: node.text, where: 'string' });
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) pieces.push({ text: node.text, where: 'template' });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', script, ts.ScriptTarget.Latest, true));
  return pieces;
}

/** The text of a component's markup that people see or hear, and the scripts inside of its braces. */
function markupPieces(node: unknown, source: string): Piece[] {
  if (Array.isArray(node)) return node.flatMap((child) => markupPieces(child, source));
  if (!node || typeof node !== 'object' || !('type' in node)) return [];
  const part = node as AST.SvelteNode & { start: number; end: number };
  if (part.type === 'Text') return [{ text: part.data, where: 'markup' }];
  if (part.type === 'ExpressionTag' || part.type === 'RenderTag') {
    const { start, end } = part.expression as unknown as { start: number; end: number };
    return stringsIn(`(${source.slice(start, end)})`);
  }
  const unread = part.type === 'StyleDirective' || (part.type === 'Attribute' && !READ.test(part.name));
  if (unread && Array.isArray(part.value)) {
    return markupPieces(part.value.filter(({ type }) => type !== 'Text'), source);
  }
  return Object.entries(part).filter(([name]) => name !== 'metadata').flatMap(([, child]) => markupPieces(child, source));
}

function piecesOf(file: string, source: string): Piece[] {
  if (!file.endsWith('.svelte')) return stringsIn(source);
  const { fragment, instance } = parse(source, { modern: true });
  const script = instance ? source.slice(instance.start, instance.end).replace(/^<script[^>]*>|<\/script>$/g, '') : '';
  return [...stringsIn(script), ...markupPieces(fragment, source)];
}

/** Cards as the server writes them are no words. */
const CARDS = /^[2-9TJQKA][cdhs]( [2-9TJQKA][cdhs])*$/;

function isWords({ text, where }: Piece): boolean {
  if (ALLOWED.has(text) || CARDS.test(text)) return false;
  if (where === 'markup') return /\p{L}{2}/u.test(text);
  if (where === 'template') return /(^|\s)\p{L}{2,}(\s|$)/u.test(text);
  if (/^\p{L}+$/u.test(text)) return /^\p{Lu}\p{Ll}/u.test(text) && !schema.includes(`"${text}"`);
  return /\p{L}{2,} \p{L}{2,}/u.test(text) && !en[text];
}

const pieces = Object.entries(sources).map(([file, source]) => [file, piecesOf(file, source)] as const);

it('finds words of any kind', () => {
  const wordsIn = (source: string) => piecesOf('x.svelte', source).filter(isWords).map(({ text }) => text);
  expect(wordsIn('<p>Hello {name}</p>')).toEqual(['Hello ']);
  expect(wordsIn('<input placeholder="your name" class="two words" style:--least="12rem" />')).toEqual(['your name']);
  expect(wordsIn('<p title={late ? \'too late\' : `${left} of ${all}`}></p>')).toEqual(['too late', ' of ']);
  expect(wordsIn('<script lang="ts">const name = "Dealer wins"; const kind = "Check";</script>')).toEqual(['Dealer wins', 'Check']);
});

it('has all words in the catalog', () => {
  const words = pieces.flatMap(([file, all]) => (CANONICAL.test(file) ? [] : all.filter(isWords).map(({ text }) => `${file}: ${text}`)));
  expect(words).toEqual([]);
});

describe('the catalog', () => {
  const strings = new Set(pieces.flatMap(([, all]) => all.map(({ text }) => text)));
  const code = [schema, python, ...Object.values(sources)].join('\n');
  const words = new Set(code.toLowerCase().match(/[a-z0-9-]+/g));
  /** The beginnings of keys that are put together: `wager.` here and in Python, `{wager:wager.*}` in texts. */
  const beginnings = [
    ...[...strings].filter((text) => /^[a-z_]+\.([\w-]+[._])*[\w-]*$/.test(text) && !(text in en)),
    ...[...texts.matchAll(/:([\w.]+\.)\*\}/g)].map(([, start = '']) => start),
    ...[...python.matchAll(/f"([a-z_]+)\.\{|_text\("(\w+)"\)/g)].map(([, one, other]) => `${one ?? other}.`),
  ];

  const allWords = (text: string) => text.toLowerCase().split(/[._/]/).every((word) => words.has(word));

  it('writes multiples as 4x everywhere', () => {
    expect(Object.values(en).filter((text) => text.includes('×'))).toEqual([]);
  });

  it('has no text that nothing shows', () => {
    const shown = (key: string) => strings.has(key) || python.includes(`"${key}"`)
      || beginnings.some((start) => key.startsWith(start) && allWords(key.slice(start.length)));
    expect(Object.keys(en).filter((key) => !key.startsWith('language.') && !shown(key))).toEqual([]);
  });
});
