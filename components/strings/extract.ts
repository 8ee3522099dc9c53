import { count, number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';
import type { DryRunResponse } from '#lib/memory/retain/contract';

const differs = { words: 'words', type: 'type', dates: 'dates', entities: 'entities', tags: 'labels', speaker: 'speaker' };
type Difference = keyof typeof differs;

/** Texts of the extraction playground: the facts that a retain would extract from a text. */
export const extract = translated('extract', {
  title: 'Extraction',
  purpose:
    'Preview the facts a retain would extract from a text, with the bank’s settings and with other settings side by side. Nothing is stored.',
  text: 'Text',
  textPlaceholder: 'Paste a conversation, a note, an email…',
  textMissing: 'Enter a text.',
  textLong: (max: number) => `Use at most ${number(max)} characters.`,
  textNotInAddress: 'The URL contains the options, but not the text.',
  characters: (n: number) => count(n, 'character'),
  example: 'Use an example',
  exampleText:
    'Ana: I moved to Porto in March because the studio there is cheaper.\nBen: Nice! Can I visit you in June? I am allergic to cats, so I will stay at a hotel.\nAna: June is fine. Please call me a day before you arrive, I work late on Fridays.\nBen: I will. My train gets in on Saturday at ten.',
  context: 'Context',
  contextHelp: 'Where the text comes from, in a few words.',
  time: 'Mentioned',
  timeHelp: 'A date, or date and time. Leave empty for now; “unset” for no time.',
  timeWrong: 'Not a valid date. Use the form 2026-05-06 or 2026-05-06T10:00Z, or “unset”.',

  candidate: 'Candidate',
  candidateHelp: 'Fields that you leave empty use the bank’s settings.',
  asBank: (value: string) => `bank: ${value}`,
  candidateNone: 'Change a setting to extract the text a second time with it.',
  candidateSet: (n: number) => count(n, 'setting differs', 'settings differ'),
  clear: 'Clear',
  moreOptions: 'Labels and JSON',
  configFailed: 'Could not load the settings of the bank',

  run: 'Extract',
  runBoth: 'Extract twice and compare',
  running: 'Extracting',
  stop: 'Stop',
  costs: (calls: number) => `Calls the model about ${calls === 1 ? 'once' : `${number(calls)} times`}, once per chunk. This costs tokens.`,
  costsNoCall: 'These settings use no model, so it costs no tokens.',
  costsUnknown: 'Calls a model once per chunk if one is configured. This costs tokens.',
  costsNothing: 'No model is configured for retain: the built-in rules are used, and it costs no tokens.',
  stored: 'Nothing is stored, and no bank is created.',
  curl: 'Copy as curl',
  curlOwn: 'the call with the bank’s settings',
  curlCandidate: 'the call with the candidate',

  sides: { own: 'Bank settings', candidate: 'Candidate' },
  failed: { own: 'Extraction with the bank’s settings failed', candidate: 'Extraction with the candidate settings failed' },
  method: {
    model: 'extracted by a language model',
    extractive: 'extracted by the built-in rules',
    chunks: 'not extracted: each chunk is one fact',
  } satisfies Record<DryRunResponse['method'], string>,
  facts: (n: number) => count(n, 'fact'),
  chunks: (n: number) => count(n, 'chunk'),
  tokens: (input: number, output: number, cached: number) =>
    `${number(input)} tokens in, ${number(output)} out${cached > 0 ? `, ${number(cached)} of them cached` : ''}`,
  noTokens: 'no tokens',
  failedChunks: (n: number, of: number) =>
    `${number(n)} of ${count(of, 'chunk')} failed: no usable answer from the model. A retain would retry them.`,
  none: 'No facts found.',

  result: 'Extracted facts',
  resultOf: 'Facts of both extractions, side by side',
  ranAt: 'extracted {time}',
  changedSince: 'The text or the options have changed since.',
  summary: { matched: 'matched', added: 'added', missing: 'missing' },
  summaryMeans: { matched: 'in both', added: 'only in the candidate', missing: 'only with the bank’s settings' },
  tokenDifference: (own: number, candidate: number) =>
    own === candidate
      ? `${number(own)} tokens each`
      : `${number(own)} tokens with the bank’s settings, ${number(candidate)} with the candidate`,
  show: 'Facts shown',
  views: { all: 'All', differences: 'Differences' },
  same: 'Both extractions are identical.',
  differsIn: (what: readonly Difference[]) => `different ${what.map((each) => differs[each]).join(', ')}`,
  matchedBy: 'Facts match if their words are equal, ignoring case, punctuation and spaces, or if most of their words are equal.',
  onlyOwn: 'missing in the candidate',
  onlyCandidate: 'added by the candidate',
  noEntities: 'no entities',
  said: (speaker: string) => `said by ${speaker}`,
  because: (places: readonly number[]) => `caused by ${places.map((at) => `fact ${at + 1}`).join(', ')}`,
  emptyTitle: 'Nothing extracted yet',
  emptyText: 'Paste a text and extract it. Each fact is shown with its type, dates, entities and cost.',
});
