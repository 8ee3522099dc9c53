import { number, plural } from '#components/strings/counted';
import { shortly } from '#components/strings/es/mental-model';
import type { knowledge as english } from '#components/strings/knowledge';
import type { Translation } from '#components/strings/translated';

const contents = (folders: number, pages: number): string =>
  [
    ...(folders > 0 ? [plural(folders, { one: '# carpeta', other: '# carpetas' })] : []),
    ...(pages > 0 || folders === 0 ? [plural(pages, { one: '# página', other: '# páginas' })] : []),
  ].join(' y ');

export const knowledge: Translation<typeof english> = {
  title: 'Conocimiento',
  purpose: 'Páginas que responden preguntas con los recuerdos de este banco, en carpetas. Cada página es un modelo mental.',
  tree: 'Carpetas y páginas',
  failed: 'No se pudieron cargar las páginas',
  foot: contents,
  export: 'Exportar',
  exportHelp: 'Un archivo ZIP de documentos Markdown con enlaces entre las páginas, que Obsidian abre.',
  exporting: 'Exportando…',
  exported: (name) => `${name} guardado`,
  exportFailed: 'No se pudieron exportar las páginas',

  emptyTitle: 'Aún no hay páginas',
  emptyText:
    'Una página responde una pregunta con los recuerdos, indica las fuentes de cada bloque y se actualiza cuando los recuerdos cambian.',
  emptyTemplates: 'Empezar con una plantilla',
  ownQuestion: 'Pregunta propia',

  create: 'Crear página',
  createPurpose: 'Tú escribes la pregunta. El texto se genera con los recuerdos, en segundo plano.',
  createFolder: 'Crear carpeta',
  createIn: 'Crear página aquí',
  createFolderIn: 'Crear carpeta aquí',
  creating: 'Creando…',
  created: (name) => `Se está generando ${shortly(name)}`,
  folderCreated: (name) => `Carpeta ${shortly(name)} creada`,
  folder: 'Carpeta',
  topLevel: 'Nivel superior',
  name: 'Nombre',
  faults: { name: 'Escribe un nombre.', question: 'Escribe una pregunta.' },
  rename: 'Cambiar nombre',
  nameOf: (name) => `Nuevo nombre de ${name}`,
  renamed: (name) => `Nuevo nombre: ${shortly(name)}`,
  renameFailed: (name) => `No se pudo cambiar el nombre de ${shortly(name)}`,
  edit: 'Editar página',

  acts: (name) => `Acciones de ${name}`,
  stale: 'Desactualizada',
  refreshFailed: 'La última actualización falló',
  up: 'Mover arriba',
  down: 'Mover abajo',
  into: (folder) => `Mover a ${shortly(folder)}`,
  out: 'Sacar de la carpeta',
  moved: (name, folder, at, of) => `${name}: ${folder}, posición ${number(at)} de ${number(of)}`,
  cannotMove: (name) => `${name} no se puede mover más en esta dirección`,
  moveFailed: (name) => `No se pudo mover ${shortly(name)}`,

  remove: 'Eliminar',
  removeTitle: (name) => `¿Eliminar “${name}”?`,
  removePage:
    'Elimina la página con todas sus versiones y cancela su actualización. Los recuerdos se conservan. Esta acción no se puede deshacer.',
  removeFolder: (folders, pages) =>
    folders + pages === 0
      ? 'La carpeta está vacía. Esta acción no se puede deshacer.'
      : `Elimina también lo que contiene la carpeta: ${contents(folders, pages)}, con todas las versiones. Los recuerdos se conservan. Esta acción no se puede deshacer.`,
  removing: 'Eliminando…',
  removed: (name) => `${shortly(name)}: eliminado`,
  removeFailed: 'No se pudo eliminar',

  back: 'Todas las páginas',
  path: 'Carpetas de esta página',
  openModel: 'Modelo mental',
  openVersions: 'Versiones',
  missing: 'Página no encontrada',
  missingText: 'Este banco no tiene esa página. Quizá se eliminó.',
  onlyFolders: 'Estas carpetas aún no tienen páginas',

  search: 'Buscar páginas',
  results: 'Páginas encontradas',
  searchFailed: 'No se pudo buscar en las páginas',
  noMatch: 'Ninguna página coincide',
  noMatchText: 'Busca palabras de una página o su tema.',
  clearFilters: 'Borrar búsqueda',
  score: (score) => `Puntuación ${score}`,
  byWords: (percent, rank) => `Palabras: ${percent}, puesto ${rank}`,
  byMeaning: (cosine, rank) => `Significado: ${cosine}, puesto ${rank}`,
  noWords: 'Palabras: ninguna',
  noMeaning: 'Significado: no similar',
};
