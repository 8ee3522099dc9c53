import { defined } from '#lib/base/defined';
import { nameMentions, textWords } from '#lib/base/text/languages/name-forms';
import { ENGLISH, type Language, languageOf } from '#lib/base/text/languages/of';
import { OPENERS } from '#lib/base/text/name-words';
import type { NamedEntity } from '#lib/base/text/named-entity';
import { fold } from '#lib/base/text/terms';

/**
 * Names that a caller or a bank already knows, found in any case. In languages other than English,
 * also with case endings, particles and titles, and inside text without blanks.
 */
export class KnownNames {
  private readonly all: readonly NamedEntity[];
  private readonly byFirst = new Map<string, { words: string[]; entity: NamedEntity }[]>();

  constructor(entities: Iterable<NamedEntity>) {
    const all: NamedEntity[] = [];
    for (const entity of entities) {
      const parts = foldedWords(entity.name).map(({ word }) => word);
      if (parts.length === 0 || parts.length > 6 || parts.join('').length < 2 || (parts.length === 1 && OPENERS.has(defined(parts[0]))))
        continue;
      const same = this.byFirst.get(defined(parts[0])) ?? [];
      same.push({ words: parts, entity });
      all.push(entity);
      this.byFirst.set(defined(parts[0]), same);
    }
    this.all = all;
    for (const list of this.byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  }

  get empty(): boolean {
    return this.byFirst.size === 0;
  }

  /** Longest names first, none inside another. `language`: that of the text. */
  find(text: string, language: Language = languageOf(text)): NamedEntity[] {
    if (this.empty) return [];
    return language === ENGLISH ? this.findWords(text) : this.findForms(text, language);
  }

  private findForms(text: string, language: Language): NamedEntity[] {
    const words = textWords(text);
    const mentions = this.all.flatMap((entity) => nameMentions(text, entity.name, language, words).map((span) => ({ ...span, entity })));
    const longest = mentions.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
    const found: (typeof mentions)[number][] = [];
    for (const mention of longest) if (!found.some(({ start, end }) => mention.start < end && start < mention.end)) found.push(mention);
    return found.sort((a, b) => a.start - b.start).map(({ entity }) => entity);
  }

  private findWords(text: string): NamedEntity[] {
    const found: NamedEntity[] = [];
    const textWords = foldedWords(text);
    for (let i = 0; i < textWords.length; i++) {
      const match = this.byFirst
        .get(defined(textWords[i]).word)
        ?.find(({ words: parts }) => parts.every((part, j) => textWords[i + j]?.word === part));
      if (!match) continue;
      found.push(match.entity);
      i += match.words.length - 1;
    }
    return found;
  }
}

export const NO_NAMES = new KnownNames([]);

function foldedWords(text: string): { word: string }[] {
  return (fold(text).match(/[\p{L}\p{N}\p{M}]+(?:\+\+|#)?/gu) ?? []).map((word) => ({ word })).filter(({ word }) => word !== 's');
}
