import { listed, number, plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';
import type { ui as english, TAG_MODE_TEXTS as englishModes } from '#components/strings/ui';

export const TAG_MODE_TEXTS: Translation<typeof englishModes> = {
  any: 'mindestens eines davon oder ohne Tags',
  all: 'alle davon oder ohne Tags',
  any_strict: 'mindestens eines davon',
  all_strict: 'alle davon',
  exact: 'genau diese',
};

const rolesPlural: Translation<(typeof english)['rolesPlural']> = { owner: 'Owner', admin: 'Admins', member: 'Mitglieder' };

const facts: Translation<(typeof english)['facts']> = {
  world: 'Weltfakt',
  experience: 'Erfahrung',
  observation: 'Beobachtung',
  entity: 'Entität',
  model: 'Mentales Modell',
};

export const ui: Translation<typeof english> = {
  notifications: 'Benachrichtigungen',
  asSentence: (text) => (/[.?!]$/.test(text) ? text : `${text}.`),
  period: '.',
  labeled: (label, value) => `${label}: ${value}`,
  labelBefore: (label) => `${label}:`,
  labelWithNote: (label, note) => `${label} (${note})`,
  series: (parts) => parts.join(', '),
  past: {
    label: 'Früherer Stand',
    known: (day) => `bekannt am ${day}`,
    valid: (day) => `gültig am ${day}`,
    knownOn: 'Bekannt am',
    validOn: 'Gültig am',
    help: 'Was die Bank am Ende des ersten Tages (UTC) wusste, und was am zweiten Tag um 12 Uhr galt. Ohne Angabe: jetzt.',
    incomplete: 'Einiges, was damals bekannt war, lässt sich nicht mehr zeigen, weil es endgültig gelöscht oder neu geschrieben wurde.',
  },
  close: 'Schließen',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyOf: (what) => `${what} kopieren`,
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie stattdessen den Text',
  tryAgain: 'Erneut versuchen',
  results: (n) => plural(n, { one: '# Ergebnis', other: '# Ergebnisse' }),
  requestId: 'Anfrage-ID',
  loading: 'Wird geladen',
  emptySearch: 'Suche leeren',
  optional: 'optional',
  show: 'Anzeigen',
  hide: 'Ausblenden',
  previous: 'Zurück',
  next: 'Weiter',
  openPage: 'Als Seite öffnen',
  keyboard: { enter: 'Eingabe', ctrlEnter: 'Strg Eingabe', ctrlK: 'Strg K' },
  typeToConfirm: 'Zur Bestätigung eingeben: {name}',
  discardTitle: 'Änderungen verwerfen?',
  discardText: 'Sie sind nicht gespeichert und gehen verloren.',
  discard: 'Verwerfen',
  keepWriting: 'Weiter bearbeiten',
  rangeOf: (from, to, total) => `${from} bis ${to} von ${total}`,
  sort: 'Sortieren nach',
  sortedBy: (column, order) => `Sortierung: ${column}, ${order}`,
  orders: {
    text: { asc: 'A bis Z', desc: 'Z bis A' },
    number: { asc: 'Kleinste zuerst', desc: 'Größte zuerst' },
    time: { asc: 'Älteste zuerst', desc: 'Neueste zuerst' },
    expiry: { asc: 'Frühester Ablauf zuerst', desc: 'Spätester Ablauf zuerst' },
    state: { asc: 'Laufende zuerst', desc: 'Beendete zuerst' },
    kind: { asc: 'Nach Art', desc: 'Nach Art, umgekehrt' },
    result: { asc: 'Erfolgreiche zuerst', desc: 'Fehlgeschlagene zuerst' },
    role: { asc: 'Owner zuerst', desc: 'Mitglied zuerst' },
  },
  cachedFrom: 'Letzter Stand: {time}.',
  offline: 'Der Server ist nicht erreichbar. Es wurde nichts geändert.',
  unreachable: {
    title: 'Der Server antwortet nicht.',
    text: 'Die Seite bleibt, wie sie ist. Eine angeforderte Seite öffnet sich, sobald der Server antwortet.',
  },
  language: 'Sprache',
  theme: 'Design',
  themes: { light: 'Hell', dark: 'Dunkel', system: 'System' },
  pageError: {
    title: 'Diese Seite konnte nicht angezeigt werden',
    text: 'Es wurden keine Daten geändert.',
    digest: (digest) => `Fehler-ID im Server-Log: ${digest}.`,
  },
  unexpected: 'Der Server hat unerwartet geantwortet. Es wurde nichts geändert.',
  waitSeconds: (seconds) => plural(seconds, { one: 'In # Sekunde erneut versuchen.', other: 'In # Sekunden erneut versuchen.' }),
  never: 'nie',
  now: 'jetzt',
  when: { said: 'erwähnt {time}', happened: 'geschehen {time}', about: 'betrifft {time}' },
  until: (from, to) => `${from} bis ${to}`,
  utc: 'UTC',
  localTime: (time) => `${time} Ortszeit`,
  toMinute: 'auf eine Minute genau',
  facts,
  factsInText: { world: 'Weltfakt', experience: 'Erfahrung', observation: 'Beobachtung' },
  typeWithCount: (type, n) => `${facts[type]} ${number(n)}`,
  factCount: {
    world: (n) => plural(n, { one: '# Weltfakt', other: '# Weltfakten' }),
    experience: (n) => plural(n, { one: '# Erfahrung', other: '# Erfahrungen' }),
    observation: (n) => plural(n, { one: '# Beobachtung', other: '# Beobachtungen' }),
  },
  selectRow: (name) => `${name} auswählen`,
  selectAllRows: 'Alle Zeilen auswählen',
  invalid: 'invalidiert',
  basedOn: (parts) => `Grundlage: ${parts.join(', ')}`,
  deletedMark: 'gelöscht:',
  insertedMark: 'eingefügt:',
  changeEnds: ', Ende;',
  keyStatus: {
    active: 'Aktiv',
    expired: 'Abgelaufen',
    revoked: 'Widerrufen',
    endsSoon: 'läuft innerhalb von 7 Tagen ab',
  },
  roles: { owner: 'Owner', admin: 'Admin', member: 'Mitglied' },
  rolesPlural,
  rolesListed: (roles) => listed(roles.map((role) => rolesPlural[role])),
};

/** Noun phrases that several areas use. */
export const memoriesOf = (n: number): string => plural(n, { one: '# Erinnerung', other: '# Erinnerungen' });
export const factsOf = (n: number): string => plural(n, { one: '# Fakt', other: '# Fakten' });
export const banksOf = (n: number): string => plural(n, { one: '# Bank', other: '# Banken' });
export const documentsOf = (n: number): string => plural(n, { one: '# Dokument', other: '# Dokumente' });
export const entitiesOf = (n: number): string => plural(n, { one: '# Entität', other: '# Entitäten' });
export const observationsOf = (n: number): string => plural(n, { one: '# Beobachtung', other: '# Beobachtungen' });
export const sourcesOf = (n: number): string => plural(n, { one: '# Quelle', other: '# Quellen' });
export const chunksOf = (n: number): string => plural(n, { one: '# Chunk', other: '# Chunks' });
export const charactersOf = (n: number): string => `${number(n)} Zeichen`;
export const tokensOf = (n: number): string => plural(n, { one: '# Token', other: '# Tokens' });
export const daysOf = (n: number): string => plural(n, { one: '# Tag', other: '# Tage' });
