import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';
import { inBank, lockBank } from '#lib/memory/banks/service';
import { MAX_DEPTH } from '#lib/memory/knowledge/contract';
import { addNodes, type KnowledgeNodeToImport } from '#lib/memory/knowledge/import';
import { createFolder, getTree } from '#lib/memory/knowledge/service';
import { createBody } from '#lib/memory/mental-models/fields';
import { createModel } from '#lib/memory/mental-models/service';

withTestBank();

const folder = (id: string, parentId: string | null, name = id): KnowledgeNodeToImport => ({
  ...{ id, kind: 'folder', name, parentId, modelId: null, order: null },
});
const page = (id: string, parentId: string | null, modelId: string): KnowledgeNodeToImport => ({
  ...{ id, kind: 'page', name: modelId, parentId, modelId, order: null },
});
const added = (nodes: readonly KnowledgeNodeToImport[], models: readonly string[] = []) =>
  inBank(db, scope, async (tx) => {
    await lockBank(tx, scope);
    return [...(await addNodes(tx, scope, nodes, new Set(models)))];
  });
const rootsOf = async () => (await getTree(db, scope, { tags_match: 'any' })).roots;

describe('imported folders and pages', () => {
  it('join those of the bank, and change none of them', async () => {
    const { id: own } = await createFolder(db, scope, { name: 'Own' });
    for (const id of ['a', 'b', 'mine'])
      await createModel(db, scope, createBody.parse({ id, name: id === 'b' ? 'a' : id, source_query: 'Who?' }));
    const nodes = [folder(own, null, 'Other'), page('kp-a', own, 'a'), page('kp-b', own, 'b'), page('kp-mine', own, 'mine')];
    expect(await added(nodes, ['a', 'b'])).toEqual(['kp-a']);
    expect(await rootsOf()).toMatchObject([{ name: 'Own', children: [{ id: 'kp-a', mental_model_id: 'a', children: [] }] }]);
    const places = await db.query(
      sql`select id, page_id, folder_id from mental_models where bank_uid = ${scope.bankUid} and id <> 'a' order by id`,
    );
    expect(places).toEqual(['b', 'mine'].map((id) => ({ id, page_id: null, folder_id: null })));
    expect(await added(nodes, ['a', 'b'])).toEqual([]);
  });

  it('are at the top level if they are in a cycle, too deep, or in a missing folder', async () => {
    const chain = Array.from({ length: MAX_DEPTH + 2 }, (_, i) => folder(`c${i}`, i === 0 ? null : `c${i - 1}`));
    await added([folder('x', 'y'), folder('y', 'x'), folder('lost', 'missing'), ...chain.toReversed()]);
    expect((await rootsOf()).map(({ id }) => id)).toEqual(['c0', `c${MAX_DEPTH}`, `c${MAX_DEPTH + 1}`, 'lost', 'x', 'y']);
  });
});
