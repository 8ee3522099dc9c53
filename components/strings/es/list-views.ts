import type { listViews as english } from '#components/strings/list-views';
import type { Translation } from '#components/strings/translated';

export const listViews: Translation<typeof english> = {
  columns: 'Columnas',
  save: 'Guardar esta vista…',
  saveTitle: 'Guardar vista',
  purpose: 'Guarda los filtros y el orden de esta lista con un nombre, en este navegador.',
  name: 'Nombre',
  nameNeeded: 'Escribe un nombre.',
  nothing: 'No hay ningún filtro.',
  saved: (name) => `Vista ${name} guardada`,
  remove: (name) => `Eliminar ${name}`,
  deleted: (name) => `Vista ${name} eliminada`,
  refused: 'El navegador no permitió guardarla.',
};
