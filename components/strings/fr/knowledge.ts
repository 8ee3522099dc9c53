import { number, plural } from '#components/strings/counted';
import { shortly } from '#components/strings/fr/mental-model';
import type { knowledge as english } from '#components/strings/knowledge';
import type { Translation } from '#components/strings/translated';

const contents = (folders: number, pages: number): string =>
  [
    ...(folders > 0 ? [plural(folders, { one: '# dossier', other: '# dossiers' })] : []),
    ...(pages > 0 || folders === 0 ? [plural(pages, { one: '# page', other: '# pages' })] : []),
  ].join(' et ');

export const knowledge: Translation<typeof english> = {
  title: 'Connaissances',
  purpose:
    'Des pages qui répondent à des questions avec les souvenirs de cette banque, dans des dossiers. Chaque page est un modèle mental.',
  tree: 'Dossiers et pages',
  failed: 'Impossible de charger les pages',
  foot: contents,
  export: 'Exporter',
  exportHelp: 'Une archive ZIP de fichiers Markdown avec des liens entre les pages, que lit Obsidian.',
  exporting: 'Exportation…',
  exported: (name) => `${name} enregistré`,
  exportFailed: 'Impossible d’exporter les pages',

  emptyTitle: 'Aucune page pour le moment',
  emptyText:
    'Une page répond à une question avec les souvenirs, indique les sources de chaque bloc et s’actualise quand les souvenirs changent.',
  emptyTemplates: 'Commencer avec un modèle',
  ownQuestion: 'Votre question',

  create: 'Créer une page',
  createPurpose: 'Vous écrivez la question. Le texte est rédigé en arrière-plan à partir des souvenirs.',
  createFolder: 'Créer un dossier',
  createIn: 'Créer une page ici',
  createFolderIn: 'Créer un dossier ici',
  creating: 'Création…',
  created: (name) => `${shortly(name)} est en cours de rédaction`,
  folderCreated: (name) => `Dossier ${shortly(name)} créé`,
  folder: 'Dossier',
  topLevel: 'Niveau supérieur',
  name: 'Nom',
  faults: { name: 'Saisissez un nom.', question: 'Saisissez une question.' },
  rename: 'Renommer',
  nameOf: (name) => `Nouveau nom de ${name}`,
  renamed: (name) => `Nouveau nom : ${shortly(name)}`,
  renameFailed: (name) => `Impossible de renommer ${shortly(name)}`,
  edit: 'Modifier la page',

  acts: (name) => `Actions de ${name}`,
  stale: 'Obsolète',
  refreshFailed: 'Échec de la dernière actualisation',
  up: 'Monter',
  down: 'Descendre',
  into: (folder) => `Déplacer dans ${shortly(folder)}`,
  out: 'Sortir du dossier',
  moved: (name, folder, at, of) => `${name} : ${folder}, position ${number(at)} sur ${number(of)}`,
  cannotMove: (name) => `${name} ne peut pas aller plus loin dans cette direction`,
  moveFailed: (name) => `Impossible de déplacer ${shortly(name)}`,

  remove: 'Supprimer',
  removeTitle: (name) => `Supprimer « ${name} » ?`,
  removePage:
    'Supprime la page avec toutes ses versions et annule son actualisation. Les souvenirs restent. Cette action est irréversible.',
  removeFolder: (folders, pages) =>
    folders + pages === 0
      ? 'Le dossier est vide. Cette action est irréversible.'
      : `Supprime aussi le contenu du dossier : ${contents(folders, pages)}, avec toutes les versions. Les souvenirs restent. Cette action est irréversible.`,
  removing: 'Suppression…',
  removed: (name) => `${shortly(name)} : suppression effectuée`,
  removeFailed: 'Échec de la suppression',

  back: 'Toutes les pages',
  path: 'Dossiers de cette page',
  openModel: 'Modèle mental',
  openVersions: 'Versions',
  missing: 'Page introuvable',
  missingText: 'Cette banque n’a pas cette page. Elle a peut-être été supprimée.',
  onlyFolders: 'Ces dossiers n’ont pas encore de page',

  search: 'Chercher une page',
  results: 'Pages trouvées',
  searchFailed: 'Impossible de chercher dans les pages',
  noMatch: 'Aucune page ne correspond',
  noMatchText: 'Cherchez des mots d’une page ou son sujet.',
  clearFilters: 'Effacer la recherche',
  score: (score) => `Score ${score}`,
  byWords: (percent, rank) => `Mots : ${percent}, rang ${rank}`,
  byMeaning: (cosine, rank) => `Sens : ${cosine}, rang ${rank}`,
  noWords: 'Mots : aucun',
  noMeaning: 'Sens : pas proche',
};
