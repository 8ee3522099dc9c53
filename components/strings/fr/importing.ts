import { number, plural } from '#components/strings/counted';
import type { importing as english } from '#components/strings/importing';
import type { Translation } from '#components/strings/translated';

export const importing: Translation<typeof english> = {
  title: 'Importer',
  purpose: 'Avant toute écriture, vous voyez ce que contient le fichier et ce qui changerait.',
  dropOrChoose: '{drop} ou choisissez-en un',
  drop: 'Déposez un fichier ici',
  formats:
    'Une archive de banque (.zip, aussi de Hindsight) ou une exportation de mem0, Zep, Letta ou d’un serveur de mémoire MCP. Jusqu’à 4 Go.',
  another: 'Choisir un autre fichier',
  fileMissing: 'Choisissez d’abord un fichier',
  reading: (percent) => `Lecture du fichier : ${number(percent)} %`,
  examining: 'Examen du fichier',
  tooLarge: 'Le fichier dépasse 4 Go.',
  unreadable: 'Le fichier ne peut pas être importé',
  template: 'C’est un modèle. Pour l’appliquer, ouvrez les paramètres d’une banque, puis « Exporter et copier ».',

  recognized: 'Reconnu',
  kinds: {
    bank_archive: 'Archive d’une banque',
    mem0: 'Exportation de mem0',
    zep: 'Exportation de Zep',
    letta: 'Exportation de Letta',
    mcp_memory: 'Fichier de mémoire d’un serveur MCP',
  },
  facts: { source: 'Banque d’origine', content: 'Contenu', from: 'Du', to: 'Au', existing: 'Déjà dans la banque', issues: 'Remarques' },
  existing: (n) => plural(n, { one: '# document', other: '# documents' }),
  issues: {
    no_text: (n) => plural(n, { one: '# entrée sans texte : ignorée', other: '# entrées sans texte : ignorées' }),
    inactive: (n) =>
      plural(n, {
        one: '# entrée supprimée, archivée ou expirée à l’origine : ignorée',
        other: '# entrées supprimées, archivées ou expirées à l’origine : ignorées',
      }),
    repeated: (n) => plural(n, { one: '# entrée répétée : ignorée', other: '# entrées répétées : ignorées' }),
    invalid_time: (n) => plural(n, { one: '# date illisible : ignorée', other: '# dates illisibles : ignorées' }),
    missing_entity: (n) =>
      plural(n, {
        one: '# entrée nomme une entité absente du fichier',
        other: '# entrées nomment des entités absentes du fichier',
      }),
    unknown_record: (n) => plural(n, { one: '# entrée de forme inconnue : ignorée', other: '# entrées de forme inconnue : ignorées' }),
    attachment: (n) => plural(n, { one: '# pièce jointe : ignorée', other: '# pièces jointes : ignorées' }),
    invalidated: (n) => plural(n, { one: '# fait invalidé : ignoré', other: '# faits invalidés : ignorés' }),
    version: (n) =>
      plural(n, { one: '# ancienne version d’un modèle mental : ignorée', other: '# anciennes versions de modèles mentaux : ignorées' }),
    webhook: (n) => plural(n, { one: '# webhook : ignoré', other: '# webhooks : ignorés' }),
  },
  otherIssue: (reason, n) => `${reason} : ${number(n)}`,

  target: 'Importer dans',
  targets: { new: 'Nouvelle banque', existing: 'Banque existante' },
  targetHelp: {
    restore: 'Identique à l’originale : ID, historique et paramètres.',
    create: 'Avec le contenu du fichier.',
    existing: 'Ajoute les documents, observations et modèles mentaux.',
  },
  id: 'ID de la nouvelle banque',
  idMissing: 'Saisissez un ID.',
  idTaken: 'Une banque avec cet ID existe déjà. Choisissez un autre ID ou « Banque existante ».',
  idEmpty: 'Une banque avec cet ID existe, mais elle est vide. L’importation la remplit.',
  bank: 'Banque',
  bankPlaceholder: 'Choisir une banque',
  findBank: 'Chercher une banque',
  noBank: 'Aucune banque pour l’instant.',
  noMatch: 'Aucune banque ne correspond.',
  banksFailed: 'Impossible de charger les banques.',
  bankMissing: 'Choisissez une banque.',
  conflict: 'Documents que la banque contient déjà',
  conflicts: {
    skip: { label: 'Ignorer', help: 'Ceux de la banque restent.' },
    replace: { label: 'Remplacer', help: 'Ceux du fichier l’emportent.' },
    'new-id': { label: 'Ajouter des copies', help: 'Sous de nouveaux ID.' },
  },

  sentence: {
    restore: 'Restaure {id} en arrière-plan. Son contenu apparaît une fois complet. Aucun modèle de langage n’est appelé.',
    create: 'Crée la banque {id} et importe en arrière-plan. Aucun modèle de langage n’est appelé.',
    add: 'Ajoute à {id} en arrière-plan. Aucun modèle de langage n’est appelé.',
  },
  uploading: (percent) => `Envoi : ${number(percent)} %`,
  started: (id) => `Importation dans ${id} lancée`,
  startedDetail: 'Le panneau des opérations montre la progression et donne le lien vers la banque.',
  failed: 'Impossible de lancer l’importation',
};
