import { number, numberFormat, plural } from '#components/strings/counted';
import { memoriesOf, sourcesOf, TAG_MODE_TEXTS, tokensOf } from '#components/strings/de/ui';
import type { recall as english } from '#components/strings/recall';
import type { Translation } from '#components/strings/translated';

const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

const tagModes: Translation<(typeof english)['tags']['short']> = {
  any: 'eines',
  all: 'alle',
  any_strict: 'eines, strikt',
  all_strict: 'alle, strikt',
  exact: 'genau',
};

const included = { entities: 'Entitäten', chunks: 'Chunks', sources: 'Quellfakten', prefer: 'Beobachtungen bevorzugt' };

const omissions: Readonly<Record<string, string | undefined>> = {
  same_as_source: 'doppelt mit der eigenen Quelle',
  covered_by_observation: 'durch eine Beobachtung oben abgedeckt',
  min_score: 'unter dem minimalen Gesamt-Score',
  result_limit: 'über der Höchstzahl an Ergebnissen',
  token_budget: 'über der Token-Grenze',
};
const omissionText = (reason: string): string => omissions[reason] ?? reason.replaceAll('_', ' ');

const failures: Readonly<Record<string, string | undefined>> = {
  not_configured: 'nicht konfiguriert',
  nothing_to_do: 'nichts zu tun',
  timeout: 'Zeitüberschreitung',
  rate_limited: 'Ratenbegrenzung',
  unreachable: 'nicht erreichbar',
  provider_error: 'Fehler des Anbieters',
  paused: 'pausiert',
  refused: 'abgelehnt',
  malformed: 'unbrauchbare Antwort',
  cut_off: 'abgeschnittene Antwort',
  too_long: 'Text zu lang',
  unauthorized: 'Schlüssel abgelehnt',
  rejected: 'Modell oder Anfrage abgelehnt',
  aborted: 'gestoppt',
};
const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll('_', ' ');

