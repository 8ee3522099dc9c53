import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversation, questions } from '#bench/generate';
import { codeGaps } from '#e2e/fixtures/codes';
import { bankScope, openTestDatabase, seedOrg } from '#e2e/fixtures/database';
import { currentBank } from '#lib/banks/service';
import { type Db, sql } from '#lib/db/db';
import { deleteDocument } from '#lib/documents/service';
import { BUILTIN_MODEL, builtinEmbedder } from '#lib/embeddings/builtin';
import { listMemories as listing } from '#lib/memories/contract';
import { listMemories, updateMemory } from '#lib/memories/service';
import { KeptCodes } from '#lib/recall/codes/kept';
import { recallBody } from '#lib/recall/contract';
import { recall } from '#lib/recall/service';
import { retainBody } from '#lib/retain/contract';
import { retain } from '#lib/retain/service';
import type { BankScope } from '#lib/scope';

/** Codes that a process keeps of a bank, against what is stored. */

const embedder = builtinEmbedder();
const ALL = 1_000_000;
let db: Db;
let orgId: string;

beforeAll(async () => {
  db = await openTestDatabase();
  ({ orgId } = await seedOrg(db));
});
afterAll(() => db.close());

const keep = async (scope: BankScope, content: string, id: string, tags: string[] = []): Promise<unknown> =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id: id, timestamp: '2026-03-01', tags }] }));
const filled = async (name: string, sentences: number): Promise<BankScope> => {
  const scope = await bankScope(db, orgId, name);
  for (const { id, turns } of conversation({ seed: 5, sentences, turnsPerSession: 200 })) await keep(scope, turns.join('\n'), id);
  return scope;
};

const [question] = await embedder.embed(['Who carries the lantern to the harbour?']);
const asked = async (codes: KeptCodes, scope: BankScope, count = ALL): Promise<string[] | null> => {
  const { bank } = (await currentBank(db, scope))!;
  return (await codes.ofNow(bank!, BUILTIN_MODEL))?.nearest({ vector: question!, types: null, count }) ?? null;
};
const known = async (codes: KeptCodes, scope: BankScope): Promise<string[]> => {
  await expect.poll(() => asked(codes, scope)).not.toBeNull();
  return (await asked(codes, scope))!.sort();
};
const stored = async (scope: BankScope): Promise<string[]> =>
  (
    await db.query<{ id: string }>(
      sql`select memory_id as id from memory_embeddings where bank_uid = ${scope.bankUid} and model = ${BUILTIN_MODEL} and live order by 1`,
    )
  ).map(({ id }) => id);

