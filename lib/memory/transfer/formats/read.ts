import { createHash } from 'node:crypto';
import { formatFault, type JsonElement, jsonElements } from '#lib/memory/transfer/formats/elements';
import type { Format } from '#lib/memory/transfer/formats/format';
import {
  conflict,
  type ForeignConflict,
  type ForeignDocument,
  type ForeignEntity,
  type ForeignItem,
  type ForeignMemory,
} from '#lib/memory/transfer/formats/items';
import { letta } from '#lib/memory/transfer/formats/letta';
import { mcpMemory } from '#lib/memory/transfer/formats/mcp-memory';
import { mem0 } from '#lib/memory/transfer/formats/mem0';
import { zep } from '#lib/memory/transfer/formats/zep';
import type { ConflictReason, FormatName } from '#lib/memory/transfer/literals';

/** Recognizes the export of another memory store by its content, and reads it. */

const FORMATS: readonly Format[] = [mcpMemory, letta, zep, mem0];

/** Elements that are looked at. Tables of users and categories may be first. */
const MAX_LOOKED_AT = 10_000;

/** A text file, in pieces. It may be opened several times. */
export type OpenTexts = () => AsyncIterable<string>;

/** A file whose format is known. */
export interface ForeignFile {
  readonly format: FormatName;
  items(): AsyncGenerator<ForeignItem>;
}

const elementsOf = (open: OpenTexts) => (): AsyncGenerator<JsonElement> => jsonElements(open());

/**
 * null: the file has another format. `now`: what has expired then is not read. Throws `bad_request`
 * for what is no JSON.
 */
export async function recognizeFile(open: OpenTexts, now: Date): Promise<ForeignFile | null> {
  let count = 0;
  for await (const element of elementsOf(open)()) {
    const format = FORMATS.find((each) => each.recognizes(element));
    if (format) return { format: format.name, items: () => withoutRepeated(format.read(elementsOf(open), now)) };
    count += 1;
    if (count === MAX_LOOKED_AT) break;
  }
  return null;
}

/** What two items have in common that are one; null: the item may occur again. */
function identityOf(item: ForeignItem): string | null {
  if (item.kind === 'conflict') return null;
  if (item.kind === 'entity') return `entity ${item.name.toLowerCase()}`;
  if (item.kind === 'relation') return JSON.stringify([item.from, item.type, item.to]);
  if (item.id !== null) return `${item.kind} ${item.id}`;
  return JSON.stringify(item);
}

/** Of a file: the memory that its identities take is limited. */
const MAX_ITEMS = 1_000_000;
/** Of an identity that is remembered as it is, in characters. */
const MAX_IDENTITY = 60;

const remembered = (identity: string): string =>
  identity.length <= MAX_IDENTITY ? identity : createHash('sha256').update(identity).digest('base64url');

/** Names a repeated item in place of its path. */
const labelOf = (item: ForeignDocument | ForeignMemory | ForeignEntity): string =>
  `${item.kind} ${item.kind === 'entity' ? item.name : (item.id ?? item.text)}`;

/**
 * Replaces items that repeat an earlier one by conflicts, except relations: their memories are
 * compared. Throws `bad_request` for too many.
 */
async function* withoutRepeated(items: AsyncIterable<ForeignItem>): AsyncGenerator<ForeignItem> {
  const seen = new Set<string>();
  let count = 0;
  for await (const item of items) {
    count += 1;
    if (count > MAX_ITEMS) throw formatFault(`it has more than ${MAX_ITEMS} records. Split it.`);
    const identity = identityOf(item);
    const isNew = identity === null || seen.size < seen.add(remembered(identity)).size;
    if (isNew) yield item;
    else if (item.kind !== 'relation' && item.kind !== 'conflict') yield conflict('repeated', labelOf(item));
  }
}

/** Conflicts of a survey with their places. */
const MAX_EXAMPLES = 20;

/** What a file contains. */
export interface ForeignSurvey {
  readonly counts: Readonly<Record<Exclude<ForeignItem['kind'], 'conflict'>, number>>;
  readonly conflicts: Readonly<Partial<Record<ConflictReason, number>>>;
  readonly examples: readonly ForeignConflict[];
  /** of documents and memories, ISO 8601; null: none has a time */
  readonly firstTime: string | null;
  readonly lastTime: string | null;
}

/** Counts the items of a file one by one. */
export class Survey implements ForeignSurvey {
  readonly counts = { document: 0, memory: 0, entity: 0, relation: 0 };
  readonly conflicts: Partial<Record<ConflictReason, number>> = {};
  readonly examples: ForeignConflict[] = [];
  firstTime: string | null = null;
  lastTime: string | null = null;

  add(item: ForeignItem): void {
    if (item.kind === 'conflict') {
      this.conflicts[item.reason] = (this.conflicts[item.reason] ?? 0) + 1;
      if (this.examples.length < MAX_EXAMPLES) this.examples.push(item);
      return;
    }
    this.counts[item.kind] += 1;
    const time = 'mentionedAt' in item ? item.mentionedAt : null;
    if (time === null) return;
    if (this.firstTime === null || time < this.firstTime) this.firstTime = time;
    if (this.lastTime === null || time > this.lastTime) this.lastTime = time;
  }
}
