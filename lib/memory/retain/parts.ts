import { defined } from '#lib/base/defined';
import { type RetainItem, retainItem } from '#lib/memory/retain/contract';

/** Splits a large request for the background. Pure. */

/** Size of a part. A part that fails loses little work, and other operations do not wait long. */
export const PART_TOKENS = 10_000;
/** An exact count would take longer than queueing. */
const CHARACTERS_PER_TOKEN = 4;

export const tokensAbout = (item: RetainItem): number => Math.ceil(item.content.length / CHARACTERS_PER_TOKEN);

export interface RetainPart {
  readonly items: readonly RetainItem[];
  /** positions of the items in the request */
  readonly positions: readonly number[];
}

interface ItemGroup {
  readonly positions: number[];
  tokens: number;
}

/**
 * Items of one document stay together in their order. Each item without a document is a group of
 * its own.
 */
function groupsOf(items: readonly RetainItem[]): ItemGroup[] {
  const groups: ItemGroup[] = [];
  const byDocument = new Map<string, ItemGroup>();
  items.forEach((item, position) => {
    const id = item.document_id ?? null;
    const known = id === null ? undefined : byDocument.get(id);
    if (known) {
      known.positions.push(position);
      known.tokens += tokensAbout(item);
      return;
    }
    const group = { positions: [position], tokens: tokensAbout(item) };
    groups.push(group);
    if (id !== null) byDocument.set(id, group);
  });
  return groups;
}

/**
 * Fills parts in the order of the request. A document larger than a part gets a part of its own.
 */
export function partsOf(items: readonly RetainItem[], limit = PART_TOKENS): RetainPart[] {
  const parts: ItemGroup[] = [];
  for (const group of groupsOf(items)) {
    const last = parts.at(-1);
    if (last && last.tokens + group.tokens <= limit) {
      last.positions.push(...group.positions);
      last.tokens += group.tokens;
    } else parts.push({ positions: [...group.positions], tokens: group.tokens });
  }
  return parts.map(({ positions }) => ({ positions, items: positions.map((position) => defined(items[position])) }));
}

/** An item of a queued part. JSON stores its time as text. */
export interface QueuedItem extends Omit<RetainItem, 'timestamp'> {
  /** null and other texts: queued by a version that stored times as callers send them */
  readonly timestamp: string | null | { readonly at: string; readonly offsetMinutes: number };
}

export function itemOf({ timestamp, ...item }: QueuedItem): RetainItem {
  if (timestamp === 'now') return { ...item, timestamp };
  if (timestamp === null || typeof timestamp === 'string') return { ...item, timestamp: retainItem.shape.timestamp.parse(timestamp) };
  return { ...item, timestamp: { at: new Date(timestamp.at), offsetMinutes: timestamp.offsetMinutes } };
}
