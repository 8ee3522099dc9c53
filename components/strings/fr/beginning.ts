import type { beginning as english } from '#components/strings/beginning';
import type { Translation } from '#components/strings/translated';

export const beginning: Translation<typeof english> = {
  start: {
    title: 'De la clé à l’agent connecté',
    duration: 'environ cinq minutes',
    key: 'Créer une clé',
    keyExists: 'La clé {name} accède à cette banque. Sa valeur a été affichée une seule fois, à sa création.',
    keyAnother: 'Créer une autre clé',
    dismiss: 'Masquer les premiers pas',
    retain: 'Mémoriser un texte',
    retainText: 'Envoyez une phrase, une conversation ou un fichier. Sans modèle de langage, les règles intégrées en extraient les faits.',
    sentence: 'Ana s’est installée à Porto parce que le studio y est moins cher.',
    copy: 'la commande qui mémorise une phrase',
    code: 'Une commande curl qui mémorise une phrase',
    listening: 'En attente du premier souvenir. Cette page se met à jour automatiquement.',
    ask: 'Le rappeler',
    askText: 'Le rappel le trouve par le sens, les mots, la date et les noms.',
    question: 'Pourquoi Ana s’est-elle installée à Porto ?',
    askCopy: 'la commande qui le rappelle',
    askCode: 'Une commande curl qui le rappelle',
    connect: 'Connecter votre agent',
    connectText: 'Chaque client a ses étapes et son code, avec une clé ou par connexion.',
    connectAll: 'Tous les clients',
  },
  appears: {
    title: 'Ce qui apparaîtra ici',
    world: 'Des faits : un produit, un prix, une règle.',
    experience: 'Des événements : un appel, une réparation, une promesse.',
    observation: 'Des conclusions tirées de plusieurs faits, qui en sont tous les preuves.',
  },
  sample: {
    load: 'Charger la conversation d’exemple',
    loading: 'Envoi…',
    text: '233 tours de cinq amis et de leur assistant sur six mois, en 22 documents avec le tag demo. Si un modèle de langage est configuré, cela coûte des tokens.',
    sent: 'La conversation d’exemple est en cours de traitement',
    sentDetail: 'Le traitement continue si vous quittez la page. Son opération montre la progression.',
    failed: 'Impossible de charger la conversation d’exemple',
  },
  questions: {
    title: 'Interroger l’exemple',
    note: 'en anglais, comme l’exemple',
    about: {
      person: 'une personne',
      cause: 'une cause',
      time: 'une période',
      decision: 'une décision qui a changé',
      experience: 'ce que l’agent a fait',
    },
  },
};
