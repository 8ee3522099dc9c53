import { count, number } from '#components/strings/counted';
import { shortly } from '#components/strings/mental-model';
import { translated } from '#components/strings/translated';

const contents = (folders: number, pages: number): string =>
  [...(folders > 0 ? [count(folders, 'folder')] : []), ...(pages > 0 || folders === 0 ? [count(pages, 'page')] : [])].join(' and ');

/** Texts of the page with the knowledge base of a bank. */
export const knowledge = translated('knowledge', {
  title: 'Knowledge',
  purpose: 'Pages that answer questions from the memories of this bank, in folders. Every page is a mental model.',
  tree: 'Folders and pages',
  failed: 'Could not load the pages',
  foot: contents,
  export: 'Export',
  exportHelp: 'A ZIP archive of Markdown files with links between the pages, which Obsidian opens.',
  exporting: 'Exporting…',
  exported: (name: string) => `${name} saved`,
  exportFailed: 'Could not export the pages',

  // --- none yet ---
  emptyTitle: 'No pages yet',
  emptyText: 'A page answers one question from memories, lists the sources of every block, and is refreshed as memories change.',
  emptyTemplates: 'Begin with a template',
  ownQuestion: 'Own question',

  // --- create and edit ---
  create: 'Create page',
  createPurpose: 'You write the question. The text is generated from memories in the background.',
  createFolder: 'Create folder',
  createIn: 'Create page here',
  createFolderIn: 'Create folder here',
  creating: 'Creating…',
  created: (name: string) => `${shortly(name)} is being generated`,
  folderCreated: (name: string) => `${shortly(name)} created`,
  folder: 'Folder',
  topLevel: 'Top level',
  name: 'Name',
  faults: { name: 'Enter a name.', question: 'Enter a question.' },
  rename: 'Rename',
  nameOf: (name: string) => `New name of ${name}`,
  renamed: (name: string) => `Renamed to ${shortly(name)}`,
  renameFailed: (name: string) => `Could not rename ${shortly(name)}`,
  edit: 'Edit page',

  // --- tree ---
  acts: (name: string) => `Actions for ${name}`,
  stale: 'Stale',
  refreshFailed: 'Last refresh failed',
  up: 'Move up',
  down: 'Move down',
  into: (folder: string) => `Move into ${shortly(folder)}`,
  out: 'Move out of the folder',
  moved: (name: string, folder: string, at: number, of: number) => `${name}: ${folder}, position ${number(at)} of ${number(of)}`,
  cannotMove: (name: string) => `${name} cannot be moved further in this direction`,
  moveFailed: (name: string) => `Could not move ${shortly(name)}`,

  // --- delete ---
  remove: 'Delete',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removePage: 'Deletes the page with all its versions, and cancels its refresh. Memories remain. This cannot be undone.',
  removeFolder: (folders: number, pages: number) =>
    folders + pages === 0
      ? 'The folder is empty. This cannot be undone.'
      : `Also deletes what the folder contains: ${contents(folders, pages)}, with all versions. Memories remain. This cannot be undone.`,
  removing: 'Deleting…',
  removed: (name: string) => `${shortly(name)} deleted`,
  removeFailed: 'Could not delete it',

  // --- a page ---
  back: 'All pages',
  path: 'Folders of this page',
  openModel: 'Mental model',
  openVersions: 'Versions',
  missing: 'Page not found',
  missingText: 'This bank has no such page. It may have been deleted.',
  onlyFolders: 'These folders have no page yet',

  // --- search ---
  search: 'Search pages',
  results: 'Matching pages',
  searchFailed: 'Could not search the pages',
  noMatch: 'No page matches',
  noMatchText: 'Search by words of a page, or by what it is about.',
  clearFilters: 'Clear search',
  score: (score: string) => `Score ${score}`,
  byWords: (percent: string, rank: string) => `Words: ${percent}, rank ${rank}`,
  byMeaning: (cosine: string, rank: string) => `Meaning: ${cosine}, rank ${rank}`,
  noWords: 'Words: none',
  noMeaning: 'Meaning: not similar',
});
