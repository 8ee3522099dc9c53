import { describe, expect, it } from 'vitest';
import { ValidationFailure } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { type ActorKind, mintBankScope } from '#lib/base/scope';
import { dryRunBody } from '#lib/memory/retain/contract';
import { dryRun } from '#lib/memory/retain/dry-run';

const run = (kind: ActorKind, body: object, config: Record<string, unknown> = {}) =>
  dryRun(
    {},
    mintBankScope({
      orgId: newId(),
      actor: { kind, keyId: null, label: 'somebody' },
      bankId: 'bank',
      bankUid: 1,
      bank: { uid: 1, id: 'bank', revision: 1, backlogRevision: 0, unitCount: 0, termCount: 0, speakers: [], embeddingModel: null, config },
    }),
    dryRunBody.parse({ content: 'Ann: I moved to Lisbon in March.', ...body }),
    new AbortController().signal,
  );

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('what a dry run recognizes', () => {
  it('is reported with the facts, in every mode', async () => {
    const content = '02/03/2025, 18:01 - Ann: I bring the ladder.\n09/05/2026, 07:30 - Bob: I moved to Lisbon in March.';
    const recognized = {
      format: 'whatsapp',
      conversations: 1,
      messages: 2,
      omitted: 0,
      speaker_count: 2,
      speakers: ['Ann', 'Bob'],
      first_at: '2025-03-02T18:01:00+00:00',
      last_at: '2026-05-09T07:30:00+00:00',
    };
    expect((await run('member', { content })).recognized).toEqual(recognized);
    expect((await run('member', { content, retain_extraction_mode: 'chunks' })).recognized).toEqual(recognized);
  });
});

describe('the chunk size of a dry run', () => {
  it.each(['member', 'restricted_key', 'child_key'] as const)('is limited to that of the bank for %s', async (kind) => {
    const large = await refusal(run(kind, { retain_chunk_size: 2_401, retain_structured_chunk_size: 4_001 }));
    expect(large).toBeInstanceOf(ValidationFailure);
    expect((large as ValidationFailure).issues).toMatchObject([
      { loc: ['body', 'retain_chunk_size'], msg: expect.stringContaining('at most 2400'), input: 2_401 },
      { loc: ['body', 'retain_structured_chunk_size'], msg: expect.stringContaining('at most 4000'), input: 4_001 },
    ]);
    for (const body of [{}, { retain_chunk_size: 2_400, retain_structured_chunk_size: 4_000 }, { retain_chunk_size: 500 }])
      expect((await run(kind, body)).facts).toHaveLength(1);
    const config = { retain_chunk_size: 6_000, retain_structured_chunk_size: 20_000 };
    expect((await run(kind, { retain_chunk_size: 6_000, retain_structured_chunk_size: 20_000 }, config)).facts).toHaveLength(1);
    expect(await refusal(run(kind, { retain_chunk_size: 6_001 }, config))).toBeInstanceOf(ValidationFailure);
  });

  it.each(['owner', 'admin', 'unrestricted_key', 'anonymous'] as const)(
    'is unlimited for %s, who may change the settings',
    async (kind) => {
      const answer = await run(kind, { retain_chunk_size: 16_000, retain_structured_chunk_size: 64_000 });
      expect(answer.facts).toHaveLength(1);
    },
  );
});
