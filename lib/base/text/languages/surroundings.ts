import { isLanguageCertain, type Language, languageOf } from '#lib/base/text/languages/of';

/**
 * The language of a conversation: a short turn ("Hochzeit am 5/9/2026.") is read in that of its
 * speaker's other turns, and else in that of the others' turns.
 */

interface SpokenTurn {
  readonly speaker: string | null;
  readonly body: string;
}

/** Turns whose words show a language; later ones hardly change the result. */
const SAMPLE = 200;

/** The language of more than half of the letters; null: none. */
function prevailing(letters: ReadonlyMap<Language, number>): Language | null {
  const sum = [...letters.values()].reduce((all, count) => all + count, 0);
  return [...letters].find(([, count]) => count > sum / 2)?.[0] ?? null;
}

function add(counts: Map<Language, number>, language: Language, letters: number): void {
  counts.set(language, (counts.get(language) ?? 0) + letters);
}

/** Returns the language around the turns of a speaker; null: no turn shows one. */
export function surroundingLanguage(turns: readonly SpokenTurn[]): (speaker: string | null) => Language | null {
  const all = new Map<Language, number>();
  const own = new Map<string, Map<Language, number>>();
  for (const { speaker, body } of turns.filter(({ body }) => isLanguageCertain(body)).slice(0, SAMPLE)) {
    const language = languageOf(body);
    add(all, language, body.length);
    if (speaker === null) continue;
    const counts = own.get(speaker) ?? new Map<Language, number>();
    add(counts, language, body.length);
    own.set(speaker, counts);
  }
  const common = prevailing(all);
  return (speaker) => (speaker === null ? null : prevailing(own.get(speaker) ?? new Map())) ?? common;
}
