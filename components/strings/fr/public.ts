import type { publicPages as english } from '#components/strings/public';
import type { Translation } from '#components/strings/translated';

export const publicPages: Translation<typeof english> = {
  product: 'Memory Bank',
  skip: 'Aller au contenu',
  nav: 'Navigation principale',
  links: [
    { href: '/docs', label: 'Référence de l’API' },
    { href: '/login', label: 'Se connecter' },
  ],
  docsTitle: 'Référence de l’API',
  endpoints: 'Endpoints',
  referenceLoading: (address) => `Lecture de ${address}…`,
  referenceFailed: 'Impossible de charger la référence. Le document lui-même se trouve à l’adresse {address}.',
  trySession:
    'Sans clé, « Try it out » utilise votre session dans {organization}. Les commandes curl ont besoin d’une clé de cette organisation à la place de {placeholder}.',
  tryOrganization: 'Organisation pour « Try it out »',
  title: 'Une mémoire pour les agents d’IA',
  lead: 'Mémorisez des conversations et des documents, et rappelez ce qui répond à une question. Chaque résultat indique sa source. Fonctionne sans modèle de langage.',
  openConsole: 'Se connecter à la console',
  reference: 'Référence de l’API',
  server: 'Ce serveur',
  store: 'Mémoire',
  answersUnder: 'Répond en moins de 1 ms',
  answersIn: (ms) => `Répond en ${ms} ms`,
  noAnswer: 'Ne répond pas',
  storageLabel: 'Stockage',
  storage: { embedded: 'Base de données embarquée', postgres: 'PostgreSQL' },
  notOpen: 'pas encore ouverte',
  model: 'Modèle de langage',
  modelOn: 'Configuré',
  modelOff: 'Aucun (règles intégrées)',
  version: 'Version de l’API',
  firstCall: 'Premier appel',
  steps: {
    key: 'Obtenez une clé : créez-en une dans la console, ou prenez celle que le premier démarrage a affichée dans le terminal.',
    keyEnvironment: 'Avec une base de données externe, elle se trouve dans {variable}.',
    retain: 'Mémorisez. La première écriture crée la banque.',
    recall: 'Rappelez.',
  },
  code: { key: 'Commande qui définit la clé', retain: 'Commande qui mémorise', recall: 'Commande qui rappelle' },
};
