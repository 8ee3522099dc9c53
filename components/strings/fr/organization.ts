import { plural } from '#components/strings/counted';
import { ui } from '#components/strings/fr/ui';
import type { organization as english } from '#components/strings/organization';
import type { Translation } from '#components/strings/translated';

const banks = (n: number): string => plural(n, { one: '# banque', other: '# banques' });
const keys = (n: number): string => plural(n, { one: '# clé active', other: '# clés actives' });
const members = (n: number): string => plural(n, { one: '# membre', other: '# membres' });

export const organization: Translation<typeof english> = {
  title: 'Paramètres',
  purpose: 'Nom, identifiants et suppression de cette organisation.',

  readOnly: (role, owners) =>
    `Avec le rôle ${ui.roles[role]}, vous pouvez voir ces paramètres. Un propriétaire peut les modifier${owners ? ` : ${owners}` : ''}.`,
  ownersOnly: (who) => `Réservé aux propriétaires : ${who}.`,
  ownersOnlyAlone: 'Réservé aux propriétaires.',

  nameTitle: 'Nom',
  name: 'Nom',
  nameHelp: 'Nom affiché dans le sélecteur, les invitations et le journal. Les URL ne changent pas.',
  nameMissing: 'Saisissez un nom de 100 caractères au plus.',
  save: 'Renommer',
  saving: 'Enregistrement…',
  unchanged: 'Aucune modification.',
  renamed: (name) => `Organisation renommée en ${name}`,
  renameFailed: 'Impossible de renommer l’organisation',

  addressTitle: 'Identifiants',
  slug: 'Slug',
  slugWhy:
    'Le slug figure dans les URL de la console et dans l’en-tête X-Organization des appels faits par une personne connectée. L’ID figure dans les journaux et les exports. Ni l’un ni l’autre ne peut être modifié. Les appels avec une clé API n’en ont pas besoin.',
  id: 'ID',

  otherTitle: 'Autre organisation',
  otherWhy: 'Les organisations ne partagent ni banques, ni clés, ni membres. La personne qui crée l’organisation en devient propriétaire.',
  create: 'Créer une organisation',

  deleteTitle: 'Supprimer l’organisation',
  deleteWhy: 'Supprime définitivement l’organisation et tout son contenu. Il n’y a pas de sauvegarde, et cette action est irréversible.',
  willDelete: 'Seront supprimés',
  banks,
  keys,
  members,
  log: 'Le journal d’audit',
  lines: {
    banks: (n) => (n === 0 ? '{count}' : '{count} avec tous les souvenirs, documents et modèles mentaux'),
    keys: (n) =>
      n === 0
        ? '{count} et toutes les clés révoquées'
        : plural(n, {
            one: '{count} et ses clés enfants ; elles cessent de fonctionner dès leur prochaine requête',
            other: '{count} et leurs clés enfants ; elles cessent de fonctionner dès leur prochaine requête',
          }),
    members: (n) => (n < 2 ? '{count} perd l’accès ; son compte reste' : '{count} perdent l’accès ; leurs comptes restent'),
    log: '{log} en entier ; exportez-le d’abord si vous en avez besoin. La suppression elle-même est inscrite au journal de la première organisation',
  },
  exportLog: 'Ouvrir le journal d’audit',
  countFailed: 'Impossible de compter le contenu',
  action: 'Supprimer l’organisation',
  deleteDefault: 'La première organisation ne peut pas être supprimée, car le serveur l’utilise.',
  confirmTitle: (name) => `Supprimer définitivement ${name} ?`,
  confirmText: (bankCount, keyCount, memberCount) =>
    `Supprime ${banks(bankCount)}, ${keys(keyCount)} et l’accès de ${members(memberCount)}. {final}`,
  confirmFinal: 'Cette action est irréversible.',
  deleting: 'Suppression…',
};
