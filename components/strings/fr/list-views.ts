import type { listViews as english } from '#components/strings/list-views';
import type { Translation } from '#components/strings/translated';

export const listViews: Translation<typeof english> = {
  columns: 'Colonnes',
  save: 'Enregistrer cette vue…',
  saveTitle: 'Enregistrer la vue',
  purpose: 'Enregistre les filtres et le tri de cette liste sous un nom, dans ce navigateur.',
  name: 'Nom',
  nameNeeded: 'Saisissez un nom.',
  nothing: 'Aucun filtre n’est défini.',
  saved: (name) => `Vue ${name} enregistrée`,
  remove: (name) => `Supprimer ${name}`,
  deleted: (name) => `Vue ${name} supprimée`,
  refused: 'Le navigateur n’a pas autorisé l’enregistrement.',
};
