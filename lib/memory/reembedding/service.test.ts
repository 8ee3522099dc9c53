import { beforeAll, describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { deleteBank } from '#e2e/fixtures/database';
import { eventually, jobApp, jobOf, quickRunner } from '#e2e/fixtures/jobs';
import { provider, withProvider } from '#e2e/fixtures/models';
import { withRunners } from '#e2e/fixtures/runners';
import { isGate } from '#e2e/fixtures/runs';
import { array, sql, vectorText } from '#lib/base/db/db';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { TERMS_VERSION } from '#lib/base/text/index-terms';
import { lexemes, terms } from '#lib/base/text/terms';
import { getOperation, type Runner, registerHandler } from '#lib/jobs/operations/service';
import { currentBank } from '#lib/memory/banks/service';
import { updateMemoryBody } from '#lib/memory/memories/contract';
import { updateMemory } from '#lib/memory/memories/service';
import { type CreateMentalModelBody, createMentalModel } from '#lib/memory/mental-models/contract';
import { createModel } from '#lib/memory/mental-models/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { newTerms } from '#lib/memory/reembedding/reindex';
import { reembeddingHandler } from '#lib/memory/reembedding/run';
import { followModel, reembed, reembedOutdated } from '#lib/memory/reembedding/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { BUILTIN_MODEL, builtinEmbedder } from '#lib/models/embeddings/builtin';
import { EnglishVectors } from '#lib/models/embeddings/english';
import type { Embedder } from '#lib/models/embeddings/port';
import { ProviderEmbedder } from '#lib/models/embeddings/sdk';

withTestBank();
withProvider();
const runners = withRunners();
beforeAll(() => registerHandler(reembeddingHandler(0)));

const builtin = builtinEmbedder();
/**
 * With other dimensions than the built-in model, so the database refuses to compare vectors of the
 * two.
 */
const other = (): Embedder =>
  new ProviderEmbedder({ provider: 'openai-compatible', model: 'words-64', apiKey: 'sk-canary', baseUrl: provider.url }, {
    timeoutMs: 5_000,
    backoffMs: 1,
    attempts: 1,
  } as object);
const OTHER_MODEL = 'openai-compatible/words-64';

/** Lets one call through per permit. */
function gated(inner: Embedder) {
  const waiting: (() => void)[] = [];
  const calls: number[] = [];
  let open = false;
  const embedder: Embedder = {
    model: inner.model,
    dimensions: inner.dimensions,
    embed: async (texts, options) => {
      if (options?.deadlineMs !== undefined) return inner.embed(texts, options);
      calls.push(texts.length);
      if (!open)
        await new Promise<void>((go, stop) => {
          waiting.push(go);
          options?.signal?.addEventListener('abort', () => stop(options.signal!.reason));
        });
      return inner.embed(texts, options);
    },
  };
  return {
    embedder,
    calls,
    one: () => eventually(async () => waiting.length > 0, 'a call').then(() => waiting.shift()!()),
    open: () => {
      open = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

const run = async (embedder: Embedder): Promise<Runner> => {
  const runner = await quickRunner({ ...jobApp(db), embedder });
  runners.push(runner);
  return runner;
};
const now = async (): Promise<BankScope> => (await currentBank(db, scope))!;
const WORDS = ['apples', 'rivers', 'violins', 'bridges', 'lanterns', 'otters', 'maps'];
const sentences = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `Ana: Number ${from + i} is about ${WORDS[(from + i) % WORDS.length]}.`).join('\n');
const retainTexts = (embedder: Embedder, by: BankScope, document: string, content: string) =>
  retain({ db, embedder }, by, retainBody.parse({ items: [{ content, document_id: document }] }));
const ask = async (embedder: Embedder, query = 'What is about violins?') => {
  const notes: string[] = [];
  const body = recallBody.parse({ query, max_tokens: 400, trace: true });
  const { results } = await recall({ db, embedder, note: (what) => notes.push(what) }, await now(), body);
  return { notes, found: results.map(({ id, scores }) => [id, scores?.semantic] as const) };
};
const vectors = () =>
  db.query<{ model: string; n: number }>(sql`
    select model, count(*) as n from memory_embeddings where bank_uid = ${scope.bankUid} group by model order by model`);
const memories = async (): Promise<number> =>
  (await db.query<{ n: number }>(sql`select count(*) as n from memories where bank_uid = ${scope.bankUid}`))[0]!.n;
const status = (id: string) => getOperation(db, scope, id, { include_payload: true });
const begun = async (embedder: Embedder): Promise<string> => {
  expect(await reembedOutdated({ db, embedder })).toBe(1);
  const [row] = await db.query<{ id: string }>(sql`select id from operations where bank_uid = ${scope.bankUid} and type = 'reembedding'`);
  return row!.id;
};
const done = (id: string) => eventually(async () => (await status(id)).status === 'completed', 'the end');
/** Checks that each memory has exactly one vector, of the new model. */
const changed = async () => {
  expect(await vectors()).toEqual([{ model: OTHER_MODEL, n: await memories() }]);
  expect((await now()).bank!.embeddingModel).toBe(OTHER_MODEL);
  expect(await inconsistencies(db, scope)).toEqual([]);
};

describe('a bank with another embedding model than the configured one', () => {
  it('uses only the previous vectors until the switch, and only the new ones afterwards', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 250));
    const gate = gated(other());
    const before = await ask(gate.embedder);
    expect(before.found.some(([, semantic]) => semantic !== undefined)).toBe(true);
    const id = await begun(gate.embedder);
    expect(await reembedOutdated({ db, embedder: gate.embedder })).toBe(0);
    await run(gate.embedder);
    await gate.one();
    await eventually(async () => (await vectors()).length === 2, 'vectors of both models');
    expect(await ask(gate.embedder)).toEqual(before);
    await eventually(async () => (await status(id)).progress?.processed === 192, 'progress');
    expect(await status(id)).toMatchObject({ status: 'processing', progress: { stage: 'embedding', processed: 192, total: 250 } });

    await retainTexts(gate.embedder, await now(), 'new', sentences(250, 260));
    expect((await now()).bank!.embeddingModel).toBe(BUILTIN_MODEL);
    const during = await ask(gate.embedder, 'Number 255 is about what?');
    expect(during.found.some(([, semantic]) => semantic !== undefined)).toBe(true);
    gate.open();
    await done(id);
    await changed();
    expect(await memories()).toBe(260);
    expect(await status(id)).toMatchObject({
      progress: { stage: 'dropping', processed: 260, total: 260 },
      result_metadata: { outcome: 'model_changed', memories: 260 },
    });
    const after = await ask(gate.embedder);
    expect(after.notes).toEqual([]);
    expect(after.found.some(([, semantic]) => semantic !== undefined)).toBe(true);
    const body = JSON.stringify(await status(id));
    expect(body).not.toMatch(/words-64|openai|static-en/);
  });

  it('accepts writes that were planned with the previous model', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 3));
    const early = await now();
    const id = await begun(other());
    await run(other());
    await done(id);
    await retainTexts(other(), early, 'late', 'Ben: I keep bees.');
    const [first] = await db.query<{ id: string }>(sql`select id from memories where bank_uid = ${scope.bankUid} limit 1`);
    await updateMemory({ db, embedder: other() }, early, first!.id, updateMemoryBody.parse({ text: 'Ana: It is about pears.' }));
    await changed();
    expect(await memories()).toBe(4);
  });

  it('plans observations again that were planned with the previous model', async () => {
    await retainTexts(builtin, scope, 'old', 'Ana: I live in Porto.\nAna: I live in Porto, really.');
    const early = await now();
    const id = await begun(other());
    await run(other());
    await done(id);
    const consolidate = async (by: BankScope) => {
      const job = jobOf(jobApp(db, { embedder: other() }), by, { automatic: false, sweep: false, within: null });
      return (await consolidationHandler.run(job)).result;
    };
    expect(await consolidate(early)).toMatchObject({ outcome: 'to_be_continued', created: 0 });
    expect(await consolidate(await now())).toMatchObject({ outcome: 'completed', created: 1 });
    await changed();
    expect(await memories()).toBe(3);
  });

  it('searches by words only while the previous model is not configured', async () => {
    const unavailable: Embedder = { model: 'provider/gone', dimensions: 256, embed: (texts) => builtin.embed(texts) };
    await retainTexts(unavailable, scope, 'old', sentences(0, 20));
    const id = await begun(other());
    const before = await ask(other());
    expect(before.notes).toEqual(['semantic: not_configured']);
    expect(before.found.length).toBeGreaterThan(0);
    expect(before.found.every(([, semantic]) => semantic === undefined)).toBe(true);
    await retainTexts(other(), await now(), 'new', sentences(20, 22));
    await run(other());
    await done(id);
    await changed();
    expect((await ask(other())).notes).toEqual([]);
  });

  it('neither skips nor repeats memories with concurrent writers', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 200));
    const configured = other();
    const id = await begun(configured);
    await run(configured);
    for (let i = 0; i < 30; i++) await retainTexts(configured, await now(), `new-${i % 10}`, sentences(1000 + i * 3, 1003 + i * 3));
    await done(id);
    await changed();
  });
});

