import { number, plural } from '#components/strings/counted';
import { charactersOf, chunksOf, factsOf } from '#components/strings/de/ui';
import type { extract as english } from '#components/strings/extract';
import type { Translation } from '#components/strings/translated';

const differs = { words: 'Wörter', type: 'Typ', dates: 'Daten', entities: 'Entitäten', tags: 'Labels', speaker: 'Sprecher' };

export const extract: Translation<typeof english> = {
  title: 'Extraktion',
  purpose:
    'Vorschau der Fakten, die eine Aufnahme aus einem Text extrahieren würde: mit den Einstellungen der Bank und zum Vergleich mit anderen. Es wird nichts gespeichert.',
  text: 'Text',
  textPlaceholder: 'Gespräch, Notiz oder E-Mail einfügen…',
  textMissing: 'Geben Sie einen Text ein.',
  textLong: (max) => `Höchstens ${number(max)} Zeichen sind möglich.`,
  textNotInAddress: 'Die URL enthält die Optionen, aber nicht den Text.',
  characters: charactersOf,
  example: 'Beispiel verwenden',
  exampleText:
    'Ana: Ich bin im März nach Porto gezogen, weil das Atelier dort günstiger ist.\nBen: Schön! Kann ich dich im Juni besuchen? Ich bin allergisch gegen Katzen, deshalb gehe ich ins Hotel.\nAna: Juni passt. Ruf mich bitte einen Tag vorher an, freitags arbeite ich lange.\nBen: Mache ich. Mein Zug kommt am Samstag um zehn an.',
  context: 'Kontext',
  contextHelp: 'Woher der Text stammt, in wenigen Worten.',
  time: 'Erwähnt',
  timeHelp: 'Datum, auch mit Uhrzeit. Ohne Angabe: jetzt; „unset“ für keine Zeit.',
  timeWrong: 'Kein gültiges Datum. Format: 2026-05-06, 2026-05-06T10:00Z oder „unset“.',

  candidate: 'Variante',
  candidateHelp: 'Für leere Felder gelten die Einstellungen der Bank.',
  asBank: (value) => `Bank: ${value}`,
  candidateNone: 'Ändern Sie eine Einstellung, um den Text ein zweites Mal damit zu extrahieren.',
  candidateSet: (n) => plural(n, { one: '# Einstellung weicht ab', other: '# Einstellungen weichen ab' }),
  clear: 'Zurücksetzen',
  moreOptions: 'Labels und JSON',
  configFailed: 'Die Einstellungen der Bank konnten nicht geladen werden',

  run: 'Extrahieren',
  runBoth: 'Zweimal extrahieren und vergleichen',
  running: 'Wird extrahiert',
  stop: 'Stoppen',
  costs: (calls) => `Ruft das Modell etwa ${calls === 1 ? 'einmal' : `${number(calls)}-mal`} auf, einmal pro Chunk. Das kostet Tokens.`,
  costsNoCall: 'Mit diesen Einstellungen wird kein Modell verwendet, deshalb kostet es keine Tokens.',
  costsUnknown: 'Ruft ein Modell einmal pro Chunk auf, falls eines konfiguriert ist. Das kostet Tokens.',
  costsNothing: 'Für die Aufnahme ist kein Modell konfiguriert: Die integrierten Regeln werden verwendet, das kostet keine Tokens.',
  stored: 'Es wird nichts gespeichert und keine Bank erstellt.',
  curl: 'Als curl kopieren',
  curlOwn: 'Aufruf mit den Einstellungen der Bank',
  curlCandidate: 'Aufruf mit der Variante',

  sides: { own: 'Bank-Einstellungen', candidate: 'Variante' },
  failed: {
    own: 'Die Extraktion mit den Einstellungen der Bank ist fehlgeschlagen',
    candidate: 'Die Extraktion mit der Variante ist fehlgeschlagen',
  },
  method: {
    model: 'von einem Sprachmodell extrahiert',
    extractive: 'mit den integrierten Regeln extrahiert',
    chunks: 'nicht extrahiert: jeder Chunk ist ein Fakt',
  },
  facts: factsOf,
  chunks: chunksOf,
  tokens: (input, output, cached) =>
    `${number(input)} Tokens Eingabe${cached > 0 ? ` (davon ${number(cached)} aus dem Cache)` : ''}, ${number(output)} Ausgabe`,
  noTokens: 'keine Tokens',
  failedChunks: (n, of) =>
    `${number(n)} von ${chunksOf(of)} fehlgeschlagen: keine brauchbare Antwort des Modells. Eine Aufnahme würde es erneut versuchen.`,
  none: 'Keine Fakten gefunden.',

  result: 'Extrahierte Fakten',
  resultOf: 'Fakten beider Extraktionen im Vergleich',
  ranAt: 'extrahiert {time}',
  changedSince: 'Text oder Optionen haben sich seitdem geändert.',
  summary: { matched: 'gleich', added: 'hinzugekommen', missing: 'fehlend' },
  summaryMeans: { matched: 'in beiden', added: 'nur in der Variante', missing: 'nur mit den Einstellungen der Bank' },
  tokenDifference: (own, candidate) =>
    own === candidate
      ? `je ${number(own)} Tokens`
      : `${number(own)} Tokens mit den Einstellungen der Bank, ${number(candidate)} mit der Variante`,
  show: 'Angezeigte Fakten',
  views: { all: 'Alle', differences: 'Unterschiede' },
  same: 'Beide Extraktionen sind identisch.',
  differsIn: (what) => `verschieden: ${what.map((each) => differs[each]).join(', ')}`,
  matchedBy:
    'Fakten gelten als gleich, wenn ihre Wörter übereinstimmen (ohne Groß- und Kleinschreibung, Satzzeichen und Leerzeichen) oder die meisten davon.',
  onlyOwn: 'fehlt in der Variante',
  onlyCandidate: 'in der Variante hinzugekommen',
  noEntities: 'keine Entitäten',
  said: (speaker) => `gesagt von ${speaker}`,
  because: (places) => `verursacht durch ${places.map((at) => `Fakt ${at + 1}`).join(', ')}`,
  emptyTitle: 'Noch nichts extrahiert',
  emptyText: 'Fügen Sie einen Text ein und extrahieren Sie ihn. Jeder Fakt erscheint mit Typ, Daten und Entitäten, dazu die Kosten.',
};
