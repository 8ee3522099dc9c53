import { plural } from '#components/strings/counted';
import { ui } from '#components/strings/de/ui';
import type { members as english } from '#components/strings/members';
import type { Translation } from '#components/strings/translated';

const membersOf = (n: number): string => plural(n, { one: '# Mitglied', other: '# Mitglieder' });

const permissions: Translation<(typeof english)['permissions']> = {
  'bank.list': 'alle Banken ansehen',
  'bank.read': 'in allen Banken lesen, abrufen und reflektieren',
  'bank.write': 'aufnehmen, kuratieren, mentale Modelle aktualisieren',
  'bank.create': 'Banken erstellen',
  'bank.configure': 'Einstellungen einer Bank ändern',
  'usage.view': 'verwendete Modelle und ihre Kosten ansehen',
  'bank.delete': 'Banken löschen, gesammelt bearbeiten und exportieren',
  'key.view': 'API-Schlüssel ansehen',
  'key.manage': 'API-Schlüssel erstellen, begrenzen, rotieren und widerrufen',
  'key.mint': 'Unterschlüssel erstellen',
  'member.view': 'Mitglieder ansehen, austreten',
  'member.manage': 'Mitglieder einladen und entfernen, Reset-Links erstellen',
  'admin.manage': 'Admins ernennen, herabstufen und entfernen',
  'audit.view': 'Audit-Log ansehen und exportieren',
  'organization.manage': 'Owner ernennen, herabstufen und entfernen; Organisation umbenennen und löschen',
};