describe('the operation', () => {
  it('continues after a killed process, and requests only missing vectors', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 400));
    const first = gated(other());
    const id = await begun(first.embedder);
    const lost = await run(first.embedder);
    await first.one();
    await eventually(async () => (await vectors()).length === 2, 'the first batch');
    await eventually(async () => first.calls.length === 2, 'the second call');
    // Simulates a killed process: its lease expires, and its token is invalid.
    await db.query(sql`update operations set lease_token = ${newId()}, lease_until = now() - interval '1 second' where id = ${id}`);
    const second = gated(other());
    second.open();
    await lost.stop();
    await run(second.embedder);
    await done(id);
    expect(second.calls).toEqual([192, 16]);
    await changed();
  });

  it('waits for as long as the provider says, without counting it as an attempt', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 5));
    provider.always({ kind: 'status', status: 429, retryAfter: '120' });
    const id = await begun(other());
    await run(other());
    await eventually(async () => (await status(id)).next_retry_at !== null && (await status(id)).status === 'pending', 'the wait');
    expect(await status(id)).toMatchObject({ retry_count: 1, error_message: 'The embedding model was not available.' });
    expect(Date.parse((await status(id)).next_retry_at!) - Date.now()).toBeGreaterThan(60_000);
    expect(await vectors()).toEqual([{ model: BUILTIN_MODEL, n: 5 }]);
  });

  it('adds missing vectors if the model is unchanged', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 5));
    await db.query(sql`delete from memory_embeddings where bank_uid = ${scope.bankUid} and memory_id in (
      select memory_id from memory_embeddings where bank_uid = ${scope.bankUid} limit 2)`);
    const { operation_id: id, deduplicated } = await reembed(db, await now());
    expect([deduplicated, (await reembed(db, scope)).operation_id]).toEqual([false, id]);
    await run(builtin);
    await done(id);
    expect(await vectors()).toEqual([{ model: BUILTIN_MODEL, n: 5 }]);
    expect(await status(id)).toMatchObject({ result_metadata: { outcome: 'completed', memories: 5 } });
  });

  it('includes mental models, except for those without content', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 5));
    const model = async (name: string) => {
      const body = createMentalModel.body!.parse({ name, source_query: 'What is about violins?' }) as CreateMentalModelBody;
      return (await createModel(db, scope, body)).mental_model_id;
    };
    const [full, empty] = [await model('Violins'), await model('Nothing yet')];
    await db.query(sql`update mental_models set content = 'Number two is about violins.', embedding_model = ${BUILTIN_MODEL}
      where bank_uid = ${scope.bankUid} and id = ${full}`);
    // Their first refresh could run first and write other content.
    await db.query(sql`delete from operations where bank_uid = ${scope.bankUid} and type = 'refresh_mental_model'`);
    const { operation_id: id } = await reembed(db, await now());
    await run(other());
    await done(id);
    const rows = await db.query<{ id: string; model: string | null; has: boolean }>(sql`
      select id, embedding_model as model, embedding is not null as has from mental_models where bank_uid = ${scope.bankUid}`);
    expect(rows).toContainEqual({ id: full, model: OTHER_MODEL, has: true });
    expect(rows).toContainEqual({ id: empty, model: null, has: false });
  });

  it('is requested by a write that finds another model, with a minimum interval', async () => {
    await retainTexts(builtin, scope, 'old', sentences(0, 2));
    const operationCount = async () =>
      (
        await db.query<{ n: number }>(sql`select count(*) as n from operations where bank_uid = ${scope.bankUid} and type = 'reembedding'`)
      )[0]!.n;
    await retainTexts(builtin, await now(), 'same', sentences(2, 3));
    expect(await operationCount()).toBe(0);
    await retainTexts(other(), await now(), 'new', sentences(3, 4));
    expect(await operationCount()).toBe(1);
    await db.query(sql`delete from operations where bank_uid = ${scope.bankUid} and type = 'reembedding'`);
    const bank = await now();
    await db.transaction((tx) => followModel(tx, bank, OTHER_MODEL));
    expect(await operationCount()).toBe(0);
  });

  it('does not wait in a bank without memories', async () => {
    const { operation_id: id } = await reembed(db, scope);
    await run(other());
    await done(id);
    expect(await vectors()).toEqual([]);
  });

  it('is rejected for a missing bank', async () => {
    await deleteBank(db, scope.orgId, scope.bankId);
    await expect(reembed(db, scope)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a bank with older index terms', () => {
  const THINGS = ['Äpfel', 'Flüsse', 'Geigen', 'Brücken', 'Laternen', 'Otter', 'Karten'];
  const german = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, i) => `Ana: Die Nummer ${from + i} handelt von ${THINGS[(from + i) % THINGS.length]}.`).join(
      '\n',
    );

  const state = () =>
    db.query<{ id: string; text: string; terms: string[]; count: number }>(sql`
      select id, text, tsvector_to_array(search) as terms, term_count as count from memories
      where bank_uid = ${scope.bankUid} order by id`);
  /** The memories whose vector is not that of the built-in model. */
  const wrongVectors = async (): Promise<string[]> => {
    const rows = await db.query<{ text: string; vector: string }>(sql`
      select m.text, e.embedding::text as vector from memories m
      left join memory_embeddings e on e.bank_uid = m.bank_uid and e.memory_id = m.id where m.bank_uid = ${scope.bankUid}`);
    const expected = await builtin.embed(rows.map(({ text }) => text.replace(/^Ana: /, '')));
    const cosine = (stored: string, vector: Float32Array): number =>
      stored
        .slice(1, -1)
        .split(',')
        .reduce((sum, value, i) => sum + Number(value) * vector[i]!, 0);
    return rows.filter(({ vector }, i) => cosine(vector, expected[i]!) < 0.9999).map(({ text }) => text);
  };
  const revisions = async (like: string) =>
    (
      await db.query<{ revision: number }>(
        sql`select distinct revision from memories where bank_uid = ${scope.bankUid} and text like ${like}`,
      )
    ).map(({ revision }) => revision);
  const version = async () =>
    (await db.query<{ version: number }>(sql`select terms_version as version from banks where uid = ${scope.bankUid}`))[0]!.version;

  const operationIds = async () =>
    (await db.query<{ id: string }>(sql`select id from operations where bank_uid = ${scope.bankUid} and type = 'reembedding'`)).map(
      ({ id }) => id,
    );
  /** The operation that a startup requests. The database has banks of other tests, too. */
  const requested = async (embedder: Embedder): Promise<string> => {
    await reembedOutdated({ db, embedder });
    const [id, ...more] = await operationIds();
    expect(more).toEqual([]);
    return id!;
  };

  /** Stores what the version before wrote: English terms and vectors for every language. */
  async function makeOld(): Promise<void> {
    const english = await EnglishVectors.read();
    for (const { id, text } of await state()) {
      const body = text.replace(/^Ana: /, '');
      const words = terms(body);
      const vector = english.vector(body);
      await db.query(sql`
        update memories set search = array_to_tsvector(${array(lexemes(words), 'text[]')}), term_count = ${words.length}
        where bank_uid = ${scope.bankUid} and id = ${id}`);
      await db.query(sql`
        update memory_embeddings set embedding = ${vector && vectorText(vector)}::vector
        where bank_uid = ${scope.bankUid} and memory_id = ${id}`);
    }
    await db.query(sql`
      update banks set terms_version = 1, term_count = (select sum(term_count) from memories where bank_uid = ${scope.bankUid})
      where uid = ${scope.bankUid}`);
  }

  it('gets the terms and vectors of a new one, and its English memories stay as they are', async () => {
    await retainTexts(builtin, scope, 'de', german(0, 30));
    await retainTexts(builtin, await now(), 'en', sentences(0, 20));
    const current = await state();
    await makeOld();
    expect(await wrongVectors()).toHaveLength(30);
    const before = await revisions('Ana: Number%');
    const id = await requested(builtin);
    await run(builtin);
    await done(id);
    expect(await state()).toEqual(current);
    expect(await wrongVectors()).toEqual([]);
    expect(await revisions('Ana: Number%')).toEqual(before);
    expect(await version()).toBe(TERMS_VERSION);
    expect(await inconsistencies(db, scope)).toEqual([]);
    await reembedOutdated({ db, embedder: builtin });
    expect(await operationIds()).toEqual([id]);
  });

  it('finds its memories before and after', async () => {
    await retainTexts(builtin, scope, 'de', german(0, 30));
    const answer = async () => (await ask(builtin, 'Was handelt von Geigen?')).found.map(([id]) => id);
    const current = await answer();
    await makeOld();
    expect((await answer()).length).toBeGreaterThan(0);
    const id = await requested(builtin);
    await run(builtin);
    await done(id);
    expect(await answer()).toEqual(current);
  });

  it.skipIf(isGate)('continues after a killed process', async () => {
    await retainTexts(builtin, scope, 'de', german(0, 700));
    const current = await state();
    await makeOld();
    const first = gated(builtin);
    const id = await requested(first.embedder);
    const lost = await run(first.embedder);
    await first.one();
    await eventually(async () => first.calls.length === 2, 'the second page');
    expect(await version()).toBe(1);
    await db.query(sql`update operations set lease_token = ${newId()}, lease_until = now() - interval '1 second' where id = ${id}`);
    const second = gated(builtin);
    second.open();
    await lost.stop();
    await run(second.embedder);
    await done(id);
    expect(first.calls).toEqual([400, 300]);
    expect(second.calls).toEqual([300]);
    expect(await state()).toEqual(current);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('keeps the terms of names given with a memory', () => {
    const memory = {
      text: 'Ana: Sie wohnt jetzt in Köln am Rhein.',
      speaker: 'Ana',
      context: 'Umzug',
      terms: ['sie', 'koln', 'umzug', 'melinda'],
    };
    const made = newTerms(memory);
    expect(made?.lexemes).toEqual(['~wohnt', '~jetzt', '~koln', '~rhein', '~umzug', 'melinda']);
    expect(newTerms({ ...memory, terms: made!.lexemes.slice() })).toBeNull();
    expect(newTerms({ text: 'She lives in Cologne now.', speaker: null, context: 'Move', terms: ['x'] })).toBeNull();
  });
});
