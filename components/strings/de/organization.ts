import { plural } from '#components/strings/counted';
import { banksOf, ui } from '#components/strings/de/ui';
import type { organization as english } from '#components/strings/organization';
import type { Translation } from '#components/strings/translated';

const keysOf = (n: number): string => plural(n, { one: '# aktiver Schlüssel', other: '# aktive Schlüssel' });

export const organization: Translation<typeof english> = {
  title: 'Einstellungen',
  purpose: 'Name, Kennungen und Löschung dieser Organisation.',

  readOnly: (role, owners) =>
    `Mit der Rolle ${ui.roles[role]} können Sie diese Einstellungen ansehen. Ändern kann sie ein Owner${owners ? `: ${owners}` : ''}.`,
  ownersOnly: (who) => `Das kann nur ein Owner: ${who}.`,
  ownersOnlyAlone: 'Das kann nur ein Owner.',

  nameTitle: 'Name',
  name: 'Name',
  nameHelp: 'Anzeigename, sichtbar in der Organisationsauswahl, in Einladungen und im Log. URLs ändern sich nicht.',
  nameMissing: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
  save: 'Umbenennen',
  saving: 'Wird umbenannt',
  unchanged: 'Noch keine Änderungen.',
  renamed: (name) => `Organisation in ${name} umbenannt`,
  renameFailed: 'Die Organisation konnte nicht umbenannt werden',

  addressTitle: 'Kennungen',
  slug: 'Slug',
  slugWhy:
    'Der Slug ist Teil der URLs der Konsole und, bei Aufrufen aus einer Sitzung, des Headers X-Organization. Die ID erscheint in Logs und Exporten. Beide lassen sich nicht ändern. Aufrufe mit API-Schlüssel brauchen beides nicht.',
  id: 'ID',

  otherTitle: 'Weitere Organisation',
  otherWhy: 'Organisationen teilen weder Banken noch Schlüssel noch Mitglieder. Wer eine erstellt, wird ihr Owner.',
  create: 'Organisation erstellen',

  deleteTitle: 'Organisation löschen',
  deleteWhy:
    'Löscht die Organisation mit allem, was sie enthält, endgültig. Es gibt keine Sicherung, und es lässt sich nicht rückgängig machen.',
  willDelete: 'Gelöscht werden',
  banks: banksOf,
  keys: keysOf,
  members: (n) => plural(n, { one: '# Mitglied', other: '# Mitglieder' }),
  log: 'Das Audit-Log',
  lines: {
    banks: (n) => (n === 0 ? '{count}' : '{count} mit allen Erinnerungen, Dokumenten und mentalen Modellen'),
    keys: (n) =>
      n === 0
        ? '{count} und alle widerrufenen Schlüssel'
        : '{count} samt Unterschlüsseln; ab der nächsten Anfrage funktionieren sie nicht mehr',
    members: (n) => (n === 1 ? '{count} verliert den Zugriff; das Konto bleibt' : '{count} verlieren den Zugriff; ihre Konten bleiben'),
    log: '{log}, vollständig; exportieren Sie es bei Bedarf vorher. Die Löschung selbst wird im Log der ersten Organisation festgehalten',
  },
  exportLog: 'Audit-Log öffnen',
  countFailed: 'Der Inhalt konnte nicht gezählt werden',
  action: 'Organisation löschen',
  deleteDefault: 'Die erste Organisation lässt sich nicht löschen, weil der Server sie verwendet.',
  confirmTitle: (name) => `${name} endgültig löschen?`,
  confirmText: (banks, keys, members) =>
    `Löscht ${banksOf(banks)}, ${plural(keys, { one: '# aktiven Schlüssel', other: '# aktive Schlüssel' })} und die Mitgliedschaft von ${plural(members, { one: '# Person', other: '# Personen' })}. {final}`,
  confirmFinal: 'Das lässt sich nicht rückgängig machen.',
  deleting: 'Wird gelöscht',
};
