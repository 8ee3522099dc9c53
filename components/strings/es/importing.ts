import { number, plural } from '#components/strings/counted';
import type { importing as english } from '#components/strings/importing';
import type { Translation } from '#components/strings/translated';

export const importing: Translation<typeof english> = {
  title: 'Importar',
  purpose: 'Antes de escribir nada, ves qué contiene el archivo y qué cambiaría.',
  dropOrChoose: '{drop} o elige un archivo',
  drop: 'Suelta un archivo aquí',
  formats:
    'Un archivo de un banco (.zip, también de Hindsight) o una exportación de mem0, Zep, Letta o un servidor de memoria MCP. Hasta 4 GB.',
  another: 'Elegir otro archivo',
  fileMissing: 'Primero elige un archivo',
  reading: (percent) => `Leyendo el archivo: ${number(percent)} %`,
  examining: 'Examinando el archivo',
  tooLarge: 'El archivo ocupa más de 4 GB.',
  unreadable: 'El archivo no se puede importar',
  template: 'Es una plantilla. Para aplicarla, abre la configuración de un banco y elige «Exportar y copiar».',

  recognized: 'Reconocido',
  kinds: {
    bank_archive: 'Archivo de un banco',
    mem0: 'Exportación de mem0',
    zep: 'Exportación de Zep',
    letta: 'Exportación de Letta',
    mcp_memory: 'Archivo de memoria de un servidor MCP',
  },
  facts: { source: 'Banco original', content: 'Contenido', from: 'Desde', to: 'Hasta', existing: 'Ya en el banco', issues: 'Notas' },
  existing: (n) => plural(n, { one: '# documento', other: '# documentos' }),
  issues: {
    no_text: (n) => plural(n, { one: '# registro sin texto: omitido', other: '# registros sin texto: omitidos' }),
    inactive: (n) =>
      plural(n, {
        one: '# registro eliminado, archivado o caducado allí: omitido',
        other: '# registros eliminados, archivados o caducados allí: omitidos',
      }),
    repeated: (n) => plural(n, { one: '# registro repetido: omitido', other: '# registros repetidos: omitidos' }),
    invalid_time: (n) => plural(n, { one: '# fecha ilegible: omitida', other: '# fechas ilegibles: omitidas' }),
    missing_entity: (n) =>
      plural(n, {
        one: '# registro nombra una entidad que falta en el archivo',
        other: '# registros nombran entidades que faltan en el archivo',
      }),
    unknown_record: (n) =>
      plural(n, { one: '# registro de forma desconocida: omitido', other: '# registros de forma desconocida: omitidos' }),
    attachment: (n) => plural(n, { one: '# archivo adjunto: omitido', other: '# archivos adjuntos: omitidos' }),
    invalidated: (n) => plural(n, { one: '# hecho invalidado: omitido', other: '# hechos invalidados: omitidos' }),
    version: (n) =>
      plural(n, { one: '# versión anterior de un modelo mental: omitida', other: '# versiones anteriores de modelos mentales: omitidas' }),
    webhook: (n) => plural(n, { one: '# webhook: omitido', other: '# webhooks: omitidos' }),
  },
  otherIssue: (reason, n) => `${reason}: ${number(n)}`,

  target: 'Importar en',
  targets: { new: 'Banco nuevo', existing: 'Banco existente' },
  targetHelp: {
    restore: 'Igual que el original: ID, historial y configuración.',
    create: 'Con el contenido del archivo.',
    existing: 'Añade los documentos, las observaciones y los modelos mentales.',
  },
  id: 'ID del banco nuevo',
  idMissing: 'Introduce un ID.',
  idTaken: 'Ya existe un banco con este ID. Elige otro ID o «Banco existente».',
  idEmpty: 'Ya existe un banco con este ID, pero está vacío. La importación lo llena.',
  bank: 'Banco',
  bankPlaceholder: 'Elegir un banco',
  findBank: 'Buscar un banco',
  noBank: 'Todavía no hay bancos.',
  noMatch: 'Ningún banco coincide.',
  banksFailed: 'No se pudieron cargar los bancos.',
  bankMissing: 'Elige un banco.',
  conflict: 'Documentos que el banco ya tiene',
  conflicts: {
    skip: { label: 'Omitir', help: 'Quedan los del banco.' },
    replace: { label: 'Reemplazar', help: 'Valen los del archivo.' },
    'new-id': { label: 'Añadir copias', help: 'Con ID nuevos.' },
  },

  sentence: {
    restore: 'Restaura {id} en segundo plano. Su contenido aparece cuando está completo. No se llama a ningún modelo de lenguaje.',
    create: 'Crea el banco {id} e importa en segundo plano. No se llama a ningún modelo de lenguaje.',
    add: 'Añade a {id} en segundo plano. No se llama a ningún modelo de lenguaje.',
  },
  uploading: (percent) => `Subiendo: ${number(percent)} %`,
  started: (id) => `Importación en ${id} iniciada`,
  startedDetail: 'La bandeja de operaciones muestra el progreso y enlaza al banco.',
  failed: 'No se pudo iniciar la importación',
};
