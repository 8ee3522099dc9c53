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
  inactive: 'deleted or archived',
  repeated: 'repeated',
  invalid_time: 'with an unreadable time',
  missing_entity: 'with a missing entity',
  unknown_record: 'of unknown form',
};

const CONFLICTS = { skip: 'stay as they are', replace: 'are replaced', 'new-id': 'are added under new ids' };

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

const timesOf = ({ first_time: first, last_time: last }) => (first ? ` of ${first.slice(0, 10)} to ${last.slice(0, 10)}` : '');

/** The lines about a dry run. `conflict`: what happens to documents that the bank contains */
export function contentLines(preview, conflict) {
  const { format, mode, recognized, conflicts, conflict_examples: examples, target_bank_id: bank } = preview;
  const existing = preview.documents_existing;
  return [
    `  ${FORMATS[format] ?? format} with ${countsOf(recognized)}${timesOf(preview)}`,
    ...conflictLine(conflicts, examples),
    `  ${mode === 'restore' ? 'restores' : preview.bank_exists ? 'adds to' : 'creates'} the bank ${bank}: ${countsOf(preview.content)}`,
    ...(existing === 0 ? [] : [`  ${countsOf({ documents: existing })} exist already: they ${CONFLICTS[conflict]}`]),
  ];
}

/** As the dry run lists them. The server does not preserve the order of a result. */
const ORDER = ['documents', 'facts', 'observations', 'mental_models', 'knowledge_pages'];
const rankOf = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** The lines about a complete import. */
export function resultLines(result) {
  const counts = (suffix) =>
    Object.fromEntries(
      Object.entries(result)
        .flatMap(([name, count]) => (name.endsWith(suffix) && typeof count === 'number' ? [[name.slice(0, -suffix.length), count]] : []))
        .sort(([one], [other]) => rankOf(one) - rankOf(other)),
    );
  return [`imported: ${countsOf(counts('_imported'))}`, `skipped: ${countsOf(counts('_skipped'))}`];
}
