import { translated } from '#components/strings/translated';

/** Texts of the menu with the saved views of a list and its columns. */
export const listViews = translated('listViews', {
  columns: 'Columns',
  save: 'Save this view…',
  saveTitle: 'Save view',
  purpose: 'Stores the filters and the order of this list under a name, in this browser.',
  name: 'Name',
  nameNeeded: 'Enter a name.',
  nothing: 'No filter is set.',
  saved: (name: string) => `View ${name} saved`,
  remove: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `View ${name} deleted`,
  refused: 'The browser did not allow storing it.',
});
