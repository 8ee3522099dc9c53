import { plural } from '#components/strings/counted';
import type { transfer as english } from '#components/strings/transfer';
import type { Translation } from '#components/strings/translated';

const documentsOf = (n: number): string => plural(n, { one: '# documento', other: '# documentos' });
const observationsOf = (n: number): string => plural(n, { one: '# observación', other: '# observaciones' });
const modelsOf = (n: number): string => plural(n, { one: '# modelo mental', other: '# modelos mentales' });

export const transfer: Translation<typeof english> = {
  exports: {
    bank: {
      title: 'Exportar banco',
      text: 'Un archivo ZIP con todo el contenido del banco: documentos, recuerdos, observaciones, modelos mentales, directivas, configuración e historial. Un banco restaurado a partir de él es igual a este. Nunca incluye claves ni secretos.',
    },
    documents: {
      title: 'Exportar documentos',
      text: 'Un archivo ZIP con los documentos y sus recuerdos, sin configuración, modelos mentales ni historial.',
    },
  },
  starting: 'Iniciando',
  exportStarted: 'Exportación iniciada',
  exportStartedDetail: 'Cuando el archivo esté listo, podrás descargarlo aquí y en la bandeja de operaciones.',
  exportFailed: 'No se pudo iniciar la exportación',

  files: 'Archivos exportados',
  filesFailed: 'No se pudieron cargar los archivos exportados',
  kinds: { bank: 'Banco', documents: 'Documentos' },
  download: 'Descargar',
  downloadOf: (name) => `Descargar ${name}`,
  until: 'Disponible hasta: {time}',
  fileDeleted: 'El archivo se eliminó porque se borró de forma permanente algo del banco. Vuelve a exportar.',
  facts: { file: 'Archivo', size: 'Tamaño', available: 'Disponible', digest: 'SHA-256' },
  untilTime: 'hasta: {time}',

  copy: 'Copiar banco',
  copyText:
    'Un banco nuevo con los mismos recuerdos, modelos mentales, configuración, historial y vectores. No se llama a ningún modelo de lenguaje.',
  copyId: 'ID de la copia',
  copyIdHelp: 'No debe existir todavía. La copia aparece entre los bancos cuando está completa.',
  copyIdMissing: 'Introduce un ID.',
  copySentence: 'Copia {bank} en el banco nuevo {id}.',
  copyStarted: (id) => `Copia en ${id} iniciada`,
  copyStartedDetail: 'La bandeja de operaciones enlaza a la copia cuando está completa.',
  copyFailed: 'No se pudo copiar el banco',

  saveTemplate: 'Exportar como plantilla',
  saveTemplateText:
    'Un archivo JSON con la configuración, los modelos mentales y las directivas de este banco, sin recuerdos. Sirve para configurar otros bancos.',
  saving: 'Exportando',
  templateSaved: (name) => `${name} guardado`,
  saveTemplateFailed: 'No se pudo exportar la plantilla',

  applyTemplate: 'Aplicar una plantilla',
  applyTemplateText:
    'Cambia la configuración y crea o actualiza modelos mentales y directivas. Los recuerdos no cambian. Antes ves qué va a cambiar.',
  gallery: 'Plantilla',
  templateFile: 'Elegir un archivo',
  notTemplate: 'No es una plantilla: el archivo debe contener un objeto JSON con «version».',
  templateTooLarge: 'No es una plantilla: el archivo ocupa más de 1 MB.',
  preview: 'Lo que cambiará',
  previewing: 'Comparando la plantilla con el banco',
  previewFailed: 'La plantilla no se puede aplicar',
  noChanges: 'Los modelos mentales y las directivas del banco son iguales a los de la plantilla.',
  groups: {
    settings: 'Configuración',
    modelsCreated: 'Modelos mentales nuevos',
    modelsUpdated: 'Modelos mentales modificados',
    directivesCreated: 'Directivas nuevas',
    directivesUpdated: 'Directivas modificadas',
  },
  choose: 'Elige una plantilla o un archivo para ver qué cambiaría.',
  apply: 'Aplicar',
  applying: 'Aplicando',
  applied: 'Plantilla aplicada',
  refreshes: (n) => plural(n, { one: 'Se actualizará # modelo mental.', other: 'Se actualizarán # modelos mentales.' }),
  applyFailed: 'No se pudo aplicar la plantilla',

  counts: {
    documents: documentsOf,
    facts: (n) => plural(n, { one: '# recuerdo', other: '# recuerdos' }),
    observations: observationsOf,
    mental_models: modelsOf,
    knowledge_pages: (n) => plural(n, { one: '# página de conocimiento', other: '# páginas de conocimiento' }),
  },
  skipped: {
    documents: (n) =>
      plural(n, { one: '# documento omitido, porque el banco ya lo tiene', other: '# documentos omitidos, porque el banco ya los tiene' }),
    observations: (n) => plural(n, { one: '# observación omitida', other: '# observaciones omitidas' }),
  },
  imported: 'Importado',
  copied: 'Copiado',
  openBank: (id) => `Abrir ${id}`,
};
