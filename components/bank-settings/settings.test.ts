import { describe, expect, it } from 'vitest';
import { changes, effectiveSetting, GROUPS, kindOf, readDraft, valueText } from '#components/bank-settings/settings';
import { type BankConfigResponse, DEFAULT_SETTINGS, SETTING_NAMES } from '#lib/memory/settings/contract';

const config = (over: Partial<BankConfigResponse> = {}): BankConfigResponse => ({
  bank_id: 'b',
  config: { ...DEFAULT_SETTINGS },
  overrides: {},
  inherited: { ...DEFAULT_SETTINGS },
  ...over,
});

describe('bank settings', () => {
  it('contain every setting in one group', () => {
    expect(Object.values(GROUPS).flat().sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('have the origin of each effective value', () => {
    expect(effectiveSetting(config(), 'recall_max_tokens')).toMatchObject({ value: 4096, origin: 'default' });
    const operators = { ...DEFAULT_SETTINGS, recall_max_tokens: 999 };
    expect(effectiveSetting(config({ config: operators, inherited: operators }), 'recall_max_tokens')).toMatchObject({
      value: 999,
      origin: 'environment',
    });
    const own = config({
      config: { ...DEFAULT_SETTINGS, recall_max_tokens: 7 },
      overrides: { recall_max_tokens: 7 },
      inherited: operators,
    });
    expect(effectiveSetting(own, 'recall_max_tokens')).toMatchObject({ value: 7, inherited: 999, origin: 'bank' });
  });

  it('have values of the bank that are not effective', () => {
    const own = config({ overrides: { retain_llm: 'deep' }, not_in_force: { retain_llm: 'It is no longer offered' } });
    const setting = effectiveSetting(own, 'retain_llm');
    expect(setting).toMatchObject({ value: null, origin: 'bank', idle: 'deep' });
    expect(valueText('retain_llm', setting.value)).toBe('the operator’s choice');
    expect(changes(setting, null)).toBe(true);
    expect(effectiveSetting(own, 'reflect_llm').idle).toBeNull();
  });

  it.each([
    ['retain_chunk_size', '900', { value: 900 }],
    ['retain_chunk_size', 'many', { error: 'Enter a number.' }],
    ['retain_chunk_size', '', { value: null }],
    ['retain_structured_chunk_size', ' ', { value: null }],
    ['enable_observations', 'false', { value: false }],
    ['entity_labels', '', { value: [] }],
    ['retain_strategies', '', { value: {} }],
    ['retain_strategies', '{"logs": {"retain_chunk_size": 0}}', { error: 'logs, retain_chunk_size: Must be at least 1.' }],
    ['retain_strategies', '{"logs": {"retain_chunk_size": 900}}', { value: { logs: { retain_chunk_size: 900 } } }],
    ['default_observation_scopes', ' ', { value: null }],
    ['entity_labels', '[', { error: 'This is not valid JSON.' }],
    ['entity_labels', '[\n{"key" "topic"}]', { error: 'This is not valid JSON: check line 2, character 8.' }],
    ['entity_labels', '[{"key": "a"}, {"values": []}]', { error: 'Entry 2, key: is missing.' }],
    ['entity_labels', '[{"key": 7}]', { error: 'Entry 1, key: must be text.' }],
    ['entity_labels', '[{"key": "a", "type": "many"}]', { error: 'Entry 1, type: must be one of value, multi-values, text, map.' }],
    ['entity_labels', '[{"key": "a", "values": [{"value": "x"}, {}]}]', { error: 'Entry 1, values 2, value: is missing.' }],
    ['entity_labels', '{"key": "a"}', { error: 'must be a list.' }],
    ['retain_mission', '  ', { value: null }],
    ['reflect_mission', '  ', { value: '' }],
    ['llm_output_language', ' German ', { value: 'German' }],
  ] as const)('parses %s from “%s”', (name, text, read) => expect(readDraft(name, text)).toEqual(read));

  it('reports the bound and the position in a list', () => {
    expect(readDraft('retain_chunk_size', '0')).toEqual({ error: 'Must be at least 1.' });
    expect(readDraft('retain_chunk_size', '900.5')).toEqual({ error: 'Enter a whole number.' });
    expect(readDraft('recall_budget_adaptive_low', '0')).toEqual({ error: 'Must be more than 0.' });
    expect(readDraft('entity_labels', '[{"key": "a:b"}]')).toEqual({ error: 'Entry 1, key: a label key must not contain a colon' });
  });

  it('detects changes', () => {
    const setting = effectiveSetting(config(), 'retain_chunk_size');
    expect([changes(setting, 2400), changes(setting, 900), changes(setting, null)]).toEqual([false, true, false]);
    const own = effectiveSetting(
      config({ config: { ...DEFAULT_SETTINGS, retain_chunk_size: 900 }, overrides: { retain_chunk_size: 900 } }),
      'retain_chunk_size',
    );
    expect([changes(own, 900), changes(own, null)]).toEqual([false, true]);
  });

  it('formats values with their unit, and has an editor for every setting', () => {
    expect(valueText('recall_max_tokens', 4096)).toBe('4,096 tokens');
    expect(valueText('max_observations_per_scope', -1)).toBe('no limit');
    expect(valueText('retain_llm', null)).toBe('the operator’s choice');
    expect(valueText('recall_budget_adaptive_low', 0.025)).toBe('0.025 per token');
    expect(new Set(SETTING_NAMES.map(kindOf))).toEqual(new Set(['text', 'choice', 'switch', 'number', 'json', 'word', 'model']));
  });
});
