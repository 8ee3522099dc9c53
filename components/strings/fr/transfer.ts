import { plural } from '#components/strings/counted';
import type { transfer as english } from '#components/strings/transfer';
import type { Translation } from '#components/strings/translated';

export const transfer: Translation<typeof english> = {
  exports: {
    bank: {
      title: 'Exporter la banque',
      text: 'Un fichier ZIP avec tout le contenu de la banque : documents, souvenirs, observations, modèles mentaux, directives, paramètres et historique. Une banque restaurée à partir de ce fichier est identique à celle-ci. Il ne contient jamais de clés ni de secrets.',
    },
    documents: {
      title: 'Exporter les documents',
      text: 'Un fichier ZIP avec les documents et leurs souvenirs, sans paramètres, modèles mentaux ni historique.',
    },
  },
  starting: 'Lancement',
  exportStarted: 'Exportation lancée',
  exportStartedDetail: 'Une fois terminé, le fichier peut être téléchargé ici et dans le panneau des opérations.',
  exportFailed: 'Impossible de lancer l’exportation',

  files: 'Fichiers exportés',
  filesFailed: 'Impossible de charger les fichiers exportés',
  kinds: { bank: 'Banque', documents: 'Documents' },
  download: 'Télécharger',
  downloadOf: (name) => `Télécharger ${name}`,
  until: 'Disponible jusqu’à : {time}',
  fileDeleted: 'Le fichier a été supprimé, car un élément de la banque a été supprimé définitivement. Exportez de nouveau.',
  facts: { file: 'Fichier', size: 'Taille', available: 'Disponible', digest: 'SHA-256' },
  untilTime: 'jusqu’à : {time}',

  copy: 'Copier la banque',
  copyText:
    'Une nouvelle banque avec les mêmes souvenirs, modèles mentaux, paramètres, historique et vecteurs. Aucun modèle de langage n’est appelé.',
  copyId: 'ID de la copie',
  copyIdHelp: 'Il ne doit pas encore exister. La copie apparaît parmi les banques une fois complète.',
  copyIdMissing: 'Saisissez un ID.',
  copySentence: 'Copie {bank} vers la nouvelle banque {id}.',
  copyStarted: (id) => `Copie vers ${id} lancée`,
  copyStartedDetail: 'Le panneau des opérations donne le lien vers la copie une fois complète.',
  copyFailed: 'Impossible de copier la banque',

  saveTemplate: 'Exporter comme modèle',
  saveTemplateText:
    'Un fichier JSON avec les paramètres, les modèles mentaux et les directives de cette banque, sans souvenirs. Il sert à configurer d’autres banques.',
  saving: 'Exportation',
  templateSaved: (name) => `${name} enregistré`,
  saveTemplateFailed: 'Impossible d’exporter le modèle',

  applyTemplate: 'Appliquer un modèle',
  applyTemplateText:
    'Définit des paramètres et crée ou modifie des modèles mentaux et des directives. Les souvenirs ne changent pas. Vous voyez d’abord ce qui va changer.',
  gallery: 'Modèle',
  templateFile: 'Choisir un fichier',
  notTemplate: 'Ce n’est pas un modèle : le fichier doit contenir un objet JSON avec « version ».',
  templateTooLarge: 'Ce n’est pas un modèle : le fichier dépasse 1 Mo.',
  preview: 'Ce qui va changer',
  previewing: 'Comparaison du modèle avec la banque',
  previewFailed: 'Le modèle ne peut pas être appliqué',
  noChanges: 'Les modèles mentaux et les directives de la banque sont identiques à ceux du modèle.',
  groups: {
    settings: 'Paramètres définis',
    modelsCreated: 'Nouveaux modèles mentaux',
    modelsUpdated: 'Modèles mentaux modifiés',
    directivesCreated: 'Nouvelles directives',
    directivesUpdated: 'Directives modifiées',
  },
  choose: 'Choisissez un modèle ou un fichier pour voir ce qui changerait.',
  apply: 'Appliquer',
  applying: 'Application',
  applied: 'Modèle appliqué',
  refreshes: (n) => plural(n, { one: '# modèle mental sera actualisé.', other: '# modèles mentaux seront actualisés.' }),
  applyFailed: 'Impossible d’appliquer le modèle',

  counts: {
    documents: (n) => plural(n, { one: '# document', other: '# documents' }),
    facts: (n) => plural(n, { one: '# souvenir', other: '# souvenirs' }),
    observations: (n) => plural(n, { one: '# observation', other: '# observations' }),
    mental_models: (n) => plural(n, { one: '# modèle mental', other: '# modèles mentaux' }),
    knowledge_pages: (n) => plural(n, { one: '# page de connaissances', other: '# pages de connaissances' }),
  },
  skipped: {
    documents: (n) =>
      plural(n, {
        one: '# document ignoré, car la banque le contient déjà',
        other: '# documents ignorés, car la banque les contient déjà',
      }),
    observations: (n) => plural(n, { one: '# observation ignorée', other: '# observations ignorées' }),
  },
  imported: 'Importé',
  copied: 'Copié',
  openBank: (id) => `Ouvrir ${id}`,
};