describe('codes that are kept', () => {
  it('are those of the bank, whoever wrote last', async () => {
    const scope = await filled('one', 700);
    const codes = new KeptCodes(db, { least: 1 });
    expect(await asked(codes, scope)).toBeNull();
    expect(await known(codes, scope)).toEqual(await stored(scope));

    await keep(scope, 'Ana: The lantern hangs in the old boathouse now.', 'later');
    expect((await asked(codes, scope))!.sort()).toEqual(await stored(scope));

    const { items } = await listMemories(db, scope, z.object(listing.query!.shape).parse({ limit: 3 }));
    await updateMemory({ db, embedder }, scope, items[0]!.id, { state: 'invalidated', resolve_entities: true });
    expect((await asked(codes, scope))!.sort()).toEqual(await stored(scope));
    await updateMemory({ db, embedder }, scope, items[0]!.id, { state: 'valid', resolve_entities: true });
    await updateMemory({ db, embedder }, scope, items[1]!.id, { text: 'Ana: We sold the lantern.', resolve_entities: true });
    expect((await asked(codes, scope))!.sort()).toEqual(await stored(scope));
  });

  it('follow what is more than a page in the background, and answer again when it is read', async () => {
    const scope = await filled('more', 300);
    const codes = new KeptCodes(db, { least: 1 });
    await known(codes, scope);
    await keep(scope, conversation({ seed: 6, sentences: 1200, turnsPerSession: 1200 })[0]!.turns.join('\n'), 'long');
    expect(await asked(codes, scope)).toBeNull();
    expect(await known(codes, scope)).toEqual(await stored(scope));
  });

  it('begin anew where many of them are of what is gone', async () => {
    const scope = await filled('gone', 400);
    const codes = new KeptCodes(db, { least: 1 });
    await known(codes, scope);
    await deleteDocument(db, scope, 'session-5-0');
    expect(await asked(codes, scope)).toBeNull();
    expect(await known(codes, scope)).toEqual(await stored(scope));
  });

  it('make room where nobody asks any more, and are kept of large banks alone', async () => {
    const [small, large] = [await filled('small', 200), await filled('large', 500)];
    const used = new KeptCodes(db, { least: 1, most: 600 });
    await known(used, small);
    expect(await asked(used, large)).toBeNull();
    expect(await asked(used, small)).not.toBeNull();
    const idle = new KeptCodes(db, { least: 1, most: 600, idleMs: 0 });
    await known(idle, small);
    await known(idle, large);
    expect(await asked(new KeptCodes(db, { least: 1, most: 100 }), small)).toBeNull();
    const choosy = new KeptCodes(db, { least: 300 });
    await known(choosy, large);
    expect(await asked(choosy, small)).toBeNull();
  });

  it('find what exact search finds', async () => {
    const scope = await filled('alike', 600);
    const codes = new KeptCodes(db, { least: 1 });
    await known(codes, scope);
    const own = (await currentBank(db, scope))!;
    for (const query of questions(conversation({ seed: 5, sentences: 600, turnsPerSession: 200 }), 5, 12)) {
      const [one, other] = await Promise.all([
        recall({ db, embedder, codes }, own, recallBody.parse({ query })),
        recall({ db, embedder }, own, recallBody.parse({ query })),
      ]);
      const first = (found: typeof one) => found.results.slice(0, 10).map(({ id }) => id);
      expect(first(one)).toEqual(first(other));
    }
    const types = await recall({ db, embedder, codes }, own, recallBody.parse({ query: 'lantern', types: ['observation'] }));
    expect(types.results).toEqual([]);
  });

  it('give ranking what is stored, also where no code is asked', async () => {
    const scope = await bankScope(db, orgId, 'features');
    for (const { id, turns } of conversation({ seed: 8, sentences: 500, turnsPerSession: 100 }))
      await keep(scope, turns.join('\n'), id, ['all']);
    await keep(scope, 'Ana: Hello.\nBen: Is the lantern in the boathouse?\nAna: It was there in January 2024.', 'talk', ['all']);
    const codes = new KeptCodes(db, { least: 1 });
    await known(codes, scope);
    const own = (await currentBank(db, scope))!;
    const sentence = conversation({ seed: 8, sentences: 500, turnsPerSession: 100 })[1]!.turns[3]!.replace(/^[^:]+: /, '');
    const asking = [
      ...questions(conversation({ seed: 8, sentences: 500, turnsPerSession: 100 }), 5, 6),
      ...[sentence, 'What happened in January 2024?', 'What did Ana say about the lantern in 2024?', 'What did Ben ask?'],
    ];
    for (const query of asking) {
      const body = recallBody.parse({ query, tags: ['all'], tags_match: 'any_strict', trace: true });
      const [one, other] = await Promise.all([recall({ db, embedder, codes }, own, body), recall({ db, embedder }, own, body)]);
      expect(one.results.length).toBeGreaterThan(0);
      expect(one.results).toEqual(other.results);
    }
  });

  it('know where units stand that a longer document moved, though none of them was written', async () => {
    const scope = await bankScope(db, orgId, 'moved');
    const { turns } = conversation({ seed: 9, sentences: 400, turnsPerSession: 400 })[0]!;
    await keep(scope, turns.join('\n'), 'long');
    const codes = new KeptCodes(db, { least: 1 });
    await known(codes, scope);
    const before = (await currentBank(db, scope))!.bank!.revision;
    const [first = '', ...rest] = turns;
    await keep(scope, [first, 'Ana: The lantern is new, and so is this line of the talk.', ...rest].join('\n'), 'long');
    const [moved] = await db.query<{ count: number }>(
      sql`select count(*)::int as count from memories where bank_uid = ${scope.bankUid} and revision <= ${before} and turn > 300`,
    );
    expect(moved!.count).toBeGreaterThan(0);
    expect(await codeGaps(db, codes, scope)).toEqual([]);
  });

  it('are not needed for what is written while somebody asks', async () => {
    const scope = await filled('meanwhile', 300);
    const codes = new KeptCodes(db, { least: 1 });
    await known(codes, scope);
    const { bank } = (await currentBank(db, scope))!;
    const before = await codes.ofNow(bank!, BUILTIN_MODEL);
    await keep(scope, 'Ana: The lantern hangs in the old boathouse now.', 'later');
    const own = (await currentBank(db, scope))!;
    const behind = { ofNow: async () => before } as unknown as KeptCodes;
    const { results } = await recall(
      { db, embedder, codes: behind },
      own,
      recallBody.parse({ query: 'Where does the lantern hang, in the boathouse?' }),
    );
    expect(results[0]).toMatchObject({ text: 'Ana: The lantern hangs in the old boathouse now.', document_id: 'later', type: 'world' });
  });
});
