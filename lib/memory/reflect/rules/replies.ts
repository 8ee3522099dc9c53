import { bodyOf } from '#lib/memory/observations/rules/claims';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import type { Talk } from '#lib/memory/reflect/rules/talk';
import { askedTerms } from '#lib/memory/reflect/rules/verbs';

/**
 * In a conversation, a reply follows its question and may share no word with it: "What is the
 * instalment?", "It is 569 a month." The same question later gets the same reply. Pure.
 */

const KIND = /(?<!\p{L})(?:who|whose|when|where|why|which|what|how(?: \p{L}+)?)(?!\p{L})/iu;
/** Question words that "what" can replace: "What is the rent?", "How much is the rent?" */
const AS_WHAT = /^(?:what|which|who|how (?:much|many|expensive|loud|high|heavy|big))$/;
/** Minimum share of common terms of two questions. */
const ALIKE = 0.75;
const isQuestion = (sentence: string): boolean => /\?["'”’)]*$/.test(sentence);

interface ReplyQuestion {
  readonly kind: string | null;
  readonly terms: readonly string[];
}

const questionOf = (text: string): ReplyQuestion => ({
  kind: KIND.exec(text)?.[0].toLowerCase().replace(/\s+/g, ' ') ?? null,
  terms: askedTerms(text),
});

function isSame(one: ReplyQuestion, other: ReplyQuestion): boolean {
  if (one.kind === null || other.kind === null) return false;
  const isOfKind = one.kind === other.kind || (AS_WHAT.test(one.kind) && AS_WHAT.test(other.kind) && [one, other].some(isWhat));
  const common = one.terms.filter((term) => other.terms.includes(term)).length;
  return isOfKind && common > 0 && common >= Math.max(one.terms.length, other.terms.length) * ALIKE;
}
const isWhat = ({ kind }: ReplyQuestion): boolean => kind === 'what';

/** The question at the end of a turn. */
function askedBy({ text, speaker }: Evidence): ReplyQuestion | null {
  if (!text.includes('?')) return null;
  const body = bodyOf(text, speaker);
  const last = sentencesIn(body).at(-1);
  const sentence = last ? body.slice(last.start, last.end) : '';
  return isQuestion(sentence) ? questionOf(sentence) : null;
}

/** Ids of the replies of other speakers to the same question. */
export function repliesTo(query: string, items: readonly Evidence[], talk: Talk): ReadonlySet<string> {
  const wanted = questionOf(query);
  const ids = new Set<string>();
  if (wanted.kind === null || wanted.terms.length === 0) return ids;
  for (const one of items) {
    if (one.document === null || one.speaker === null) continue;
    const question = askedBy(one);
    if (question === null || !isSame(wanted, question)) continue;
    for (const reply of turnBehind(one, talk)) ids.add(reply.id);
  }
  return ids;
}

/** The next turn, as far as it was found. */
function turnBehind(one: Evidence, talk: Talk): readonly Evidence[] {
  const turn: Evidence[] = [];
  for (const next of talk.behind(one)) {
    if (next.speaker === one.speaker || (turn[0] && next.speaker !== turn[0].speaker)) break;
    turn.push(next);
  }
  return turn;
}
