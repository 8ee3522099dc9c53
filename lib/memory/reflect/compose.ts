import { defined } from '#lib/base/defined';
import { countTokens } from '#lib/base/text/tokens';
import { cut } from '#lib/memory/recall/view';
import type { Evidence } from '#lib/memory/reflect/evidence';

/**
 * Builds the text of an answer from statements and their citations, for both rules and language
 * models. Pure.
 */

export interface AnswerClaim {
  /** Markdown of one statement, without marks */
  readonly text: string;
  /** the evidence that supports it, at least one */
  readonly cites: readonly Evidence[];
  /** the separator before it: a space, a new list line, or a new paragraph */
  readonly opens: 'run' | 'item' | 'paragraph';
}

export interface Citation {
  readonly mark: number;
  readonly evidence: Evidence;
  /** offsets of the mark in the text, in UTF-16 units */
  readonly places: readonly number[];
}

export interface ComposedAnswer {
  readonly text: string;
  readonly citations: readonly Citation[];
}

const SEPARATORS: Readonly<Record<AnswerClaim['opens'], string>> = { run: ' ', item: '\n', paragraph: '\n\n' };

/**
 * Joins statements with their marks, which are numbered in order of appearance. `lead` is a fixed
 * template without citations.
 */
export function compose(claims: readonly AnswerClaim[], lead = ''): ComposedAnswer {
  const byId = new Map<string, { mark: number; evidence: Evidence; places: number[] }>();
  let text = lead;
  claims.forEach(({ text: statement, cites, opens }) => {
    text += `${text === '' ? '' : SEPARATORS[opens]}${statement}`;
    let isAfterMark = false;
    for (const evidence of new Map(cites.map((one) => [one.id, one])).values()) {
      const citation = byId.get(evidence.id) ?? { mark: byId.size + 1, evidence, places: [] };
      byId.set(evidence.id, citation);
      text += isAfterMark ? '' : ' ';
      isAfterMark = true;
      citation.places.push(text.length);
      text += `[${citation.mark}]`;
    }
  });
  return { text, citations: [...byId.values()] };
}

/** The end of a statement that was cut. */
const CUT = ' …';

/**
 * The first claims that fit into `maxTokens`. If even the first does not fit, as many of its words
 * as do.
 */
export function fitting(claims: readonly AnswerClaim[], maxTokens: number, lead = ''): readonly AnswerClaim[] {
  const isOver = (some: readonly AnswerClaim[]): boolean => countTokens(compose(some, lead).text) > maxTokens;
  // Binary search: each check counts the tokens of the whole text.
  let count = Math.min(1, claims.length);
  for (let over = claims.length + 1; over - count > 1; ) {
    const middle = (count + over) >> 1;
    if (isOver(claims.slice(0, middle))) over = middle;
    else count = middle;
  }
  const [first] = claims;
  if (count !== 1 || !isOver([defined(first)])) return claims.slice(0, count);
  const ending = (text: string): AnswerClaim => ({ ...defined(first), text: `${text.trimEnd()}${CUT}` });
  let room = maxTokens - countTokens(compose([ending('')], lead).text);
  // Two texts together do not always have the sum of their tokens.
  while (room > 0 && isOver([ending(wordsWithin(defined(first).text, room))])) room--;
  return [ending(wordsWithin(defined(first).text, room))];
}

/** As many whole words as fit; part of a single long word. */
function wordsWithin(text: string, maxTokens: number): string {
  const part = cut(text, Math.max(0, maxTokens));
  return /\s/.test(text[part.length] ?? ' ') ? part : part.replace(/(\s)\S*$/, '$1');
}
