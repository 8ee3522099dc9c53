import { setTimeout as delay } from 'node:timers/promises';
import { askFor, BANK, type BackgroundRetain, everything, newAsked, notOnce, stateOf, unfinished, untilOver } from '#e2e/faults/background';
import { Fleet } from '#e2e/faults/fleet';
import { type FaultRow, row } from '#e2e/faults/row';
import { END_MS, readDocument, retain, talkOf } from '#e2e/faults/workload';
import { request, send } from '#e2e/fixtures/http';
import { randomInt } from '#e2e/fixtures/random';
import { openStore } from '#e2e/fixtures/store';
import type { DatabaseKind } from '#lib/base/db/db';
import { putBank } from '#lib/memory/banks/contract';
import { type DocumentListItem, listDocuments } from '#lib/memory/documents/contract';

/**
 * Kills all processes with SIGKILL while a long text is written in batches. Finally, the text must
 * be stored completely and exactly once. It is appended to a document or replaces one, and its
 * caller waits for the response or retains in the background.
 */

/** Turns of a text, about 50 bytes each: enough for several batches. */
const TURNS = 6_000;
/** The longest time from the first batch to the kill of all processes, in milliseconds. */
const LATER_MS = 1_000;

type RetainMethod = 'appended in the background' | 'replaced in the background' | 'appended for an answer';
const WAYS: readonly RetainMethod[] = ['appended in the background', 'appended for an answer', 'replaced in the background'];

/** A long text that is being retained. */
interface LongRetain extends BackgroundRetain {
  readonly document: string;
  readonly content: string;
  readonly way: RetainMethod;
}

function newLong(n: number, turns: number): LongRetain {
  const way = WAYS[n % WAYS.length]!;
  const isAppend = way !== 'replaced in the background';
  const asked = { ...newAsked(n), turns, isAppend };
  return { ...asked, way, document: isAppend ? 'log' : 'page', content: talkOf(asked.marker, turns) };
}

const itemOf = ({ content, document, isAppend }: LongRetain) => ({
  content,
  document_id: document,
  update_mode: isAppend ? 'append' : 'replace',
});

const inBackground = ({ way }: LongRetain): boolean => way !== 'appended for an answer';

/** Sends the same request until it is acknowledged. */
async function askFirmly(fleet: Fleet, long: LongRetain): Promise<void> {
  while (!long.isAcknowledged) {
    long.isAcknowledged = inBackground(long)
      ? await askFor(fleet, BANK, long.id, [itemOf(long)])
      : (await retain(fleet, BANK, itemOf(long), { 'idempotency-key': long.id }).catch(() => null))?.status === 200;
    if (!long.isAcknowledged) await delay(50);
  }
}

/** Returns how much of the document is stored. */
async function sizeOf(fleet: Fleet, id: string): Promise<string> {
  const query = { q: id };
  const reply = await send(fleet.url, request(listDocuments, { key: fleet.key, path: { bank_id: BANK }, query })).catch(() => null);
  if (reply?.status !== 200) return 'none';
  const found = (reply.json as { items: DocumentListItem[] }).items.find((one) => one.id === id);
  return found ? `${found.text_length} ${found.memory_unit_count}` : 'none';
}

const OPEN = ['pending', 'processing'];
const isOver = async (fleet: Fleet, long: LongRetain): Promise<boolean> =>
  inBackground(long) ? !OPEN.includes((await stateOf(fleet, long.id)).status) : long.isAcknowledged;

/**
 * Waits until a part of the text is stored. Returns false if the whole text was stored before that
 * was observed.
 */
async function untilBegun(fleet: Fleet, long: LongRetain, before: string): Promise<boolean> {
  while ((await sizeOf(fleet, long.document)) === before) {
    if (await isOver(fleet, long)) return false;
    await delay(5);
  }
  return true;
}

/** Kills all processes. Returns whether the text was only partly stored then. */
async function killedOnce(fleet: Fleet, long: LongRetain): Promise<boolean> {
  const before = await sizeOf(fleet, long.document);
  const asking = askFirmly(fleet, long);
  if (inBackground(long)) await asking;
  let isMidway = await untilBegun(fleet, long, before);
  await delay(randomInt(LATER_MS));
  isMidway &&= !(await isOver(fleet, long));
  await fleet.stop('SIGKILL');
  await fleet.start();
  await asking;
  await untilOver(fleet, END_MS);
  return isMidway;
}

/** Returns the expected text of each document at the end. */
function expected(all: readonly LongRetain[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { document, content, isAppend } of all) {
    const before = texts.get(document);
    texts.set(document, isAppend && before !== undefined ? `${before}\n${content}` : content);
  }
  return texts;
}

async function otherTexts(fleet: Fleet, all: readonly LongRetain[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const [id, text] of expected(all)) {
    const found = (await readDocument(fleet, BANK, id))?.original_text ?? '';
    if (found !== text) wrong.push(`${id}: ${found.length} characters, ${text.length} were acknowledged, or others`);
  }
  return wrong;
}

export const killedLong = (kind: DatabaseKind, rounds: number): Promise<FaultRow> =>
  row('kill -9 within a long text', kind, rounds, async () => {
    const store = await openStore(kind);
    const fleet = new Fleet(store);
    const all: LongRetain[] = [];
    const midway = new Map<RetainMethod, number>();
    try {
      await fleet.start();
      // Consolidation is off, because it would start further work.
      await send(
        fleet.url,
        request(putBank, {
          key: fleet.key,
          path: { bank_id: BANK },
          body: { enable_observations: false, enable_auto_consolidation: false },
        }),
      );
      for (let n = 0; n < rounds; n++) {
        const long = newLong(n, TURNS);
        all.push(long);
        if (await killedOnce(fleet, long)) midway.set(long.way, (midway.get(long.way) ?? 0) + 1);
      }
      const wrong = [...(await otherTexts(fleet, all)), ...(await unfinished(fleet, all.filter(inBackground)))];
      await fleet.stop();
      const there = all.filter((long) => long.isAppend || long === all.findLast(({ document }) => document === long.document));
      wrong.push(...everything(await notOnce(store, there)));
      const did = [...midway].map(([way, times]) => `${times} ${way}`).join(', ');
      return { did: `killed midway: ${did || 'none'}; each there once`, wrong };
    } finally {
      await fleet.stop('SIGKILL');
      await store.drop();
    }
  });
