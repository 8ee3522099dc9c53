import { listed, number, plural } from '#components/strings/counted';
import { banksOf, daysOf, memoriesOf, ui } from '#components/strings/de/ui';
import type { keys as english } from '#components/strings/keys';
import type { Translation } from '#components/strings/translated';

const childrenOf = (n: number): string => `${number(n)} Unterschlüssel`;

/** In the dative case, after "in". */
const lifeText = (seconds: number): string => {
  const days = Math.round(seconds / 86_400);
  if (days >= 1) return plural(days, { one: '# Tag', other: '# Tagen' });
  const hours = Math.round(seconds / 3600);
  return hours >= 1
    ? plural(hours, { one: '# Stunde', other: '# Stunden' })
    : plural(Math.max(1, Math.round(seconds / 60)), { one: '# Minute', other: '# Minuten' });
};

export const keys: Translation<typeof english> = {
  title: 'API-Schlüssel',
  back: 'Alle API-Schlüssel',
  oneTitle: 'API-Schlüssel',
  purpose:
    'Mit diesen Schlüsseln rufen Agenten diese Organisation auf. Ein widerrufener Schlüssel funktioniert ab der nächsten Anfrage nicht mehr.',
  listLabel: 'API-Schlüssel der Organisation',

  create: 'Schlüssel erstellen',
  testAccess: 'Zugriff testen',
  readOnly: (role, managers) =>
    `Mit der Rolle ${ui.roles[role]} können Sie alle Schlüssel ansehen, aber nicht ändern. Erstellen, bearbeiten und widerrufen können sie nur ${ui.rolesListed(managers)}.`,

  filters: 'Filter der Liste',
  status: 'Status des Schlüssels',
  statuses: { active: 'Aktiv', expired: 'Abgelaufen', revoked: 'Widerrufen', all: 'Alle' },
  search: 'Schlüssel suchen',
  searchLabel: 'Nach Name oder Präfix suchen',
  anyBank: 'Alle Banken',
  anyOrigin: 'Jede Herkunft',
  bankFilter: 'Bank',
  originFilter: 'Herkunft',
  reaching: (bank) => `mit Zugriff auf ${bank}`,
  needsAttention: 'zu prüfen',
  takeOff: (what) => `Filter entfernen: ${what}`,
  origins: {
    console: 'Von einer Person erstellt',
    child: 'Von einem Schlüssel erstellt',
    bootstrap: 'Vom Server erstellt',
    application: 'Verbundene Anwendung',
  },

  columns: {
    name: 'Name',
    prefix: 'Präfix',
    banks: 'Banken',
    lastUsed: 'Zuletzt verwendet',
    expires: 'Läuft ab',
    created: 'Erstellt',
    status: 'Status',
    actions: 'Aktionen',
  },
  open: (name) => `${name} öffnen`,
  createdOn: (day) => `erstellt: ${day}`,
  openDetails: 'Details öffnen',
  prefixOf: (name) => `Erste Zeichen von ${name}`,
  prefixNote: 'nur die ersten Zeichen',
  neverUsed: 'nie verwendet',
  neverEnds: 'nie',
  allBanks: 'Alle Banken',
  noBanks: 'Keine Banken',
  noBanksNow: 'Keine',
  noBanksLeft: 'Alle Banken, auf die er Zugriff hatte, wurden gelöscht. Er hat auf keine Bank mehr Zugriff.',
  withheldAll: 'Er hat derzeit auf keine Bank Zugriff.',
  withheld: (n) =>
    plural(n, {
      one: '{banks} gehört zu seinen Banken, aber der übergeordnete Schlüssel hat den Zugriff verloren. Erhält dieser ihn wieder, gilt er auch hier.',
      other:
        '{banks} gehören zu seinen Banken, aber der übergeordnete Schlüssel hat den Zugriff verloren. Erhält dieser ihn wieder, gilt er auch hier.',
    }),
  children: childrenOf,
  mayMint: 'darf Schlüssel erstellen',
  fold: (name) => `Unterschlüssel von ${name}`,
  createdBy: (day, who) => `${day}, von ${who}`,
  byKey: 'von Schlüssel',
  byServer: 'vom Server',
  bootstrapper: 'Server',
  childOf: (name) => `Unterschlüssel von ${name}`,
  actionsOf: (name) => `Aktionen für ${name}`,

  footer: (shown, status, children) => {
    const all = {
      all: `${number(shown)} Schlüssel`,
      active: plural(shown, { one: '# aktiver Schlüssel', other: '# aktive Schlüssel' }),
      expired: plural(shown, { one: '# abgelaufener Schlüssel', other: '# abgelaufene Schlüssel' }),
      revoked: plural(shown, { one: '# widerrufener Schlüssel', other: '# widerrufene Schlüssel' }),
    }[status];
    return children === 0 ? all : `${all}, davon ${childrenOf(children)}`;
  },
  footerPart: (shown, total) => `${number(shown)} von ${number(total)} geladen`,
  more: 'Mehr laden',
  exact: 'letzte Verwendung auf eine Minute genau',

  readFailed: 'Die Schlüssel konnten nicht geladen werden',
  emptyTitle: 'Noch keine Schlüssel',
  emptyText:
    'Ein Agent braucht einen Schlüssel für Aufnahme und Abruf. Ein Schlüssel funktioniert sofort und wird nur einmal angezeigt, wenn Sie ihn erstellen.',
  emptyLocked: 'Ein Agent braucht einen Schlüssel für Aufnahme und Abruf. Bitten Sie einen Owner oder Admin, den ersten zu erstellen.',
  noActive: 'Keine aktiven Schlüssel',
  noExpired: 'Keine abgelaufenen Schlüssel',
  noRevoked: 'Keine widerrufenen Schlüssel',
  noneOfStatus: 'Abgelaufene und widerrufene Schlüssel bleiben aufgeführt, damit das Audit-Log lesbar bleibt.',
  noActiveText: 'Derzeit kann kein Schlüssel diese Organisation aufrufen. Siehe die Listen der abgelaufenen und widerrufenen Schlüssel.',
  noMatch: 'Keine passenden Schlüssel',
  noMatchText: (filters) => `Aktive Filter: ${listed(filters)}.`,
  clearFilters: 'Filter zurücksetzen',
  quoted: (text) => `„${text}“`,

  review: 'Schlüssel anzeigen',
  dismiss: 'Ausblenden',
  reviewTitle: (n) => plural(n, { one: '# Schlüssel sollte geprüft werden.', other: '# Schlüssel sollten geprüft werden.' }),
  reviewReasons: ({ unused, endless, bankless }) => {
    const reasons = [
      unused > 0 && plural(unused, { one: '# wurde seit 90 Tagen nicht verwendet', other: '# wurden seit 90 Tagen nicht verwendet' }),
      endless > 0 && plural(endless, { one: '# läuft nie ab', other: '# laufen nie ab' }),
      bankless > 0 && plural(bankless, { one: '# hat auf keine Bank mehr Zugriff', other: '# haben auf keine Bank mehr Zugriff' }),
    ];
    return `${reasons.filter(Boolean).join('; ')}.`;
  },
  hintUnused: (days) =>
    `Seit ${plural(days, { one: '# Tag', other: '# Tagen' })} nicht verwendet. Widerrufen Sie ihn, wenn nichts ihn braucht.`,
  hintNeverUsed: (days) =>
    `Vor ${plural(days, { one: '# Tag', other: '# Tagen' })} erstellt und nie verwendet. Widerrufen Sie ihn, wenn nichts ihn braucht.`,
  hintEndless:
    'Läuft nie ab. Ersetzen Sie ihn durch einen Schlüssel mit Ablaufdatum, um den Schaden zu begrenzen, falls er in falsche Hände gerät.',
  hintEndlessAll:
    'Läuft nie ab und hat Zugriff auf alle Banken. Ersetzen Sie ihn durch einen Schlüssel mit Ablaufdatum und ausgewählten Banken, um den Schaden zu begrenzen, falls er in falsche Hände gerät.',

  badgeChild: 'Unterschlüssel',
  facts: {
    prefix: 'Präfix',
    id: 'Schlüssel-ID',
    banks: 'Banken',
    may: 'Rechte',
    expires: 'Läuft ab',
    expired: 'Abgelaufen',
    lastUsed: 'Zuletzt verwendet',
    created: 'Erstellt',
    origin: 'Herkunft',
    parent: 'Erstellt von Schlüssel',
    revoked: 'Widerrufen',
  },
  futureBanks: 'auch künftige',
  doesMint: 'Unterschlüssel erstellen',
  whenBy: '{time} von {who}',
  family: 'Unterschlüssel',
  familyEmpty: 'Noch keine Unterschlüssel.',
  familyNone: 'Er darf keine Unterschlüssel erstellen.',
  familyMore: (n) => plural(n, { one: '# weiterer Unterschlüssel in der Liste', other: '# weitere Unterschlüssel in der Liste' }),
  breaks: 'Folgen eines Widerrufs',
  breaksKeys: (n) =>
    n === 1
      ? 'Dieser Schlüssel funktioniert ab der nächsten Anfrage nicht mehr.'
      : `Dieser Schlüssel und ${childrenOf(n - 1)} funktionieren ab der nächsten Anfrage nicht mehr.`,
  breaksBanks: (n) => {
    if (n === 0) return 'Er hat auf keine Bank Zugriff, deshalb verliert niemand Zugriff.';
    return n === null ? 'Aufrufe aller Banken werden abgelehnt.' : `Aufrufe von ${banksOf(n)} werden abgelehnt.`;
  },
  breaksUsed: 'Letzter Aufruf {time}.',
  breaksUsedBy: 'Letzter Aufruf {time} durch {name}.',
  breaksUnused: (n) => (n === 1 ? 'Er wurde nie verwendet.' : 'Keiner davon wurde je verwendet.'),
  breaksNothing: 'Keine: Er funktioniert schon nicht mehr.',
  audit: 'Audit-Log dieses Schlüssels',
  auditLocked: 'Nur Owner und Admins können das Audit-Log ansehen.',
  notFound: 'Schlüssel nicht gefunden',
  notFoundText: 'Die Organisation hat keinen Schlüssel mit dieser ID. Möglicherweise gehört er zu einer anderen Organisation.',
  toList: 'Alle API-Schlüssel',
  oneFailed: 'Der Schlüssel konnte nicht geladen werden',

  editBanks: 'Banken bearbeiten',
  rotate: 'Rotieren',
  revoke: 'Widerrufen',
  revokeKey: 'Schlüssel widerrufen',
  locks: {
    scope: {
      revoked: 'Ein widerrufener Schlüssel lässt sich nicht bearbeiten.',
      expired: 'Ein abgelaufener Schlüssel lässt sich nicht bearbeiten.',
      child:
        'Die Banken eines Unterschlüssels lassen sich nicht bearbeiten. Widerrufen Sie ihn und lassen Sie den übergeordneten Schlüssel einen neuen erstellen.',
      bootstrap:
        'Die Banken eines vom Server erstellten Schlüssels lassen sich nicht bearbeiten. Erstellen Sie einen Schlüssel mit den nötigen Banken.',
      application: 'Eine Anwendung verwendet diesen Schlüssel. Widerrufen Sie ihn und verbinden Sie die Anwendung neu.',
    },
    rotate: {
      revoked: 'Ein widerrufener Schlüssel lässt sich nicht rotieren.',
      child: 'Ein Unterschlüssel lässt sich hier nicht rotieren. Der übergeordnete Schlüssel erstellt über die API einen Nachfolger.',
      application: 'Eine Anwendung erneuert ihren Zugriff selbst.',
    },
    revoke: {
      revoked: 'Er ist bereits endgültig widerrufen.',
      expired: 'Er ist abgelaufen.',
      child: 'Ein Schlüssel hat ihn erstellt.',
      bootstrap: 'Der Server hat ihn erstellt.',
      application: 'Eine Person hat ihn verbunden.',
    },
  },

  createPurpose: 'Der Schlüssel wird einmal angezeigt. Gespeichert wird nur sein Fingerabdruck.',
  name: 'Name',
  nameHelp: 'Benennen Sie ihn nach dem Agenten, der ihn verwendet. Der Name erscheint im Audit-Log.',
  namePlaceholder: 'Support-Agent, Produktion',
  nameMissing: 'Geben Sie einen Namen ein.',
  nameLong: (max) => `Höchstens ${max} Zeichen sind möglich.`,
  expires: 'Läuft ab',
  expiries: {
    '1_hour': '1 Stunde',
    '1_day': '1 Tag',
    '7_days': '7 Tage',
    '30_days': '30 Tage',
    '90_days': '90 Tage',
    '1_year': '1 Jahr',
    custom: 'Eigene',
    never: 'Nie',
  },
  days: 'Tage bis zum Ablauf',
  daysBound: (max) => `Geben Sie eine ganze Zahl von 1 bis ${number(max)} ein.`,
  endsAt: (when) => `Läuft ab am ${when}.`,
  neverMeant: 'Dieser Schlüssel soll nie ablaufen',
  neverMeantHelp: 'Auch eine Kopie in falschen Händen würde dauerhaft funktionieren.',
  neverNeeded: 'Setzen Sie das Häkchen oder wählen Sie ein Ablaufdatum.',
  banks: 'Banken',
  banksAll: 'Alle Banken',
  banksAllHelp: 'auch künftige',
  banksChosen: 'Ausgewählte Banken',
  banksOf: (n, total) => `${number(n)} von ${number(total)}`,
  banksMissing: 'Wählen Sie mindestens eine Bank oder alle Banken.',
  banksUnknown: 'Eine der Banken existiert nicht mehr. Wählen Sie neu aus.',
  findBank: 'Bank suchen',
  bankList: 'Banken des Schlüssels',
  bankMemories: memoriesOf,
  noBankFound: (q) => `Keine Bank passt zu „${q}“.`,
  noBanksYet: 'Es gibt noch keine Banken. Ein Schlüssel für alle Banken kann die erste erstellen.',
  banksMore: (n) => plural(n, { one: '# weitere Bank, über die Suche zu finden.', other: '# weitere Banken, über die Suche zu finden.' }),
  banksFailed: 'Die Banken konnten nicht geladen werden.',
  mint: 'Darf Unterschlüssel erstellen',
  mintHelp:
    'Er kann über die API Schlüssel mit weniger Rechten und kürzerer Laufzeit erstellen. Wird er widerrufen, gilt das auch für sie.',
  mintDays: (n) => `Ein Unterschlüssel gilt ganze Tage und läuft vor dem übergeordneten Schlüssel ab: derzeit höchstens ${daysOf(n)}.`,
  mintLocked:
    'Ein Unterschlüssel gilt mindestens einen ganzen Tag und läuft vor dem übergeordneten Schlüssel ab. Dieses Ablaufdatum ist dafür zu früh.',
  verbs: {
    'bank.read': 'lesen',
    'bank.write': 'schreiben',
    'bank.configure': 'konfigurieren',
    'bank.create': 'erstellen',
    'bank.delete': 'löschen',
  },
  can: (verbs, isEndless, mints) =>
    `Darf {banks} ${listed(verbs)}; ${isEndless ? '{never}' : 'gültig bis {time}'}. ${mints ? 'Darf Unterschlüssel erstellen.' : 'Darf keine Unterschlüssel erstellen.'}`,
  everyBank: 'alle jetzigen und künftigen Banken',
  nBanks: (n, total) =>
    total === null ? banksOf(n) : plural(total, { one: `${number(n)} von # Bank`, other: `${number(n)} von # Banken` }),
  neverExpires: 'läuft nie ab',
  notYet: 'Wählen Sie Banken und ein Ablaufdatum, um zu sehen, was der Schlüssel darf.',
  creating: 'Wird erstellt',
  createFailed: 'Der Schlüssel konnte nicht erstellt werden.',

  storeNow: 'Schlüssel jetzt sichern',
  isActive: '{name} ist aktiv. Der Schlüssel wird nur einmal angezeigt; nach dem Schließen dieser Seite ist er nicht mehr zu sehen.',
  theKey: 'Schlüssel',
  reveal: 'Schlüssel anzeigen',
  conceal: 'Schlüssel verbergen',
  copy: 'Kopieren',
  copiedKey: 'Schlüssel kopiert',
  selectInstead:
    'Der Browser hat das Kopieren nicht erlaubt. Der Schlüssel ist sichtbar und markiert: Kopieren Sie ihn mit Strg C oder über das Menü Ihres Smartphones.',
  keyForm: (n) => `${n} Zeichen. Am Ende steht eine Prüfsumme, so wird ein Tippfehler ohne Datenbankzugriff erkannt.`,
  firstCall: 'Erster Aufruf mit dem Schlüssel',
  snippets: { curl: 'curl', env: 'env', python: 'Python', typescript: 'TypeScript' },
  copySnippet: 'Mit Schlüssel kopieren',
  copyCode: 'Kopieren',
  snippetNote: {
    curl: 'Der kopierte Befehl enthält den Schlüssel. Er funktioniert auf jedem Rechner, der diesen Server erreicht.',
    env: 'Die kopierten Zeilen enthalten den Schlüssel. Die anderen Tabs lesen diese beiden Variablen.',
    python: 'Liest Adresse und Schlüssel aus der Umgebung. Keine Bibliothek nötig.',
    typescript: 'Liest Adresse und Schlüssel aus der Umgebung. Keine Bibliothek nötig.',
  },
  question: 'Was weißt du über mich?',
  stored: 'Ich habe diesen Schlüssel gesichert',
  done: 'Fertig',
  doneLocked: 'Kopieren Sie den Schlüssel oder bestätigen Sie, dass Sie ihn gesichert haben.',
  mustStore:
    'Der Schlüssel wird nur einmal angezeigt. Kopieren Sie ihn oder bestätigen Sie, dass Sie ihn gesichert haben, und schließen Sie dann.',

  revokeTitle: (name) => `${name} widerrufen?`,
  revokeText: 'Der Schlüssel funktioniert ab der nächsten Anfrage nicht mehr. Das lässt sich nicht rückgängig machen.',
  revokeLast: 'Zuletzt verwendet',
  revokeLastNever: 'Nie',
  revokeBanks: 'Banken',
  revokeDies: (n) =>
    plural(n, {
      one: 'Auch # Unterschlüssel funktioniert dann nicht mehr',
      other: 'Auch # Unterschlüssel funktionieren dann nicht mehr',
    }),
  revokeAlone: 'Kein anderer Schlüssel hängt davon ab.',
  revokeReading: 'Abhängigkeiten werden geprüft',
  revokeUnread: 'Die Abhängigkeiten konnten nicht geprüft werden, deshalb ist der Widerruf hier nicht möglich.',
  revoking: 'Wird widerrufen',
  revoked: (name) => `${name} widerrufen`,
  revokedCount: (n) => plural(n, { one: '# Schlüssel funktioniert nicht mehr.', other: '# Schlüssel funktionieren nicht mehr.' }),
  revokedBefore: 'Er war bereits widerrufen; nichts hat sich geändert.',
  batch: {
    action: (n) => `${number(n)} Schlüssel widerrufen`,
    title: (n) => `${number(n)} Schlüssel widerrufen?`,
    text: 'Sie und ihre Unterschlüssel funktionieren ab der nächsten Anfrage nicht mehr. Das lässt sich nicht rückgängig machen.',
    word: 'widerrufen',
    skipped: (n) => `${number(n)} der Auswahl können nicht widerrufen werden.`,
    done: (n) => `${number(n)} Schlüssel widerrufen`,
  },
  revokeFailed: 'Der Schlüssel konnte nicht widerrufen werden.',

  rotateTitle: (name) => `${name} rotieren`,
  rotatePurpose: 'Erstellt einen Nachfolger. Der alte Schlüssel funktioniert, bis Sie ihn widerrufen.',
  rotateExpired: 'Erstellt einen Nachfolger. Der alte Schlüssel bleibt abgelaufen.',
  rotateName: 'Name des neuen Schlüssels',
  rotateSteps: [
    'Neuen Schlüssel erstellen und sichern',
    'Schlüssel an den Agenten geben',
    'Alten Schlüssel widerrufen, sobald er nicht mehr verwendet wird',
  ],
  rotateGets: 'Der neue Schlüssel erhält',
  rotateOldUse: 'Alter Schlüssel zuletzt verwendet',
  rotateMint: 'darf Unterschlüssel erstellen',
  rotateMintNot: 'darf keine Unterschlüssel erstellen',
  rotateLife: (seconds) => `in ${lifeText(seconds)}`,
  rotateNoExpiry: 'nie, wie der alte Schlüssel',
  rotateSentence: (name, isExpired, children) => {
    const keys = isExpired
      ? `Der neue Schlüssel funktioniert. ${name} bleibt abgelaufen`
      : `Beide Schlüssel funktionieren. ${name} bleibt unverändert`;
    if (children === 0) return `${keys}.`;
    return `${keys}, ${plural(children, {
      one: 'ebenso sein Unterschlüssel. Der neue Schlüssel übernimmt ihn nicht.',
      other: 'ebenso seine # Unterschlüssel. Der neue Schlüssel übernimmt sie nicht.',
    })}`;
  },
  rotateButton: 'Neuen Schlüssel erstellen',
  rotateFailed: 'Der neue Schlüssel konnte nicht erstellt werden.',
  oldStillActive: 'Der alte Schlüssel funktioniert noch',
  oldLastUsed: '{stillWorks}: {name}, zuletzt verwendet {time}',
  oldNeverUsed: '{stillWorks}: {name}, nie verwendet',
  oldStopped: 'Der alte Schlüssel funktioniert nicht mehr. Die Rotation ist abgeschlossen.',
  revokeOld: 'Alten Schlüssel widerrufen',
  replacedNote: 'Als Ersatz wurde ein neuer Schlüssel erstellt: {name}',

  editTitle: (name) => `Banken von ${name}`,
  editPurpose: 'Gilt ab der nächsten Anfrage.',
  editNothing: 'Noch keine Änderungen.',
  editAdds: (n) => `Erhält ${banksOf(n)}.`,
  editSwaps: (gained, lost) => `Erhält ${banksOf(gained)}, verliert ${banksOf(lost)}.`,
  editLoses: (n) => `Verliert ${banksOf(n)}.`,
  editToAll: 'Erhält Zugriff auf alle Banken, auch künftige.',
  editFromAll: (n) => `Behält Zugriff auf ${banksOf(n)} statt auf alle.`,
  editChildren: (n) =>
    plural(n, {
      one: 'Sein Unterschlüssel verliert dieselben Banken.',
      other: 'Seine # Unterschlüssel verlieren dieselben Banken.',
    }),
  editDifference: 'Unterschied',
  editGained: 'erhält',
  editLost: 'verliert',
  editRest: 'alle anderen Banken',
  editLastUse: (when) => `Zuletzt verwendet: ${when}.`,
  save: 'Banken speichern',
  saving: 'Wird gespeichert',
  saved: (name) => `Banken von ${name} gespeichert`,
  savedDetail: 'Gilt ab der nächsten Anfrage.',
  saveFailed: 'Die Banken konnten nicht gespeichert werden.',
  chosen: 'Ausgewählt',
};
