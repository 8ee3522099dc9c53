import { terms } from '#lib/base/text/terms';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { namesIn } from '#lib/memory/reflect/rules/unmentioned-names';

/**
 * Which memories are about somebody or something else than the question names. A question of
 * several parts often names its subject only once: "What does Acme want, and what was promised?"
 * Pure.
 */

export interface NamingEvidence extends Pick<Evidence, 'text' | 'context' | 'speaker'>, Partial<Pick<Evidence, 'entities' | 'document'>> {}

/** With fewer memories about the named subject, the others may be about it without its name. */
const ENOUGH = 4;
/**
 * A party with a share of its documents that mention the subject, at most `PASSING` of `SEVERAL` or
 * more, is another subject: one list of all customers mentions both.
 */
const SEVERAL = 3;
const PASSING = 0.25;

const wordsOf = ({ text, context, speaker, entities = [] }: NamingEvidence): ReadonlySet<string> =>
  new Set(terms([text, context, speaker ?? '', ...entities].join(' ')));

/**
 * Returns whether a memory is about others. `known`: all memories at hand, as context.
 *
 * - One that mentions a name of the question is not.
 * - In a document that mentions such a name, one is if it names only parties that other documents
 *   are about.
 * - In any other document, one is if the document names a party that no memory mentions together
 *   with such a name, or only in passing.
 *
 * Without enough memories that mention a name of the question, none is.
 */
export function isAboutOthers(query: string, known: readonly NamingEvidence[]): (one: NamingEvidence) => boolean {
  const asked = namesIn(query).map(({ words }) => words);
  const words = new Map(known.map((one) => [one, wordsOf(one)]));
  const wordsIn = (one: NamingEvidence): ReadonlySet<string> => words.get(one) ?? wordsOf(one);
  const mentions = (one: NamingEvidence): boolean => asked.some((name) => name.every((word) => wordsIn(one).has(word)));
  const subjects = known.filter(mentions);
  if (subjects.length < ENOUGH) return () => false;
  const documentOf = (one: NamingEvidence): string | null => one.document?.id ?? null;
  const own = new Set(subjects.flatMap((one) => documentOf(one) ?? []));
  const isRelated = relatedTo(subjects.map(wordsIn), own, documentsBy(known, wordsIn));
  const strangersOf = ({ entities = [] }: NamingEvidence): string[] => entities.filter((name) => !isRelated(name));
  const others = known.filter((one) => documentOf(one) !== null && !own.has(documentOf(one) ?? ''));
  const parties = new Set(others.flatMap(strangersOf));
  const foreign = new Set(others.flatMap((one) => (strangersOf(one).length > 0 ? (documentOf(one) ?? []) : [])));
  return (one) => {
    if (mentions(one)) return false;
    const document = documentOf(one);
    if (document !== null && !own.has(document)) return foreign.has(document);
    const { entities = [] } = one;
    return entities.length > 0 && entities.every((name) => parties.has(name));
  };
}

/** Finds the documents that mention a word. */
function documentsBy(known: readonly NamingEvidence[], wordsIn: (one: NamingEvidence) => ReadonlySet<string>) {
  const byWord = new Map<string, Set<string>>();
  for (const one of known) {
    const { document } = one;
    if (!document) continue;
    for (const word of wordsIn(one)) byWord.set(word, (byWord.get(word) ?? new Set()).add(document.id));
  }
  return (word: string): ReadonlySet<string> => byWord.get(word) ?? new Set();
}

/**
 * Whether a name is mentioned together with a subject, and not only in passing. `own`: the
 * documents that mention the subject.
 */
function relatedTo(
  subjects: readonly ReadonlySet<string>[],
  own: ReadonlySet<string>,
  documentsOf: (word: string) => ReadonlySet<string>,
): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const isPassing = (words: readonly string[]): boolean => {
    const [first, ...others] = words.map(documentsOf);
    const documents = [...(first ?? [])].filter((id) => others.every((ids) => ids.has(id)));
    return documents.length >= SEVERAL && documents.filter((id) => own.has(id)).length <= documents.length * PASSING;
  };
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const words = terms(name);
    const isRelated = subjects.some((of) => words.every((word) => of.has(word))) && !isPassing(words);
    known.set(name, isRelated);
    return isRelated;
  };
}
