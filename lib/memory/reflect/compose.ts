import { defined } from '#lib/base/defined';
import { countTokens } from '#lib/base/text/tokens';
import { cut } from '#lib/memory/recall/view';
import type { Evidence } from '#lib/memory/reflect/evidence';

/** An answer as statements, each with what it rests on; whoever wrote it, the text is made of them here. Pure. */

export interface AnswerClaim {
  /** Markdown of one statement, without marks */
  readonly text: string;
  /** what it rests on, at least one */
  readonly cites: readonly Evidence[];
  /** what stands before it: nothing but a blank, a new line of a list, or a new paragraph */
  readonly opens: 'run' | 'item' | 'paragraph';
}

export interface Citation {
  readonly mark: number;
  readonly evidence: Evidence;
  /** where in the text the mark begins, in UTF-16 units */
  readonly places: readonly number[];
}

export interface Composed {
  readonly text: string;
  readonly citations: readonly Citation[];
}

const SEPARATORS: Readonly<Record<AnswerClaim['opens'], string>> = { run: ' ', item: '\n', paragraph: '\n\n' };

/** `lead` is a template of ours and cites nothing. Marks are numbered in the order in which they first appear. */
export function compose(claims: readonly AnswerClaim[], lead = ''): Composed {
  const byId = new Map<string, { mark: number; evidence: Evidence; places: number[] }>();
  let text = lead;
  claims.forEach(({ text: said, cites, opens }) => {
    text += `${text === '' ? '' : SEPARATORS[opens]}${said}`;
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

/** What is cut ends so. */
const CUT = ' …';

/** The first so many that fit; where not even the first does, as many of its words as do. */
export function fitting(claims: readonly AnswerClaim[], maxTokens: number, lead = ''): readonly AnswerClaim[] {
  const isOver = (some: readonly AnswerClaim[]): boolean => countTokens(compose(some, lead).text) > maxTokens;
  // by halving: every look counts all that is shown
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
  // Tokens of two texts are not always those of the two together.
  while (room > 0 && isOver([ending(wordsWithin(defined(first).text, room))])) room--;
  return [ending(wordsWithin(defined(first).text, room))];
}

/** As many whole words as fit; of a single long one a part. */
function wordsWithin(text: string, maxTokens: number): string {
  const part = cut(text, Math.max(0, maxTokens));
  return /\s/.test(text[part.length] ?? ' ') ? part : part.replace(/(\s)\S*$/, '$1');
}
