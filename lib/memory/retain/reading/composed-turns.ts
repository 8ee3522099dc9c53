import { defined } from '#lib/base/defined';
import type { TextFormat } from '#lib/memory/retain/literals';
import type { Turn } from '#lib/memory/retain/reading/turn';

/**
 * Turns whose words are composed from decoded text, as those of mails and HTML. The document keeps
 * the input: each turn gets the slice that its words come from, with the markup or header before
 * it, and the slices are the whole input. As with JSON, chunks are cut from the input, units from
 * the words. A unit whose words do not occur exactly in its chunk has no position in it.
 */
export class ComposedTurns {
  readonly turns: Turn[] = [];
  private readonly content: string;
  private at: number;
  private format: TextFormat | null = null;

  constructor(content: string, start: number) {
    this.content = content;
    this.at = start;
  }

  /** The next turn opens a text in a format. */
  open(format: TextFormat): void {
    this.format = format;
  }

  /** Adds a turn whose words end at an offset of the content. */
  add(end: number, turn: Omit<Turn, 'raw'>): void {
    const to = this.borderAt(end);
    if (to > this.at) {
      this.turns.push({ raw: this.content.slice(this.at, to), ...turn, ...(this.format !== null && { opens: this.format }) });
      this.at = to;
      this.format = null;
      return;
    }
    const last = this.turns.at(-1);
    if (turn.body === '') return;
    // words without a slice of their own belong to the turn before them, or share its slice
    if (last?.speaker === turn.speaker && last.body !== '') this.turns.splice(-1, 1, { ...last, body: `${last.body}\n\n${turn.body}` });
    else if (this.at < this.content.length) this.add(this.at + 1, turn);
    else if (last && last.raw.length > 1) {
      this.turns.splice(-1, 1, { ...last, raw: last.raw.slice(0, -1) }, { raw: last.raw.slice(-1), ...turn });
    }
  }

  /** Adds what is left up to an offset, which has no words. */
  skipTo(end: number): void {
    if (end > this.at) this.add(end, { speaker: null, body: '', heading: null, title: null, time: null, anchor: null });
  }

  /** An offset that is not inside a character. */
  private borderAt(end: number): number {
    const isInside = /^[\uDC00-\uDFFF]/.test(this.content[end] ?? '') && /^[\uD800-\uDBFF]/.test(defined(this.content[end - 1] ?? ' '));
    return isInside ? end + 1 : end;
  }
}
