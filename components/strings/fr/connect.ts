import type { connect as english } from '#components/strings/connect';
import type { Translation } from '#components/strings/translated';

export const connect: Translation<typeof english> = {
  pageTitle: 'Connecter une application',
  title: (application) => `Connecter ${application}`,
  purpose: (host) => `Cette application demande l’accès à votre mémoire. Votre réponse est envoyée à ${host}.`,
  publisher: (host) => `Elle est publiée par ${host}.`,
  unverified: 'Personne n’a vérifié le nom de l’application. Continuez seulement si vous êtes à l’origine de cette demande.',
  signedInAs: 'Compte : {email}',
  organization: 'Organisation',
  bank: 'Banque',
  bankMissing: 'Cette banque n’existe pas ici. Créez-la dans la console ou changez l’adresse dans l’application.',
  banksMissing: 'Choisissez les banques.',
  access: 'Accès',
  accesses: {
    read: { label: 'Lecture', help: 'Chercher et lire des souvenirs, des documents et des modèles mentaux.' },
    write: {
      label: 'Lecture et écriture',
      help: 'Aussi stocker, corriger et supprimer des souvenirs, des documents et des modèles mentaux.',
    },
  },
  never: 'Elle ne peut jamais modifier les paramètres, les clés ou les membres, ni supprimer une banque.',
  expires: 'Expiration',
  revocable: 'Vous pouvez retirer cet accès à tout moment sur la page de votre compte. Un admin le peut aussi, sur la page Clés API.',
  allow: 'Autoriser l’accès',
  allowing: 'Connexion…',
  refuse: 'Refuser',
  refusing: 'Refus…',
  loadFailed: 'Impossible de charger la demande',
  over: 'Cette demande n’est plus valable',
  overText: 'Elle a expiré ou a déjà reçu une réponse. Recommencez dans l’application.',
  failed: 'Impossible de connecter cette application',
  failedText:
    'La demande a expiré, ou ce serveur ne connaît plus l’application. Supprimez la connexion dans l’application, puis connectez-la de nouveau.',
  failedCode: (code) => `Erreur : ${code}`,
  noOrganization: 'Vous n’appartenez à aucune organisation : il n’y a rien à partager.',
  toConsole: 'Aller à la console',
};
