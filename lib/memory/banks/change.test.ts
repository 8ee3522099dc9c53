import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { orgScope } from '#e2e/fixtures/database';
import { listAudit } from '#lib/access/audit/service';
import { differences } from '#lib/memory/banks/change';
import { resetConfig, updateConfig } from '#lib/memory/banks/configure';
import { addBackground, patchBank, putBank, setDisposition } from '#lib/memory/banks/service';
import type { SettingsRow } from '#lib/memory/banks/store';
import { deleteDocument } from '#lib/memory/documents/service';
import { bulkBody, listMemories as listing } from '#lib/memory/memories/contract';
import { clearMemories, deleteMemory, listMemories, setStateOfAll } from '#lib/memory/memories/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const row = (more: Partial<SettingsRow> = {}): SettingsRow => ({
  ...{ id: 'b', name: 'b', mission: '', skepticism: 3, literalism: 3, empathy: 3, config: {} },
  ...more,
});

describe('the audit entry of a change', () => {
  it.each([
    ['nothing', {}, {}, null],
    ['a number', { empathy: 3 }, { empathy: 5 }, { before: { disposition_empathy: 3 }, after: { disposition_empathy: 5 } }],
    [
      'a setting that is reset',
      { config: { enable_observations: false } },
      {},
      { before: { enable_observations: false }, after: { enable_observations: null } },
    ],
    [
      'the beginning of a long text',
      {},
      { mission: 'word '.repeat(100) },
      { before: { reflect_mission: '' }, after: { reflect_mission: `${'word '.repeat(12).trim()}… (500 characters)` } },
    ],
    ['a list', {}, { config: { list: ['a'] } }, { before: { list: [] }, after: { list: ['a'] } }],
    ['an object', {}, { config: { limits: { a: 1 } } }, { before: { limits: null }, after: { limits: '{"a":1}' } }],
  ])('%s', (_, was, is, expected) => {
    expect(differences(row(was as Partial<SettingsRow>), row(is as Partial<SettingsRow>))).toEqual(expected);
  });
});

describe('the audit log', () => {
  const env = { bankDefaults: {} };
  withTestBank();
  const lines = async () =>
    (await listAudit(db, orgScope(scope.orgId), { limit: 50 })).items
      .map(({ action, target, before, after }) => [action, target.id, before, after])
      .reverse();

  it('contains each change of settings, except for changes without effect', async () => {
    await updateConfig({ db, env }, scope, { enable_observations: false, reflect_mission: 'Help.' });
    await updateConfig({ db, env }, scope, { enable_observations: false });
    await patchBank(db, scope, { name: 'Two' });
    await putBank(db, scope, { mission: 'Serve.' });
    await setDisposition(db, scope, { skepticism: 3, literalism: 3, empathy: 5 });
    await addBackground({ db, models: { of: () => null }, signal: new AbortController().signal }, scope, 'Be kind.');
    await resetConfig({ db, env }, scope);
    expect((await lines()).map(([action]) => action)).toEqual(Array(6).fill('bank.configure'));
    expect((await lines())[0]).toEqual([
      'bank.configure',
      'bank',
      { reflect_mission: '', enable_observations: null },
      { reflect_mission: 'Help.', enable_observations: false },
    ]);
  });

  it('contains bulk deletions and changes, without their text', async () => {
    const retainText = (id: string) =>
      retain(
        { db, embedder: builtinEmbedder() },
        scope,
        retainBody.parse({ items: [{ content: `Ana: I saw ${id} otters.\nAna: I saw ${id} canaries.`, document_id: id }] }),
      );
    for (const id of ['two', 'three', 'four']) await retainText(id);
    const page = z.object(listing.query!.shape).parse({});
    const [first] = (await listMemories(db, scope, page)).items;
    await deleteMemory({ db }, scope, first!.id);
    await deleteDocument(db, scope, 'two');
    await setStateOfAll({ db }, scope, 'invalidated', bulkBody.parse({ filter: {}, all: true }));
    await setStateOfAll({ db }, scope, 'invalidated', bulkBody.parse({ filter: {}, all: true }));
    await clearMemories(db, scope, 'world');
    await clearMemories(db, scope, undefined);
    const entries = await lines();
    expect(entries.map(([action]) => action)).toEqual([
      'bank.memory_delete',
      'bank.document_delete',
      'bank.memories_change',
      'bank.clear',
      'bank.clear',
    ]);
    expect(entries[0]).toEqual(['bank.memory_delete', 'bank', { memory_id: first!.id }, null]);
    expect(entries[3]![2]).toMatchObject({ fact_type: 'world' });
    expect(JSON.stringify(entries)).not.toMatch(/otters|canaries/);
  });
});
