import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api/call';
import { getProfile, listBanks } from '#lib/api/calls';
import { runOnBank } from '#lib/api/mcp/bank-choice';
import { RefusedToolCall } from '#lib/api/mcp/in-process';
import type { CallOperation, Tool } from '#lib/api/mcp/tool';

interface Server {
  readonly banks: readonly string[];
  /** the key reaches these banks only */
  readonly isLimited?: boolean;
  /** the caller may not create banks, as an application */
  readonly isApplication?: boolean;
}

/** Answers as the guard of tools does; counts the lists of banks. */
function callerOn({ banks, isLimited = false, isApplication = false }: Server, pathBank: string | null, headerBank: string | null) {
  const asked: string[] = [];
  const answer = (needsBank: boolean, operation: unknown, bankId: string | undefined) => {
    if (operation === listBanks) {
      asked.push('list');
      return { banks: banks.slice(0, 20).map((bank_id) => ({ bank_id })), total: banks.length };
    }
    asked.push(`${bankId}`);
    if (bankId !== undefined && banks.includes(bankId)) return { bank_id: bankId };
    if (isLimited) throw new ApiError(403, 'bank_out_of_scope', 'out of reach');
    const missing = new ApiError(404, 'not_found', `The bank '${bankId}' does not exist`);
    if (isApplication) throw new RefusedToolCall(missing, 'uncreatable_bank');
    if (needsBank) throw new RefusedToolCall(missing, 'missing_bank');
    return { bank_id: `created ${bankId}` };
  };
  const callerFor = (_: string, needsBank: boolean) =>
    // The tool below reads nothing but `bank_id` of the two answers.
    (async (operation: unknown, options?: { bankId?: string }) =>
      answer(needsBank, operation, options?.bankId)) as unknown as CallOperation;
  return { asked, caller: { pathBank, headerBank, callerFor } };
}

const toolThat = (effect: Tool['effect']): Pick<Tool, 'name' | 'effect' | 'run'> => ({
  name: 'some_tool',
  effect,
  run: async ({ call, bankId }) => ({ bank_id: (await call(getProfile, { bankId })).bank_id }),
});

interface Call {
  readonly effect?: Tool['effect'];
  readonly args?: Readonly<Record<string, unknown>>;
  readonly path?: string;
  readonly header?: string;
}

async function called(server: Server, { effect = 'reads', args = {}, path, header }: Call = {}) {
  const { asked, caller } = callerOn(server, path ?? null, header ?? null);
  const result = await runOnBank(caller, toolThat(effect), args).catch((error: ApiError) => ({ error: error.detail }));
  return { result, asked };
}

describe('a call that names no bank', () => {
  it.each(['reads', 'writes', 'deletes'] as const)('that %s works on the bank default, with one request', async (effect) => {
    const { result, asked } = await called({ banks: ['ann', 'default'] }, { effect });
    expect([result, asked]).toEqual([{ bank_id: 'default' }, ['default']]);
  });

  it.each([true, false])('works on the only bank that the key reaches (limited key: %s)', async (isLimited) => {
    for (const effect of ['reads', 'writes'] as const)
      expect((await called({ banks: ['ann'], isLimited }, { effect })).result).toEqual({ bank_id: 'ann' });
  });

  it.each([true, false])('fails with the names of several banks (limited key: %s)', async (isLimited) => {
    for (const effect of ['reads', 'writes', 'deletes'] as const)
      expect((await called({ banks: ['ann', 'ben'], isLimited }, { effect })).result).toEqual({
        error: 'Name a bank in bank_id: this key reaches ann, ben',
      });
  });

  it('names at most 20 banks', async () => {
    const banks = Array.from({ length: 23 }, (_, i) => `b${i}`);
    const { result } = await called({ banks });
    expect(result).toEqual({ error: expect.stringMatching(/b0, .*b19 and 3 more$/) });
  });

  it('creates the bank default by a write if there is no bank, and not by a read', async () => {
    expect((await called({ banks: [] }, { effect: 'writes' })).result).toEqual({ bank_id: 'created default' });
    expect((await called({ banks: [] })).result).toEqual({ error: 'Name a bank in bank_id: this key reaches no bank' });
    expect((await called({ banks: [], isLimited: true }, { effect: 'writes' })).result).toEqual({
      error: 'Name a bank in bank_id: this key reaches no bank',
    });
  });
});

describe('a call that names a bank', () => {
  it('prefers the path to the argument, and the argument to the header', async () => {
    const banks = ['ann', 'ben', 'cleo'];
    const all = { args: { bank_id: 'ben' }, header: 'cleo' };
    expect((await called({ banks }, { ...all, path: 'ann' })).result).toEqual({ bank_id: 'ann' });
    expect((await called({ banks }, all)).result).toEqual({ bank_id: 'ben' });
    expect((await called({ banks }, { header: 'cleo' })).result).toEqual({ bank_id: 'cleo' });
  });

  it('creates a missing bank by a write', async () => {
    expect((await called({ banks: ['ann'] }, { effect: 'writes', args: { bank_id: 'new' } })).result).toEqual({ bank_id: 'created new' });
  });

  it('of a caller that may not create banks has the names of those that exist, also by a write', async () => {
    for (const effect of ['reads', 'writes'] as const) {
      const isApplication = true;
      expect((await called({ banks: ['ann', 'ben'], isApplication }, { effect, args: { bank_id: 'new' } })).result).toEqual({
        error: "The bank 'new' does not exist: this key reaches ann, ben",
      });
      expect((await called({ banks: [], isApplication }, { effect })).result).toEqual({
        error: expect.stringContaining('this key reaches no bank'),
      });
      expect((await called({ banks: ['ann'], isApplication }, { effect })).result).toEqual({ bank_id: 'ann' });
    }
  });

  it('lists the banks to a read of a missing bank, unless the path limits it to that bank', async () => {
    expect((await called({ banks: ['ann', 'ben'] }, { args: { bank_id: 'anm' } })).result).toEqual({
      error: "The bank 'anm' does not exist: this key reaches ann, ben",
    });
    expect(await called({ banks: ['ann'] }, { path: 'anm' })).toEqual({
      result: { error: "The bank 'anm' does not exist" },
      asked: ['anm'],
    });
  });
});
