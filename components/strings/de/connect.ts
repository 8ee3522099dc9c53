import type { connect as english } from '#components/strings/connect';
import type { Translation } from '#components/strings/translated';

export const connect: Translation<typeof english> = {
  pageTitle: 'Anwendung verbinden',
  title: (application) => `${application} verbinden`,
  purpose: (host) => `Die Anwendung bittet um Zugriff auf Ihre Erinnerungen. Ihre Antwort geht an ${host}.`,
  publisher: (host) => `Sie wird von ${host} veröffentlicht.`,
  unverified: 'Der Name der Anwendung ist nicht überprüft. Fahren Sie nur fort, wenn Sie dies selbst begonnen haben.',
  signedInAs: 'Angemeldet als {email}',
  organization: 'Organisation',
  bank: 'Bank',
  bankMissing: 'Diese Bank gibt es hier nicht. Legen Sie sie in der Konsole an, oder ändern Sie die Adresse in der Anwendung.',
  banksMissing: 'Wählen Sie die Banken aus.',
  access: 'Zugriff',
  accesses: {
    read: { label: 'Lesen', help: 'Erinnerungen, Dokumente und mentale Modelle suchen und lesen.' },
    write: {
      label: 'Lesen und schreiben',
      help: 'Erinnerungen, Dokumente und mentale Modelle auch speichern, korrigieren und löschen.',
    },
  },
  never: 'Einstellungen, Schlüssel und Mitglieder ändern oder eine Bank löschen kann sie nie.',
  expires: 'Läuft ab',
  revocable: 'Sie können den Zugriff jederzeit auf Ihrer Kontoseite beenden, ein Admin auch auf der Seite „API-Schlüssel“.',
  allow: 'Zugriff erlauben',
  allowing: 'Wird verbunden',
  refuse: 'Ablehnen',
  refusing: 'Wird abgelehnt',
  loadFailed: 'Die Anfrage konnte nicht geladen werden',
  over: 'Diese Anfrage ist beendet',
  overText: 'Sie ist abgelaufen oder wurde schon beantwortet. Beginnen Sie in der Anwendung von vorn.',
  failed: 'Diese Anwendung konnte nicht verbunden werden',
  failedText:
    'Die Anfrage ist abgelaufen, oder dieser Server kennt die Anwendung nicht mehr. Entfernen Sie die Verbindung in der Anwendung und verbinden Sie sie dann erneut.',
  failedCode: (code) => `Fehler: ${code}`,
  noOrganization: 'Sie gehören zu keiner Organisation, deshalb gibt es nichts freizugeben.',
  toConsole: 'Zur Konsole',
};
