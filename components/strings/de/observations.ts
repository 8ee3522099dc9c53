import { number, plural } from '#components/strings/counted';
import { factsOf, observationsOf } from '#components/strings/de/ui';
import type { observations as english } from '#components/strings/observations';
import type { Translation } from '#components/strings/translated';

const NO_TAGS = 'Global: ohne Tags';

export const observations: Translation<typeof english> = {
  title: 'Beobachtungen',
  purpose: 'Schlüsse aus mehreren Fakten, jeweils mit den Fakten, auf denen sie beruhen.',
  list: 'Beobachtungen der Bank',
  open: (text) => `${text.slice(0, 80)} öffnen`,
  failed: 'Die Beobachtungen konnten nicht geladen werden',
  filters: 'Filter der Liste',
  search: 'Beobachtungen durchsuchen',
  searchShort: 'Teil des Textes',
  pages: 'Seiten der Liste',
  foot: (shown, total) => `${number(shown)} von ${observationsOf(total)}`,
  columns: { text: 'Beobachtung', proof: 'Grundlage', trend: 'Trend', scope: 'Bereich', changed: 'Geändert' },

  anyScope: 'Alle Bereiche',
  scope: 'Bereich',
  scopeFilter: 'Beobachtungen mit genau diesen Tags',
  globalShort: 'global',
  scopeOf: (tags) => (tags.length === 0 ? NO_TAGS : tags.map((tag) => `#${tag}`).join(' ')),
  scopeShort: (tags) =>
    tags.length === 0 ? NO_TAGS : tags.map((tag) => `#${tag.length > 28 ? `${tag.slice(0, 16)}…${tag.slice(-9)}` : tag}`).join(' '),
  takeOff: (what) => `Filter entfernen: ${what}`,
  scopesShown: (shown, total) => `Die ${number(shown)} größten von ${number(total)} Bereichen`,
  scopesNone: 'Noch hat kein Bereich Beobachtungen.',
  scopesFailed: 'Die Bereiche konnten nicht geladen werden',

  trends: { new: 'Neu', stable: 'Stabil', strengthening: 'Zunehmend', weakening: 'Abnehmend', stale: 'Veraltet' },
  trendMeans: {
    new: 'Alle Fakten wurden in den letzten 30 Tagen erwähnt.',
    stable: 'In den letzten 30 Tagen etwa so oft erwähnt wie zuvor.',
    strengthening: 'In den letzten 30 Tagen mindestens 50\u00a0% häufiger erwähnt als zuvor.',
    weakening: 'In den letzten 30 Tagen höchstens halb so oft erwähnt oder gar nicht.',
    stale: 'Keiner der Fakten wurde in den letzten 90 Tagen erwähnt.',
  },
  pendingFacts: 'Fakten ausstehend',
  pendingMeans: 'Fakten im Bereich warten auf die Konsolidierung, sie kann sich also noch ändern.',

  emptyTitle: 'Noch keine Beobachtungen',
  emptyWhat:
    'Eine Beobachtung fasst mehrere Fakten zusammen: eine Gewohnheit, eine Änderung, eine Vorliebe. Die Konsolidierung leitet Beobachtungen nach jedem Schreibzugriff ab, mit den Fakten, die sie belegen.',
  emptyRules:
    'Ohne Sprachmodell leiten Regeln sie aus mindestens zwei Fakten in einfachem Englisch ab: ein geänderter Wert („lives in“, „works at“, „likes“, „costs“, „moves to“), was mehrere Fakten über denselben Namen oder dieselbe Referenz sagen, und wörtliche Wiederholungen.',
  emptyOn: (pending, failed, isAutomatic) =>
    [
      isAutomatic ? 'Beobachtungen sind aktiviert.' : 'Beobachtungen sind aktiviert, die Konsolidierung läuft aber nur auf Anforderung.',
      pending > 0
        ? plural(pending, { one: '# Fakt wartet auf die Konsolidierung.', other: '# Fakten warten auf die Konsolidierung.' })
        : failed > 0
          ? 'Kein Fakt steht aus, aber einige sind fehlgeschlagen. Die Einstellungen zeigen den Grund und können sie wiederholen.'
          : 'Kein Fakt steht aus: Nehmen Sie zuerst etwas auf.',
    ].join(' '),
  emptyOff: 'Beobachtungen sind für diese Bank deaktiviert.',
  emptySettings: 'Einstellungen für Beobachtungen',
  noMatch: 'Keine passenden Beobachtungen',
  noMatchText: 'Die Filter blenden alle Beobachtungen aus.',
  clearFilters: 'Filter zurücksetzen',

  consolidate: 'Jetzt konsolidieren',
  consolidating: 'Wird eingereiht',
  consolidateCost: 'Leitet im Hintergrund Beobachtungen aus ausstehenden Fakten ab. Mit einem Modell kostet das Tokens.',
  queued: 'Konsolidierung eingereiht',
  queuedJoined: 'Eine Konsolidierung wartete schon; sie umfasst Ihre Fakten',
  queuedLink: 'Vorgänge',
  consolidateFailed: 'Die Konsolidierung konnte nicht eingereiht werden',
  recover: 'Fehlgeschlagene Fakten wiederholen',
  recovering: 'Wird eingereiht',
  recoverText: 'Setzt fehlgeschlagene Fakten wieder auf ausstehend und reiht eine Konsolidierung ein. Mit einem Modell kostet das Tokens.',
  recovered: (n) =>
    n === 0 ? 'Keine fehlgeschlagenen Fakten' : plural(n, { one: '# Fakt wird wiederholt', other: '# Fakten werden wiederholt' }),
  recoverFailed: 'Die fehlgeschlagenen Fakten konnten nicht wiederholt werden',
  nothingFailed: 'Keine fehlgeschlagenen Fakten.',

  stateTitle: 'Konsolidierung',
  stateFailed: 'Der Stand der Konsolidierung konnte nicht geladen werden',
  updatedAt: 'Stand: {time}',
  state: { pending: 'ausstehend', done: 'erledigt', failed: 'fehlgeschlagen' },
  stateMeans: {
    pending: 'Fakten, die noch nicht konsolidiert sind.',
    done: 'Fakten, die konsolidiert sind.',
    failed: 'Fakten, die nicht konsolidiert werden konnten. Vorübergehende Fehler des Anbieters zählen nicht.',
  },
  failures: 'Fehler der Konsolidierung',
  retryingMeans:
    'Liefert ein Sprachmodell keine brauchbare Antwort, wird es automatisch wiederholt, insgesamt drei Versuche. Danach gilt der Fakt als fehlgeschlagen.',
  retryingNotice: (n) => `Das Sprachmodell hat bisher für ${factsOf(n)} keine brauchbare Antwort geliefert.`,
  retryingNow: 'Ein neuer Versuch läuft. Bis dahin ist jeder Fakt mit seinem letzten Fehler aufgeführt.',
  retryingNext: 'Jeder Fakt ist mit seinem letzten Fehler aufgeführt. Nächster Versuch {time}.',
  withoutRoom: (n) =>
    plural(n, {
      one: '# Fakt konnte nicht konsolidiert werden: Sein Bereich hat die Höchstzahl an Beobachtungen erreicht.',
      other: '# Fakten konnten nicht konsolidiert werden: Ihre Bereiche haben die Höchstzahl an Beobachtungen erreicht.',
    }),
  withoutRoomNext: 'Die Wiederholung erfolgt automatisch, sobald eine Beobachtung gelöscht oder die Grenze erhöht wird.',
  triedAgain: 'wird automatisch wiederholt',
  triedNow: 'neuer Versuch läuft',
  attempts: (n) => plural(n, { one: '# Versuch', other: '# Versuche' }),
  noCode: 'unbekannter Grund',
  failuresMore: (shown, total) => `Die neuesten ${number(shown)} von ${number(total)}`,
  postponed: 'Die Konsolidierung ist aufgeschoben.',
  operation: 'Vorgang',
  failedNotice: (n) => plural(n, { one: '# Fakt konnte nicht konsolidiert werden.', other: '# Fakten konnten nicht konsolidiert werden.' }),
  toSettings: 'Grund anzeigen',

  drawer: 'Beobachtung',
  tabs: { sources: 'Quellen', history: 'Verlauf', json: 'JSON' },
  details: 'Details der Beobachtung',
  facts: {
    scope: 'Bereich',
    trend: 'Trend',
    occurred: 'Geschehen',
    mentioned: 'Zuletzt erwähnt',
    created: 'Zuerst abgeleitet',
    changed: 'Zuletzt geändert',
    method: 'Geschrieben von',
    id: 'ID',
    entities: 'Über',
  },
  methods: { extractive: 'integrierten Regeln, in den Worten der Fakten', model: 'einem Sprachmodell' },
  sourcesNone: 'Kein gültiger Fakt belegt sie mehr; die nächste Konsolidierung entfernt sie.',
  mentioned: 'erwähnt {time}',
  noTime: 'Zeit unbekannt',
  sourceActions: 'Aktionen für diesen Fakt',
  clear: 'Beobachtungen des Fakts löschen',
  clearTitle: 'Die Beobachtungen dieses Fakts löschen?',
  clearText: (text) => `Löscht jede Beobachtung, die auf „${text.slice(0, 120)}“ beruht, auch diese. Der Fakt bleibt.`,
  clearAgain: 'Die Fakten dieser Beobachtungen werden erneut konsolidiert. Mit einem Modell kostet das Aufrufe.',
  clearAction: 'Beobachtungen löschen',
  clearing: 'Wird gelöscht',
  cleared: (n) => `${observationsOf(n)} gelöscht`,
  clearedDetail: 'Die Fakten stehen für die nächste Konsolidierung aus.',
  clearFailed: 'Die Beobachtungen konnten nicht gelöscht werden.',
  noEdit:
    'Beobachtungen lassen sich nicht bearbeiten, weil die nächste Konsolidierung die Änderung überschreiben würde. Bearbeiten oder invalidieren Sie stattdessen einen Fakt; die Beobachtung wird dann neu abgeleitet.',
  missing: 'Beobachtung nicht gefunden',
  missingText: 'Sie wurde neu abgeleitet oder gelöscht. Die Liste enthält ihren Ersatz.',
  oneFailed: 'Die Beobachtung konnte nicht geladen werden',
  notOne: 'Diese Erinnerung ist ein Fakt, keine Beobachtung.',
  historyNone: 'Keine Änderungen seit der Ableitung.',
  historyFailed: 'Der Verlauf konnte nicht geladen werden',
  historyDeleted: 'Der frühere Text wurde zusammen mit einer Erinnerung gelöscht, auf der er beruhte.',
  changedAt: 'geändert {time}',
  factsAdded: (n) => plural(n, { one: '# Fakt kam hinzu', other: '# Fakten kamen hinzu' }),
  factsAddedNone: 'Fakten entfernt, keine hinzugekommen',
  deletedFact: 'ein gelöschter Fakt',
  jsonOf: 'Beobachtung als JSON',
};
