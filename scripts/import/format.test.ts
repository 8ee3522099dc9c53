import { expect, it } from 'vitest';
import { contentLines, countsOf, progressLine, resultLines } from './format.mjs';

const PREVIEW = {
  ...{ format: 'mem0', mode: 'merge', target_bank_id: 'bees', bank_exists: true, documents_existing: 1 },
  recognized: { documents: 0, memories: 2, entities: 1, relations: 0 },
  content: { documents: 2, facts: 2, observations: 0, mental_models: 0, knowledge_pages: 0 },
  conflicts: { no_text: 3, repeated: 1 },
  conflict_examples: [{ reason: 'no_text', path: 'results[4]' }],
  ...{ first_time: '2025-03-01T10:00:00.000Z', last_time: '2025-03-04T10:00:00.000Z' },
};

it('an import prints what is in the file, what happens to it, and what is omitted', () => {
  expect(contentLines(PREVIEW, 'replace')).toEqual([
    '  export of mem0 with 2 memories, 1 entity from 2025-03-01 to 2025-03-04',
    '  omitted or incomplete: 3 without text (first: results[4]), 1 repeated',
    '  adds to the bank bees: 2 documents, 2 facts',
    '  1 document exists already and is replaced',
  ]);
  const archive = { ...PREVIEW, format: 'bank_archive', mode: 'restore', documents_existing: 0, conflicts: {}, first_time: null };
  expect(contentLines(archive, 'skip')[1]).toBe('  restores the bank bees: 2 documents, 2 facts');
  expect(progressLine('processing', { stage: 'import_documents', processed: 1 }, PREVIEW.content)).toBe('import documents: 1 of 2');
  expect(resultLines({ documents_imported: 1, documents_skipped: 1, mental_models_imported: 2 })).toEqual([
    'imported: 1 document, 2 mental models',
    'skipped: 1 document',
  ]);
  expect(countsOf({ knowledge_pages: 1, facts: 0 })).toBe('1 knowledge page');
});
