import { beforeEach, describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { orgScope, seedOrg } from '#e2e/fixtures/database';
import { parseEnv } from '#lib/api/env';
import { sql } from '#lib/base/db/db';
import { type BankScope, mintBankScope } from '#lib/base/scope';
import { configOf } from '#lib/memory/banks/config';
import { readConfig, readUpdates, resetConfig, updateConfig } from '#lib/memory/banks/configure';
import { bankBody } from '#lib/memory/banks/contract';
import { getProfile, putBank } from '#lib/memory/banks/service';
import { bankSettings, DEFAULT_SETTINGS, ignoredSettings, SETTING_NAMES } from '#lib/memory/settings/contract';
import { NOTHING } from '#lib/models/llm/settings';

const env = { bankDefaults: {} };
const config = (stored: Record<string, unknown>, from: Record<string, string> = {}) => configOf(parseEnv(from), { config: stored });

describe('the settings', () => {
  it('have a default of their own type each', () => {
    expect(bankSettings.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
    expect(Object.keys(DEFAULT_SETTINGS)).toEqual(SETTING_NAMES);
  });

  it('are taken from the bank, else from the server, else from the defaults', () => {
    const operator = { SERVICE_API_RETAIN_CHUNK_SIZE: '3000', SERVICE_API_ENABLE_OBSERVATIONS: 'off' };
    expect(config({})).toMatchObject({ retainChunkSize: 2400, enableObservations: true, retainExtractionMode: 'concise' });
    expect(config({}, operator)).toMatchObject({ retainChunkSize: 3000, enableObservations: false });
    expect(config({ retain_chunk_size: 900, entity_labels: [{ key: 'mood' }] }, operator)).toMatchObject({
      retainChunkSize: 900,
      enableObservations: false,
      entityLabels: [{ key: 'mood', type: 'value', values: [] }],
    });
    expect(configOf(parseEnv(operator), null).retainChunkSize).toBe(3000);
  });

  it('count as not set if this version does not accept the stored value', () => {
    expect(config({ retain_extraction_mode: 'psychic', retain_structured_chunk_size: 0, retain_chunk_size: -1 })).toEqual(config({}));
  });

  it.each([
    [{ SERVICE_API_RETAIN_CHUNK_SIZE: '0' }, 'SERVICE_API_RETAIN_CHUNK_SIZE: '],
    [{ SERVICE_API_RETAIN_EXTRACTION_MODE: 'psychic' }, 'SERVICE_API_RETAIN_EXTRACTION_MODE: '],
    [{ SERVICE_API_ENABLE_AUTO_CONSOLIDATION: 'perhaps' }, 'SERVICE_API_ENABLE_AUTO_CONSOLIDATION: '],
  ])('of the environment are validated at startup: %j', (source, message) => {
    expect(() => parseEnv(source)).toThrow(message);
  });
});

describe('an update', () => {
  it('accepts names in the spelling of the environment, and null to reset', () => {
    expect(readUpdates({ SERVICE_API_RETAIN_MISSION: 'Plants.', recall_max_tokens: null, enable_graph_retrieval: false })).toEqual({
      set: { retain_mission: 'Plants.', enable_graph_retrieval: false },
      unset: ['recall_max_tokens'],
    });
  });

  it.each([
    [{ webhooks: true }, "'webhooks' is not a setting of a bank"],
    [{ __proto__x: 1 }, 'is not a setting of a bank'],
    [{ constructor: 1 }, "'constructor' is not a setting of a bank"],
    [{ llm_api_key: 'x' }, 'credentials and addresses'],
    [{ SERVICE_API_RETAIN_LLM_API_KEY: 'x' }, 'credentials and addresses'],
    [{ retain_llm_base_url: 'http://x' }, 'credentials and addresses'],
    [{ retain_chunk_size: '2400' }, 'retain_chunk_size must be a number'],
    [{ retain_chunk_size: 1e9 }, 'retain_chunk_size must be at most 16000'],
    [{ retain_chunk_size: 900.5 }, 'retain_chunk_size must be a whole number'],
    [{ retain_extraction_mode: 'psychic' }, 'retain_extraction_mode must be one of concise, verbose, custom, verbatim, chunks'],
    [{ enable_observations: 'yes' }, 'enable_observations must be true or false'],
    [{ entity_labels: 'x' }, 'entity_labels must be a list'],
    [{ entity_labels: [{ key: 'a' }, { values: [] }] }, 'entity_labels.1.key is required'],
    [{ entity_labels: [{ key: 'a:b' }] }, 'entity_labels.0.key: a label key must not contain a colon'],
    [{ llm_output_language: 'x'.repeat(65) }, 'llm_output_language must have at most 64 characters'],
    [{ retain_mission: 'a', SERVICE_API_RETAIN_MISSION: 'b' }, 'given twice'],
    [{ retain_llm: 'fast' }, 'must be one of builtin'],
    [
      { mcp_enabled_tools: ['recall', 'nonsense', 'Retain'] },
      'there is no tool nonsense, Retain. The tools are retain, sync_retain, recall',
    ],
    [{ knowledge_page_default_trigger: { refresh_cron: 'every hour' } }, 'knowledge_page_default_trigger.refresh_cron'],
    [{ disposition_empathy: 6 }, 'disposition_empathy must be at most 5'],
  ])('rejects %j with the reason', (updates, message) => {
    expect(() => readUpdates(updates)).toThrow(message);
  });

  it('accepts descriptions of labels that instruct a language model at length', () => {
    const description = 'Mark a fact only when it is durable. '.repeat(100);
    const labels = [{ key: 'knowledge', description, values: [{ value: 'decision', description }], fields: { why: { description } } }];
    expect(readUpdates({ entity_labels: labels }).set).toMatchObject({ entity_labels: labels });
    expect(() => readUpdates({ entity_labels: [{ key: 'a', description: description.repeat(2) }] })).toThrow(
      'entity_labels.0.description must have at most 4096 characters',
    );
  });

  it('accepts contract settings without effect, up to a size limit', () => {
    const defense = { enabled: true, rules: [] };
    expect(readUpdates({ memory_defense: defense, SERVICE_API_RETAIN_CHUNK_BATCH_SIZE: 4, audit_log_enabled: null })).toEqual({
      set: { memory_defense: defense, retain_chunk_batch_size: 4 },
      unset: ['audit_log_enabled'],
    });
    expect(() => readUpdates({ reflect_default_options: 'x'.repeat(20_000) })).toThrow(
      'reflect_default_options must have at most 16384 characters',
    );
  });

  it.each([
    [{ retain_strategies: { bad: { bogus: 1 } } }, ['updates.retain_strategies.bad.bogus']],
    [{ SERVICE_API_RETAIN_STRATEGIES: { a: { retain_mission: null, x: {} }, b: {} } }, ['updates.SERVICE_API_RETAIN_STRATEGIES.a.x']],
    [
      {
        entity_labels: [
          { key: 'a', x: 1, values: [{ value: 'v', y: 1 }] },
          { key: 'b', x: 2 },
        ],
      },
      ['updates.entity_labels.x', 'updates.entity_labels.values.y'],
    ],
    [{ memory_defense: { rules: [] }, recall_max_tokens: 1 }, ['updates.memory_defense']],
    [{ retain_strategies: null, recall_max_tokens: null, retain_llm: null, default_observation_scopes: [['a']] }, []],
  ])('reports the ignored parts of %j', (updates, ignored) => {
    expect(ignoredSettings(updates)).toEqual(ignored);
  });

  it('accepts only language models that the server offers', () => {
    expect(readUpdates({ retain_llm: 'fast' }, ['fast', 'deep']).set).toEqual({ retain_llm: 'fast' });
    expect(() => readUpdates({ retain_llm: 'other' }, ['fast', 'deep'])).toThrow('must be one of fast, deep');
  });
});

describe('the configuration of a bank', () => {
  let orgId: string;
  withTestDatabase();
  beforeEach(async () => {
    ({ orgId } = await seedOrg(db));
  });

  async function scopeOf(bankId: string): Promise<BankScope> {
    const [row] = await db.query<{ uid: number }>(sql`select uid from banks where org_id = ${orgId} and id = ${bankId}`);
    return mintBankScope({ orgId, actor: orgScope(orgId).actor, bankId, bankUid: row?.uid ?? 0, bank: null });
  }
  const read = async () => readConfig({ db, env }, await scopeOf('b'));
  const update = async (updates: Record<string, unknown>) => updateConfig({ db, env }, await scopeOf('b'), updates);

  it('is the default for a missing bank; reading and resetting do not create it', async () => {
    const answer = { bank_id: 'b', config: DEFAULT_SETTINGS, overrides: {}, inherited: DEFAULT_SETTINGS };
    expect(await read()).toEqual(answer);
    expect(await resetConfig({ db, env }, await scopeOf('b'))).toEqual(answer);
    expect((await scopeOf('b')).bankUid).toBe(0);
  });

  it('reports inherited values, also for settings that the bank overrides', async () => {
    const operators = { bankDefaults: { recall_max_tokens: 999 } };
    await update({ recall_max_tokens: 777 });
    const response = await readConfig({ db, env: operators }, await scopeOf('b'));
    expect(response.config.recall_max_tokens).toBe(777);
    expect(response.inherited).toEqual({ ...DEFAULT_SETTINGS, recall_max_tokens: 999 });
    await update({ recall_max_tokens: null });
  });

  it('reports a language model that the server no longer offers as not in force, until it is offered again', async () => {
    const offering = (...names: string[]) => ({ settings: { named: names.map((name) => ({ name, ...NOTHING })) } });
    const ask = async (...names: string[]) => readConfig({ db, env, models: offering(...names) }, await scopeOf('b'));
    await updateConfig({ db, env, models: offering('deep') }, await scopeOf('b'), { retain_llm: 'deep', reflect_llm: 'builtin' });
    const there = await ask('deep');
    expect(there.config).toMatchObject({ retain_llm: 'deep', reflect_llm: 'builtin' });
    expect(there).not.toHaveProperty('not_in_force');
    const withdrawn = await ask('other');
    expect(withdrawn.config).toMatchObject({ retain_llm: null, reflect_llm: 'builtin' });
    expect(withdrawn.overrides).toEqual({ retain_llm: 'deep', reflect_llm: 'builtin' });
    expect(withdrawn.not_in_force).toEqual({
      retain_llm: "The server no longer offers 'deep': the setting counts as not set",
    });
    expect(await ask('deep')).toEqual(there);
    await resetConfig({ db, env }, await scopeOf('b'));
  });

  it('stores settings without effect, reports them, and resets them', async () => {
    const { overrides, config: held, not_in_force } = await update({ audit_log_enabled: true, recall_max_tokens: 50 });
    expect(overrides).toEqual({ audit_log_enabled: true, recall_max_tokens: 50 });
    expect(not_in_force).toEqual({ audit_log_enabled: 'This setting has no effect in this version' });
    expect(held).not.toHaveProperty('audit_log_enabled');
    expect((await update({ audit_log_enabled: null })).overrides).toEqual({ recall_max_tokens: 50 });
    await update({ audit_log_enabled: false });
    expect((await resetConfig({ db, env }, await scopeOf('b'))).overrides).toEqual({});
  });

  it('rejects a minimum budget above the maximum, in any order, without any change', async () => {
    await update({ recall_budget_min: 900 });
    await expect(update({ recall_budget_max: 800, recall_max_tokens: 50 })).rejects.toThrow(
      'recall_budget_min (900) must be at most recall_budget_max (800)',
    );
    expect((await read()).overrides).toEqual({ recall_budget_min: 900 });
    await update({ recall_budget_min: null });
    await expect(update({ recall_budget_max: 10 })).rejects.toThrow('recall_budget_min (50)');
    expect((await read()).overrides).toEqual({});
  });

  it('changes the given settings, resets one or all, and agrees with the profile', async () => {
    const first = await update({ retain_mission: 'Plants.', recall_max_tokens: 100, reflect_mission: 'I garden.', disposition_empathy: 5 });
    expect(first.overrides).toEqual({
      retain_mission: 'Plants.',
      recall_max_tokens: 100,
      reflect_mission: 'I garden.',
      disposition_empathy: 5,
    });
    expect(await getProfile(db, await scopeOf('b'))).toMatchObject({ mission: 'I garden.', disposition: { empathy: 5, literalism: 3 } });
    const second = await update({ recall_max_tokens: null, disposition_empathy: null });
    expect(second.overrides).toEqual({ retain_mission: 'Plants.', reflect_mission: 'I garden.' });
    expect(second.config).toMatchObject({ recall_max_tokens: 4096, disposition_empathy: 3, retain_mission: 'Plants.' });
    expect(await read()).toEqual(second);
    expect((await resetConfig({ db, env }, await scopeOf('b'))).overrides).toEqual({});
    expect(await read()).toEqual({ bank_id: 'b', config: DEFAULT_SETTINGS, overrides: {}, inherited: DEFAULT_SETTINGS });
  });

  it('is also written by the operations on the profile', async () => {
    await putBank(db, await scopeOf('b'), bankBody.parse({ retain_mission: 'Plants.', mission: 'I garden.', retain_chunk_size: 900 }));
    expect((await read()).overrides).toEqual({ retain_mission: 'Plants.', reflect_mission: 'I garden.', retain_chunk_size: 900 });
  });

  it('changes nothing if one of several values is invalid', async () => {
    await update({ retain_mission: 'Plants.' });
    await expect(update({ retain_mission: 'Animals.', retain_chunk_size: 0 })).rejects.toThrow('retain_chunk_size');
    expect((await read()).overrides).toEqual({ retain_mission: 'Plants.' });
  });
});
