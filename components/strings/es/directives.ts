import { plural } from '#components/strings/counted';
import type { directives as english } from '#components/strings/directives';
import { shortly } from '#components/strings/es/mental-model';
import type { Translation } from '#components/strings/translated';

export const directives: Translation<typeof english> = {
  title: 'Directivas',
  purpose:
    'Reglas que un modelo de lenguaje sigue en las respuestas y en los modelos mentales. Sin un modelo de lenguaje no tienen efecto.',
  list: 'Directivas',
  failed: 'No se pudieron cargar las directivas',
  foot: (n) => plural(n, { one: '# directiva', other: '# directivas' }),
  emptyTitle: 'Aún no hay directivas',
  emptyText:
    'Una directiva es una instrucción como “Responde en alemán” o “Nunca menciones precios”. Todas las respuestas y todas las actualizaciones de un modelo mental la siguen.',
  create: 'Crear directiva',
  edit: 'Editar',
  remove: 'Eliminar directiva',
  acts: (name) => `Acciones para ${name}`,
  editTitle: (name) => `Editar “${name}”`,
  formPurpose: 'Escriba una instrucción para el modelo de lenguaje.',
  name: 'Nombre',
  rule: 'Regla',
  ruleHelp: 'Hasta 4000 caracteres. Decide el idioma, el tono, la forma y el contenido, pero no las fuentes.',
  tags: 'Etiquetas',
  tagsHelp:
    'Separadas por comas. Con etiquetas, la directiva solo se aplica a las preguntas que filtran por ellas y a los modelos mentales que las tienen.',
  save: 'Guardar',
  saving: 'Guardando…',
  saved: (name) => `${shortly(name)}: guardada`,
  saveFailed: (name) => `No se pudo guardar ${shortly(name)}`,
  active: 'Activa',
  untagged: 'Para todas las preguntas.',
  tagged: 'Para preguntas con etiquetas coincidentes.',
  priority: (n) => `Prioridad ${n}.`,
  move: (name, at, of) => `Mover ${name}, posición ${at} de ${of}. Use las teclas de flecha.`,
  movedTo: (name, at, of) => `${name}: posición ${at} de ${of}`,
  moveFailed: 'No se pudo cambiar el orden',
  preview: '¿Qué directivas se aplican?',
  previewText: 'Las directivas sin etiquetas se aplican siempre. Introduzca las etiquetas de una pregunta para ver qué otras sigue.',
  previewFailed: 'No se pudieron comprobar las etiquetas',
  questionTags: 'Etiquetas de la pregunta',
  questionTagsHelp: 'Separadas por comas. Déjelo vacío para una pregunta sin filtro.',
  match: 'Coincidencia de etiquetas',
  matches: { any: 'Alguna de ellas', all: 'Todas', exact: 'Exactamente estas' },
  applies: 'Se aplica',
  appliesNot: 'No se aplica',
  removeTitle: (name) => `¿Eliminar “${name}”?`,
  removeText: 'Las respuestas y actualizaciones posteriores ya no la siguen. Esta acción no se puede deshacer.',
  removing: 'Eliminando…',
  removed: (name) => `${shortly(name)}: eliminada`,
  removeFailed: 'No se pudo eliminar la directiva',
  unapplied: {
    no_model: (names) => `Sin un modelo de lenguaje, estas directivas no tienen efecto: ${names}.`,
    nothing_written: (names) => `Estas directivas no tuvieron efecto, porque no se escribió nada: ${names}.`,
    token_limit: (names) => `Estas directivas no cabían en la entrada del modelo: ${names}.`,
  },
  faults: { name: 'Introduzca un nombre.', content: 'Introduzca una regla.' },
};
