import { describe, expect, it } from 'vitest';
import { AREAS } from '#components/strings/areas';
import { texts as de } from '#components/strings/de';
import { texts as es } from '#components/strings/es';
import { texts as fr } from '#components/strings/fr';
import { texts as ja } from '#components/strings/ja';
import { texts as pt } from '#components/strings/pt';
import { texts as zh } from '#components/strings/zh';
import type { LOCALES } from '#lib/base/literals';

/** The compiler finds a missing text. These tests find what it cannot see. */

const LANGUAGES: Readonly<Record<Exclude<(typeof LOCALES)[number], 'en'>, unknown>> = { de, es, fr, pt, ja, zh };

type Leaf = string | ((...values: never[]) => unknown);

/** All texts with their paths, such as `keys.columns.name`. */
function leavesOf(value: unknown, path = ''): [string, Leaf][] {
  if (typeof value === 'string' || typeof value === 'function') return [[path, value as Leaf]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, path === '' ? name : `${path}.${name}`));
}

const english = new Map(leavesOf(AREAS));
/** What a reader sees: the source of a function contains its texts. */
const sourceOf = (leaf: Leaf): string => (typeof leaf === 'string' ? leaf : leaf.toString());
const slotsOf = (text: string): string[] => [...text.matchAll(/(?<!\$)\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();
/** Texts of several words that mean nothing in a language: names, commands, addresses. */
const isProse = (text: string): boolean => /[a-z]{3,} [a-z]{3,} [a-z]{2,}/.test(text) && !/[{}<>=$\\]|https?:|SERVICE_API|^npm /.test(text);

/** Marks that a language writes differently from English. */
const FOREIGN_MARKS: Readonly<Record<string, RegExp>> = {
  de: /“[^„]*”|\w'\w|\.\.\./,
  es: /\w'\w|\.\.\./,
  fr: /“|”|\w'\w|\.\.\.|[^\s\u00a0\u202f][?!;](\s|$)/,
  pt: /\w'\w|\.\.\./,
  ja: /[“”]|\.\.\.|[、。] /,
  zh: /\.\.\.|[，。] /,
};

describe.each(Object.entries(LANGUAGES))('%s', (locale, texts) => {
  const translated = new Map(leavesOf(texts));

  it('has every text, and no other', () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('has the same slots and arguments', () => {
    for (const [path, text] of translated) {
      const original = english.get(path);
      if (original === undefined) continue;
      expect(typeof text, path).toBe(typeof original);
      if (typeof text === 'function') expect(text.length, path).toBe((original as { length: number }).length);
      else expect(slotsOf(text), path).toEqual(slotsOf(original as string));
    }
  });

  it('leaves no sentence in English', () => {
    const same = [...translated].filter(([path, text]) => typeof text === 'string' && text === english.get(path) && isProse(text));
    expect(same).toEqual([]);
  });

  it('uses the marks of its language', () => {
    const wrong = [...translated].filter(
      ([, text]) => typeof text === 'string' && FOREIGN_MARKS[locale]?.test(text) && !/[`{}=]/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it('has no text with a blank at an end', () => {
    const blank = [...translated].filter(([path, text]) => typeof text === 'string' && text.trim() !== text && english.get(path) !== text);
    expect(blank.map(([path]) => path)).toEqual([]);
  });

  it('counts by the rules of its language', () => {
    // `count` adds an English s.
    const counted = [...translated].filter(([, text]) => typeof text === 'function' && /\bcount\)?\(/.test(sourceOf(text)));
    expect(counted.map(([path]) => path)).toEqual([]);
  });
});
