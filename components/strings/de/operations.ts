import { number, plural } from '#components/strings/counted';
import { chunksOf, factsOf, memoriesOf, observationsOf } from '#components/strings/de/ui';
import type { operations as english } from '#components/strings/operations';
import type { Translation } from '#components/strings/translated';
import { defined } from '#lib/base/defined';

const itemsOf = (n: number): string => plural(n, { one: '# Element', other: '# Elemente' });

export const operations: Translation<typeof english> = {
  title: 'Vorgänge',
  purpose: 'Hintergrundarbeit dieser Bank mit Status und Ergebnis. Einträge verfallen nach 30 Tagen.',
  list: 'Vorgänge der Bank',
  loading: 'Vorgänge werden geladen',
  readFailed: 'Die Vorgänge konnten nicht geladen werden',

  kinds: {
    batch_retain: 'Aufnahme',
    retain: 'Neuverarbeitung',
    consolidation: 'Konsolidierung',
    refresh_mental_model: 'Aktualisierung (mentales Modell)',
    reembedding: 'Re-Embedding',
    export: 'Export',
    import: 'Import',
    document_import: 'Dokumentimport',
    clone: 'Kopie der Bank',
  },
  part: (index) => `Teil ${number(index + 1)}`,
  items: itemsOf,
  parts: (n) => plural(n, { one: '# Teil', other: '# Teile' }),

  version: (n) => `v${number(n)}`,
  versions: (from, to) => `v${number(from)} → v${number(to)}`,
  factsAdded: (n) => `+${factsOf(n)}`,
  factsDropped: (n) => `−${factsOf(n)}`,
  deleted: (what) => `${what} (gelöscht)`,
  contentUnchanged: { content_unchanged: 'Inhalt unverändert', content_preserved_no_new_facts: 'Keine neuen Fakten' },
  states: {
    pending: 'Wartet',
    later: 'Später erneut',
    processing: 'Läuft',
    completed: 'Fertig',
    partly: 'Teilweise fertig',
    nothing: 'Ohne Ergebnis',
    failed: 'Fehlgeschlagen',
    cancelled: 'Abgebrochen',
  },

  filters: 'Filter der Liste',
  status: 'Status',
  all: 'Alle',
  anyKind: 'Alle Arten',
  kind: 'Art',
  takeOff: (what) => `Filter entfernen: ${what}`,
  pages: 'Seiten der Liste',

  columns: { what: 'Vorgang', state: 'Status', progress: 'Fortschritt', begun: 'Angefordert', actions: 'Aktionen' },
  open: (name) => `${name} öffnen`,
  fold: (name) => `Teile von ${name}`,
  actionsOf: (name) => `Aktionen für ${name}`,

  stages: {
    storing: 'Speichern',
    extracting: 'Extrahieren',
    embedding: 'Embeddings berechnen',
    dropping: 'Alte Vektoren entfernen',
    documents: 'Dokumente exportieren',
    observations: 'Beobachtungen exportieren',
    rows: 'Zeilen kopieren',
    read_import: 'Datei lesen',
    import_documents: 'Dokumente importieren',
    import_observations: 'Beobachtungen importieren',
    import_mental_models: 'Mentale Modelle importieren',
    consolidating: 'Konsolidieren',
  },
  memories: memoriesOf,
  soFar: (n) => `bisher ${number(n)}`,
  of: (n, total, unit) =>
    `${number(n)} von ${
      unit === null
        ? number(total)
        : {
            parts: plural(total, { one: '# Teil', other: '# Teilen' }),
            chunks: chunksOf(total),
            memories: memoriesOf(total),
          }[unit]
    }`,
  waits: 'Wartet',
  running: 'Läuft',
  took: (duration) => `Dauer ${duration}`,
  notRead: (n) => `${itemsOf(n)} nicht oder nur teilweise verarbeitet`,
  notConsolidated: (n) => `${memoriesOf(n)} nicht konsolidiert`,
  unanswered: (n) => `${memoriesOf(n)} ohne brauchbare Antwort`,
  again: 'neuer Versuch {time}',
  nextRetry: 'Neuer Versuch {time}.',
  failsUnlessRetried: 'Gelingt kein Versuch, schlägt der Vorgang {time} fehl.',
  progressOf: (name) => `Fortschritt: ${name}`,

  emptyTitle: 'Noch keine Vorgänge',
  emptyText:
    'Eine Aufnahme mit „async“ kehrt sofort zurück und speichert im Hintergrund. Die Konsolidierung läuft nach Schreibzugriffen automatisch. Jeder Vorgang erscheint hier mit Fortschritt und Ergebnis.',
  emptyCurl: 'curl-Befehl für eine Aufnahme im Hintergrund',
  noneTitle: 'Keine passenden Vorgänge',
  noneText: 'Setzen Sie die Filter zurück, um andere Vorgänge zu sehen.',
  clear: 'Alle anzeigen',

  footer: (shown, total) =>
    shown === total
      ? plural(total, { one: '# Vorgang', other: '# Vorgänge' })
      : plural(total, { one: `${number(shown)} von # Vorgang`, other: `${number(shown)} von # Vorgängen` }),
  live: 'Aktualisiert sich automatisch, solange Vorgänge laufen.',
  calm: 'Keine laufenden Vorgänge.',

  cancel: 'Abbrechen',
  canceling: 'Wird abgebrochen',
  cancelled: (name) => `${name} abgebrochen`,
  cancelledDetail: 'Bereits Geschriebenes bleibt. Sieben Tage lang ist eine Wiederholung möglich.',
  cancelFailed: (name) => `${name} konnte nicht abgebrochen werden`,
  cancelNote: 'Abbrechen stoppt sofort; bereits Geschriebenes bleibt.',
  retry: 'Wiederholen',
  retrying: 'Wird eingereiht',
  retried: (name) => `${name} erneut eingereiht`,
  retryFailed: (name) => `${name} konnte nicht erneut eingereiht werden`,
  retryNote: 'Eine Wiederholung erledigt nur, was noch fehlt. Mit einem Sprachmodell kostet sie erneut Tokens.',
  batch: {
    action: {
      cancel: (n) => plural(n, { one: '# Vorgang abbrechen', other: '# Vorgänge abbrechen' }),
      retry: (n) => plural(n, { one: '# Vorgang wiederholen', other: '# Vorgänge wiederholen' }),
      remove: (n) => plural(n, { one: '# Eintrag löschen', other: '# Einträge löschen' }),
    },
    done: {
      cancel: (n) => plural(n, { one: '# Vorgang abgebrochen', other: '# Vorgänge abgebrochen' }),
      retry: (n) => plural(n, { one: '# Vorgang erneut eingereiht', other: '# Vorgänge erneut eingereiht' }),
      remove: (n) => plural(n, { one: '# Eintrag gelöscht', other: '# Einträge gelöscht' }),
    },
    others: (n) =>
      plural(n, {
        one: '# anderer ausgewählter Vorgang hat einen anderen Zustand und ist nicht betroffen.',
        other: '# andere ausgewählte Vorgänge haben einen anderen Zustand und sind nicht betroffen.',
      }),
  },
  remove: 'Eintrag löschen',
  removing: 'Wird gelöscht',
  removed: (name) => `Eintrag gelöscht: ${name}`,
  removeTitle: (name) => `Eintrag löschen: ${name}?`,
  removeText: 'Löscht den Eintrag und seine Ergebnisse endgültig. Was der Vorgang gespeichert oder geändert hat, bleibt.',
  removeFailed: 'Der Eintrag konnte nicht gelöscht werden',
  notOver: 'Noch aktiv; brechen Sie ihn zuerst ab',
  isOver: 'Bereits beendet',
  notUndone: 'Nur fehlgeschlagene oder abgebrochene Vorgänge lassen sich wiederholen',
  details: 'Details öffnen',

  tabs: 'Details des Vorgangs',
  did: 'Ergebnisse',
  partsTab: 'Teile',
  json: 'JSON',
  jsonOf: 'Vorgang als JSON',
  facts: {
    status: 'Status',
    kind: 'Art',
    items: 'Elemente',
    document: 'Dokument',
    model: 'Mentales Modell',
    versions: 'Versionen',
    sources: 'Fakten',
    attempts: 'Versuche',
    next: 'Nächster Versuch',
    partOf: 'Teil von',
    begun: 'Angefordert',
    waited: 'Wartezeit',
    ended: 'Beendet',
    duration: 'Dauer',
    id: 'ID',
    tokens: 'Modell-Tokens',
  },
  attempts: number,
  attemptsOfPart: (n) => `${number(n)}, für einen der Teile`,
  noTokens: 'keine: integrierte Regeln',
  tokens: (input, output) => `${number(input)} gelesen, ${number(output)} geschrieben`,
  missing: 'Vorgang nicht gefunden',
  missingText: 'Der Eintrag wurde gelöscht, oder der Vorgang endete vor mehr als 30 Tagen.',
  close: 'Schließen',
  oneFailed: 'Der Vorgang konnte nicht geladen werden',

  outcomes: { facts: 'Gespeichert', no_facts: 'Keine Fakten gefunden', partial: 'Teilweise gespeichert', failed: 'Fehlgeschlagen' },
  outcomesOf: 'Ergebnis je Element',
  item: (index) => `Element ${number(index + 1)}`,
  reasons: 'Fehler je Element',
  itemsNamed: (indices) => {
    const named = indices.slice(0, indices.length > 8 ? 6 : 8).map((index) => number(index + 1));
    const rest = indices.length - named.length;
    const last = rest > 0 ? `${number(rest)} weitere` : defined(named.pop());
    return `${itemsOf(indices.length)} (${named.length > 0 ? `${named.join(', ')} und ` : ''}${last})`;
  },
  retained: (facts, items) => `${memoriesOf(facts)} aus ${plural(items, { one: '# Element', other: '# Elementen' })}.`,
  reprocessed: (document) => `Neu verarbeitet: ${document}`,
  lost: (n) =>
    plural(n, { one: '# Element ist ganz oder teilweise fehlgeschlagen.', other: '# Elemente sind ganz oder teilweise fehlgeschlagen.' }),
  moreItems: (n) => plural(n, { one: 'und # weiteres Element', other: 'und # weitere Elemente' }),
  nothingYet: 'Noch nicht fertig.',
  nothingDone: 'Es wurden keine Ergebnisse festgehalten. Vor dem Ende Geschriebenes bleibt.',
  noDetails: 'Keine weiteren Details.',
  consolidated: {
    processed: (n) => `${memoriesOf(n)} verarbeitet`,
    created: (n) => plural(n, { one: '# neue Beobachtung', other: '# neue Beobachtungen' }),
    updated: (n) => `${observationsOf(n)} aktualisiert`,
    removed: (n) => `${observationsOf(n)} entfernt`,
    failed: (n) => `${memoriesOf(n)} fehlgeschlagen`,
  },
  failedMemories: 'Fehlgeschlagene Erinnerungen',
  seeUnanswered: 'Erinnerungen anzeigen',
  seeFailed: 'Fehlgeschlagene Erinnerungen',
  consolidation: {
    completed: 'Alle ausstehenden Erinnerungen sind konsolidiert.',
    partly: 'Die übrigen ausstehenden Erinnerungen sind konsolidiert.',
    nothing: 'Keine Erinnerung konnte konsolidiert werden. Nichts ist verloren; eine Wiederholung ist möglich.',
    to_be_continued: 'Weitere Erinnerungen stehen aus; der nächste Vorgang macht weiter.',
    unanswered:
      'Das Sprachmodell lieferte für einige Erinnerungen keine brauchbare Antwort. Der nächste Vorgang wiederholt sie, insgesamt drei Versuche; danach gelten sie als fehlgeschlagen.',
    observations_disabled: 'Beobachtungen sind für diese Bank deaktiviert, deshalb wurde nichts getan.',
    auto_consolidation_disabled: 'Die automatische Konsolidierung ist für diese Bank deaktiviert, deshalb wurde nichts getan.',
  },
  reembedded: {
    completed: (n) => `Embeddings von ${memoriesOf(n)} mit dem konfigurierten Modell berechnet.`,
    model_changed: (n) => `Die Bank verwendet jetzt das konfigurierte Modell: Embeddings von ${memoriesOf(n)} berechnet.`,
    bank_gone: 'Die Bank wurde gelöscht.',
  },
  nextOperation: 'Der nächste Vorgang',
  seeModel: 'Mentales Modell öffnen',
  modelDeleted: 'Das mentale Modell wurde gelöscht.',
  seeDocument: 'Dokument öffnen',
  seeDocuments: 'Dokumente',
  seeMemories: 'Erinnerungen',
  seeMemoriesOf: 'Zugehörige Erinnerungen',
  seeObservations: 'Beobachtungen',
  parentOf: 'Übergeordneter Vorgang',

  tray: {
    running: 'Laufend und wartend',
    ended: 'Kürzlich beendet',
    none: 'Keine laufenden Vorgänge.',
    noneText: 'Hintergrundarbeit, die Sie starten oder die in der angezeigten Bank läuft, erscheint hier.',
    more: (n) => `${number(n)} weitere`,
    clear: 'Leeren',
    cancel: (name) => `${name} abbrechen`,
    retry: (name) => `${name} wiederholen`,
    dismiss: (name) => `${name} ausblenden`,
    page: (bank) => `Alle Vorgänge von ${bank}`,
    see: 'Änderungen ansehen',
    openUnchanged: 'Öffnen',
    why: 'Fehler ansehen',
    done: (name) => `${name} abgeschlossen`,
    short: { partly: (name) => `${name} teilweise abgeschlossen`, nothing: (name) => `${name} ohne Ergebnis` },
    failed: (name) => `${name} fehlgeschlagen`,
    inBank: (bank) => `in ${bank}`,
    aboutInBank: (about, bank) => `${about} in ${bank}`,
    failedIn: (where, error) => `${where}: ${error}`,
    unread: 'Die Vorgänge konnten nicht geladen werden. Sie werden erneut geladen, wenn Sie zu dieser Seite zurückkehren.',
  },
};
