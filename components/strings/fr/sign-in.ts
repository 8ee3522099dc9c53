import { de } from '#components/strings/fr/names';
import { ui } from '#components/strings/fr/ui';
import type { signIn as english } from '#components/strings/sign-in';
import type { Translation } from '#components/strings/translated';

export const signIn: Translation<typeof english> = {
  product: 'Memory Bank',
  title: 'Se connecter',
  purpose: 'Accès à la console de Memory Bank.',
  with: (provider) => `Continuer avec ${provider}`,
  leaving: 'Redirection vers le fournisseur…',
  or: 'ou par e-mail',
  email: 'E-mail',
  password: 'Mot de passe',
  submit: 'Se connecter',
  submitting: 'Connexion…',
  forgotten:
    'Mot de passe oublié ? Un propriétaire ou un admin de votre organisation peut créer un lien de réinitialisation sur la page Membres. Sinon, l’opérateur du serveur peut en créer un avec {command}.',
  forgottenCommand: 'npm run reset',
  failed: 'L’e-mail ou le mot de passe est incorrect.',
  waitSeconds: (left) => `Trop de tentatives. Réessayez dans ${left}.`,
  left: (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`),
  errors: {
    no_account:
      'Aucun compte ni aucune invitation en attente ne correspond à l’adresse e-mail vérifiée par le fournisseur. Demandez une invitation.',
    other_identity:
      'Votre adresse appartient à un compte lié à une autre identité chez ce fournisseur. Demandez un lien de réinitialisation à un propriétaire ou à un admin, et connectez-vous avec le mot de passe que vous y choisissez.',
    unverified: 'Votre adresse e-mail n’est pas vérifiée chez le fournisseur. Vérifiez-la auprès de lui, puis réessayez.',
    failed: 'Le fournisseur n’a pas permis la connexion. Réessayez.',
  },
  off: 'La connexion est désactivée',
  made: 'Votre mot de passe est défini et le lien a été utilisé. Connectez-vous avec le mot de passe. S’il vous est demandé d’attendre, il fonctionnera ensuite.',
  needsOwner: 'Il n’y a pas encore de propriétaire. Le terminal du serveur affiche un lien pour créer le premier.',
  unreadable: 'Impossible de charger les options de connexion',
  missing: {
    email: 'Saisissez votre adresse e-mail.',
    password: 'Saisissez votre mot de passe.',
    name: 'Saisissez un nom.',
    newPassword: '8 caractères au moins.',
  },
  answered: (status) => `Le service a répondu ${status}`,
  footer: (version) => `API ${version}`,
  name: 'Votre nom',
  nameHelp: 'Visible par les autres, dans les listes et le journal d’audit.',
  newPassword: 'Mot de passe',
  newPasswordHelp: '8 caractères au moins. Plus il est long, mieux c’est.',
  setup: {
    title: (organization) => `Devenir propriétaire ${de(organization)}`,
    purpose: 'Le premier compte a tous les droits et peut inviter d’autres personnes.',
    submit: 'Créer le compte',
    submitting: 'Création du compte…',
  },
  invite: {
    title: (organization) => `Rejoindre ${organization}`,
    purpose: (by, role) => `${by ?? 'Un ancien membre'} vous invite avec le rôle ${ui.roles[role]}.`,
    for: 'L’invitation est destinée à {email}.',
    accept: 'Accepter l’invitation',
    accepting: 'Acceptation…',
    create: 'Créer un compte et rejoindre',
    signIn: 'Se connecter et rejoindre',
    signInText: 'Un compte existe déjà avec cette adresse. Connectez-vous, et vous reviendrez ici.',
  },
  reset: {
    title: 'Choisir un nouveau mot de passe',
    purpose: (email) => `Pour ${email}. Toutes les sessions de ce compte seront fermées.`,
    submit: 'Définir le mot de passe',
    submitting: 'Enregistrement…',
  },
  titles: { invite: 'Invitation', reset: 'Choisir un nouveau mot de passe', setup: 'Premier compte' },
  works: (until) => `Ce lien fonctionne une seule fois, jusqu’au ${until}.`,
  reading: 'Lecture du lien',
  expired: {
    title: 'Ce lien ne fonctionne plus',
    text: 'Il a déjà été utilisé, a été révoqué ou a expiré. Demandez-en un nouveau.',
  },
  none: { title: 'Ce lien n’est pas valable ici', text: 'Il est incomplet. Demandez-en un nouveau.' },
  others: {
    title: 'Ce lien n’est pas pour ce compte',
    signedIn: 'Vous utilisez le compte {email}.',
    text: 'Le lien est incomplet, ou il a été créé pour une autre adresse.',
    use: 'Se déconnecter et utiliser ce lien',
    leaving: 'Déconnexion…',
    keep: 'Garder ce compte et aller à la console',
  },
  needsScript: 'La console a besoin de JavaScript. Activez-le pour cette adresse, puis rechargez la page.',
  linkFailed: 'Impossible de charger le lien',
  toSignIn: 'Aller à la connexion',
  toConsole: 'Aller à la console',
};
