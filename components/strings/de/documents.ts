import { number, numberFormat, plural } from '#components/strings/counted';
import { charactersOf, chunksOf, documentsOf, memoriesOf, ui } from '#components/strings/de/ui';
import type { documents as english } from '#components/strings/documents';
import type { Translation } from '#components/strings/translated';

const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

const sizeText = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${number(Math.round(bytes / 1000))} kB` : `${oneDecimal(bytes / 1_000_000)} MB`;
};

export const documents: Translation<typeof english> = {
  title: 'Dokumente',
  purpose: 'Aufgenommene Texte und die daraus extrahierten Erinnerungen.',
  list: 'Dokumente',
  filters: 'Dokumente filtern',
  search: 'Nach ID suchen',
  loading: 'Dokumente werden geladen',
  failed: 'Die Dokumente konnten nicht geladen werden',
  footer: (n, total) => plural(total, { one: `${number(n)} von # Dokument`, other: `${number(n)} von # Dokumenten` }),
  pages: 'Seiten der Dokumente',
  open: (id) => `${id} öffnen`,
  columns: {
    id: 'Dokument',
    memories: 'Erinnerungen',
    size: 'Zeichen',
    tags: 'Tags',
    updated: 'Aktualisiert',
    actions: 'Aktionen',
  },
  actionsOf: (id) => `Aktionen für ${id}`,
  openIt: 'Öffnen',
  noMemories: 'keine',
  tag: 'Tags',
  tagsFailed: 'Die Tags konnten nicht geladen werden.',
  noTags: 'Keine Erinnerung dieser Bank hat Tags.',
  match: 'Abgleich',
  matches: { any: 'Mindestens eines', all: 'Alle' },
  matchMeans: {
    any: 'Dokumente mit mindestens einem der ausgewählten Tags.',
    all: 'Dokumente mit allen ausgewählten Tags.',
  },
  takeOff: (tag) => `#${tag} entfernen`,
  noneTitle: 'Keine passenden Dokumente',
  noneText: 'Die Suche findet beliebige Teile der ID, unabhängig von Groß- und Kleinschreibung. Ohne Filter sehen Sie alle Dokumente.',
  clear: 'Alle anzeigen',
  emptyTitle: 'Noch keine Dokumente',
  emptyText:
    'Ein Dokument ist ein aufgenommener Text: ein Gespräch, eine Notiz, eine Datei. Fügen Sie eines hier oder über die API hinzu. Die Erinnerungen werden im Hintergrund extrahiert.',
  curl: 'Als curl kopieren',
  curlWhat: 'curl-Befehl zur Aufnahme eines Satzes',
  sentence: 'Ana ist letzte Woche nach Porto gezogen.',

  add: 'Dokument hinzufügen',
  addPurpose: 'Die Verarbeitung läuft im Hintergrund. Sie können diese Seite verlassen.',
  kind: 'Art',
  kinds: { files: 'Dateien', text: 'Text' },
  drop: 'Dateien hier ablegen',
  dropOrChoose: '{drop} oder auswählen',
  formats: (max) =>
    `Textdateien, etwa .txt, .md, .json, .eml, .mbox, .vtt, .srt, .html, .csv oder .log: bis zu ${max} mit je 9,5 MB. Jede wird ein Dokument mit ihrem Namen als ID.`,
  chosen: 'Ausgewählte Dateien',
  leaveOut: (name) => `${name} entfernen`,
  tooMany: (n, max) =>
    `${plural(n, { one: '# Datei wurde nicht hinzugefügt', other: '# Dateien wurden nicht hinzugefügt' })}: Höchstens ${max} auf einmal sind möglich.`,
  tooLarge: 'Größer als 9,5 MB. Teilen Sie die Datei auf.',
  notText: 'Keine Textdatei. Bilder, PDF-, Office- und Archivdateien können nicht gelesen werden.',
  unknownEncoding: 'Die Kodierung der Datei ist unbekannt. Speichern Sie sie als UTF-8.',
  legacyEncoding: 'Kein UTF-8: als Windows-1252 gelesen. Wenn Buchstaben im Dokument falsch sind, speichern Sie die Datei als UTF-8.',
  notJson: 'Kein gültiges JSON: wird als reiner Text verarbeitet.',
  blank: 'Die Datei ist leer.',
  unreadable: 'Der Browser konnte die Datei nicht lesen.',
  size: sizeText,
  text: 'Text',
  textHelp: 'Gesprächsprotokolle (Zeilen der Form „Name: Text“) und Markdown werden erkannt.',
  textMissing: 'Geben Sie den Text ein, der aufgenommen werden soll.',
  filesMissing: 'Wählen Sie mindestens eine gültige Datei aus.',
  id: 'Dokument-ID',
  idHelp: 'Ohne Angabe wird eine erzeugt. Mit einer vorhandenen ID wird dieses Dokument ersetzt.',
  context: 'Kontext',
  contextHelp: 'Woher der Text stammt, in wenigen Worten. Das verbessert die Extraktion.',
  tagsHelp: 'Durch Kommas getrennt. Die Erinnerungen erhalten dieselben Tags.',
  when: 'Datum',
  whenHelp: 'Wann es gesagt wurde oder geschah. Ohne Angabe: heute. „Gestern“ im Text bezieht sich auf diesen Tag.',
  willFiles: (n, bytes) =>
    `${plural(n, { one: '# Datei', other: '# Dateien' })} mit ${sizeText(bytes)} ${n === 1 ? 'wird' : 'werden'} im Hintergrund verarbeitet. Eine Datei mit dem Namen eines vorhandenen Dokuments ersetzt dieses; unveränderte Chunks behalten ihre Erinnerungen. Mit einem Sprachmodell kostet die Extraktion Tokens.`,
  willText: 'Der Text wird im Hintergrund verarbeitet. Mit einem Sprachmodell kostet die Extraktion Tokens.',
  cost: 'Mit einem Sprachmodell kostet die Extraktion Tokens.',
  addFiles: (n) => (n === 0 ? 'Dateien hinzufügen' : plural(n, { one: '# Datei hinzufügen', other: '# Dateien hinzufügen' })),
  addText: 'Text hinzufügen',
  sending: 'Wird gesendet',
  sent: 'Ergebnis',
  beingSent: 'Wird gesendet',
  refused: 'Abgelehnt. {reason}',
  followFailed: 'Angenommen, aber der Fortschritt konnte nicht geladen werden. Siehe Vorgänge der Bank.',
  again: 'Erneut senden',
  more: 'Weitere hinzufügen',
  done: 'Fertig',
  seeDocument: 'Dokument öffnen',
  textName: 'Text',
  outcomes: { facts: 'Verarbeitet', no_facts: 'Keine Fakten gefunden', partial: 'Teilweise verarbeitet', failed: 'Fehlgeschlagen' },
  outcomeText: {
    facts: (n) => `${memoriesOf(n)} extrahiert.`,
    no_facts: () => 'Gespeichert, aber es wurden keine Fakten darin gefunden.',
    partial: (n) => `${memoriesOf(n)} extrahiert, einige Chunks sind fehlgeschlagen.`,
    failed: () => 'Gespeichert, aber die Extraktion ist für den ganzen Text fehlgeschlagen.',
  },
  cancelled: 'Vor der Verarbeitung abgebrochen.',

  back: 'Alle Dokumente',
  oneFailed: 'Das Dokument konnte nicht geladen werden',
  missing: 'Dokument nicht gefunden',
  missingText: (id) => `Diese Bank hat kein Dokument ${id}. Möglicherweise wurde es gelöscht, oder die URL ist unvollständig.`,
  summary: (memories, characters) =>
    `${memoriesOf(memories)}${characters === null ? '' : ` aus ${charactersOf(characters)}`}, aktualisiert {time}`,
  countOfType: (n, type) => ui.factCount[type](n),
  textOf: 'Text',
  textFailed: 'Der Text konnte nicht geladen werden',
  noText: 'Das Dokument hat keinen Text.',
  notStored:
    'Diese Bank speichert die Texte von Dokumenten nicht (Einstellung „Dokumenttexte speichern“). Verfügbar sind nur die Erinnerungen.',
  notStoredLock: 'Der Text dieses Dokuments ist nicht gespeichert',
  marked: 'Zu jeder Erinnerung ist die ähnlichste Textstelle unterstrichen.',
  chunks: 'Chunks des Textes',
  chunkCount: chunksOf,
  here: (n) => `${memoriesOf(n)} aus dieser Textstelle`,
  read: 'Extrahierte Erinnerungen',
  readElsewhere: 'Weitere Erinnerungen stammen aus anderen Chunks des Textes.',
  readFailed: 'Die Erinnerungen konnten nicht geladen werden',
  nothingRead: 'Aus diesen Chunks stammt keine gültige Erinnerung.',
  unplaced: 'keine passende Textstelle',
  onlyMarked: (n, total) => `Angezeigt werden die ersten ${number(n)} von ${memoriesOf(total)}.`,
  allOfThem: 'In der Liste der Erinnerungen öffnen',
  facts: 'Details',
  factNames: {
    id: 'ID',
    types: 'Erinnerungen',
    tags: 'Tags',
    context: 'Kontext',
    date: 'Datum',
    created: 'Hinzugefügt',
    updated: 'Aktualisiert',
    expires: 'Läuft ab',
  },
  none: 'keine',

  expiresInPart: '{time}, teilweise',
  editExpiry: 'Ablauf bearbeiten',
  expiryTitle: 'Ablauf des Dokuments',
  expiryPurpose: 'Dann werden der Text und seine Erinnerungen endgültig gelöscht.',
  expiryHelp: 'Zum Beispiel 2026-03-14 oder 2026-03-14T09:00Z. Leer: nie.',
  expiryWill: 'Der ganze Text und alle daraus gelesenen Erinnerungen erhalten diesen Ablauf.',
  saveExpiry: 'Ablauf speichern',
  expirySaved: 'Ablauf gespeichert',

  editTags: 'Tags bearbeiten',
  tagsTitle: 'Tags des Dokuments',
  tagsPurpose: 'Die Erinnerungen erhalten genau dieselben Tags.',
  tagsWill: (n) => `Das Dokument und ${memoriesOf(n)} erhalten genau diese Tags. Darauf beruhende Beobachtungen werden neu abgeleitet.`,
  saveTags: 'Tags speichern',
  saving: 'Wird gespeichert',
  tagsSaved: 'Tags gespeichert',
  tagsSavedDetail: (n) => `${memoriesOf(n)} aktualisiert.`,

  reprocess: 'Neu verarbeiten',
  reprocessTitle: (id) => `${id} neu verarbeiten?`,
  reprocessText: (n) =>
    `Extrahiert im Hintergrund die Fakten noch einmal aus dem gespeicherten Text, mit den aktuellen Einstellungen. ${
      n === undefined
        ? 'Die bisherigen Erinnerungen werden durch die neuen ersetzt.'
        : plural(n, {
            one: 'Die bisherige Erinnerung wird durch die neuen ersetzt.',
            other: 'Die # bisherigen Erinnerungen werden durch die neuen ersetzt.',
          })
    }`,
  reprocessing: 'Wird eingereiht',
  reprocessFailed: 'Das Dokument konnte nicht eingereiht werden',
  unread: (n) =>
    `${plural(n, {
      one: '# Chunk konnte nicht verarbeitet werden, seine Fakten fehlen.',
      other: '# Chunks konnten nicht verarbeitet werden, ihre Fakten fehlen.',
    })} Der Text selbst ist gespeichert.`,
  reading: 'Wird neu verarbeitet',
  reprocessed: 'Neu verarbeitet.',
  readNot: 'Die Verarbeitung ist fehlgeschlagen; die Erinnerungen haben sich nicht geändert.',

  deleteIt: 'Löschen',
  removeTitle: (id) => `${id} löschen?`,
  removeText: (n) =>
    n === 0
      ? 'Löscht den Text; Erinnerungen gibt es keine. Das lässt sich nicht rückgängig machen.'
      : `Löscht den Text und ${memoriesOf(n)}. Erinnerungen, die auch ein anderes Dokument belegt, bleiben mit diesem als Quelle bestehen. Das lässt sich nicht rückgängig machen.`,
  removeAction: 'Dokument löschen',
  removing: 'Wird gelöscht',
  removed: (id) => `${id} gelöscht`,
  removedSize: (n) => plural(n, { one: '# Erinnerung wurde gelöscht.', other: '# Erinnerungen wurden gelöscht.' }),
  batch: {
    action: (n) => `${documentsOf(n)} löschen`,
    title: (n) => `${documentsOf(n)} löschen?`,
    text: (n) =>
      plural(n, {
        one: '# daraus extrahierte Erinnerung wird ebenfalls gelöscht. Das lässt sich nicht rückgängig machen.',
        other: '# daraus extrahierte Erinnerungen werden ebenfalls gelöscht. Das lässt sich nicht rückgängig machen.',
      }),
    done: (n) => `${documentsOf(n)} gelöscht`,
  },
  removeFailed: 'Das Dokument konnte nicht gelöscht werden',
};
