import { setTimeout as delay } from 'node:timers/promises';
import { type Reply, request, send } from '#e2e/fixtures/http';
import { eventually } from '#e2e/fixtures/jobs';
import { type DocumentResponse, getDocument } from '#lib/memory/documents/contract';
import { type RecallResponse, recallMemories } from '#lib/memory/recall/contract';
import { type RetainResponse, retainMemories } from '#lib/memory/retain/contract';

/**
 * Sends retains and records which were acknowledged. Afterwards checks that exactly those are
 * stored.
 */

export interface Client {
  readonly url: string;
  readonly key: string;
}

/** A text of a document, with a word that occurs in no other document. */
interface Version {
  readonly text: string;
  readonly marker: string;
}

/** The expected state of one document. */
export interface ExpectedDocument {
  readonly id: string;
  /** the last acknowledged version; null if there is none */
  version: Version | null;
  /** the number of memories in the acknowledgements; null if it is unknown */
  facts: number | null;
  /**
   * the version that the document has if the unanswered request was processed; null if there is no
   * such request
   */
  pending: Version | null;
}

const CAP_MS = 60_000;
/** The longest time until all operations must have ended, in milliseconds. */
export const END_MS = 600_000;
const LETTERS = 'bcdfghjklmnpqrstvwxz';

/** A made-up word that no stemmer shortens, unique for each number. */
export const markerOf = (n: number): string => {
  let word = '';
  for (let rest = n + 400; rest > 0; rest = Math.floor(rest / LETTERS.length)) word += LETTERS[rest % LETTERS.length];
  return `${word}ovo`;
};

const SPEAKERS = ['Ana', 'Ben', 'Chloe', 'Dmitri'];

/** A conversation about `marker`, with one turn for each memory. */
export const talkOf = (marker: string, turns: number): string =>
  Array.from(
    { length: turns },
    (_, i) => `${SPEAKERS[i % SPEAKERS.length]}: Shelf ${i + 1} of the ${marker} store holds ${i * 7 + 3} boxes.`,
  ).join('\n');

export const retain = (client: Client, bank_id: string, item: Record<string, unknown>, headers = {}): Promise<Reply> =>
  send(client.url, request(retainMemories, { key: client.key, path: { bank_id }, body: { items: [item] }, headers }), CAP_MS);

/** A read that is answered with 503 is repeated, as the answer asks for. */
export const readDocument = async (client: Client, bank_id: string, document_id: string): Promise<DocumentResponse | null> => {
  const reply = await eventually(async () => {
    const answer = await send(client.url, request(getDocument, { key: client.key, path: { bank_id, document_id } }), CAP_MS);
    return answer.status === 503 ? null : answer;
  }, `an answer about ${document_id}`);
  if (reply.status === 404) return null;
  if (reply.status !== 200) throw new Error(`reading ${document_id}: ${reply.status} ${reply.text}`);
  return reply.json as DocumentResponse;
};

export const recall = async (client: Client, bank_id: string, query: string): Promise<RecallResponse['results']> => {
  const reply = await send(client.url, request(recallMemories, { key: client.key, path: { bank_id }, body: { query } }), CAP_MS);
  if (reply.status !== 200) throw new Error(`recalling ${query}: ${reply.status} ${reply.text}`);
  return (reply.json as RecallResponse).results;
};

export const factsOf = (reply: Reply): number => (reply.json as RetainResponse).outcomes.reduce((sum, { facts }) => sum + facts, 0);

export interface Stream {
  readonly documents: Map<string, ExpectedDocument>;
  acknowledged: number;
  refused: number;
  /** requests that were never answered */
  broken: number;
  counter: number;
}

export const newStream = (): Stream => ({ documents: new Map(), acknowledged: 0, refused: 0, broken: 0, counter: 0 });

interface Step {
  readonly known: ExpectedDocument;
  readonly item: Record<string, unknown>;
  readonly version: Version;
  readonly isAppend: boolean;
}

