import type { Evidence } from '#lib/memory/reflect/evidence';

/** Evidence as lines of a prompt, under short names that map to ids. */

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';

type DatedText = Pick<Evidence, 'text' | 'mentionedAt' | 'occurredStart' | 'occurredEnd'>;

export function lineOf(name: string, { text, mentionedAt, occurredStart, occurredEnd }: DatedText): string {
  const times = [
    mentionedAt && `said ${day(mentionedAt)}`,
    occurredStart && `happened ${[...new Set([day(occurredStart), day(occurredEnd)])].filter(Boolean).join(' to ')}`,
  ];
  const when = times.filter(Boolean).join(', ');
  return `${name}${when ? ` [${when}]` : ''}: ${text.replaceAll('\n', '\n  ')}`;
}

const LETTERS = { world: 'F', experience: 'F', observation: 'O', mental_model: 'M' } as const;

/**
 * Short names for one call: F1, F2, … for facts, O1, … for observations, M1, … for other mental
 * models, K1, … for evidence that is already cited.
 */
export class LineLabels {
  private readonly ids = new Map<string, string>();
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  of({ id, kind }: Pick<Evidence, 'id' | 'kind'>): string {
    return this.assign(id, LETTERS[kind]);
  }

  /** The name of evidence that the document cites and that is not shown again. */
  cited(id: string): string {
    return this.assign(id, 'K');
  }

  /**
   * The id for a name that a model wrote. An unknown name is returned with a prefix that no id has.
   */
  idOf(name: string): string {
    return this.ids.get(name.trim().toUpperCase()) ?? `?${name}`;
  }

  private assign(id: string, letter: string): string {
    const known = this.names.get(id);
    if (known !== undefined) return known;
    const count = (this.counts.get(letter) ?? 0) + 1;
    this.counts.set(letter, count);
    this.names.set(id, `${letter}${count}`);
    this.ids.set(`${letter}${count}`, id);
    return `${letter}${count}`;
  }
}
