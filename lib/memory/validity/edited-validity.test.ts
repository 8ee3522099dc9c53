import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { inconsistencies } from '#e2e/fixtures/consistency';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { currentBank } from '#lib/memory/banks/service';
import { updateMemoryBody } from '#lib/memory/memories/contract';
import { listMemories, updateMemory } from '#lib/memory/memories/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { retainHandler } from '#lib/memory/retain/background';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

withTestBank();

const embedder = builtinEmbedder();
const TEXT = 'Kavi lives in Whitby.';
const day = (text: string): string => `${text}T00:00:00+00:00`;

interface Validity {
  readonly valid_from?: string;
  readonly valid_to?: string;
}
const say = (validity: Validity, document_id = 'd') =>
  retain(
    { db, embedder },
    scope,
    retainBody.parse({ items: [{ content: TEXT, timestamp: '2026-01-05T10:00:00Z', document_id, ...validity }] }),
  );
const facts = async () =>
  (await listMemories(db, (await currentBank(db, scope))!, { type: ['world'], tags_match: 'any', order: 'asc', limit: 9, offset: 0 }))
    .items;
const patch = async (body: object) => updateMemory({ db, embedder }, scope, (await facts())[0]!.id, updateMemoryBody.parse(body));
const consolidate = () => consolidationHandler.run(jobOf(jobApp(db, { embedder }), scope, { automatic: false, sweep: true, within: null }));

describe('the validity of an edited memory, when its document is retained again', () => {
  it('is that of the request if a user changed something else', async () => {
    await say({ valid_to: '2026-09-01' });
    await patch({ context: 'a chat' });
    await say({ valid_from: '2026-01-01', valid_to: '2026-08-01' });
    expect(await facts()).toMatchObject([
      { context: 'a chat', valid_from: day('2026-01-01'), valid_to: day('2026-08-01'), validity_source: 'given' },
    ]);
    await say({});
    expect(await facts()).toMatchObject([{ context: 'a chat', valid_from: null, valid_to: null, validity_source: null }]);
    await say({ valid_to: '2026-07-01' });
    expect(await facts()).toMatchObject([{ context: 'a chat', valid_to: day('2026-07-01'), validity_source: 'given' }]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });

  it('is that of the user if they set it', async () => {
    await say({ valid_to: '2026-09-01' });
    await patch({ valid_to: '2026-05-01', reason: 'The contract ended in May.' });
    for (const validity of [{ valid_from: '2026-01-01', valid_to: '2026-08-01' }, {}]) {
      await say(validity);
      expect(await facts()).toMatchObject([
        { valid_from: null, valid_to: day('2026-05-01'), validity_source: 'set', validity_reason: 'The contract ended in May.' },
      ]);
    }
  });

  it('is that of the user if they removed it', async () => {
    await say({ valid_to: '2026-09-01' });
    await patch({ valid_to: null });
    await say({ valid_to: '2026-08-01' });
    expect(await facts()).toMatchObject([{ valid_to: null, validity_source: 'set' }]);
  });

  it('is derived again once no request gives it', async () => {
    await say({ valid_to: '2026-09-01' });
    await patch({ context: 'a chat' });
    const later = { content: 'Kavi moved from Whitby to Leeds.', timestamp: '2026-04-05T10:00:00Z', document_id: 'e' };
    await retain({ db, embedder }, scope, retainBody.parse({ items: [later] }));
    await consolidate();
    expect((await facts())[0]).toMatchObject({ valid_to: day('2026-09-01'), superseded_by: null });
    await say({});
    await consolidate();
    const [whitby, leeds] = await facts();
    expect(whitby).toMatchObject({ text: TEXT, context: 'a chat', superseded_by: leeds!.id, validity_source: 'derived' });
    // The same request again changes nothing that was derived.
    await retainHandler.run(jobOf(jobApp(db, { embedder }), (await currentBank(db, scope))!, { reprocess: 'd' }));
    expect((await facts())[0]).toMatchObject({ superseded_by: leeds!.id, valid_to: whitby!.valid_to });
  });

  it('of one of two documents separates the statements, unless a user set it', async () => {
    await say({ valid_to: '2026-09-01' }, 'a');
    await say({ valid_to: '2026-09-01' }, 'b');
    await patch({ context: 'a chat' });
    await say({ valid_to: '2026-08-01' }, 'b');
    const ends = async () => (await facts()).map(({ valid_to }) => valid_to).toSorted();
    expect(await ends()).toEqual([day('2026-08-01'), day('2026-09-01')]);
    expect(await inconsistencies(db, scope)).toEqual([]);
  });
});
