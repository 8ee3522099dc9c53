import { defined } from '#lib/base/defined';
import { OPENERS } from '#lib/base/text/name-words';
import type { NamedEntity } from '#lib/base/text/named-entity';
import { fold } from '#lib/base/text/terms';

/** Names that a caller or a bank already knows, found in any case. */
export class KnownNames {
  private readonly byFirst = new Map<string, { words: string[]; entity: NamedEntity }[]>();

  constructor(entities: Iterable<NamedEntity>) {
    for (const entity of entities) {
      const parts = foldedWords(entity.name).map(({ word }) => word);
      if (parts.length === 0 || parts.length > 6 || parts.join('').length < 2 || (parts.length === 1 && OPENERS.has(defined(parts[0]))))
        continue;
      const same = this.byFirst.get(defined(parts[0])) ?? [];
      same.push({ words: parts, entity });
      this.byFirst.set(defined(parts[0]), same);
    }
    for (const list of this.byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  }

  get empty(): boolean {
    return this.byFirst.size === 0;
  }

  /** Longest names first, none inside another. */
  find(text: string): NamedEntity[] {
    if (this.empty) return [];
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
