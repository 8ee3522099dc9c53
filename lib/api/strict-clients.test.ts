import { describe, expect, it } from 'vitest';
import { operations } from '#lib/api/operations';
import { adaptFor } from '#lib/api/strict-clients';

const GO = 'OpenAPI-Generator/1.0.0/go';

describe('an answer for a strict client', () => {
  it('contains nothing beyond the contract for the Go client', () => {
    const answer = { total: 1, items: [{ id: 'a', kind: 'PERSON' }, { id: 'b', kind: null }, null] };
    adaptFor('list_entities', `agent/2 ${GO}`)!(answer);
    expect(JSON.parse(JSON.stringify(answer))).toEqual({ total: 1, items: [{ id: 'a' }, { id: 'b' }, null] });
  });

  it('contains nothing beyond the contract at any depth of a tree', () => {
    const node = (children: object[]) => ({ id: 'a', trigger: { mode: 'full', budget: 'high' }, children });
    const answer = { roots: [node([node([])])] };
    adaptFor('get_knowledge_base_tree', GO)!(answer);
    expect(JSON.stringify(answer)).not.toContain('budget');
    expect(answer.roots[0]!.children[0]).toMatchObject({ id: 'a', trigger: { mode: 'full' } });
  });

  it('reports to early Python clients that content was preserved if it is unchanged', () => {
    const answer = { outcome: 'content_unchanged' };
    adaptFor('dry_run_refresh_mental_model', 'hindsight-client-python/0.9.1')!(answer);
    expect(answer.outcome).toBe('content_preserved_no_new_facts');
    expect(adaptFor('dry_run_refresh_mental_model', 'hindsight-client-python/1.1.0')).toBeNull();
  });

  it('is not changed for all others', () => {
    for (const agent of [null, 'curl/8', 'OpenAPI-Generator/0.0.7/python', 'Mozilla/5.0'])
      expect(adaptFor('list_entities', agent)).toBeNull();
    expect(adaptFor('list_document_chunks', GO)).toBeNull();
  });

  it('is adapted for operations that exist', () => {
    const ids = ['retain_memories', 'recall_memories', 'delete_document', 'reflect', 'get_mental_model', 'get_operation_status', 'version'];
    for (const id of ids) expect(adaptFor(id, GO), id).not.toBeNull();
    const known = new Set(operations.map(({ id }) => id));
    for (const id of ids) expect(known.has(id), id).toBe(true);
  });
});
