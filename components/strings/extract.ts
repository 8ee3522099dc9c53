import type { DryRunResponse } from '#lib/memory/retain/contract';

const number = (n: number): string => n.toLocaleString('en');
const count = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`;

/** A playground: what a retain would read from a text. */
export const extract = {
  title: 'Extraction',
  purpose: 'What a retain would read from a text, with the settings of the bank and with others beside them. Nothing is stored.',
  text: 'Text',
  textPlaceholder: 'Paste a conversation, a note, a mail…',
  textMissing: 'A text is needed.',
  textLong: (max: number) => `At most ${number(max)} characters.`,
  textNotKept: 'The address keeps the options, never the text.',
  characters: (n: number) => count(n, 'character'),
  example: 'Use an example',
  exampleText:
    'Maya: The torque sensor of my Marlow came late again, so I could not collect it on Friday.\nInes: I am sorry. Tomasz fitted it this morning; can you come on Saturday at ten?\nMaya: Saturday is fine. Please call me next time, I would rather hear it a day before than at the counter.\nInes: We will. I told Tomasz to ring you whenever a part from Corvo slips.',
  context: 'Context',
  contextHelp: 'Where the text comes from, in a few words.',
  time: 'Said at',
  timeHelp: 'A date, or date and time. Empty is now, “unset” is no time.',
  timeWrong: 'Not a date that can be read. Write it like 2026-05-06 or 2026-05-06T10:00Z, or “unset”.',

  candidate: 'Candidate',
  candidateHelp: 'What is left alone is as the bank has it.',
  asBank: (value: string) => `bank: ${value}`,
  candidateNone: 'Set something to read the text a second time with it.',
  candidateSet: (n: number) => count(n, 'setting differs', 'settings differ'),
  clear: 'Clear',
  moreOptions: 'Labels and JSON',
  configFailed: 'The settings of the bank could not be read',

  run: 'Extract',
  runBoth: 'Extract twice and compare',
  running: 'Reading',
  stop: 'Stop',
  costs: (calls: number) =>
    `Calls the model about ${calls === 1 ? 'once' : `${number(calls)} times`}, once for each chunk: that costs tokens.`,
  costsNoCall: 'With these settings no model is asked: it costs nothing.',
  costsUnknown: 'Calls a model once for each chunk, where one is configured: that costs tokens.',
  costsNothing: 'No model is configured for retain: the built-in rules read it, and it costs nothing.',
  stored: 'Nothing is stored, and no bank is made.',
  curl: 'Copy as curl',
  curlOwn: 'the call with the bank’s settings',
  curlCandidate: 'the call with the candidate',

  sides: { own: 'As the bank is set', candidate: 'Candidate' },
  failed: { own: 'The text could not be read with the settings of the bank', candidate: 'The text could not be read with the candidate' },
  method: {
    model: 'read by a language model',
    extractive: 'read by the built-in rules',
    chunks: 'read by nobody: each chunk is one fact',
  } satisfies Record<DryRunResponse['method'], string>,
  facts: (n: number) => count(n, 'fact'),
  chunks: (n: number) => count(n, 'chunk'),
  tokens: (input: number, output: number) => `${number(input)} tokens in, ${number(output)} out`,
  cached: (n: number) => `${number(n)} of them cached`,
  noTokens: 'no tokens',
  failedChunks: (n: number, of: number) => `${number(n)} of ${count(of, 'chunk')} got no usable answer. A retain would try them again.`,
  none: 'No fact was found in it.',

  result: 'What was read',
  resultOf: 'Facts of both readings, side by side',
  ranAt: 'read ',
  changedSince: 'Text or options have changed since.',
  summary: { matched: 'matched', added: 'added', missing: 'missing' },
  summaryMeans: { matched: 'in both', added: 'only in the candidate', missing: 'only with the bank’s settings' },
  tokenDifference: (own: number, candidate: number) =>
    own === candidate ? `${number(own)} tokens each` : `${number(own)} tokens as the bank is set, ${number(candidate)} with the candidate`,
  show: 'Which facts are shown',
  views: { all: 'All', differences: 'Differences' },
  same: 'Both readings say the same.',
  differs: { words: 'words', type: 'type', dates: 'dates', entities: 'entities', tags: 'labels', speaker: 'speaker' },
  differsIn: (what: readonly string[]) => `other ${what.join(', ')}`,
  matchedBy: 'Facts match when their words are the same, whatever the case, marks and blanks, or else when most of them are.',
  onlyOwn: 'missing in the candidate',
  onlyCandidate: 'added by the candidate',
  noEntities: 'no entities',
  said: (speaker: string) => `said by ${speaker}`,
  because: (places: readonly number[]) => `because of ${places.map((at) => `fact ${at + 1}`).join(', ')}`,
  emptyTitle: 'Nothing read yet',
  emptyText: 'Paste a text and extract: each fact comes with its type, dates and entities, and with what it cost.',
} as const;
