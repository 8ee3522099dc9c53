import { number, plural } from '#components/strings/counted';
import { shortly } from '#components/strings/de/mental-model';
import type { knowledge as english } from '#components/strings/knowledge';
import type { Translation } from '#components/strings/translated';

const contents = (folders: number, pages: number): string =>
  [
    ...(folders > 0 ? [plural(folders, { one: '# Ordner', other: '# Ordner' })] : []),
    ...(pages > 0 || folders === 0 ? [plural(pages, { one: '# Seite', other: '# Seiten' })] : []),
  ].join(' und ');

export const knowledge: Translation<typeof english> = {
  title: 'Wissen',
  purpose: 'Seiten, die Fragen aus den Erinnerungen dieser Bank beantworten, in Ordnern. Jede Seite ist ein mentales Modell.',
  tree: 'Ordner und Seiten',
  failed: 'Die Seiten konnten nicht geladen werden',
  foot: contents,
  export: 'Exportieren',
  exportHelp: 'Ein ZIP-Archiv mit Markdown-Dateien und Links zwischen den Seiten, das Obsidian öffnet.',
  exporting: 'Wird exportiert…',
  exported: (name) => `${name} gespeichert`,
  exportFailed: 'Die Seiten konnten nicht exportiert werden',

  emptyTitle: 'Noch keine Seiten',
  emptyText:
    'Eine Seite beantwortet eine Frage aus Erinnerungen, nennt die Quellen jedes Blocks und wird aktualisiert, wenn sich Erinnerungen ändern.',
  emptyTemplates: 'Mit einer Vorlage beginnen',
  ownQuestion: 'Eigene Frage',

  create: 'Seite erstellen',
  createPurpose: 'Sie schreiben die Frage. Der Text wird im Hintergrund aus Erinnerungen erzeugt.',
  createFolder: 'Ordner erstellen',
  createIn: 'Seite hier erstellen',
  createFolderIn: 'Ordner hier erstellen',
  creating: 'Wird erstellt…',
  created: (name) => `${shortly(name)} wird erzeugt`,
  folderCreated: (name) => `${shortly(name)} erstellt`,
  folder: 'Ordner',
  topLevel: 'Oberste Ebene',
  name: 'Name',
  faults: { name: 'Geben Sie einen Namen ein.', question: 'Geben Sie eine Frage ein.' },
  rename: 'Umbenennen',
  nameOf: (name) => `Neuer Name von ${name}`,
  renamed: (name) => `In ${shortly(name)} umbenannt`,
  renameFailed: (name) => `${shortly(name)} konnte nicht umbenannt werden`,
  edit: 'Seite bearbeiten',

  acts: (name) => `Aktionen für ${name}`,
  stale: 'Veraltet',
  refreshFailed: 'Letzte Aktualisierung fehlgeschlagen',
  up: 'Nach oben',
  down: 'Nach unten',
  into: (folder) => `In ${shortly(folder)} verschieben`,
  out: 'Aus dem Ordner verschieben',
  moved: (name, folder, at, of) => `${name}: ${folder}, Position ${number(at)} von ${number(of)}`,
  cannotMove: (name) => `${name} kann in diese Richtung nicht weiter verschoben werden`,
  moveFailed: (name) => `${shortly(name)} konnte nicht verschoben werden`,

  remove: 'Löschen',
  removeTitle: (name) => `„${name}“ löschen?`,
  removePage:
    'Löscht die Seite mit allen Versionen und bricht ihre Aktualisierung ab. Erinnerungen bleiben. Das kann nicht rückgängig gemacht werden.',
  removeFolder: (folders, pages) =>
    folders + pages === 0
      ? 'Der Ordner ist leer. Das kann nicht rückgängig gemacht werden.'
      : `Löscht auch, was der Ordner enthält: ${contents(folders, pages)}, mit allen Versionen. Erinnerungen bleiben. Das kann nicht rückgängig gemacht werden.`,
  removing: 'Wird gelöscht…',
  removed: (name) => `${shortly(name)} gelöscht`,
  removeFailed: 'Löschen fehlgeschlagen',

  back: 'Alle Seiten',
  path: 'Ordner dieser Seite',
  openModel: 'Mentales Modell',
  openVersions: 'Versionen',
  missing: 'Seite nicht gefunden',
  missingText: 'Diese Bank hat keine solche Seite. Vielleicht wurde sie gelöscht.',
  onlyFolders: 'Diese Ordner haben noch keine Seite',

  search: 'Seiten durchsuchen',
  results: 'Passende Seiten',
  searchFailed: 'Die Seiten konnten nicht durchsucht werden',
  noMatch: 'Keine passende Seite',
  noMatchText: 'Suchen Sie nach Wörtern einer Seite oder nach ihrem Thema.',
  clearFilters: 'Suche leeren',
  score: (score) => `Wert ${score}`,
  byWords: (percent, rank) => `Wörter: ${percent}, Rang ${rank}`,
  byMeaning: (cosine, rank) => `Bedeutung: ${cosine}, Rang ${rank}`,
  noWords: 'Wörter: keine',
  noMeaning: 'Bedeutung: nicht ähnlich',
};
