import { number, numberFormat, plural } from '#components/strings/counted';
import { memoriesOf, observationsOf, sourcesOf, ui } from '#components/strings/de/ui';
import type { reflect as english } from '#components/strings/reflect';
import type { Translation } from '#components/strings/translated';

const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const reflect: Translation<typeof english> = {
  title: 'Reflexion',
  purpose: 'Der Bank eine Frage stellen und eine Antwort erhalten, mit Quellen zu jeder Aussage.',
  question: 'Frage',
  placeholder: 'Was möchten Sie wissen…',
  ask: 'Reflektieren',
  asking: 'Reflexion läuft',
  stop: 'Stoppen',
  needsQuestion: 'Geben Sie eine Frage ein.',
  longQuestion: (most) => `Höchstens ${number(most)} Zeichen sind möglich.`,
  refused: 'Eine Option enthält ungültiges JSON. Öffnen Sie die markierte Option.',
  options: 'Optionen',
  reset: 'Optionen zurücksetzen',
  failed: 'Die Reflexion ist fehlgeschlagen',
  costs: {
    unknown:
      'Mit einem Sprachmodell kostet das Tokens, am wenigsten mit niedrigem Budget. Beantwortet keine Erinnerung die Frage, wird kein Modell aufgerufen.',
    nothing:
      'Für die Reflexion ist kein Sprachmodell konfiguriert: Integrierte Regeln antworten mit gespeicherten Sätzen, das kostet keine Tokens.',
    model: (model, budget, withFields) =>
      `Ruft ${model} auf, das kostet Tokens: ${{ low: 'ein Aufruf', mid: 'bis zu 10 Schritte', high: 'bis zu 20 Schritte' }[budget]}${withFields ? ' und ein weiterer für das Schema' : ''}. Beantwortet keine Erinnerung die Frage, entfällt der Aufruf.`,
  },
  first: 'Noch keine Antwort',
  firstText:
    'Die Reflexion antwortet nur aus passenden mentalen Modellen, Beobachtungen und Fakten. Eine Quellenangabe in einer Aussage führt zu ihrer Quelle. Beantwortet keine Erinnerung die Frage, sagt die Antwort das.',
  linked: 'Dieser Link enthält eine Frage',
  linkedText: 'Sie wird gestellt, wenn Sie „Reflektieren“ wählen, nicht beim Öffnen des Links, denn ein Sprachmodell kann Tokens kosten.',
  firstCurl: 'curl-Befehl zur Reflexion',
  exampleQuestions: ['Was hat sich in den letzten Wochen geändert?', 'Was mögen die Leute lieber, und warum?', 'Was wurde wem zugesagt?'],
  fill: (question) => `Frage „${question}“ verwenden`,
  budget: {
    help: 'Wie viel gelesen wird. low: eine Suche und ein Modellaufruf. mid und high: Das Modell sucht selbst, in bis zu 10 oder 20 Schritten.',
    tokensHelp: (least, most) => `${number(least)} bis ${number(most)}. Standard: 4.096.`,
  },
  models: {
    label: 'Mentale Modelle',
    all: 'mit mentalen Modellen',
    none: 'ohne mentale Modelle',
    but: (n) => `${number(n)} ausgeschlossen`,
    use: 'Mentale Modelle verwenden',
    useHelp: 'Sie werden zuerst gelesen, innerhalb derselben Tags.',
    each: 'Nur diese verwenden',
    failed: 'Die mentalen Modelle konnten nicht geladen werden.',
    empty: 'Diese Bank hat keine mentalen Modelle.',
    others: 'Weitere ausgeschlossene IDs, durch Kommas getrennt',
    shown: (n, total) => `${number(n)} von ${number(total)} angezeigt.`,
  },
  schema: {
    label: 'Antwortschema',
    none: 'nur Text',
    some: (n) => plural(n, { one: 'Schema mit # Feld', other: 'Schema mit # Feldern' }),
    wrong: 'ungültiges Schema',
    field: 'JSON Schema eines Objekts',
    help: 'Die Antwort kommt außer als Text auch in diesen Feldern. Typen: string, number, integer, boolean, array und object, bis zu 5 Ebenen.',
    rules: 'Ohne Sprachmodell ist nur eine einzelne Liste von Strings möglich. Sie enthält die Aussagen.',
    fault: (why) => `Ungültiges Schema: ${why}.`,
    example: 'Beispiel',
    tidy: 'Formatieren',
    empty: 'Entfernen',
  },
  schemaExample: {
    type: 'object',
    properties: {
      points: { type: 'array', items: { type: 'string' }, description: 'Worauf die Antwort hinausläuft' },
    },
    required: ['points'],
  },
  trace: {
    label: 'Trace',
    names: { full: 'vollständig', brief: 'kurz', none: 'keiner' },
    of: { full: 'vollständiger Trace', brief: 'kurzer Trace', none: 'kein Trace' },
    help: 'Vollständig: Anfrage und Ergebnisse jeder Suche. Kurz: nur die Anfrage. Keiner: weder noch. Die Schritte werden immer angezeigt.',
  },
  copy: {
    label: 'Kopieren als',
    text: 'Text',
    textWhat: 'Antwort als Text mit Quellenangaben',
    answer: 'JSON',
    answerWhat: 'Ganze Antwort als JSON',
  },
  answer: {
    title: 'Antwort',
    coming: 'Reflexion läuft',
    waiting: 'Noch keine Antwort. Die Schritte zeigen den Fortschritt.',
    changed: 'Die Frage oder ihre Optionen haben sich geändert. „Reflektieren“ stellt sie neu.',
    announce: (n) => `Beantwortet, mit ${sourcesOf(n)}.`,
    announceNone: 'Keine Antwort.',
    asked: 'gefragt {time}',
    saved: 'gefragt {time}, gespeichert bis zum Neuladen der Seite',
    took: (text) => `in ${text}`,
    structured: 'Felder des Schemas',
    structuredWhat: 'Felder als JSON',
    structuredFailed: 'Die Felder des Schemas konnten nicht gefüllt werden.',
  },
  methods: {
    model: { name: 'von einem Sprachmodell geschrieben', help: 'Aussagen erscheinen nur, wenn ihre Quellenangaben gültig sind.' },
    extractive: {
      name: 'wörtlich gespeicherte Sätze',
      help: 'Integrierte Regeln haben die gespeicherten Sätze gewählt, die der Frage am nächsten kommen, ohne Sprachmodell. Prüfen Sie, ob sie die Frage beantworten.',
    },
    none: { name: 'keine Antwort', help: 'Ein fester Satz, weil keine Erinnerung die Frage beantwortet.' },
  },
  stopped: 'Gestoppt',
  stoppedText:
    'Der Server hat die Arbeit an der Frage eingestellt. Nichts wurde gespeichert. Modellaufrufe bis dahin stehen unter „Nutzung“.',
  cite: (mark, kind) => `Quelle ${number(mark)}, ${kind}`,
  evidence: {
    title: 'Belege',
    used: 'Zitiert',
    unused: 'Gefunden, nicht zitiert',
    usedList: 'Zitierte Quellen',
    unusedList: 'Gefundene, nicht zitierte Quellen',
    of: (cited, found) => `${number(cited)} von ${number(found)} zitiert`,
    kinds: {
      world: ui.factCount.world,
      experience: ui.factCount.experience,
      observation: observationsOf,
      mental_model: (n) => plural(n, { one: '# mentales Modell', other: '# mentale Modelle' }),
    },
    cited: (n) => plural(n, { one: 'einmal zitiert', other: '#-mal zitiert' }),
    nothingUsed: 'Die Antwort hat keine Quellenangaben.',
    allUsed: 'Alle Ergebnisse sind zitiert.',
    more: (n) => `Die eigenen Suchen des Modells haben ${number(n)} weitere gefunden. Der vollständige Trace zeigt sie.`,
    show: (n) => `${number(n)} weitere anzeigen`,
  },
  none: {
    free: 'Nichts wurde erfunden, und kein Sprachmodell wurde aufgerufen.',
    asked: 'Das Sprachmodell fand in den Ergebnissen keine Antwort, und nichts wurde erfunden.',
    filters: 'Die Optionen schränken die Quellen ein. Ohne sie gibt es vielleicht eine Antwort.',
    ways: 'Verwenden Sie Wörter, die in den Erinnerungen vorkommen, prüfen Sie, was der Abruf findet, oder fügen Sie ein Dokument dazu hinzu.',
    recall: 'Abruf öffnen',
    add: 'Dokument hinzufügen',
    unsupportedText:
      'Angezeigt werden nur Aussagen mit gültigen Quellenangaben. Einzelheiten stehen in den Schritten; versuchen Sie es sonst mit einem anderen Budget.',
  },
  steps: {
    title: 'Schritte',
    list: 'Schritte, der Reihe nach',
    untilFailed: 'Schritte vor dem Fehler, der Reihe nach',
    waiting: 'In Arbeit',
    seconds: (n) => `${number(n)} s`,
    tools: {
      search_mental_models: 'Mentale Modelle durchsucht',
      search_observations: 'Beobachtungen durchsucht',
      recall: 'Fakten durchsucht',
      expand: 'Quellen gelesen',
    },
    model: 'Sprachmodell aufgerufen',
    check: 'Aussagen geprüft',
    accepted: (accepted, all) =>
      plural(all, { one: `${number(accepted)} von # Aussage angenommen`, other: `${number(accepted)} von # Aussagen angenommen` }),
    rejected: (n) => plural(n, { one: '# Quellenangabe abgelehnt', other: '# Quellenangaben abgelehnt' }),
    begun: (after, took) => `Beginn nach ${after}, Dauer ${took}`,
    attempt: (n) => `Versuch ${number(n)}`,
    scopes: { final: 'für die Antwort', structured: 'für die Felder' },
    turn: (n) => `Runde ${number(n)}`,
    found: (n) => (n === 0 ? 'keine Ergebnisse' : `${number(n)} gefunden`),
    known: (n) => `wiederholte Anfrage: ${n === 0 ? 'keine Ergebnisse' : `dieselben ${number(n)}`}`,
    failed: 'fehlgeschlagen',
    query: (text) => `„${text}“`,
    ids: (n, depth) =>
      depth === 'behind'
        ? `Quellen von ${memoriesOf(n)}`
        : `${memoriesOf(n)}, ${{ chunk: 'als Chunk', document: 'als Dokument' }[depth] ?? `als ${depth}`}`,
    show: 'Ergebnisse',
    showOf: (what) => `Ergebnisse: ${what}`,
    ms: (n) => (n < 10_000 ? `${number(Math.round(n))} ms` : `${oneDecimal(n / 1000)} s`),
    tokens: (input, output, cached = 0) =>
      `${number(input)} Tokens Eingabe${cached > 0 ? ` (davon ${number(cached)} aus dem Cache)` : ''}, ${number(output)} Ausgabe`,
    unreported: 'Der Anbieter hat keinen Tokenverbrauch gemeldet.',
    noTokens: 'Kein Sprachmodell wurde aufgerufen, deshalb wurden keine Tokens verbraucht.',
    total: (text) => `insgesamt ${text}`,
    cost: 'Tokens',
    notes: 'Hinweise',
  },
};
