import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { FILLED, freshBank } from '#e2e/contract/filling';
import type { Reply } from '#e2e/fixtures/http';
import * as contract from '#lib/memory/templates/contract';

const template = {
  version: '1',
  bank: { retain_mission: 'Birds.' },
  mental_models: [{ id: 'ana', name: 'Ana', source_query: 'Who is Ana?' }],
  directives: [{ name: 'Tone', content: 'Answer in German.' }],
};

const imported = (status: number, when: string, body: unknown, check?: Case['check'], query: Record<string, string> = {}): Case => ({
  operation: contract.importTemplate,
  status,
  when,
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: freshBank() }, body, query }),
  ...(check && { check }),
});

export const templateCases: Case[] = [
  imported(200, 'a template for a new bank', template, (body: contract.TemplateImported) => {
    expect(body).toMatchObject({ config_applied: true, mental_models_created: ['ana'], mental_models_updated: [], dry_run: false });
    expect(body.directives_created).toEqual(['Tone']);
    expect(body.operation_ids).toHaveLength(1);
  }),
  imported(
    200,
    'a dry run, which creates nothing',
    template,
    async (body: contract.TemplateImported, _, world, { path }) => {
      expect(body).toMatchObject({ mental_models_created: ['ana'], directives_created: ['Tone'], operation_ids: [], dry_run: true });
      const { status } = await world.ask(contract.exportTemplate, { key: world.alpha.key, path: path ?? {} });
      expect(status).toBe(404);
    },
    { dry_run: 'true' },
  ),
  imported(
    200,
    'unknown fields, which are ignored',
    { ...template, bank: { memory_defense: {} }, directives: [{ name: 'a', content: 'b', color: 'red' }] },
    (body: contract.TemplateImported, { headers }: Reply) => {
      expect(body.directives_created).toEqual(['a']);
      expect(headers['x-ignored-params']).toBe('directives.color, bank.memory_defense');
    },
  ),
  imported(400, 'a list', [template], (body: { detail: string }) => {
    expect(body.detail).toContain('Template schema validation failed: body');
  }),
  imported(400, 'a template of another version', { version: '9' }, (body: { detail: string }) => {
    expect(body.detail).toContain('Template schema validation failed: version');
  }),
  imported(400, 'an unknown setting', { version: '1', bank: { nothing: 1 } }, (body: { detail: string }) => {
    expect(body.detail).toContain('Template validation failed');
  }),
  imported(400, 'a directive without content', { version: '1', directives: [{ name: 'a', content: '' }] }, (body: { detail: string }) => {
    expect(body.detail).toBe('Template schema validation failed: directives.0.content: content must not be blank');
  }),
  {
    operation: contract.exportTemplate,
    status: 200,
    when: 'the template of a bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED } }),
    check: (body: { version: string }) => void expect(body.version).toBe('1'),
  },
  { operation: contract.exportTemplate, status: 404, when: 'a missing bank', ask: ({ alpha }) => ({ key: alpha.key, path: ABSENT }) },
  {
    operation: contract.templateSchema,
    status: 200,
    when: 'anybody',
    ask: () => ({ key: null }),
    check: (body: { properties: object }) =>
      void expect(Object.keys(body.properties)).toEqual(['version', 'bank', 'mental_models', 'directives']),
  },
];
