import { plural } from '#components/strings/counted';
import { de } from '#components/strings/fr/names';
import { ui } from '#components/strings/fr/ui';
import type { members as english } from '#components/strings/members';
import type { Translation } from '#components/strings/translated';

const memberCount = (n: number): string => plural(n, { one: '# membre', other: '# membres' });

const permissions: Translation<typeof english.permissions> = {
  'bank.list': 'voir toutes les banques',
  'bank.read': 'lire, rappeler et réfléchir dans toutes les banques',
  'bank.write': 'mémoriser, corriger, actualiser les modèles mentaux',
  'bank.create': 'créer des banques',
  'bank.configure': 'modifier les paramètres d’une banque',
  'usage.view': 'voir les modèles utilisés et leur coût',
  'bank.delete': 'supprimer des banques, modifier et exporter en masse',
  'key.view': 'voir les clés API',
  'key.manage': 'créer, limiter, renouveler et révoquer des clés API',
  'key.mint': 'créer des clés enfants',
  'member.view': 'voir les membres, quitter l’organisation',
  'member.manage': 'inviter et retirer des membres, créer des liens de réinitialisation',
  'admin.manage': 'nommer, rétrograder et retirer des admins',
  'audit.view': 'voir et exporter le journal d’audit',
  'organization.manage': 'nommer, rétrograder et retirer des propriétaires ; renommer et supprimer l’organisation',
};

