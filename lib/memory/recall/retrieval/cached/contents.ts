import { owned } from '#lib/memory/recall/retrieval/cached/numbered';

/** Fields of a unit that are sent, without those that ranking needs. */
export interface Content {
  readonly text: string;
  readonly context: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** the id that the caller chose */
  readonly documentId: string | null;
  readonly chunkId: string | null;
}

/** Bytes of an object with its fields, the header of a text, and an id. */
const CONTENT = 240;
const NOTHING: Readonly<Record<string, string>> = {};

/** Contents by slot. */
export class Contents {
  private readonly contents: (Content | undefined)[] = [];
  /** one string for all units that share it */
  private readonly known = new Map<string, string>();

  put(slot: number, { text, context, metadata, documentId, chunkId }: Content): void {
    this.contents[slot] = {
      text,
      context: this.once(context),
      metadata: Object.keys(metadata).length === 0 ? NOTHING : metadata,
      documentId: documentId && this.once(documentId),
      chunkId: chunkId && (this.known.get(chunkId) ?? this.once(owned(chunkId))),
    };
  }

  empty(slot: number): void {
    this.contents[slot] = undefined;
  }

  /** Erases the shared strings that no unit has any more. */
  erase(): void {
    this.known.clear();
    for (const content of this.contents) {
      if (content === undefined) continue;
      for (const text of [content.context, content.documentId, content.chunkId]) if (text !== null) this.known.set(text, text);
    }
  }

  at(slot: number): Content {
    return this.contents[slot]!;
  }

  /** Estimated memory of what a unit does not share with others. */
  bytesOf(slot: number): number {
    const { text, metadata } = this.at(slot);
    return CONTENT + text.length + (metadata === NOTHING ? 0 : JSON.stringify(metadata).length);
  }

  private once(text: string): string {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, text);
    return text;
  }
}