export const recall: Translation<typeof english> = {
  title: 'Abruf',
  purpose: 'Die Bank wie ein Agent abfragen und sehen, warum jede Erinnerung gefunden wurde. Kein Sprachmodell wird aufgerufen.',
  question: 'Anfrage',
  placeholder: 'Was weiß die Bank über…',
  ask: 'Abrufen',
  asking: 'Suche läuft',
  needsQuestion: 'Geben Sie eine Anfrage ein.',
  options: 'Optionen',
  reset: 'Optionen zurücksetzen',
  failed: 'Der Abruf ist fehlgeschlagen',
  first: 'Noch keine Ergebnisse',
  firstText:
    'Geben Sie eine Anfrage ein, wie ein Agent es täte. Zu jeder Erinnerung sehen Sie die vier Scores und wie ihr Rang entstand, außerdem, welche Erinnerungen warum weggelassen wurden. Die URL enthält Anfrage und Optionen und lässt sich weitergeben.',
  firstCurl: 'curl-Befehl zum Abruf',
  exampleQuestions: ['Was ist letzte Woche passiert?', 'Wer hat etwas zugesagt?', 'Was mögen die Leute lieber?'],
  types: { label: 'Typen', all: 'alle' },
  budget: {
    label: 'Budget',
    help: 'Wie viele Kandidaten berücksichtigt werden: standardmäßig 100, 300 oder 1.000.',
    names: { low: 'niedrig', mid: 'mittel', high: 'hoch' },
  },
  tokens: {
    label: 'Maximale Tokens',
    of: tokensOf,
    help: 'Ergebnisse werden hinzugefügt, bis diese Zahl an Tokens erreicht ist. Ohne Angabe gilt die Einstellung der Bank, standardmäßig 4.096.',
  },
  tags: {
    label: 'Tags',
    any: 'beliebig',
    of: (n, mode) => `${plural(n, { one: '# Tag', other: '# Tags' })}, ${tagModes[mode]}`,
    exactNone: 'ohne Tags',
    tree: 'Baum von Tags',
    add: 'Tags, durch Kommas getrennt',
    mode: 'Tag-Abgleich',
    modes: TAG_MODE_TEXTS,
    short: tagModes,
    groups: 'Oder ein Baum von Filtern als JSON',
    groupsHelp: 'Zum Beispiel [{"or": [{"tags": ["a"]}, {"not": {"tags": ["b"]}}]}]. Er ersetzt die Tags oben.',
    groupsWrong: 'Das ist keine JSON-Liste von Tag-Filtern.',
  },
  time: {
    label: 'Zeit',
    now: 'Stand: jetzt',
    asked: (day) => `Stand: ${day}`,
    window: (from, to) => `${from} bis ${to}`,
    askedOn: 'Datum der Anfrage',
    askedHelp: '„Letzter Monat“ bezieht sich auf 12 Uhr UTC dieses Tages. Ohne Angabe: jetzt.',
    from: 'Bevorzugt von',
    to: 'bis einschließlich',
    help: 'Stellt Erinnerungen voran, deren Ereignis zwischen den beiden Tagen liegt, unabhängig von Daten in der Anfrage. Keine Erinnerung wird weggelassen.',
    half: 'Geben Sie beide Tage ein; ein einzelner Tag hat keine Wirkung.',
  },
  scores: {
    label: 'Mindest-Scores',
    none: 'keine',
    semantic: 'Semantisch: Kosinus',
    keyword: 'Stichwort: Anteil der Begriffe, 0 bis 1',
    reranker: 'Reranker',
    final: 'Gesamt, 0 bis 1',
    help: 'Ein minimaler Gesamt-Score von etwa 0,5 schließt themenfremde Ergebnisse aus.',
  },
  include: {
    label: 'Einschließen',
    of: (what) => (what.length === 0 ? 'nur Erinnerungen' : `auch ${what.map((each) => included[each]).join(', ')}`),
    entities: 'Entitäten',
    chunks: 'Chunks',
    chunksAs: 'wie Bank',
    chunksOff: 'nein',
    chunksOn: 'ja',
    sources: 'Quellfakten der Beobachtungen',
    tokens: 'Maximale Tokens',
    sourcesHelp: '-1 bedeutet keine Grenze.',
    each: 'Tokens pro Beobachtung',
    eachHelp: 'Ersetzt die gemeinsame Grenze.',
    prefer: 'Beobachtungen bevorzugen',
    preferHelp: 'Lässt Fakten weg, aus denen eine gefundene Beobachtung abgeleitet wurde.',
  },
  copy: {
    curl: 'curl',
    python: 'Python',
    typescript: 'TypeScript',
    json: 'JSON',
    what: {
      curl: 'Anfrage als curl-Befehl',
      python: 'Anfrage in Python',
      typescript: 'Anfrage in TypeScript',
      json: 'Body der Anfrage',
    },
    label: 'Kopieren als',
  },
  retrievers: { semantic: 'Semantisch', keyword: 'Stichwort', temporal: 'Zeitlich', graph: 'Graph' },
  results: {
    title: memoriesOf,
    packed: (used, of) => `${number(used)} von ${tokensOf(of)}`,
    list: 'Ergebnisse, beste zuerst',
    score: (retriever, text) => `${retriever} ${text}`,
    blended: (text) => `Gesamt-Score ${text}`,
    zero: 'keiner',
    why: 'Rang erklären',
    noDocument: 'abgeleitet',
    sources: sourcesOf,
    announce: (n) => `${memoriesOf(n)} gefunden.`,
  },
  none: {
    offTopic: 'Keine Erinnerung passt zu dieser Anfrage',
    offTopicText: (coverage, cosine) =>
      `Keine Erinnerung enthält ${Math.round(coverage * 100)}\u00a0% der gewichteten Wörter der Anfrage oder ist ihr in der Bedeutung ähnlich (Kosinus ab ${number(cosine)}). Diese Bank enthält sich, deshalb liefert der Abruf keine Ergebnisse.`,
    weak: 'Keine Erinnerung passt gut zu dieser Anfrage. Dies sind die besten Treffer.',
    cut: 'Alle Kandidaten wurden weggelassen',
    cutText: 'Die Optionen haben alle Kandidaten ausgeschlossen. Der Trace zeigt, welche Optionen.',
    nothing: 'Kein Kandidat gefunden',
    nothingText: 'Die Bank ist leer, oder Typen und Tags schließen alle Erinnerungen aus.',
  },
  omitted: {
    title: (n) => `${number(n)} weggelassen`,
    show: 'Anzeigen',
    hide: 'Ausblenden',
    more: (n) => `${number(n)} weitere anzeigen`,
    deleted: 'Diese Erinnerung existiert nicht mehr.',
    failed: 'konnte nicht geladen werden',
    reason: omissionText,
  },
  trace: {
    title: 'Trace',
    ms: (n) => `${n < 10 ? oneDecimal(n) : number(Math.round(n))} ms`,
    plan: 'Plan',
    window: '„{said}“ wurde verstanden als {range}.',
    windowGiven: 'Bevorzugter Zeitraum: {range}.',
    onlyTime: (n) =>
      n === 0
        ? 'Die Anfrage betrifft nur diese Zeit, und keine Erinnerung fällt darunter.'
        : plural(n, {
            one: 'Die Anfrage betrifft nur diese Zeit: Geliefert wird die einzige Erinnerung daraus.',
            other: 'Die Anfrage betrifft nur diese Zeit: Geliefert werden die # Erinnerungen daraus, früheste zuerst.',
          }),
    between: (from, to) => `${from} bis ${to}`,
    open: 'offen',
    noWindow: 'Keine Zeit in der Anfrage.',
    terms: 'Suchbegriffe (Wortstämme), jeweils mit der Zahl der Erinnerungen, die sie enthalten:',
    noTerms: 'Die Anfrage hat keine aussagekräftigen Begriffe.',
    speaker: (name) => `Aussagen von ${name} erhalten einen höheren Rang, weil die Anfrage nach ihnen fragt.`,
    unembedded: (why) => `Die semantische Suche wurde übersprungen: ${failureText(why)}.`,
    retrieverCount: 'Vier Retriever',
    found: memoriesOf,
    notAsked: 'nicht verwendet',
    rank: 'Rang',
    candidates: (n) => plural(n, { one: '# Kandidat, zusammengeführt.', other: '# verschiedene Kandidaten, zusammengeführt.' }),
    fell: (n) =>
      plural(n, {
        one: '# Kandidat verworfen: von keinem Retriever allein gefunden oder mit Score null.',
        other: '# Kandidaten verworfen: von keinem Retriever allein gefunden oder mit Score null.',
      }),
    reranker: {
      applied: 'Der Reranker hat die endgültige Reihenfolge bestimmt.',
      not_configured: 'Es ist kein Reranker konfiguriert.',
      switched_off: 'Der Reranker ist für diese Bank deaktiviert.',
    },
    rerankerOther: (state) => `Der Reranker wurde übersprungen: ${failureText(state.replace('skipped_', ''))}.`,
    pack: 'Auswahl',
    selected: (returned, omitted) =>
      `${[`${number(returned)} geliefert`, ...omitted.map(({ reason, count }) => `${number(count)} ${omissionText(reason)}`)].join(', ')}.`,
    total: (ms) => `${ms} auf dem Server`,
    missing: 'Die Antwort enthält keinen Trace.',
  },
  why: {
    title: (rank) => `Warum Rang ${number(rank)}`,
    open: 'Erinnerung öffnen',
    bar: 'Teile des Scores',
    place: (rank, of) => `${number(rank)} von ${number(of)}`,
    absent: 'nicht gefunden',
    time: 'Zeit',
    neighbors: 'Nachbarn',
    sum: 'Eigener Score plus Nachbarn',
    factors: {
      document: 'Dokument deckt die Anfrage ab',
      asked: 'von der gefragten Person gesagt',
      date: 'im Zeitraum',
      opening: 'Anfang des Dokuments',
      question: 'selbst eine Frage',
      standing: 'dauerhafte Anweisung',
      recency: 'neuer',
      quote: 'wörtliches Zitat',
    },
    times: (factor) => `×${twoDecimals(factor)}`,
    final: 'Gesamt, so skaliert, dass der höchste Score zeigt, wie gut er antwortet',
  },
  included: {
    label: 'Mitgeliefert',
    entities: 'Entitäten',
    chunks: 'Chunks',
    sources: 'Quellfakten',
    json: 'JSON',
    jsonOf: 'Antwort als JSON, ohne Trace',
    cut: 'gekürzt',
    chunk: (n) => `Chunk ${number(n + 1)}`,
    truncated: 'Einige Quellfakten lagen über der Token-Grenze.',
  },
};