export const members: Translation<typeof english> = {
  title: 'Membres',
  purpose: 'Les personnes qui ont accès à cette organisation, et ce qu’elles peuvent faire.',
  invite: 'Inviter une personne',
  filters: 'Filtrer les membres',
  search: 'Nom ou e-mail',
  roleFilter: 'Rôle',
  all: 'Tous',
  columns: {
    name: 'Nom',
    email: 'E-mail',
    role: 'Rôle',
    joined: 'Arrivée',
    lastSeen: 'Dernière activité',
    actions: 'Actions',
    invitedBy: 'Créée par',
    sent: 'Créée',
    ends: 'Expiration',
  },
  you: 'vous',
  neverSeen: 'jamais de connexion',
  total: memberCount,
  shown: (n, total) => `${n} sur ${memberCount(total)}`,
  lastSeenExact: 'Dernière activité à la minute près',
  loading: 'Chargement des membres',
  loadFailed: 'Impossible de charger les membres',
  noneFound: 'Aucun membre ne correspond',
  noneFoundWhy: 'Aucun nom ni aucune adresse e-mail ne correspond au filtre.',
  clearFilter: 'Effacer le filtre',
  actionsOf: (name) => `Actions pour ${name}`,

  menu: {
    role: 'Modifier le rôle',
    reset: 'Créer un lien de réinitialisation',
    remove: 'Retirer de l’organisation',
    leave: 'Quitter l’organisation',
  },

  locks: {
    onlyFor: (roles, who) => `Réservé aux ${ui.rolesListed(roles)}${who ? ` : ${who}` : ''}.`,
    roles: (roles, who) => `Seuls les ${ui.rolesListed(roles)} peuvent modifier les rôles${who ? ` : ${who}` : ''}.`,
    above: (who) => `Un admin ne peut pas agir sur ce rôle. Adressez-vous à un propriétaire : ${who}.`,
    aboveAlone: 'Un admin ne peut pas agir sur ce rôle. Adressez-vous à un propriétaire.',
    lastOwner: 'Une organisation a besoin d’un propriétaire, et il n’en reste qu’un. Donnez d’abord ce rôle à un autre membre.',
    ownPassword: 'Changez votre mot de passe sur la page de votre compte.',
    onlyOwners: (who) => `Seul un propriétaire peut donner ou retirer ce rôle : ${who}.`,
  },
  mayAs: (role) => `Droits du rôle ${ui.roles[role]}`,
  keysMade: 'Clés API créées',
  noKeysMade: 'Aucune qui existe encore.',
  readOnly: (managers, who) =>
    `Vous pouvez voir les membres. Seuls les ${ui.rolesListed(managers)}${who ? ` (${who})` : ''} peuvent inviter et retirer des personnes.`,

  notPermitted: {
    title: (page, roles) => `${page} : réservé aux ${ui.rolesListed(roles)}`,
    text: (role, who, changers, changerNames) =>
      `Vous avez le rôle ${ui.roles[role]}. ${who ? `Cette page est accessible à ${who}. ` : ''}Seuls les ${ui.rolesListed(changers)} peuvent modifier les rôles${
        changerNames ? ` : ${changerNames}` : ''
      }.`,
  },
  more: (n) => plural(n, { one: '# autre', other: '# autres' }),

  roleSheet: {
    title: (name) => `Rôle ${de(name)}`,
    purpose: 'Prend effet dès la prochaine requête, dans toutes les pages ouvertes.',
    choose: 'Rôle',
    now: (role) => `${ui.roles[role]}, actuel`,
    gains: 'Gagne',
    loses: 'Perd',
    same: (name, role) => `${name} garde le rôle ${ui.roles[role]}.`,
    sentence: '{name} prend le rôle {role} dès sa prochaine requête.',
    sentenceSelf: 'Vous prenez le rôle {role} dès votre prochaine requête.',
    invitationsStop:
      'Les invitations et les liens de réinitialisation créés par cette personne, et qu’elle n’a plus le droit de créer, cessent de fonctionner.',
    save: 'Modifier le rôle',
    saving: 'Enregistrement…',
    done: (name, role) => `${name} a maintenant le rôle ${ui.roles[role]}`,
    failed: 'Impossible de modifier le rôle',
  },

  remove: {
    title: (name) => `Retirer ${name} ?`,
    access:
      'L’accès accordé à {email} prend fin dès sa prochaine requête. Pour revenir, cette personne aura besoin d’une nouvelle invitation.',
    keysLoading: 'Chargement des clés créées par cette personne',
    keysFailed: 'Impossible de charger les clés créées par cette personne',
    noKeys: 'Il ne reste aucune clé API créée par cette personne.',
    keysStay: (n) =>
      plural(n, {
        one: '# clé créée par cette personne continue de fonctionner. Elle appartient à l’organisation.',
        other: '# clés créées par cette personne continuent de fonctionner. Elles appartiennent à l’organisation.',
      }),
    keysAdvice: 'Quiconque a une copie d’une clé peut encore l’utiliser. Révoquez les clés qui doivent cesser de fonctionner.',
    neverUsed: 'jamais utilisée',
    lastUsed: 'utilisée {time}',
    action: 'Retirer',
    busy: 'Retrait…',
    done: (name) => `${name} ne fait plus partie de l’organisation`,
    doneKeys: (n) =>
      plural(n, {
        one: '# clé créée par cette personne fonctionne encore',
        other: '# clés créées par cette personne fonctionnent encore',
      }),
    showKeys: 'Afficher les clés',
  },

  leave: {
    title: (organization) => `Quitter ${organization} ?`,
    text: 'Vous perdez l’accès dès votre prochaine requête. Pour revenir, vous aurez besoin d’une nouvelle invitation. Les clés que vous avez créées continuent de fonctionner.',
    action: 'Quitter l’organisation',
    busy: 'Départ…',
    done: (organization) => `Vous avez quitté ${organization}`,
  },

  reset: {
    title: (name) => `Créer un lien de réinitialisation pour ${name} ?`,
    text: 'Quiconque ouvre le lien peut choisir un nouveau mot de passe et ouvre une session au nom de cette personne. Le lien fonctionne une seule fois, pendant 24 heures.',
    consequence:
      'Le mot de passe actuel fonctionne jusque-là. Choisir un nouveau mot de passe ferme toutes les sessions de cette personne.',
    older: 'Tout lien de réinitialisation antérieur cesse de fonctionner.',
    action: 'Créer le lien',
    busy: 'Création…',
    linkTitle: 'Transmettez ce lien maintenant',
    linkPurpose: 'Permet à {email} de choisir un nouveau mot de passe. Le lien n’est affiché qu’une fois.',
    until: 'Une seule fois, jusqu’au',
  },

  inviteSheet: {
    title: 'Inviter une personne',
    purpose: 'L’invitation est un lien que vous transmettez vous-même ; aucun e-mail n’est envoyé.',
    email: 'Adresse e-mail',
    emailHelp: 'Le lien ne fonctionne que pour cette adresse.',
    emailMissing: 'Saisissez une adresse e-mail, par exemple ines@example.org.',
    role: 'Rôle',
    roleLocked: (who) => `Seul un propriétaire peut inviter des admins : ${who}.`,
    noOwners: 'Personne ne peut être invité comme propriétaire. Un propriétaire peut donner ce rôle à un membre plus tard.',
    isMember: (email) => `${email} est déjà membre.`,
    isInvited: 'Cette adresse a déjà une invitation en attente. Son lien cesse de fonctionner si vous en créez un nouveau.',
    incomplete: 'Saisissez une adresse pour voir l’effet du lien.',
    sentence: '{email} rejoint {organization} avec le rôle {role}, par un lien qui fonctionne une seule fois, jusqu’au {time}.',
    inPlace: '{email} rejoint {organization} avec le rôle {role}, par un nouveau lien qui remplace le précédent, jusqu’au {time}.',
    action: 'Créer l’invitation',
    busy: 'Création…',
    failed: 'Impossible de créer l’invitation',
  },

  link: {
    inviteTitle: 'Transmettez ce lien maintenant',
    invitePurpose: 'Permet à {email} de rejoindre l’organisation. Le lien n’est affiché qu’une fois.',
    label: 'Lien',
    copy: 'Copier',
    what: 'le lien',
    bound: 'Adresse e-mail',
    asRole: 'Rôle',
    worksOnce: 'Une seule fois, jusqu’au',
    until: (time) => `${time}, 7 jours`,
    stored: 'J’ai transmis ou enregistré le lien',
    done: 'Terminé',
    doneLocked: 'Copiez d’abord le lien ou cochez la case : il ne sera plus affiché.',
    careful: 'Quiconque a le lien peut rejoindre l’organisation sous cette adresse. Envoyez-le là où seule cette personne peut le lire.',
  },

  invitations: {
    title: 'Invitations en attente',
    none: 'Aucune invitation en attente. Une invitation est listée jusqu’à ce qu’elle soit acceptée ou annulée, 7 jours au plus.',
    forbidden: 'Vous ne pouvez pas voir les invitations en attente.',
    loading: 'Chargement des invitations',
    loadFailed: 'Impossible de charger les invitations',
    again: 'Nouveau lien',
    againOf: (email) => `Nouveau lien pour ${email}`,
    againTitle: (email) => `Nouveau lien pour ${email} ?`,
    againText:
      'Le lien précédent cesse de fonctionner. Le nouveau fonctionne une seule fois, pendant 7 jours, et seulement pour cette adresse.',
    againBusy: 'Création…',
    cancel: 'Annuler l’invitation',
    cancelOf: (email) => `Annuler l’invitation ${de(email)}`,
    cancelTitle: (email) => `Annuler l’invitation ${de(email)} ?`,
    cancelText: 'Le lien cesse aussitôt de fonctionner. Vous pourrez inviter la personne de nouveau.',
    cancelBusy: 'Annulation…',
    keep: 'Garder l’invitation',
    cancelled: (email) => `Invitation ${de(email)} annulée`,
    somebody: 'un ancien membre',
    expired: 'Expirée',
  },

  roleWords: {
    help: (role, more) => {
      const text = more.map((permission) => permissions[permission]).join(' ; ');
      if (role === 'member') return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
      return `Tous les droits d’un ${role === 'owner' ? 'admin' : 'membre'}, et aussi : ${text}.`;
    },
    panel: 'Droits de chaque rôle',
    permission: 'Droit',
    yes: 'oui',
    no: 'non',
    note: 'Le serveur vérifie ces droits à chaque requête ; ce tableau ne fait que les montrer.',
  },

  permissions,
};
