import { defined } from '#lib/base/defined';
import { type RetainItem, retainItem } from '#lib/memory/retain/contract';

/** How a large request is cut for the background: pure. */

/** About this much is read in one go: a part that fails is small, and what others wait for ends soon. */
export const PART_TOKENS = 10_000;
/** Counting exactly would take longer than queueing. */
const CHARACTERS_PER_TOKEN = 4;

export const tokensAbout = (item: RetainItem): number => Math.ceil(item.content.length / CHARACTERS_PER_TOKEN);

export interface RetainPart {
  readonly items: readonly RetainItem[];
  /** of the items in the request */
  readonly positions: readonly number[];
}

interface ItemGroup {
  readonly positions: number[];
  tokens: number;
}

/** Items of one document stay together and in their order; those without one stand alone. */
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

/** Parts are filled in the order of the request. A document larger than a part is one by itself. */
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

/** An item of a queued part. JSON writes the moment of its time as text. */
export interface QueuedItem extends Omit<RetainItem, 'timestamp'> {
  /** null and other texts: queued by a version that wrote times as callers send them */
  readonly timestamp: string | null | { readonly at: string; readonly offsetMinutes: number };
}

export function itemOf({ timestamp, ...item }: QueuedItem): RetainItem {
  if (timestamp === 'now') return { ...item, timestamp };
  if (timestamp === null || typeof timestamp === 'string') return { ...item, timestamp: retainItem.shape.timestamp.parse(timestamp) };
  return { ...item, timestamp: { at: new Date(timestamp.at), offsetMinutes: timestamp.offsetMinutes } };
}
