import type { account as english } from '#components/strings/account';
import { plural } from '#components/strings/counted';
import { de } from '#components/strings/fr/names';
import type { Translation } from '#components/strings/translated';

export const account: Translation<typeof english> = {
  title: 'Compte',
  purpose: 'Vous avez un seul compte pour toutes vos organisations.',
  signOut: 'Se déconnecter',
  signingOut: 'Déconnexion…',
  signOutFailed: 'Impossible de vous déconnecter',
  loading: 'Chargement de votre compte',
  loadFailed: 'Impossible de charger votre compte',

  you: 'Profil',
  name: 'Nom',
  nameHelp: 'Visible dans la liste des membres et à côté de ce que vous créez.',
  nameMissing: 'Saisissez un nom de 200 caractères au plus.',
  email: 'Adresse e-mail',
  emailHelp: 'Sert à la connexion et aux invitations. Elle ne peut pas être modifiée.',
  save: 'Enregistrer le nom',
  saving: 'Enregistrement…',
  saved: 'Nom enregistré',
  saveFailed: 'Impossible d’enregistrer votre nom',
  unchanged: 'Aucune modification.',

  language: 'Langue',
  consoleLanguage: 'Langue de la console',
  languageHelp: 'Les souvenirs, les questions et les réponses restent dans leur langue.',
  browserLanguage: 'Langue du navigateur',
  languageFailed: 'Impossible d’enregistrer la langue',

  password: 'Mot de passe',
  current: 'Mot de passe actuel',
  next: 'Nouveau mot de passe',
  nextHelp: 'De 8 à 200 caractères. Une suite de mots est facile à retenir et difficile à deviner.',
  currentMissing: 'Saisissez votre mot de passe actuel.',
  nextShort: (length) => `8 caractères au moins ; celui-ci en a ${length}.`,
  nextLong: '200 caractères au plus.',
  nextSame: 'C’est votre mot de passe actuel. Choisissez-en un autre.',
  change: 'Changer le mot de passe',
  changing: 'Changement…',
  changed: 'Mot de passe changé',
  changeFailed: 'Impossible de changer le mot de passe',
  ended: (n) =>
    n === 0
      ? 'Aucune autre session n’était ouverte.'
      : plural(n, { one: '# autre session a été fermée.', other: '# autres sessions ont été fermées.' }),
  willEnd: (n) =>
    n === 0
      ? 'Cette session reste ouverte. Il n’y en a pas d’autre.'
      : `Cette session reste ouverte. ${plural(n, {
          one: '# autre session sera fermée à sa prochaine requête.',
          other: '# autres sessions seront fermées à leur prochaine requête.',
        })}`,
  noPassword: 'Ce compte n’a pas de mot de passe',
  noPasswordWhy:
    'Vous vous connectez par un fournisseur d’identité. Tout mot de passe antérieur a été supprimé lors de votre première connexion par ce fournisseur, car votre adresse e-mail n’était pas encore vérifiée. Pour ajouter un mot de passe, demandez un lien de réinitialisation à un propriétaire ou à un admin de votre organisation.',

  methods: { password: 'Mot de passe', github: 'GitHub', google: 'Google', oidc: 'Authentification unique' },
  methodNow: {
    password: 'Utilisé pour cette session',
    github: 'Session ouverte avec GitHub',
    google: 'Session ouverte avec Google',
    oidc: 'Session ouverte par authentification unique',
  },

  sessions: 'Sessions',
  endOthers: 'Se déconnecter partout ailleurs',
  endOthersLocked: 'Aucune autre session n’est ouverte.',
  endOthersTitle: 'Se déconnecter partout ailleurs ?',
  endOthersText: (n) =>
    `${plural(n, {
      one: '# session sera fermée à sa prochaine requête.',
      other: '# sessions seront fermées à leur prochaine requête.',
    })} Celle-ci reste ouverte.`,
  endOthersBusy: 'Déconnexion…',
  endedOthers: (n) => plural(n, { one: '# session fermée', other: '# sessions fermées' }),
  end: 'Fermer',
  endOf: (device) => `Fermer la session : ${device}`,
  ending: 'Fermeture…',
  endedOne: (device) => `Session fermée : ${device}`,
  endFailed: 'Impossible de fermer la session',
  thisOne: 'celle-ci',
  sessionsLoading: 'Chargement des sessions',
  sessionsFailed: 'Impossible de charger vos sessions',
  columns: {
    device: 'Appareil',
    address: 'Adresse',
    method: 'Méthode',
    created: 'Connexion',
    lastSeen: 'Dernière activité',
    ends: 'Fin au plus tard',
    actions: 'Actions',
  },
  connections: 'Applications connectées',
  connectionsLoading: 'Chargement des applications connectées',
  connectionsFailed: 'Impossible de charger vos applications connectées',
  connectionsFoot: 'Applications que vous avez autorisées à utiliser votre mémoire par MCP',
  noConnections: 'Aucune application connectée',
  noConnectionsWhy: 'Une application qui se connecte avec votre compte apparaît ici.',
  connectionColumns: {
    application: 'Application',
    access: 'Accès',
    created: 'Connectée',
    lastUsed: 'Dernière utilisation',
    expires: 'Expiration',
  },
  connectionAccess: (access, banks, organization) =>
    `${access === 'write' ? 'Lecture et écriture' : 'Lecture'} : ${
      banks === null ? 'toutes les banques' : banks.length === 1 ? banks[0] : plural(banks.length, { one: '# banque', other: '# banques' })
    } (${organization})`,
  connectionUnused: 'jamais',
  endConnection: 'Retirer l’accès',
  endConnectionOf: (application) => `Retirer l’accès ${de(application)}`,
  endConnectionTitle: (application) => `Retirer l’accès ${de(application)} ?`,
  endConnectionText: 'Sa prochaine requête échouera. Pour l’utiliser de nouveau, reconnectez-la.',
  connectionEnded: (application) => `${application} n’a plus accès`,
  sessionsFoot: 'Une session se ferme aussi après un jour sans requête',
  exact: 'dernière activité à la minute près',
  unknownDevice: 'Appareil inconnu',
  on: (browser, system) => `${browser} sur ${system}`,

  organizations: 'Organisations',
  open: 'Ouvrir',
  openOf: (name) => `Ouvrir ${name}`,
  noOrganization: 'Vous n’appartenez à aucune organisation',
  noOrganizationWhy: 'Acceptez une invitation ou créez une organisation.',
  create: 'Créer une organisation',
};