/**
 * Alternates between new documents, further turns of a growing document, and new versions of a
 * changing one.
 */
function nextStep(stream: Stream, writer: number): Step {
  const n = stream.counter++;
  const marker = markerOf(n);
  const kind = (['new', 'append', 'new', 'replace'] as const)[n % 4]!;
  const id = kind === 'new' ? `note-${n}` : `${kind}-${writer}-${stream.refused + stream.broken}`;
  const known = stream.documents.get(id) ?? { id, version: null, facts: 0, pending: null };
  stream.documents.set(id, known);
  const content = talkOf(marker, 3 + (n % 20));
  const isAppend = kind === 'append';
  const text = isAppend && known.version ? `${known.version.text}\n${content}` : content;
  return { known, item: { content, document_id: id, update_mode: isAppend ? 'append' : 'replace' }, version: { text, marker }, isAppend };
}

/**
 * Writes documents one after another until `isOver` or the connection fails. A request that failed
 * with 503 or was not answered may still have been processed, so its document is not written again.
 * The next document is written when the server is ready.
 */
export async function write(client: Client, bank: string, stream: Stream, writer: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { known, item, version, isAppend } = nextStep(stream, writer);
    known.pending = version;
    const reply = await retain(client, bank, item).catch(() => null);
    if (reply === null) {
      stream.broken++;
      return;
    }
    if (reply.status === 503) {
      stream.refused++;
      await untilReady(client, isOver);
      continue;
    }
    if (reply.status !== 200) throw new Error(`retain answered ${reply.status}: ${reply.text}`);
    const before = isAppend ? known.facts : 0;
    Object.assign(known, { version, pending: null, facts: before === null ? null : before + factsOf(reply) });
    stream.acknowledged++;
  }
}

const isReady = async ({ url }: Client): Promise<boolean> =>
  (await send(url, { method: 'GET', path: '/health/ready' }).catch(() => null))?.status === 200;

export async function untilReady(client: Client, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && !(await isReady(client))) await delay(10);
}

/**
 * Waits until `enough` requests were acknowledged. Throws if the writer has ended, because no
 * further acknowledgement would follow.
 */
export async function untilAcknowledged(stream: Stream, enough: number, writers: readonly Promise<void>[]): Promise<void> {
  let hasEnded = false;
  const first = Promise.race(writers).finally(() => {
    hasEnded = true;
  });
  first.catch(() => undefined);
  while (stream.acknowledged < enough) {
    if (hasEnded) {
      await first;
      throw new Error(`a writer ended after ${stream.acknowledged} acknowledgements, ${enough} were wanted`);
    }
    await delay(1);
  }
}

/**
 * Checks that every acknowledged document is stored completely, with the reported number of
 * memories, and can be recalled. A document with an unanswered request is either stored completely
 * and recalled, or not at all. Returns the faults, and updates `documents` to the stored state.
 */
export async function findLosses(client: Client, bank: string, documents: Iterable<ExpectedDocument>): Promise<string[]> {
  const losses: string[] = [];
  for (const known of documents) {
    const found = await readDocument(client, bank, known.id);
    const text = found?.original_text ?? null;
    if (text === known.pending?.text) Object.assign(known, { version: known.pending, facts: null });
    known.pending = null;
    const { version, facts } = known;
    if (text !== (version?.text ?? null)) losses.push(`${known.id}: ${text === null ? 'lost' : 'half written'}`);
    if (!version) continue;
    if (facts !== null && facts !== found?.memory_unit_count)
      losses.push(`${known.id}: ${found?.memory_unit_count} units, ${facts} acknowledged`);
    const results = await recall(client, bank, `What does the ${version.marker} store hold?`);
    if (!results.some((one) => one.document_id === known.id && one.text.includes(version.marker))) losses.push(`${known.id}: not recalled`);
  }
  return losses;
}
