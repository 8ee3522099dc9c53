import { count, fixed, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import { ui } from '#components/strings/ui';
import type { FactType, RetainOutcome } from '#lib/base/literals';

const sizeText = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${number(Math.round(bytes / 1000))} kB` : `${fixed(bytes / 1_000_000, 1)} MB`;
};

/** Texts of the list of documents and of one document. */
export const documents = translated('documents', {
  title: 'Documents',
  purpose: 'Retained texts, and the memories extracted from them.',
  list: 'Documents',
  filters: 'Filter documents',
  search: 'Search by ID',
  loading: 'Loading documents',
  failed: 'Could not load the documents',
  footer: (n: number, total: number) => `${number(n)} of ${count(total, 'document')}, last updated first`,
  pages: 'Pages of documents',
  open: (id: string) => `Open ${id}`,
  columns: { id: 'Document', memories: 'Memories', size: 'Characters', tags: 'Tags', updated: 'Updated', actions: 'Actions' },
  actionsOf: (id: string) => `Actions for ${id}`,
  openIt: 'Open',
  noMemories: 'none',
  tag: 'Tags',
  tagsFailed: 'Could not load the tags.',
  noTags: 'No memory of this bank has a tag.',
  match: 'Match',
  matches: { any: 'Any', all: 'All' },
  matchMeans: {
    any: 'Documents with at least one of the chosen tags.',
    all: 'Documents with every chosen tag.',
  },
  takeOff: (tag: string) => `Remove #${tag}`,
  noneTitle: 'No document matches',
  noneText: 'The search matches any part of the ID, ignoring case. Clear the filters to see all documents.',
  clear: 'Show all',
  emptyTitle: 'No documents yet',
  emptyText:
    'A document is a retained text: a conversation, a note, a file. Add one here or through the API. Memories are extracted from it in the background.',
  curl: 'Copy as curl',
  curlWhat: 'a curl command that retains a sentence',
  sentence: 'Ana moved to Porto last week.',

  add: 'Add document',
  addPurpose: 'Processed in the background. You can leave this page.',
  kind: 'Type',
  kinds: { files: 'Files', text: 'Text' },
  dropOrChoose: '{drop} or choose files',
  drop: 'Drop files here',
  formats: (max: number) =>
    `Text files, such as .txt, .md, .json, .eml, .mbox, .vtt, .srt, .html, .csv or .log: up to ${max}, 9.5 MB each. Each becomes a document with its name as ID.`,
  chosen: 'Chosen files',
  leaveOut: (name: string) => `Remove ${name}`,
  tooMany: (n: number, max: number) => `${count(n, 'file was', 'files were')} not added: the maximum is ${max} at once.`,
  tooLarge: 'Larger than 9.5 MB. Split it into several files.',
  notText: 'Not a text file. Images, PDFs, Office documents and archives cannot be read.',
  unknownEncoding: 'The encoding of the file is unknown. Save it as UTF-8.',
  legacyEncoding: 'Not UTF-8: read as Windows-1252. If letters are wrong in the document, save the file as UTF-8.',
  notJson: 'Not valid JSON: it will be processed as plain text.',
  blank: 'The file is empty.',
  unreadable: 'The browser could not read the file.',
  size: sizeText,
  text: 'Text',
  textHelp: 'Transcripts (“Name: text” lines) and Markdown are recognized.',
  textMissing: 'Enter the text to retain.',
  filesMissing: 'Choose at least one valid file.',
  id: 'Document ID',
  idHelp: 'Leave empty to generate one. An existing ID replaces that document.',
  context: 'Context',
  contextHelp: 'Where the text comes from, in a few words. It improves extraction.',
  tagsHelp: 'Separated by commas. Its memories get the same tags.',
  when: 'Date',
  whenHelp: 'When it was said or happened. Leave empty for today. “Yesterday” in the text is relative to this day.',
  willFiles: (n: number, bytes: number) =>
    `${count(n, 'file')} of ${sizeText(bytes)} will be processed in the background. A file with the name of an existing document replaces it; unchanged chunks keep their memories. If a language model is configured, extraction costs tokens.`,
  willText: 'The text will be processed in the background. If a language model is configured, extraction costs tokens.',
  cost: 'If a language model is configured, extraction costs tokens.',
  addFiles: (n: number) => (n === 0 ? 'Add files' : `Add ${count(n, 'file')}`),
  addText: 'Add text',
  sending: 'Sending',
  sent: 'Result',
  waits: 'Waiting',
  beingSent: 'Sending',
  refused: 'Rejected. {reason}',
  followFailed: 'Accepted, but its progress could not be read. See the operations of the bank.',
  again: 'Send again',
  more: 'Add more',
  done: 'Done',
  seeDocument: 'Open document',
  textName: 'Text',
  outcomes: { facts: 'Processed', no_facts: 'No facts found', partial: 'Partly processed', failed: 'Failed' } satisfies Record<
    RetainOutcome,
    string
  >,
  outcomeText: {
    facts: (n: number) => `${count(n, 'memory', 'memories')} extracted.`,
    no_facts: () => 'Stored; no facts were found in it.',
    partial: (n: number) => `${count(n, 'memory', 'memories')} extracted; some chunks failed.`,
    failed: () => 'Stored, but extraction failed for all of it.',
  } satisfies Record<RetainOutcome, (n: number) => string>,
  cancelled: 'Canceled before it was processed.',

  back: 'All documents',
  oneFailed: 'Could not load the document',
  missing: 'Document not found',
  missingText: (id: string) => `This bank has no document ${id}. It may have been deleted, or the URL is incomplete.`,
  /** `characters`: null if the text is not stored. */
  summary: (memories: number, characters: number | null) =>
    `${count(memories, 'memory', 'memories')}${characters === null ? '' : ` from ${count(characters, 'character')}`}, updated {time}`,
  textOf: 'Text',
  textFailed: 'Could not load the text',
  noText: 'The document has no text.',
  notStored: 'This bank does not store the texts of documents (setting “Store document texts”). Only the memories are available.',
  notStoredLock: 'The text of this document is not stored',
  marked: 'The passage closest to each memory is underlined.',
  chunks: 'Chunks of the text',
  chunkCount: (n: number) => count(n, 'chunk'),
  here: (n: number) => `${count(n, 'memory', 'memories')} from this passage`,
  read: 'Extracted memories',
  readElsewhere: 'More memories come from other chunks of the text.',
  readFailed: 'Could not load the memories',
  nothingRead: 'No valid memory comes from these chunks.',
  unplaced: 'no matching passage',
  onlyMarked: (n: number, total: number) => `Showing the first ${number(n)} of ${number(total)} memories.`,
  allOfThem: 'Open in the list of memories',
  facts: 'Details',
  factNames: {
    id: 'ID',
    types: 'Memories',
    tags: 'Tags',
    context: 'Context',
    date: 'Date',
    created: 'Added',
    updated: 'Updated',
  },
  countOfType: (n: number, type: FactType) => `${number(n)} ${ui.facts[type]}`,
  none: 'none',

  editTags: 'Edit tags',
  tagsTitle: 'Tags of the document',
  tagsPurpose: 'Its memories get exactly the same tags.',
  tagsWill: (n: number) =>
    `The document and ${count(n, 'memory', 'memories')} will have exactly these tags. Observations based on them will be re-derived.`,
  saveTags: 'Save tags',
  saving: 'Saving',
  tagsSaved: 'Tags saved',
  tagsSavedDetail: (n: number) => `${count(n, 'memory', 'memories')} updated.`,

  reprocess: 'Reprocess',
  reprocessTitle: (id: string) => `Reprocess ${id}?`,
  /** `n`: the number of memories, undefined if unknown. */
  reprocessText: (n?: number) =>
    `Extracts facts from the stored text again with the current settings, in the background. ${n === 1 ? 'Its memory is' : `Its ${n === undefined ? '' : `${number(n)} `}memories are`} replaced by the new ones.`,
  reprocessing: 'Queueing',
  reprocessFailed: 'Could not queue the document',
  unread: (n: number) =>
    `${count(n, 'chunk')} could not be processed, so ${n === 1 ? 'its' : 'their'} facts are missing. The text itself is stored.`,
  reading: 'Reprocessing',
  reprocessed: 'Reprocessed.',
  readNot: 'Reprocessing failed; the memories did not change.',

  deleteIt: 'Delete',
  removeTitle: (id: string) => `Delete ${id}?`,
  removeText: (n: number) =>
    n === 0
      ? 'Deletes its text; it has no memories. This cannot be undone.'
      : `Deletes its text and ${count(n, 'memory', 'memories')}. Memories that another document also supports remain, with that document as their source. This cannot be undone.`,
  removeAction: 'Delete document',
  removing: 'Deleting',
  removed: (id: string) => `${id} deleted`,
  removedSize: (n: number) => `${count(n, 'memory was', 'memories were')} deleted.`,
  removeFailed: 'Could not delete the document',
});
