import { count, number } from '#components/strings/counted';
import { shortly } from '#components/strings/mental-model';
import { translated } from '#components/strings/translated';
import type { FactType, RefreshMode, TagMode } from '#lib/base/literals';
import type { MentalModelTagMode, MentalModelTemplate } from '#lib/memory/mental-models/literals';

/** Beginnings of mental models, with their questions. */
const templates: Record<MentalModelTemplate, { name: string; question: (subject: string) => string }> = {
  person: { name: 'Person', question: (s: string) => `Who is ${s}, what does ${s} do, and what does ${s} like and avoid?` },
  project: {
    name: 'Project',
    question: (s: string) => `What is ${s} about, who works on ${s}, what was decided about ${s}, and what is planned for ${s}?`,
  },
  how_we_work: { name: 'How we work', question: () => 'How do we work, which rules and tools do we use, and what do we avoid?' },
  decisions: { name: 'Decisions', question: () => 'Which decisions were made, why, and what was decided before?' },
};

/** Texts of the list of mental models and of the form that creates or edits one. */
export const mentalModels = translated('mentalModels', {
  title: 'Mental models',
  purpose: 'Documents that each answer one question from the memories of this bank, with sources for every block.',
  list: 'Mental models',
  open: (name: string) => `Open ${name}`,
  failed: 'Could not load the mental models',
  foot: (shown: number, total: number) =>
    shown === total ? count(total, 'mental model') : `${number(shown)} of ${count(total, 'mental model')}`,
  pages: 'Pages of mental models',
  columns: { name: 'Name', state: 'State', trigger: 'Refresh trigger', size: 'Size', refreshed: 'Last refresh', actions: 'Actions' },
  words: (n: number) => count(n, 'word'),
  never: 'never',
  acts: (name: string) => `Actions for ${name}`,

  // --- filter ---
  filters: 'Filters',
  tag: 'Tags',
  tagsNone: 'No mental model of this bank has a tag.',
  matches: { any: 'Any', all: 'All', exact: 'Exactly' } satisfies Record<MentalModelTagMode, string>,
  matchMeans: {
    any: 'Models with at least one of the chosen tags.',
    all: 'Models with every chosen tag.',
    exact: 'Models with these tags and no other.',
  } satisfies Record<MentalModelTagMode, string>,
  takeOff: (tag: string) => `Remove #${tag}`,
  noMatch: 'No mental model has these tags',
  noMatchText: 'Remove a tag, or match any of them.',
  clearFilters: 'Clear filter',

  // --- none yet ---
  emptyTitle: 'No mental models yet',
  emptyWhat:
    'A mental model is a document that answers one question from memories and is refreshed as they change. Every block lists its sources. Agents read the document instead of asking the question again.',
  emptyCurl: 'A curl command that creates a mental model',
  emptyName: 'What we know about the customer',
  emptyQuestion: 'What does the customer want, and what was promised?',

  // --- form ---
  create: 'Create mental model',
  createPurpose: 'You write the question. The content is generated from memories in the background.',
  template: 'Template',
  templateHelp: 'Fills in a question and a refresh trigger that you can change.',
  subject: 'About',
  subjectHelp: 'Fills in the name and the question.',
  templates,
  creating: 'Creating…',
  created: (name: string) => `${shortly(name)} is being generated`,
  createdText: 'The operations tray shows when it is done.',
  edit: (name: string) => `Edit “${name}”`,
  editPurpose: 'Editing does not refresh the model.',
  save: 'Save',
  saving: 'Saving…',
  saved: (name: string) => `${shortly(name)} saved`,
  name: 'Name',
  id: 'ID',
  idHelp: 'Used by the API. Leave empty to generate one. It cannot be changed later.',
  question: 'Question',
  questionHelp: 'The question that the document answers, in plain words.',
  questionChanges: 'If you change the question, the next refresh rewrites the document.',
  tags: 'Tags',
  tagsHelp: 'Separated by commas. The model reads memories with all of these tags; without tags, all memories of the bank.',
  size: 'Maximum size, in tokens',
  sizeHelp: '256 to 8,192. A token is about three quarters of a word.',
  how: 'Refresh mode',
  modes: { full: 'Full', delta: 'Changes only' } satisfies Record<RefreshMode, string>,
  modeMeans: {
    full: 'Reads the memories in its scope that are closest to the question, and rewrites the document.',
    delta: 'Reads new memories and applies the changes. Other blocks stay the same, as long as they fit.',
  } satisfies Record<RefreshMode, string>,
  when: 'Refresh trigger',
  neverDue: 'Observations are disabled for this bank. Nothing is consolidated, so this trigger never fires.',
  whens: { hand: 'On request', consolidation: 'After consolidation', cron: 'Schedule' },
  whenMeans: {
    hand: 'Refreshed by the Refresh button or the API.',
    consolidation: 'Refreshed whenever memories in its scope are consolidated.',
    cron: 'Refreshed at set times, if there are changes.',
  },
  cron: 'Schedule (cron, UTC)',
  cronHelp: 'Five fields: minute, hour, day of the month, month, day of the week.',
  cronNext: 'Next runs',
  /** Shown below the form while it is filled in. */
  again: 'Refresh',
  againWhen: '{refresh} {words}.',
  againNext: (at: string) => `Next: ${at}.`,
  interval: 'Minimum interval, in minutes',
  intervalHelp: 'Applies to automatic refreshes. Leave empty for no limit.',
  more: 'Scope and output',
  types: 'Memory types',
  typesHelp: 'Leave empty for all types.',
  typeNames: { world: 'World facts', experience: 'Experiences', observation: 'Observations' } satisfies Record<FactType, string>,
  match_: 'Tag match',
  tagModes: {
    '': 'Default: all of them, if it has tags',
    any: 'Any of them, or no tags',
    all: 'All of them, or no tags',
    any_strict: 'Any of them',
    all_strict: 'All of them',
    exact: 'Exactly these',
  } satisfies Record<TagMode | '', string>,
  groups: 'Tag rules (JSON)',
  groupsHelp: 'Trees of tag filters that replace the tags, as in recall.',
  models: 'Other mental models',
  noModels: 'Exclude other mental models',
  noModelsHelp: 'A model never reads itself.',
  excluded: 'Excluded mental models',
  excludedHelp: 'Their IDs, separated by commas.',
  schema: 'Response schema (JSON)',
  schemaHelp: 'A JSON Schema of an object. Its output is stored with the document, for programs.',
  trace: 'Store a trace of each refresh',
  traceHelp: 'The steps are in reflect_response.trace.',
  chunks: 'Also read the source passages of memories',
  cost: 'If a language model is configured, refreshes cost tokens.',
  faults: {
    name: 'Enter a name.',
    question: 'Enter a question.',
    size: 'Enter a whole number from 256 to 8,192.',
    interval: 'Enter a whole number of minutes, at most one month.',
    cron: 'Enter five cron fields that match at least one time.',
    json: 'This is not valid JSON.',
    taken: 'Another mental model has this ID.',
  },
});
