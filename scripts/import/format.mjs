/** The lines that `npm run import` prints. */

const FORMATS = {
  bank_archive: 'archive of a bank',
  mem0: 'export of mem0',
  zep: 'export of Zep or Graphiti',
  letta: 'export of Letta',
  mcp_memory: 'file of an MCP memory server',
};

const REASONS = {
  no_text: 'without text',
  inactive: 'deleted, archived or expired',
  repeated: 'repeated',
  invalid_time: 'with an unreadable time',
  missing_entity: 'with a missing entity',
  unknown_record: 'of unknown form',
  attachment: 'with a file, which is not imported',
  invalidated: 'invalidated, which are not imported',
  version: 'of a former version of a mental model, which are not imported',
  webhook: 'of a webhook, which are not imported',
};

/** What happens to one document that exists, and to several. */
const CONFLICTS = {
  skip: ['stays as it is', 'stay as they are'],
  replace: ['is replaced', 'are replaced'],
  'new-id': ['is added under a new id', 'are added under new ids'],
};

/** The counts that are not 0, such as `2 documents, 1 fact`. */
export function countsOf(counts) {
  const words = Object.entries(counts).flatMap(([name, count]) => {
    const plural = name.replaceAll('_', ' ');
    const singular = plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '');
    return count ? [`${count} ${count === 1 ? singular : plural}`] : [];
  });
  return words.length === 0 ? 'nothing' : words.join(', ');
}

const conflictLine = (conflicts, examples) => {
  const words = Object.entries(conflicts).map(([reason, count]) => {
    const place = examples.find((example) => example.reason === reason)?.path;
    return `${count} ${REASONS[reason] ?? reason}${place ? ` (first: ${place})` : ''}`;
  });
  return words.length === 0 ? [] : [`  omitted or incomplete: ${words.join(', ')}`];
};

const timesOf = ({ first_time: first, last_time: last }) => (first ? ` from ${first.slice(0, 10)} to ${last.slice(0, 10)}` : '');

const existingLine = (count, conflict) => {
  const [one, several] = CONFLICTS[conflict];
  return `  ${countsOf({ documents: count })} ${count === 1 ? `exists already and ${one}` : `exist already and ${several}`}`;
};

/** The lines about a dry run. `conflict`: what happens to documents that the bank contains */
export function contentLines(preview, conflict) {
  const { format, mode, recognized, conflicts, conflict_examples: examples, target_bank_id: bank } = preview;
  const existing = preview.documents_existing;
  return [
    `  ${FORMATS[format] ?? format} with ${countsOf(recognized)}${timesOf(preview)}`,
    ...conflictLine(conflicts, examples),
    `  ${mode === 'restore' ? 'restores' : preview.bank_exists ? 'adds to' : 'creates'} the bank ${bank}: ${countsOf(preview.content)}`,
    ...(existing === 0 ? [] : [existingLine(existing, conflict)]),
  ];
}

/** Such as `import documents: 20 of 400`. `content`: what is imported */
export function progressLine(status, progress, content) {
  if (!progress) return status;
  const { stage, processed } = progress;
  const total = content[stage.replace(/^import_/, '')];
  return `${stage.replaceAll('_', ' ')}: ${processed ?? 0}${total ? ` of ${total}` : ''}`;
}

const KINDS = ['documents', 'facts', 'observations', 'mental_models', 'knowledge_pages'];

/** The lines about a complete import. */
export function resultLines(result) {
  const counts = (suffix) => Object.fromEntries(KINDS.map((kind) => [kind, result[`${kind}_${suffix}`] ?? 0]));
  return [`imported: ${countsOf(counts('imported'))}`, `skipped: ${countsOf(counts('skipped'))}`];
}
