import { number, plural, sizeText } from '#components/strings/counted';
import type { documents as english } from '#components/strings/documents';
import { nCharacters, nChunks, nDocuments, nMemories } from '#components/strings/es/counts';
import { ui } from '#components/strings/es/ui';
import type { Translation } from '#components/strings/translated';

const replaces = 'Un archivo con el nombre de un documento existente lo reemplaza; los fragmentos sin cambios conservan sus recuerdos.';
const cost = 'Si hay un modelo de lenguaje configurado, la extracción consume tokens.';

export const documents: Translation<typeof english> = {
  title: 'Documentos',
  purpose: 'Los textos memorizados y los recuerdos extraídos de ellos.',
  list: 'Documentos',
  filters: 'Filtrar documentos',
  search: 'Buscar por ID',
  loading: 'Cargando documentos',
  failed: 'No se pudieron cargar los documentos',
  footer: (n, total) => `${number(n)} de ${nDocuments(total)}`,
  pages: 'Páginas de documentos',
  open: (id) => `Abrir ${id}`,
  columns: {
    id: 'Documento',
    memories: 'Recuerdos',
    size: 'Caracteres',
    tags: 'Etiquetas',
    updated: 'Modificado',
    actions: 'Acciones',
  },
  actionsOf: (id) => `Acciones de ${id}`,
  openIt: 'Abrir',
  noMemories: 'ninguno',
  tag: 'Etiquetas',
  tagsFailed: 'No se pudieron cargar las etiquetas.',
  noTags: 'Ningún recuerdo de este banco tiene etiquetas.',
  match: 'Coincidencia',
  matches: { any: 'Alguna', all: 'Todas' },
  matchMeans: {
    any: 'Documentos con al menos una de las etiquetas elegidas.',
    all: 'Documentos con todas las etiquetas elegidas.',
  },
  takeOff: (tag) => `Quitar #${tag}`,
  noneTitle: 'Ningún documento coincide',
  noneText: 'La búsqueda encuentra cualquier parte del ID, sin distinguir mayúsculas. Quita los filtros para ver todos los documentos.',
  clear: 'Mostrar todos',
  emptyTitle: 'Aún no hay documentos',
  emptyText:
    'Un documento es un texto memorizado: una conversación, una nota, un archivo. Añade uno aquí o con la API. Los recuerdos se extraen de él en segundo plano.',
  curl: 'Copiar como curl',
  curlWhat: 'un comando curl que memoriza una frase',
  sentence: 'Ana se mudó a Oporto la semana pasada.',

  add: 'Añadir documento',
  addPurpose: 'Se procesa en segundo plano. Puedes salir de esta página.',
  kind: 'Tipo',
  kinds: { files: 'Archivos', text: 'Texto' },
  dropOrChoose: '{drop} o elígelos',
  drop: 'Suelta aquí los archivos',
  formats: (max) =>
    `Archivos de texto, como .txt, .md, .json, .eml, .mbox, .vtt, .srt, .html, .csv o .log: hasta ${number(max)} de 9,5 MB cada uno. Cada uno será un documento con su nombre como ID.`,
  chosen: 'Archivos elegidos',
  leaveOut: (name) => `Quitar ${name}`,
  tooMany: (n, max) =>
    `${plural(n, { one: '# archivo no se añadió', other: '# archivos no se añadieron' })}: el máximo es de ${number(max)} a la vez.`,
  tooLarge: 'Supera los 9,5 MB. Divídelo en varios archivos.',
  notText: 'No es un archivo de texto. No se pueden leer imágenes, archivos PDF o de Office ni archivos comprimidos.',
  unknownEncoding: 'La codificación del archivo es desconocida. Guárdalo como UTF-8.',
  legacyEncoding: 'No es UTF-8: se leyó como Windows-1252. Si hay letras incorrectas en el documento, guarda el archivo como UTF-8.',
  notJson: 'No es JSON válido: se procesará como texto sin formato.',
  blank: 'El archivo está vacío.',
  unreadable: 'El navegador no pudo leer el archivo.',
  size: sizeText,
  text: 'Texto',
  textHelp: 'Se reconocen las transcripciones (líneas “Nombre: texto”) y Markdown.',
  textMissing: 'Escribe el texto que quieres memorizar.',
  filesMissing: 'Elige al menos un archivo válido.',
  id: 'ID del documento',
  idHelp: 'Déjalo vacío para generar uno. Un ID existente reemplaza ese documento.',
  context: 'Contexto',
  contextHelp: 'De dónde viene el texto, en pocas palabras. Mejora la extracción.',
  tagsHelp: 'Separadas por comas. Sus recuerdos llevan las mismas etiquetas.',
  when: 'Fecha',
  whenHelp: 'Cuándo se dijo o sucedió. Déjala vacía si fue hoy. “Ayer” en el texto se entiende respecto a este día.',
  willFiles: (n, bytes) =>
    plural(n, {
      one: `# archivo (${sizeText(bytes)}) se procesará en segundo plano. ${replaces} ${cost}`,
      other: `# archivos (${sizeText(bytes)} en total) se procesarán en segundo plano. ${replaces} ${cost}`,
    }),
  willText: `El texto se procesará en segundo plano. ${cost}`,
  cost,
  addFiles: (n) => (n === 0 ? 'Añadir archivos' : plural(n, { one: 'Añadir # archivo', other: 'Añadir # archivos' })),
  addText: 'Añadir texto',
  sending: 'Enviando',
  sent: 'Resultado',
  beingSent: 'Enviando',
  refused: 'Rechazado. {reason}',
  followFailed: 'Se aceptó, pero no se pudo leer su progreso. Consulta las operaciones del banco.',
  again: 'Enviar de nuevo',
  more: 'Añadir más',
  done: 'Listo',
  seeDocument: 'Abrir documento',
  textName: 'Texto',
  outcomes: { facts: 'Procesado', no_facts: 'Sin hechos', partial: 'Procesado en parte', failed: 'Con errores' },
  outcomeText: {
    facts: (n) => plural(n, { one: '# recuerdo extraído.', other: '# recuerdos extraídos.' }),
    no_facts: () => 'Guardado; no se encontraron hechos.',
    partial: (n) =>
      plural(n, {
        one: '# recuerdo extraído; algunos fragmentos fallaron.',
        other: '# recuerdos extraídos; algunos fragmentos fallaron.',
      }),
    failed: () => 'Guardado, pero falló toda la extracción.',
  },
  cancelled: 'Cancelado antes de procesarse.',

  back: 'Todos los documentos',
  oneFailed: 'No se pudo cargar el documento',
  missing: 'Documento no encontrado',
  missingText: (id) => `Este banco no tiene el documento ${id}. Puede que se haya eliminado o que la URL esté incompleta.`,
  summary: (memories, characters) =>
    `${nMemories(memories)}${characters === null ? '' : ` de ${nCharacters(characters)}`}, modificado {time}`,
  textOf: 'Texto',
  textFailed: 'No se pudo cargar el texto',
  noText: 'El documento no tiene texto.',
  notStored:
    'Este banco no guarda los textos de los documentos (ajuste “Guardar los textos de los documentos”). Solo están disponibles los recuerdos.',
  notStoredLock: 'El texto de este documento no está guardado',
  marked: 'El pasaje más cercano a cada recuerdo está subrayado.',
  chunks: 'Fragmentos del texto',
  chunkCount: nChunks,
  here: (n) => `${nMemories(n)} de este pasaje`,
  read: 'Recuerdos extraídos',
  readElsewhere: 'Otros fragmentos del texto contienen más recuerdos.',
  readFailed: 'No se pudieron cargar los recuerdos',
  nothingRead: 'Ningún recuerdo válido procede de estos fragmentos.',
  unplaced: 'sin pasaje correspondiente',
  onlyMarked: (n, total) => `Se muestran los ${number(n)} primeros de ${nMemories(total)}.`,
  allOfThem: 'Abrir en la lista de recuerdos',
  facts: 'Detalles',
  factNames: {
    id: 'ID',
    types: 'Recuerdos',
    tags: 'Etiquetas',
    context: 'Contexto',
    date: 'Fecha',
    created: 'Añadido',
    updated: 'Modificado',
    expires: 'Caduca',
  },
  countOfType: (n, type) => ui.factCount[type](n),
  none: 'ninguno',

  expiresInPart: '{time}, en parte',
  editExpiry: 'Editar caducidad',
  expiryTitle: 'Caducidad del documento',
  expiryPurpose: 'Entonces el texto y sus recuerdos se eliminan definitivamente.',
  expiryHelp: 'Por ejemplo, 2026-03-14 o 2026-03-14T09:00Z. Vacío: nunca.',
  expiryWill: 'Todo el texto y todos los recuerdos extraídos de él tendrán esta caducidad.',
  saveExpiry: 'Guardar caducidad',
  expirySaved: 'Caducidad guardada',

  editTags: 'Editar etiquetas',
  tagsTitle: 'Etiquetas del documento',
  tagsPurpose: 'Sus recuerdos llevan exactamente las mismas etiquetas.',
  tagsWill: (n) =>
    `El documento y ${nMemories(n)} tendrán exactamente estas etiquetas. Las observaciones basadas en ellos se derivarán de nuevo.`,
  saveTags: 'Guardar etiquetas',
  saving: 'Guardando',
  tagsSaved: 'Etiquetas guardadas',
  tagsSavedDetail: (n) => plural(n, { one: '# recuerdo modificado.', other: '# recuerdos modificados.' }),

  reprocess: 'Reprocesar',
  reprocessTitle: (id) => `¿Reprocesar ${id}?`,
  reprocessText: (n?: number) =>
    `Vuelve a extraer hechos del texto guardado con los ajustes actuales, en segundo plano. ${
      n === undefined
        ? 'Los recuerdos nuevos reemplazan a los actuales.'
        : plural(n, {
            one: 'Los recuerdos nuevos reemplazan al actual.',
            other: 'Los recuerdos nuevos reemplazan a los # actuales.',
          })
    }`,
  reprocessing: 'Poniendo en cola',
  reprocessFailed: 'No se pudo poner el documento en cola',
  unread: (n) =>
    plural(n, {
      one: '# fragmento no se pudo procesar, así que faltan sus hechos. El texto está guardado.',
      other: '# fragmentos no se pudieron procesar, así que faltan sus hechos. El texto está guardado.',
    }),
  reading: 'Reprocesando',
  reprocessed: 'Reprocesado.',
  readNot: 'El reprocesamiento falló; los recuerdos no cambiaron.',

  deleteIt: 'Eliminar',
  removeTitle: (id) => `¿Eliminar ${id}?`,
  removeText: (n) =>
    n === 0
      ? 'Elimina su texto; no tiene recuerdos. No se puede deshacer.'
      : `Elimina su texto y ${nMemories(n)}. Los recuerdos que también respalda otro documento se conservan, con ese documento como fuente. No se puede deshacer.`,
  removeAction: 'Eliminar documento',
  removing: 'Eliminando',
  removed: (id) => `Documento ${id} eliminado`,
  removedSize: (n) => plural(n, { one: 'Se eliminó # recuerdo.', other: 'Se eliminaron # recuerdos.' }),
  batch: {
    action: (n) => `Eliminar ${nDocuments(n)}`,
    title: (n) => `¿Eliminar ${nDocuments(n)}?`,
    text: (n) => `También se eliminarán los recuerdos extraídos de ellos (${number(n)}). No se puede deshacer.`,
    done: (n) => plural(n, { one: '# documento eliminado', other: '# documentos eliminados' }),
  },
  removeFailed: 'No se pudo eliminar el documento',
};
