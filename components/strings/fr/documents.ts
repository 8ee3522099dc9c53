import { number, plural, sizeText } from '#components/strings/counted';
import type { documents as english } from '#components/strings/documents';
import { ui } from '#components/strings/fr/ui';
import type { Translation } from '#components/strings/translated';

const cost = 'Si un modèle de langage est configuré, l’extraction coûte des tokens.';
const memories = (n: number): string => plural(n, { one: '# souvenir', other: '# souvenirs' });
const extracted = (n: number): string => plural(n, { one: '# souvenir extrait', other: '# souvenirs extraits' });

export const documents: Translation<typeof english> = {
  title: 'Documents',
  purpose: 'Textes mémorisés, et les souvenirs qui en sont extraits.',
  list: 'Documents',
  filters: 'Filtrer les documents',
  search: 'Chercher par ID',
  loading: 'Chargement des documents',
  failed: 'Impossible de charger les documents',
  footer: (n, total) => `${number(n)} sur ${plural(total, { one: '# document', other: '# documents' })}`,
  pages: 'Pages de documents',
  open: (id) => `Ouvrir ${id}`,
  columns: {
    id: 'Document',
    memories: 'Souvenirs',
    size: 'Caractères',
    tags: 'Tags',
    updated: 'Mise à jour',
    actions: 'Actions',
  },
  actionsOf: (id) => `Actions pour ${id}`,
  openIt: 'Ouvrir',
  noMemories: 'aucun',
  tag: 'Tags',
  tagsFailed: 'Impossible de charger les tags.',
  noTags: 'Aucun souvenir de cette banque n’a de tag.',
  match: 'Correspondance',
  matches: { any: 'Au moins un', all: 'Tous' },
  matchMeans: {
    any: 'Documents avec au moins un des tags choisis.',
    all: 'Documents avec tous les tags choisis.',
  },
  takeOff: (tag) => `Retirer #${tag}`,
  noneTitle: 'Aucun document ne correspond',
  noneText: 'La recherche porte sur toute partie de l’ID, sans tenir compte de la casse. Effacez les filtres pour voir tous les documents.',
  clear: 'Tout afficher',
  emptyTitle: 'Aucun document pour l’instant',
  emptyText:
    'Un document est un texte mémorisé : une conversation, une note, un fichier. Ajoutez-en un ici ou par l’API. Les souvenirs en sont extraits en arrière-plan.',
  curl: 'Copier en curl',
  curlWhat: 'une commande curl qui mémorise une phrase',
  sentence: 'Ana s’est installée à Porto la semaine dernière.',

  add: 'Ajouter un document',
  addPurpose: 'Le traitement se fait en arrière-plan. Vous pouvez quitter cette page.',
  kind: 'Type',
  kinds: { files: 'Fichiers', text: 'Texte' },
  dropOrChoose: '{drop} ou choisissez des fichiers',
  drop: 'Déposez des fichiers ici',
  formats: (max) =>
    `Fichiers texte, comme .txt, .md, .json, .eml, .mbox, .vtt, .srt, .html, .csv ou .log : ${max} au plus, 9,5 Mo chacun. Chacun devient un document dont l’ID est son nom.`,
  chosen: 'Fichiers choisis',
  leaveOut: (name) => `Retirer ${name}`,
  tooMany: (n, max) =>
    plural(n, {
      one: `# fichier n’a pas été ajouté : ${max} au plus à la fois.`,
      other: `# fichiers n’ont pas été ajoutés : ${max} au plus à la fois.`,
    }),
  tooLarge: 'Plus de 9,5 Mo. Découpez-le en plusieurs fichiers.',
  notText: 'Ce n’est pas un fichier texte. Les images, les PDF, les documents Office et les archives ne peuvent pas être lus.',
  unknownEncoding: 'L’encodage du fichier est inconnu. Enregistrez-le en UTF-8.',
  legacyEncoding: 'Pas en UTF-8 : lu comme Windows-1252. Si des lettres sont fausses dans le document, enregistrez le fichier en UTF-8.',
  notJson: 'JSON non valide : il sera traité comme du texte brut.',
  blank: 'Le fichier est vide.',
  unreadable: 'Le navigateur n’a pas pu lire le fichier.',
  size: sizeText,
  text: 'Texte',
  textHelp: 'Les transcriptions (lignes « Nom: texte ») et le Markdown sont reconnus.',
  textMissing: 'Saisissez le texte à mémoriser.',
  filesMissing: 'Choisissez au moins un fichier valide.',
  id: 'ID du document',
  idHelp: 'Laissez vide pour en générer un. Un ID existant remplace ce document.',
  context: 'Contexte',
  contextHelp: 'D’où vient le texte, en quelques mots. Cela améliore l’extraction.',
  tagsHelp: 'Séparés par des virgules. Ses souvenirs reçoivent les mêmes tags.',
  when: 'Date',
  whenHelp: 'Quand cela a été dit ou s’est passé. Laissez vide pour aujourd’hui. « Hier » dans le texte se rapporte à ce jour.',
  willFiles: (n, bytes) =>
    `${plural(n, {
      one: `# fichier (${sizeText(bytes)}) sera traité en arrière-plan.`,
      other: `# fichiers (${sizeText(bytes)}) seront traités en arrière-plan.`,
    })} Un fichier qui porte le nom d’un document existant le remplace ; les segments inchangés gardent leurs souvenirs. ${cost}`,
  willText: `Le texte sera traité en arrière-plan. ${cost}`,
  cost,
  addFiles: (n) => (n === 0 ? 'Ajouter des fichiers' : plural(n, { one: 'Ajouter # fichier', other: 'Ajouter # fichiers' })),
  addText: 'Ajouter le texte',
  sending: 'Envoi…',
  sent: 'Résultat',
  beingSent: 'Envoi en cours',
  refused: 'Refusé. {reason}',
  followFailed: 'Accepté, mais sa progression n’a pas pu être lue. Consultez les opérations de la banque.',
  again: 'Renvoyer',
  more: 'Ajouter d’autres documents',
  done: 'Terminé',
  seeDocument: 'Ouvrir le document',
  textName: 'Texte',
  outcomes: { facts: 'Traité', no_facts: 'Aucun fait trouvé', partial: 'Traité en partie', failed: 'Échec' },
  outcomeText: {
    facts: (n) => `${extracted(n)}.`,
    no_facts: () => 'Stocké ; aucun fait n’y a été trouvé.',
    partial: (n) => `${extracted(n)} ; certains segments ont échoué.`,
    failed: () => 'Stocké, mais l’extraction a entièrement échoué.',
  },
  cancelled: 'Annulé avant d’être traité.',

  back: 'Tous les documents',
  oneFailed: 'Impossible de charger le document',
  missing: 'Document introuvable',
  missingText: (id) => `Cette banque n’a pas de document ${id}. Il a peut-être été supprimé, ou l’URL est incomplète.`,
  summary: (n, characters) =>
    `${memories(n)}${
      characters === null ? '' : `, ${plural(characters, { one: '# caractère', other: '# caractères' })}`
    }, mise à jour {time}`,
  textOf: 'Texte',
  textFailed: 'Impossible de charger le texte',
  noText: 'Le document n’a pas de texte.',
  notStored:
    'Cette banque ne stocke pas le texte des documents (paramètre « Stocker le texte des documents »). Seuls les souvenirs sont disponibles.',
  notStoredLock: 'Le texte de ce document n’est pas stocké',
  marked: 'Le passage le plus proche de chaque souvenir est souligné.',
  chunks: 'Segments du texte',
  chunkCount: (n) => plural(n, { one: '# segment', other: '# segments' }),
  here: (n) => plural(n, { one: '# souvenir tiré de ce passage', other: '# souvenirs tirés de ce passage' }),
  read: 'Souvenirs extraits',
  readElsewhere: 'D’autres souvenirs viennent d’autres segments du texte.',
  readFailed: 'Impossible de charger les souvenirs',
  nothingRead: 'Aucun souvenir valide ne vient de ces segments.',
  unplaced: 'aucun passage correspondant',
  onlyMarked: (n, total) => `Affichage des ${number(n)} premiers souvenirs sur ${number(total)}.`,
  allOfThem: 'Ouvrir dans la liste des souvenirs',
  facts: 'Détails',
  factNames: {
    id: 'ID',
    types: 'Souvenirs',
    tags: 'Tags',
    context: 'Contexte',
    date: 'Date',
    created: 'Ajout',
    updated: 'Mise à jour',
    expires: 'Expire',
  },
  countOfType: (n, type) => ui.factCount[type](n),
  none: 'aucun',

  expiresInPart: '{time}, en partie',
  editExpiry: 'Modifier l’expiration',
  expiryTitle: 'Expiration du document',
  expiryPurpose: 'Le texte et ses souvenirs sont alors supprimés définitivement.',
  expiryHelp: 'Par exemple 2026-03-14 ou 2026-03-14T09:00Z. Vide : jamais.',
  expiryWill: 'Tout le texte et tous les souvenirs qui en sont extraits auront cette expiration.',
  saveExpiry: 'Enregistrer l’expiration',
  expirySaved: 'Expiration enregistrée',

  editTags: 'Modifier les tags',
  tagsTitle: 'Tags du document',
  tagsPurpose: 'Ses souvenirs reçoivent exactement les mêmes tags.',
  tagsWill: (n) => `Le document et ${memories(n)} auront exactement ces tags. Les observations fondées sur eux seront dérivées de nouveau.`,
  saveTags: 'Enregistrer les tags',
  saving: 'Enregistrement…',
  tagsSaved: 'Tags enregistrés',
  tagsSavedDetail: (n) => plural(n, { one: '# souvenir mis à jour.', other: '# souvenirs mis à jour.' }),

  reprocess: 'Retraiter',
  reprocessTitle: (id) => `Retraiter ${id} ?`,
  reprocessText: (n) =>
    `Extrait de nouveau les faits du texte stocké, avec les paramètres actuels et en arrière-plan. ${
      n === undefined || n === 0
        ? 'Ses souvenirs sont remplacés par les nouveaux.'
        : plural(n, { one: 'Son souvenir est remplacé par les nouveaux.', other: 'Ses # souvenirs sont remplacés par les nouveaux.' })
    }`,
  reprocessing: 'Mise en file…',
  reprocessFailed: 'Impossible de mettre le document en file',
  unread: (n) =>
    `${plural(n, {
      one: '# segment n’a pas pu être traité : ses faits manquent.',
      other: '# segments n’ont pas pu être traités : leurs faits manquent.',
    })} Le texte lui-même est stocké.`,
  reading: 'Retraitement en cours',
  reprocessed: 'Document retraité.',
  readNot: 'Le retraitement a échoué ; les souvenirs n’ont pas changé.',

  deleteIt: 'Supprimer',
  removeTitle: (id) => `Supprimer ${id} ?`,
  removeText: (n) =>
    n === 0
      ? 'Supprime son texte ; il n’a pas de souvenirs. Cette action est irréversible.'
      : `Supprime son texte et ${memories(n)}. Les souvenirs qu’un autre document appuie aussi restent, avec cet autre document comme source. Cette action est irréversible.`,
  removeAction: 'Supprimer le document',
  removing: 'Suppression…',
  removed: (id) => `Document ${id} supprimé`,
  removedSize: (n) => plural(n, { one: '# souvenir a été supprimé.', other: '# souvenirs ont été supprimés.' }),
  batch: {
    action: (n) => `Supprimer ${plural(n, { one: '# document', other: '# documents' })}`,
    title: (n) => `Supprimer ${plural(n, { one: '# document', other: '# documents' })} ?`,
    text: (n) => `Les souvenirs qui en sont extraits (${number(n)}) seront aussi supprimés. Cette action est irréversible.`,
    done: (n) => plural(n, { one: '# document supprimé', other: '# documents supprimés' }),
  },
  removeFailed: 'Impossible de supprimer le document',
};
