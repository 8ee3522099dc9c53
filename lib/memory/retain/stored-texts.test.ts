import { expect, it } from 'vitest';
import { db, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { sql } from '#lib/base/db/db';
import { updateConfig } from '#lib/memory/banks/configure';
import { currentBank } from '#lib/memory/banks/service';
import { getDocument, listDocumentChunks, reprocessDocument } from '#lib/memory/documents/service';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { retainLater } from '#lib/memory/retain/background';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** A bank that does not store the texts of documents (`store_document_text`). */

const TALK = 'Ana: I moved to Porto. The studio is cheaper there.\nBen: I am allergic to cats.';
const embedder = builtinEmbedder();

withTestBank();

async function storeTexts(store_document_text: boolean): Promise<void> {
  await updateConfig({ db, env: { bankDefaults: {} } }, scope, { store_document_text });
  setScope((await currentBank(db, scope))!);
}
const bodyOf = (content: string, more: object = {}) => retainBody.parse({ items: [{ content, document_id: 'd', ...more }] });
const retainItems = async (content: string, more: object = {}) => {
  const { outcomes } = await retain({ db, embedder }, scope, bodyOf(content, more));
  setScope((await currentBank(db, scope))!);
  return outcomes[0]!.outcome;
};
const storedText = async () =>
  (await db.query<{ text: string }>(sql`select text from chunks where bank_uid = ${scope.bankUid} order by index`))
    .map(({ text }) => text)
    .join('');
const ask = async () => {
  const body = recallBody.parse({ query: 'Where did Ana move?', include: { chunks: {} } });
  const { results, chunks } = await recall({ db, embedder }, scope, body);
  return { first: results[0]?.text, chunks: Object.keys(chunks ?? {}).length };
};

it('stores memories without the text', async () => {
  await storeTexts(false);
  expect(await retainItems(TALK)).toBe('facts');
  expect(await storedText()).toBe('');
  expect(await getDocument(db, scope, 'd')).toMatchObject({ original_text: null, memory_unit_count: 2 });
  const { items, total } = await listDocumentChunks(db, scope, 'd', { limit: 10, offset: 0 });
  expect([total, items.map(({ chunk_text }) => chunk_text)]).toEqual([1, ['']]);
  expect(await ask()).toEqual({ first: expect.stringContaining('Porto'), chunks: 0 });
  expect(await inconsistencies(db, scope)).toEqual([]);
});

it('recognizes the same text as unchanged, and replaces a different one', async () => {
  await storeTexts(false);
  await retainItems(TALK);
  const chunkIds = async () => (await listDocumentChunks(db, scope, 'd', { limit: 10, offset: 0 })).items.map(({ chunk_id }) => chunk_id);
  const before = await chunkIds();
  await retainItems(TALK);
  expect(await chunkIds()).toEqual(before);
  expect(await retainItems('Ana: I moved to Bruges.')).toBe('facts');
  expect((await ask()).first).toContain('Bruges');
  expect(await storedText()).toBe('');
});

it('rejects appending and reprocessing', async () => {
  await storeTexts(false);
  await retainItems(TALK);
  const refusal = { code: 'bad_request', message: expect.stringContaining('store_document_text') };
  await expect(retainItems('Ben: I like dogs.', { update_mode: 'append' })).rejects.toMatchObject(refusal);
  const later = bodyOf('Ben: I like dogs.', { update_mode: 'append' });
  await expect(retainLater({ db }, scope, { ...later, async: true }, null)).rejects.toMatchObject(refusal);
  await expect(reprocessDocument(db, scope, 'd')).rejects.toMatchObject(refusal);
  await storeTexts(true);
  await expect(retainItems('Ben: I like dogs.', { update_mode: 'append' })).rejects.toMatchObject(refusal);
});

it('an append to a missing document creates it', async () => {
  await storeTexts(false);
  expect(await retainItems(TALK, { update_mode: 'append' })).toBe('facts');
  expect(await storedText()).toBe('');
});

it('a stored text is deleted when its document is retained again, and restored when texts are stored again', async () => {
  const long = Array.from({ length: 60 }, (_, i) => `Ana: On day ${i + 1} I sold ${i + 2} paintings to the gallery in Porto.`).join('\n');
  await retainItems(long);
  expect(await storedText()).toBe(long);
  await storeTexts(false);
  expect(await storedText()).toBe(long);
  await retainItems(`${long}\nBen: I bought one of them.`);
  expect(await storedText()).toBe('');
  await storeTexts(true);
  expect(await retainItems(`${long}\nBen: I bought one of them.`)).toBe('facts');
  expect(await storedText()).toBe(`${long}\nBen: I bought one of them.`);
  expect(await getDocument(db, scope, 'd')).toMatchObject({ original_text: `${long}\nBen: I bought one of them.` });
  await retainItems('Ben: I like dogs.', { update_mode: 'append' });
  expect(await storedText()).toContain('I like dogs.');
  expect(await inconsistencies(db, scope)).toEqual([]);
});
