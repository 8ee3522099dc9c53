import { listed, number, plural } from '#components/strings/counted';
import { de } from '#components/strings/fr/names';
import { ui } from '#components/strings/fr/ui';
import type { keys as english } from '#components/strings/keys';
import type { Translation } from '#components/strings/translated';

const banks = (n: number): string => plural(n, { one: '# banque', other: '# banques' });
const children = (n: number): string => plural(n, { one: '# clé enfant', other: '# clés enfants' });
const days = (n: number): string => plural(n, { one: '# jour', other: '# jours' });

const lifeText = (seconds: number): string => {
  const wholeDays = Math.round(seconds / 86_400);
  if (wholeDays >= 1) return days(wholeDays);
  const hours = Math.round(seconds / 3600);
  return hours >= 1
    ? plural(hours, { one: '# heure', other: '# heures' })
    : plural(Math.max(1, Math.round(seconds / 60)), { one: '# minute', other: '# minutes' });
};

export const keys: Translation<typeof english> = {
  title: 'Clés API',
  back: 'Toutes les clés API',
  oneTitle: 'Clé API',
  purpose: 'Les agents utilisent ces clés pour appeler cette organisation. Une clé révoquée cesse de fonctionner dès sa prochaine requête.',
  listLabel: 'Clés API de l’organisation',

  create: 'Créer une clé',
  testAccess: 'Tester l’accès',
  readOnly: (role, managers) =>
    `Avec le rôle ${ui.roles[role]}, vous pouvez voir toutes les clés, mais pas les modifier. Seuls les ${ui.rolesListed(managers)} peuvent créer, modifier et révoquer des clés.`,

  filters: 'Filtres de la liste',
  status: 'État des clés',
  statuses: { active: 'Actives', expired: 'Expirées', revoked: 'Révoquées', all: 'Toutes' },
  search: 'Chercher une clé',
  searchLabel: 'Chercher par nom ou préfixe',
  anyBank: 'Toutes les banques',
  anyOrigin: 'Toutes les origines',
  bankFilter: 'Banque',
  originFilter: 'Origine',
  reaching: (bank) => `accède à ${bank}`,
  needsAttention: 'à vérifier',
  takeOff: (what) => `Retirer le filtre : ${what}`,
  origins: {
    console: 'Créée par une personne',
    child: 'Créée par une clé',
    bootstrap: 'Créée par le serveur',
    application: 'Application connectée',
  },

  columns: {
    name: 'Nom',
    prefix: 'Préfixe',
    banks: 'Banques',
    lastUsed: 'Dernière utilisation',
    expires: 'Expiration',
    created: 'Création',
    status: 'État',
    actions: 'Actions',
  },
  open: (name) => `Ouvrir ${name}`,
  createdOn: (day) => `créée le ${day}`,
  openDetails: 'Ouvrir les détails',
  prefixOf: (name) => `les premiers caractères ${de(name)}`,
  prefixNote: 'premiers caractères seulement',
  neverUsed: 'jamais utilisée',
  neverEnds: 'jamais',
  allBanks: 'Toutes les banques',
  noBanks: 'Aucune banque',
  noBanksNow: 'Aucune',
  noBanksLeft: 'Toutes les banques auxquelles elle accédait ont été supprimées : elle n’accède à aucune banque.',
  withheldAll: 'Elle n’accède actuellement à aucune banque.',
  withheld: (n) =>
    n === 1
      ? '{banks} fait partie de ses banques, mais sa clé parente n’y accède plus. L’accès revient quand la clé parente y accède de nouveau.'
      : '{banks} font partie de ses banques, mais sa clé parente n’y accède plus. L’accès revient quand la clé parente y accède de nouveau.',
  children,
  mayMint: 'peut créer des clés',
  fold: (name) => `Clés enfants ${de(name)}`,
  createdBy: (day, who) => `${day}, par ${who}`,
  byKey: 'par une clé',
  byServer: 'par le serveur',
  bootstrapper: 'le serveur',
  childOf: (name) => `enfant ${de(name)}`,
  actionsOf: (name) => `Actions pour ${name}`,

  footer: (shown, status, childCount) => {
    const shownKeys = plural(
      shown,
      {
        all: { one: '# clé', other: '# clés' },
        active: { one: '# clé active', other: '# clés actives' },
        expired: { one: '# clé expirée', other: '# clés expirées' },
        revoked: { one: '# clé révoquée', other: '# clés révoquées' },
      }[status],
    );
    return childCount === 0 ? shownKeys : `${shownKeys}, dont ${children(childCount)}`;
  },
  footerPart: (shown, total) => `${number(shown)} sur ${number(total)} chargées`,
  more: 'Charger plus',
  exact: 'dernière utilisation à la minute près',

  readFailed: 'Impossible de charger les clés',
  emptyTitle: 'Aucune clé pour l’instant',
  emptyText:
    'Un agent a besoin d’une clé pour mémoriser et rappeler. Une clé fonctionne aussitôt et n’est affichée qu’une fois, à sa création.',
  emptyLocked: 'Un agent a besoin d’une clé pour mémoriser et rappeler. Demandez à un propriétaire ou à un admin de créer la première.',
  noActive: 'Aucune clé active',
  noExpired: 'Aucune clé expirée',
  noRevoked: 'Aucune clé révoquée',
  noneOfStatus: 'Les clés expirées et révoquées restent listées pour que le journal d’audit reste lisible.',
  noActiveText: 'Aucune clé ne peut appeler cette organisation pour le moment. Voyez les clés expirées et révoquées.',
  noMatch: 'Aucune clé ne correspond',
  noMatchText: (filters) => `Filtres actifs : ${listed(filters)}.`,
  clearFilters: 'Effacer les filtres',
  quoted: (text) => `« ${text} »`,

  review: 'Afficher les clés',
  dismiss: 'Ignorer',
  reviewTitle: (n) => plural(n, { one: '# clé à vérifier.', other: '# clés à vérifier.' }),
  reviewReasons: ({ unused, endless, bankless }) => {
    const reasons = [
      unused > 0 && plural(unused, { one: '# est inutilisée depuis 90 jours', other: '# sont inutilisées depuis 90 jours' }),
      endless > 0 && plural(endless, { one: '# n’expire jamais', other: '# n’expirent jamais' }),
      bankless > 0 && plural(bankless, { one: '# n’accède plus à aucune banque', other: '# n’accèdent plus à aucune banque' }),
    ];
    return `${reasons.filter(Boolean).join(' ; ')}.`;
  },
  hintUnused: (n) => `Inutilisée depuis ${days(n)}. Révoquez-la si rien n’en a besoin.`,
  hintNeverUsed: (n) => `Créée il y a ${days(n)} et jamais utilisée. Révoquez-la si rien n’en a besoin.`,
  hintEndless: 'N’expire jamais. Pour limiter les dégâts d’une fuite, renouvelez-la avec une clé qui expire.',
  hintEndlessAll:
    'N’expire jamais et accède à toutes les banques. Pour limiter les dégâts d’une fuite, renouvelez-la avec une clé qui expire et n’accède qu’aux banques choisies.',

  badgeChild: 'clé enfant',
  facts: {
    prefix: 'Préfixe',
    id: 'ID de la clé',
    banks: 'Banques',
    may: 'Droits',
    expires: 'Expiration',
    expired: 'Expirée',
    lastUsed: 'Dernière utilisation',
    created: 'Création',
    origin: 'Origine',
    parent: 'Clé parente',
    revoked: 'Révoquée',
  },
  futureBanks: 'y compris les futures',
  doesMint: 'créer des clés enfants',
  whenBy: '{time} par {who}',
  family: 'Clés enfants',
  familyEmpty: 'Aucune clé enfant pour l’instant.',
  familyNone: 'Elle ne peut pas créer de clés enfants.',
  familyMore: (n) => plural(n, { one: '# autre clé enfant dans la liste', other: '# autres clés enfants dans la liste' }),
  breaks: 'Si vous la révoquez maintenant',
  breaksKeys: (n) =>
    n === 1
      ? 'Cette clé cesse de fonctionner dès sa prochaine requête.'
      : `Cette clé et ${children(n - 1)} cessent de fonctionner dès leur prochaine requête.`,
  breaksBanks: (n) => {
    if (n === 0) return 'Elle n’accède à aucune banque : aucun appelant ne perd d’accès.';
    return n === null ? 'Les appels à toutes les banques sont refusés.' : `Les appels à ${banks(n)} sont refusés.`;
  },
  breaksUsed: 'Dernier appel {time}.',
  breaksUsedBy: 'Dernier appel {time} par {name}.',
  breaksUnused: (n) => (n === 1 ? 'Elle n’a jamais été utilisée.' : 'Aucune n’a jamais été utilisée.'),
  breaksNothing: 'Rien : elle ne fonctionne plus.',
  audit: 'Journal d’audit de cette clé',
  auditLocked: 'Seuls les propriétaires et les admins peuvent voir le journal d’audit.',
  notFound: 'Clé introuvable',
  notFoundText: 'L’organisation n’a pas de clé avec cet ID. Elle appartient peut-être à une autre organisation.',
  toList: 'Toutes les clés API',
  oneFailed: 'Impossible de charger la clé',

  editBanks: 'Modifier les banques',
  rotate: 'Renouveler',
  revoke: 'Révoquer',
  revokeKey: 'Révoquer la clé',
  locks: {
    scope: {
      revoked: 'Une clé révoquée ne peut pas être modifiée.',
      expired: 'Une clé expirée ne peut pas être modifiée.',
      child: 'Les banques d’une clé enfant ne peuvent pas être modifiées. Révoquez-la ; sa clé parente peut en créer une autre.',
      bootstrap:
        'Les banques d’une clé créée par le serveur ne peuvent pas être modifiées. Créez une clé avec les banques qu’il vous faut.',
      application: 'Une application utilise cette clé. Révoquez-la et connectez de nouveau l’application.',
    },
    rotate: {
      revoked: 'Une clé révoquée ne peut pas être renouvelée.',
      child: 'Une clé enfant ne peut pas être renouvelée ici. Sa clé parente crée la suivante par l’API.',
      application: 'Une application renouvelle elle-même son accès.',
    },
    revoke: {
      revoked: 'Elle est déjà définitivement révoquée.',
      expired: 'Elle a expiré.',
      child: 'Elle a été créée par une clé.',
      bootstrap: 'Elle a été créée par le serveur.',
      application: 'Elle a été créée en connectant une application.',
    },
  },

  createPurpose: 'La clé n’est affichée qu’une fois. Seule son empreinte est stockée.',
  name: 'Nom',
  nameHelp: 'Nommez l’agent qui l’utilise. Le nom figure dans le journal d’audit.',
  namePlaceholder: 'Agent de support, production',
  nameMissing: 'Saisissez un nom.',
  nameLong: (max) => `${max} caractères au plus.`,
  expires: 'Expiration',
  expiries: {
    '1_hour': '1 heure',
    '1_day': '1 jour',
    '7_days': '7 jours',
    '30_days': '30 jours',
    '90_days': '90 jours',
    '1_year': '1 an',
    custom: 'Personnalisée',
    never: 'Jamais',
  },
  days: 'Jours avant expiration',
  daysBound: (max) => `Saisissez un nombre entier de 1 à ${number(max)}.`,
  endsAt: (when) => `Expire le ${when}.`,
  neverMeant: 'Cette clé ne doit jamais expirer',
  neverMeantHelp: 'Une copie volée fonctionnerait elle aussi indéfiniment.',
  neverNeeded: 'Cochez la case ou choisissez une expiration.',
  banks: 'Banques',
  banksAll: 'Toutes les banques',
  banksAllHelp: 'y compris les futures',
  banksChosen: 'Banques choisies',
  banksOf: (n, total) => `${number(n)} sur ${number(total)}`,
  banksMissing: 'Choisissez au moins une banque, ou toutes les banques.',
  banksUnknown: 'Une des banques n’existe plus. Choisissez de nouveau.',
  findBank: 'Chercher une banque',
  bankList: 'Banques de la clé',
  bankMemories: (n) => plural(n, { one: '# souvenir', other: '# souvenirs' }),
  noBankFound: (q) => `Aucune banque ne correspond à « ${q} ».`,
  noBanksYet: 'Aucune banque pour l’instant. Une clé pour toutes les banques peut créer la première.',
  banksMore: (n) =>
    plural(n, { one: '# autre banque ; cherchez-la pour la trouver.', other: '# autres banques ; cherchez pour les trouver.' }),
  banksFailed: 'Impossible de charger les banques.',
  mint: 'Peut créer des clés enfants',
  mintHelp: 'Elle peut créer par l’API des clés plus restreintes et de plus courte durée. Révoquer cette clé les révoque toutes.',
  mintDays: (n) => `Une clé enfant dure un nombre entier de jours et expire avant sa clé parente : actuellement ${days(n)} au plus.`,
  mintLocked:
    'Une clé enfant dure au moins un jour entier et expire avant sa clé parente. Cette expiration est trop proche pour une clé enfant.',
  verbs: {
    'bank.read': 'lire',
    'bank.write': 'écrire',
    'bank.configure': 'configurer',
    'bank.create': 'créer',
    'bank.delete': 'supprimer',
  },
  can: (verbs, isEndless, mints) =>
    `Peut ${listed(verbs)} : {banks}, ${isEndless ? '{never}' : 'jusqu’au {time}'}. ${mints ? 'Peut créer des clés enfants.' : 'Ne peut pas créer de clés enfants.'}`,
  neverExpires: 'sans expiration',
  everyBank: 'toutes les banques, y compris les futures',
  nBanks: (n, total) => (total === null ? banks(n) : `${number(n)} sur ${banks(total)}`),
  notYet: 'Choisissez des banques et une expiration pour voir ce que la clé peut faire.',
  creating: 'Création…',
  createFailed: 'Impossible de créer la clé.',

  storeNow: 'Enregistrez cette clé maintenant',
  isActive: '{name} est active. La clé n’est affichée qu’une fois ; vous ne pourrez plus la voir après avoir fermé cette page.',
  theKey: 'La clé',
  reveal: 'Afficher la clé',
  conceal: 'Masquer la clé',
  copy: 'Copier',
  copiedKey: 'Clé copiée',
  selectInstead:
    'Le navigateur n’a pas permis la copie. La clé est affichée et sélectionnée : copiez-la avec Ctrl C ou par le menu de votre téléphone.',
  keyForm: (n) => `${n} caractères. Elle se termine par une somme de contrôle : une clé mal saisie est refusée sans recherche.`,
  firstCall: 'Premier appel avec la clé',
  snippets: { curl: 'curl', env: 'env', python: 'Python', typescript: 'TypeScript' },
  copySnippet: 'Copier avec la clé',
  copyCode: 'Copier',
  snippetNote: {
    curl: 'La commande copiée contient la clé. Elle fonctionne depuis toute machine qui peut joindre ce serveur.',
    env: 'Les lignes copiées contiennent la clé. Les autres onglets lisent ces deux variables.',
    python: 'Lit l’adresse et la clé dans l’environnement. Aucune bibliothèque requise.',
    typescript: 'Lit l’adresse et la clé dans l’environnement. Aucune bibliothèque requise.',
  },
  question: 'Que sais-tu de moi ?',
  stored: 'J’ai enregistré cette clé',
  done: 'Terminé',
  doneLocked: 'Copiez la clé ou confirmez que vous l’avez enregistrée.',
  mustStore: 'La clé n’est affichée qu’une fois. Copiez-la ou confirmez que vous l’avez enregistrée, puis fermez.',

  revokeTitle: (name) => `Révoquer ${name} ?`,
  revokeText: 'Elle cesse de fonctionner dès sa prochaine requête. Cette action est irréversible.',
  revokeLast: 'Dernière utilisation',
  revokeLastNever: 'Jamais',
  revokeBanks: 'Banques',
  revokeDies: (n) => plural(n, { one: '# clé enfant cesse aussi de fonctionner', other: '# clés enfants cessent aussi de fonctionner' }),
  revokeAlone: 'Aucune autre clé n’en dépend.',
  revokeReading: 'Vérification de ce qui en dépend',
  revokeUnread: 'Impossible de vérifier ce qui en dépend : elle ne peut pas être révoquée ici.',
  revoking: 'Révocation…',
  revoked: (name) => `Clé ${name} révoquée`,
  revokedCount: (n) => plural(n, { one: '# clé a cessé de fonctionner.', other: '# clés ont cessé de fonctionner.' }),
  revokedBefore: 'Elle était déjà révoquée ; rien n’a changé.',
  batch: {
    action: (n) => `Révoquer ${plural(n, { one: '# clé', other: '# clés' })}`,
    title: (n) => `Révoquer ${plural(n, { one: '# clé', other: '# clés' })} ?`,
    text: 'Ces clés et leurs clés enfants cesseront de fonctionner dès leur prochaine requête. Cette action est irréversible.',
    word: 'révoquer',
    skipped: (n) => `${number(n)} de la sélection ne peuvent pas être révoquées.`,
    done: (n) => plural(n, { one: '# clé révoquée', other: '# clés révoquées' }),
  },
  revokeFailed: 'Impossible de révoquer la clé.',

  rotateTitle: (name) => `Renouveler ${name}`,
  rotatePurpose: 'Crée une nouvelle clé. L’ancienne fonctionne jusqu’à ce que vous la révoquiez.',
  rotateExpired: 'Crée une nouvelle clé. L’ancienne a expiré et reste expirée.',
  rotateName: 'Nom de la nouvelle clé',
  rotateSteps: ['Créez la nouvelle clé et enregistrez-la', 'Donnez-la à l’agent', 'Révoquez l’ancienne clé quand elle n’est plus utilisée'],
  rotateGets: 'La nouvelle clé reçoit',
  rotateOldUse: 'Dernière utilisation de l’ancienne clé',
  rotateMint: 'le droit de créer des clés enfants',
  rotateMintNot: 'aucun droit de créer des clés enfants',
  rotateLife: (seconds) => `dans ${lifeText(seconds)}`,
  rotateNoExpiry: 'aucune, comme l’ancienne clé',
  rotateSentence: (name, isExpired, childCount) =>
    `${isExpired ? `La nouvelle clé fonctionnera. ${name} reste expirée` : `Les deux clés fonctionneront. ${name} reste inchangée`}${
      childCount === 0
        ? ''
        : plural(childCount, {
            one: ', tout comme sa clé enfant. La nouvelle clé n’en hérite pas',
            other: ', tout comme ses # clés enfants. La nouvelle clé n’en hérite pas',
          })
    }.`,
  rotateButton: 'Créer la nouvelle clé',
  rotateFailed: 'Impossible de créer la nouvelle clé.',
  oldLastUsed: '{stillWorks} : {name}, dernière utilisation {time}',
  oldNeverUsed: '{stillWorks} : {name}, jamais utilisée',
  oldStillActive: 'L’ancienne clé fonctionne encore',
  oldStopped: 'L’ancienne clé ne fonctionne plus. Le renouvellement est terminé.',
  revokeOld: 'Révoquer l’ancienne clé',
  replacedNote: 'Une nouvelle clé a été créée pour la remplacer : {name}',

  editTitle: (name) => `Banques ${de(name)}`,
  editPurpose: 'Prend effet dès la prochaine requête.',
  editNothing: 'Aucune modification.',
  editAdds: (n) => `Gagne ${banks(n)}.`,
  editSwaps: (gained, lost) => `Gagne ${banks(gained)}, perd ${banks(lost)}.`,
  editLoses: (n) => `Perd ${banks(n)}.`,
  editToAll: 'Accédera à toutes les banques, y compris les futures.',
  editFromAll: (n) => `Accédera à ${banks(n)} au lieu de toutes.`,
  editChildren: (n) => plural(n, { one: 'Sa clé enfant perd les mêmes banques.', other: 'Ses # clés enfants perdent les mêmes banques.' }),
  editDifference: 'Différence',
  editGained: 'gagnées',
  editLost: 'perdues',
  editRest: 'toutes les autres banques',
  editLastUse: (when) => `Dernière utilisation : ${when}.`,
  save: 'Enregistrer les banques',
  saving: 'Enregistrement…',
  saved: (name) => `Banques ${de(name)} enregistrées`,
  savedDetail: 'Prend effet dès la prochaine requête.',
  saveFailed: 'Impossible d’enregistrer les banques.',
  chosen: 'Sélection',
};