export const members: Translation<typeof english> = {
  title: 'Mitglieder',
  purpose: 'Personen mit Zugriff auf diese Organisation, und was sie dürfen.',
  invite: 'Person einladen',
  filters: 'Mitglieder filtern',
  search: 'Name oder E-Mail',
  roleFilter: 'Rolle',
  all: 'Alle',
  columns: {
    name: 'Name',
    email: 'E-Mail',
    role: 'Rolle',
    joined: 'Beigetreten',
    lastSeen: 'Zuletzt aktiv',
    actions: 'Aktionen',
    invitedBy: 'Eingeladen von',
    sent: 'Eingeladen',
    ends: 'Läuft ab',
  },
  you: 'Sie',
  neverSeen: 'nie angemeldet',
  total: membersOf,
  shown: (n, total) => plural(total, { one: `${n} von # Mitglied`, other: `${n} von # Mitgliedern` }),
  lastSeenExact: 'Letzte Aktivität auf eine Minute genau',
  loading: 'Mitglieder werden geladen',
  loadFailed: 'Die Mitglieder konnten nicht geladen werden',
  noneFound: 'Keine passenden Mitglieder',
  noneFoundWhy: 'Kein Name und keine E-Mail-Adresse passt zum Filter.',
  clearFilter: 'Filter zurücksetzen',
  actionsOf: (name) => `Aktionen für ${name}`,

  menu: {
    role: 'Rolle ändern',
    reset: 'Reset-Link erstellen',
    remove: 'Aus der Organisation entfernen',
    leave: 'Organisation verlassen',
  },

  locks: {
    onlyFor: (roles, who) => `Nur für ${ui.rolesListed(roles)}${who ? `: ${who}` : ''}.`,
    roles: (roles, who) => `Rollen ändern können nur ${ui.rolesListed(roles)}${who ? `: ${who}` : ''}.`,
    above: (who) => `Ein Admin hat über diese Rolle keine Rechte. Fragen Sie einen Owner: ${who}.`,
    aboveAlone: 'Ein Admin hat über diese Rolle keine Rechte. Fragen Sie einen Owner.',
    lastOwner: 'Eine Organisation braucht einen Owner, und dies ist der letzte. Machen Sie zuerst ein anderes Mitglied zum Owner.',
    ownPassword: 'Ihr eigenes Passwort ändern Sie auf Ihrer Kontoseite.',
    onlyOwners: (who) => `Nur ein Owner kann diese Rolle vergeben oder entziehen: ${who}.`,
  },
  mayAs: (role) => `Rechte der Rolle ${ui.roles[role]}`,
  keysMade: 'Erstellte API-Schlüssel',
  noKeysMade: 'Keine mehr vorhanden.',
  readOnly: (managers, who) =>
    `Sie können die Mitglieder ansehen. Einladen und entfernen können nur ${ui.rolesListed(managers)}${who ? ` (${who})` : ''}.`,

  notPermitted: {
    title: (page, roles) => `${page}: nur für ${ui.rolesListed(roles)}`,
    text: (role, who, changers, changerNames) =>
      `Ihre Rolle: ${ui.roles[role]}. ${who ? `Zugriff: ${who}. ` : ''}Rollen ändern können nur ${ui.rolesListed(changers)}${changerNames ? `: ${changerNames}` : ''}.`,
  },
  more: (n) => `${n} weitere`,

  roleSheet: {
    title: (name) => `Rolle von ${name}`,
    purpose: 'Gilt ab der nächsten Anfrage, auf allen offenen Seiten.',
    choose: 'Rolle',
    now: (role) => `${ui.roles[role]}, aktuell`,
    gains: 'Kommt hinzu',
    loses: 'Entfällt',
    same: (name, role) => `${name} behält die Rolle ${ui.roles[role]}.`,
    sentence: '{name} erhält mit der nächsten Anfrage die Rolle {role}.',
    sentenceSelf: 'Sie erhalten mit Ihrer nächsten Anfrage die Rolle {role}.',
    invitationsStop:
      'Einladungen und Reset-Links, die diese Person erstellt hat und nicht mehr erstellen dürfte, funktionieren nicht mehr.',
    save: 'Rolle ändern',
    saving: 'Wird gespeichert',
    done: (name, role) => `${name} hat jetzt die Rolle ${ui.roles[role]}`,
    failed: 'Die Rolle konnte nicht geändert werden',
  },

  remove: {
    title: (name) => `${name} entfernen?`,
    access: 'Der Zugriff von {email} endet mit der nächsten Anfrage. Für eine Rückkehr ist eine neue Einladung nötig.',
    keysLoading: 'Von dieser Person erstellte Schlüssel werden geladen',
    keysFailed: 'Die von dieser Person erstellten Schlüssel konnten nicht geladen werden',
    noKeys: 'Es gibt keine API-Schlüssel dieser Person mehr.',
    keysStay: (n) =>
      plural(n, {
        one: '# von dieser Person erstellter Schlüssel funktioniert weiter. Er gehört der Organisation.',
        other: '# von dieser Person erstellte Schlüssel funktionieren weiter. Sie gehören der Organisation.',
      }),
    keysAdvice:
      'Wer eine Kopie eines Schlüssels hat, kann ihn weiter verwenden. Widerrufen Sie die Schlüssel, die nicht mehr funktionieren sollen.',
    neverUsed: 'nie verwendet',
    lastUsed: 'verwendet {time}',
    action: 'Entfernen',
    busy: 'Wird entfernt',
    done: (name) => `${name} entfernt`,
    doneKeys: (n) =>
      plural(n, {
        one: '# von dieser Person erstellter Schlüssel funktioniert weiter',
        other: '# von dieser Person erstellte Schlüssel funktionieren weiter',
      }),
    showKeys: 'Schlüssel anzeigen',
  },

  leave: {
    title: (organization) => `${organization} verlassen?`,
    text: 'Ihr Zugriff endet mit der nächsten Anfrage, und für eine Rückkehr brauchen Sie eine neue Einladung. Von Ihnen erstellte Schlüssel funktionieren weiter.',
    action: 'Organisation verlassen',
    busy: 'Austritt läuft',
    done: (organization) => `Sie haben ${organization} verlassen`,
  },

  reset: {
    title: (name) => `Reset-Link für ${name} erstellen?`,
    text: 'Wer den Link öffnet, kann ein neues Passwort wählen und ist als diese Person angemeldet. Er funktioniert einmal, 24 Stunden lang.',
    consequence: 'Bis dahin gilt das aktuelle Passwort weiter. Mit dem neuen Passwort enden alle Sitzungen dieser Person.',
    older: 'Ein früherer Reset-Link funktioniert dann nicht mehr.',
    action: 'Link erstellen',
    busy: 'Wird erstellt',
    linkTitle: 'Link jetzt weitergeben',
    linkPurpose: 'Damit kann {email} ein neues Passwort wählen. Der Link wird nur einmal angezeigt.',
    until: 'Funktioniert einmal, bis',
  },

  inviteSheet: {
    title: 'Person einladen',
    purpose: 'Mit einem Link, den Sie selbst weitergeben; es wird keine E-Mail gesendet.',
    email: 'E-Mail-Adresse',
    emailHelp: 'Der Link funktioniert nur für diese Adresse.',
    emailMissing: 'Geben Sie eine E-Mail-Adresse ein, etwa ines@example.org.',
    role: 'Rolle',
    roleLocked: (who) => `Nur ein Owner kann Admins einladen: ${who}.`,
    noOwners: 'Niemand kann als Owner eingeladen werden. Ein Owner kann ein Mitglied später dazu ernennen.',
    isMember: (email) => `${email} ist bereits Mitglied.`,
    isInvited: 'Für diese Adresse gibt es schon eine offene Einladung. Ihr Link funktioniert nicht mehr, wenn Sie eine neue erstellen.',
    incomplete: 'Geben Sie eine Adresse ein, um zu sehen, was der Link bewirkt.',
    sentence: '{email} erhält in {organization} die Rolle {role}, über einen einmal verwendbaren Link, gültig bis {time}.',
    inPlace: '{email} erhält in {organization} die Rolle {role}, über einen neuen Link anstelle des früheren, gültig bis {time}.',
    action: 'Einladung erstellen',
    busy: 'Wird erstellt',
    failed: 'Die Einladung konnte nicht erstellt werden',
  },

  link: {
    inviteTitle: 'Link jetzt weitergeben',
    invitePurpose: 'Damit kann {email} beitreten. Der Link wird nur einmal angezeigt.',
    label: 'Link',
    copy: 'Kopieren',
    what: 'Link',
    bound: 'E-Mail-Adresse',
    asRole: 'Rolle',
    worksOnce: 'Funktioniert einmal, bis',
    until: (time) => `${time}, 7 Tage`,
    stored: 'Ich habe den Link weitergegeben oder gesichert',
    done: 'Fertig',
    doneLocked: 'Kopieren Sie zuerst den Link oder setzen Sie das Häkchen: Er wird nicht noch einmal angezeigt.',
    careful: 'Wer den Link hat, kann unter dieser Adresse beitreten. Senden Sie ihn nur dorthin, wo allein diese Person ihn lesen kann.',
  },

  invitations: {
    title: 'Offene Einladungen',
    none: 'Keine offenen Einladungen. Einladungen sind hier aufgeführt, bis sie angenommen, widerrufen oder 7 Tage alt sind.',
    forbidden: 'Sie dürfen offene Einladungen nicht ansehen.',
    loading: 'Einladungen werden geladen',
    loadFailed: 'Die Einladungen konnten nicht geladen werden',
    again: 'Neuer Link',
    againOf: (email) => `Neuer Link für ${email}`,
    againTitle: (email) => `Neuen Link für ${email} erstellen?`,
    againText: 'Der frühere Link funktioniert dann nicht mehr. Der neue funktioniert einmal, 7 Tage lang, nur für diese Adresse.',
    againBusy: 'Wird erstellt',
    cancel: 'Einladung widerrufen',
    cancelOf: (email) => `Einladung für ${email} widerrufen`,
    cancelTitle: (email) => `Einladung für ${email} widerrufen?`,
    cancelText: 'Der Link funktioniert sofort nicht mehr. Sie können die Person erneut einladen.',
    cancelBusy: 'Wird widerrufen',
    keep: 'Einladung behalten',
    cancelled: (email) => `Einladung für ${email} widerrufen`,
    somebody: 'ein ehemaliges Mitglied',
    expired: 'Abgelaufen',
  },

  roleWords: {
    help: (role, more) => {
      const text = more.map((permission) => permissions[permission]).join('; ');
      if (role === 'member') return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
      return `Alles, was ${role === 'owner' ? 'ein Admin' : 'ein Mitglied'} darf. Außerdem: ${text}.`;
    },
    panel: 'Rechte der Rollen',
    permission: 'Recht',
    yes: 'ja',
    no: 'nein',
    note: 'Der Server prüft diese Rechte bei jeder Anfrage; diese Tabelle zeigt sie nur an.',
  },

  permissions,
};
