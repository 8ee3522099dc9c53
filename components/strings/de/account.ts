import type { account as english } from '#components/strings/account';
import { plural } from '#components/strings/counted';
import { banksOf } from '#components/strings/de/ui';
import type { Translation } from '#components/strings/translated';

export const account: Translation<typeof english> = {
  title: 'Konto',
  purpose: 'Ihr Konto gilt für alle Ihre Organisationen.',
  signOut: 'Abmelden',
  signingOut: 'Wird abgemeldet',
  signOutFailed: 'Abmelden nicht möglich',
  loading: 'Konto wird geladen',
  loadFailed: 'Ihr Konto konnte nicht geladen werden',

  you: 'Profil',
  name: 'Name',
  nameHelp: 'Für andere sichtbar in der Liste der Mitglieder und bei allem, was Sie erstellen.',
  nameMissing: 'Geben Sie einen Namen mit höchstens 200 Zeichen ein.',
  email: 'E-Mail-Adresse',
  emailHelp: 'Für die Anmeldung und für Einladungen. Sie lässt sich nicht ändern.',
  save: 'Name speichern',
  saving: 'Wird gespeichert',
  saved: 'Name gespeichert',
  saveFailed: 'Der Name konnte nicht gespeichert werden',
  unchanged: 'Noch keine Änderungen.',

  language: 'Sprache',
  consoleLanguage: 'Sprache der Konsole',
  languageHelp: 'Erinnerungen, Fragen und Antworten bleiben in ihrer eigenen Sprache.',
  browserLanguage: 'Wie im Browser',
  languageFailed: 'Die Sprache konnte nicht gespeichert werden',

  password: 'Passwort',
  current: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  nextHelp: '8 bis 200 Zeichen. Mehrere Wörter sind leicht zu merken und schwer zu erraten.',
  currentMissing: 'Geben Sie Ihr aktuelles Passwort ein.',
  nextShort: (length) => `Mindestens 8 Zeichen sind nötig, bisher sind es ${length}.`,
  nextLong: 'Höchstens 200 Zeichen sind möglich.',
  nextSame: 'Das ist Ihr aktuelles Passwort. Wählen Sie ein anderes.',
  change: 'Passwort ändern',
  changing: 'Wird geändert',
  changed: 'Passwort geändert',
  changeFailed: 'Das Passwort konnte nicht geändert werden',
  ended: (n) =>
    n === 0
      ? 'Es gab keine weiteren Sitzungen.'
      : plural(n, { one: '# weitere Sitzung wurde beendet.', other: '# weitere Sitzungen wurden beendet.' }),
  willEnd: (n) =>
    n === 0
      ? 'Sie bleiben hier angemeldet. Es gibt keine weiteren Sitzungen.'
      : `Sie bleiben hier angemeldet. ${plural(n, {
          one: '# weitere Sitzung endet bei der nächsten Anfrage.',
          other: '# weitere Sitzungen enden bei der nächsten Anfrage.',
        })}`,
  noPassword: 'Dieses Konto hat kein Passwort',
  noPasswordWhy:
    'Sie melden sich über einen Anbieter an. Ein früheres Passwort wurde bei der ersten Anmeldung über ihn entfernt, weil Ihre E-Mail-Adresse bis dahin nicht bestätigt war. Um ein Passwort zu erhalten, bitten Sie einen Owner oder Admin Ihrer Organisation um einen Reset-Link.',

  methods: { password: 'Passwort', github: 'GitHub', google: 'Google', oidc: 'Single Sign-on' },
  methodNow: {
    password: 'Für diese Sitzung verwendet',
    github: 'Hier über GitHub angemeldet',
    google: 'Hier über Google angemeldet',
    oidc: 'Hier über Single Sign-on angemeldet',
  },

  sessions: 'Sitzungen',
  endOthers: 'Alle anderen Sitzungen beenden',
  endOthersLocked: 'Es gibt keine weiteren Sitzungen.',
  endOthersTitle: 'Alle anderen Sitzungen beenden?',
  endOthersText: (n) =>
    `${plural(n, {
      one: '# Sitzung endet bei der nächsten Anfrage.',
      other: '# Sitzungen enden bei der nächsten Anfrage.',
    })} Sie bleiben hier angemeldet.`,
  endOthersBusy: 'Wird beendet',
  endedOthers: (n) => plural(n, { one: '# Sitzung beendet', other: '# Sitzungen beendet' }),
  end: 'Beenden',
  endOf: (device) => `Sitzung beenden: ${device}`,
  ending: 'Wird beendet',
  endedOne: (device) => `Sitzung beendet: ${device}`,
  endFailed: 'Die Sitzung konnte nicht beendet werden',
  thisOne: 'diese Sitzung',
  sessionsLoading: 'Sitzungen werden geladen',
  sessionsFailed: 'Ihre Sitzungen konnten nicht geladen werden',
  columns: {
    device: 'Gerät',
    address: 'Adresse',
    method: 'Angemeldet über',
    created: 'Angemeldet',
    lastSeen: 'Zuletzt aktiv',
    ends: 'Endet spätestens',
    actions: 'Aktionen',
  },
  connections: 'Verbundene Anwendungen',
  connectionsLoading: 'Verbundene Anwendungen werden geladen',
  connectionsFailed: 'Ihre verbundenen Anwendungen konnten nicht geladen werden',
  connectionsFoot: 'Anwendungen, denen Sie den Zugriff auf Ihre Erinnerungen über MCP erlaubt haben',
  noConnections: 'Keine verbundenen Anwendungen',
  noConnectionsWhy: 'Anwendungen, die sich mit Ihrem Konto anmelden, erscheinen hier.',
  connectionColumns: {
    application: 'Anwendung',
    access: 'Zugriff',
    created: 'Verbunden',
    lastUsed: 'Zuletzt verwendet',
    expires: 'Läuft ab',
  },
  connectionAccess: (access, banks, organization) =>
    `${access === 'write' ? 'Lesen und schreiben' : 'Lesen'}: ${
      banks === null ? 'alle Banken' : banks.length === 1 ? banks[0] : banksOf(banks.length)
    } von ${organization}`,
  connectionUnused: 'nie',
  endConnection: 'Zugriff beenden',
  endConnectionOf: (application) => `Zugriff von ${application} beenden`,
  endConnectionTitle: (application) => `Zugriff von ${application} beenden?`,
  endConnectionText: 'Die nächste Anfrage der Anwendung schlägt fehl. Um sie wieder zu nutzen, verbinden Sie sie erneut.',
  connectionEnded: (application) => `${application} hat keinen Zugriff mehr`,
  sessionsFoot: 'Sitzungen enden auch nach einem Tag ohne Anfrage',
  exact: 'letzte Aktivität auf eine Minute genau',
  unknownDevice: 'Unbekanntes Gerät',
  on: (browser, system) => `${browser} unter ${system}`,

  organizations: 'Organisationen',
  open: 'Öffnen',
  openOf: (name) => `${name} öffnen`,
  noOrganization: 'Sie gehören zu keiner Organisation',
  noOrganizationWhy: 'Nehmen Sie eine Einladung an oder erstellen Sie eine Organisation.',
  create: 'Organisation erstellen',
};
