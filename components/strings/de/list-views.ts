import type { listViews as english } from '#components/strings/list-views';
import type { Translation } from '#components/strings/translated';

export const listViews: Translation<typeof english> = {
  columns: 'Spalten',
  save: 'Diese Ansicht speichern…',
  saveTitle: 'Ansicht speichern',
  purpose: 'Speichert die Filter und die Sortierung dieser Liste unter einem Namen, in diesem Browser.',
  name: 'Name',
  nameNeeded: 'Geben Sie einen Namen ein.',
  nothing: 'Kein Filter ist gesetzt.',
  saved: (name) => `Ansicht ${name} gespeichert`,
  remove: (name) => `${name} löschen`,
  deleted: (name) => `Ansicht ${name} gelöscht`,
  refused: 'Der Browser hat das Speichern nicht erlaubt.',
};
