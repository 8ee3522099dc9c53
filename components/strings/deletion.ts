import { translated } from '#components/strings/translated';

/** Texts of permanent deletions: what they would remove, and their receipts. */
export const deletion = translated('deletion', {
  copies: 'Also remove copies',
  copiesHelp: {
    memory: 'Removes its words from documents, mental models with their versions, and failed requests.',
    document: 'Removes it from mental models with their versions, and from failed requests.',
  },
  preview: 'What will be deleted',
  counting: 'Counting what will be deleted',
  countFailed: 'Could not count what will be deleted',
  groups: { removed: 'Deleted', copies: 'With', remaining: 'Remains' },
  nothing: 'nothing',
  places: {
    memories: 'memories',
    observations: 'observations',
    documents: 'documents',
    entities: 'entities',
    chunks: 'passages',
    vectors: 'vectors',
    evidence: 'pieces of evidence',
    mentions: 'mentions',
    links: 'links',
    revisions: 'revisions',
    observation_history: 'versions of observations',
    quotes: 'quotations',
    shared_memories: 'memories of other documents too',
    passages: 'passages with its words',
    unknown_passages: 'passages with its words',
    queued_items: 'failed requests',
    model_blocks: 'blocks of mental models',
    mental_model_versions: 'versions of mental models',
    spellings: 'spellings',
    entity_changes: 'changes of entities',
  } as Readonly<Record<string, string | undefined>>,
  /** Observations among copies lose what they cite. */
  rewritten: 'observations re-derived',
  done: 'Permanently deleted',
  doneText: 'The receipt contains counts and hashes, but no text.',
  receipt: 'Receipt',
  inAudit: 'Open in the audit log',
  close: 'Close',
});
