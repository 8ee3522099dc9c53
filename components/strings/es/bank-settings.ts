import type { bankSettings as english } from '#components/strings/bank-settings';
import { listed, number, plural } from '#components/strings/counted';
import { nCharacters, nDocuments, nEntities, nEntries, nMemories } from '#components/strings/es/counts';
import type { Translation } from '#components/strings/translated';

export const bankSettings: Translation<typeof english> = {
  title: 'Configuración del banco',
  purpose: 'Los ajustes vigentes y el origen de cada uno: predeterminado, servidor o este banco.',
  nameTitle: 'Nombre',
  name: 'Nombre del banco',
  nameHelp: (id) => `Un nombre visible. La API usa el ID ${id}, que no se puede cambiar.`,
  nameMissing: 'Escribe un nombre para el banco.',
  rename: 'Cambiar nombre',
  renamed: (name) => `El banco ahora se llama ${name}`,
  missionAdd: 'Ampliar la misión',
  missionText: 'Información nueva sobre el banco',
  missionHelp:
    'Un modelo la integra en la misión y reemplaza lo que contradice. Sin modelo, se añade al final. Cada ampliación es una llamada al modelo.',
  missionMissing: 'Escribe qué quieres añadir a la misión.',
  missionAddAction: 'Añadir',
  missionAdding: 'Añadiendo',
  missionAdded: 'Misión actualizada',
  sections: 'Secciones de la configuración',
  settingsTitle: 'Ajustes',
  tabs: {
    retain: 'Memorización',
    observations: 'Observaciones',
    recall: 'Recuperación',
    reflect: 'Reflexión',
    models: 'Modelos',
    mcp: 'MCP',
    transfer: 'Exportar y copiar',
    danger: 'Zona de peligro',
  },
  failed: 'No se pudieron cargar los ajustes',
  readOnly: (who) => `Puedes ver todos los ajustes, pero no cambiarlos. ${who}.`,
  setHere: (n) =>
    n === 0
      ? 'Este banco no sobrescribe ningún ajuste.'
      : plural(n, { one: 'Este banco sobrescribe # ajuste.', other: 'Este banco sobrescribe # ajustes.' }),
  settings: {
    retain_mission: { label: 'Misión de memorización', meaning: 'Qué busca un modelo cuando extrae hechos de un texto.' },
    retain_extraction_mode: {
      label: 'Modo de extracción',
      meaning: 'Cómo se extraen los hechos de un texto. Sin modelo, todos los modos excepto “Fragmentos” usan las reglas integradas.',
    },
    retain_custom_instructions: {
      label: 'Instrucciones personalizadas',
      meaning: 'Indicaciones para el modo “Personalizado”. Los demás modos las ignoran.',
    },
    retain_extract_causal_links: { label: 'Relaciones causales', meaning: 'Si un modelo extrae qué hecho causó otro.' },
    retain_chunk_size: {
      label: 'Tamaño de fragmento',
      meaning: 'Tamaño aproximado de los fragmentos en que se divide un texto. Cada fragmento es una llamada al modelo.',
      unit: 'caracteres',
    },
    retain_structured_chunk_size: {
      label: 'Tamaño de fragmento JSON',
      meaning: 'Un elemento que es un único objeto JSON no se divide hasta este tamaño. Sin definir: se divide como cualquier texto.',
      unit: 'caracteres',
    },
    entity_labels: {
      label: 'Categorías',
      meaning:
        'Un vocabulario con el que un modelo clasifica los hechos. Cada categoría se convierte en una entidad, y también en una etiqueta si así se configura.',
    },
    entities_allow_free_form: {
      label: 'Entidades libres',
      meaning: 'Desactivado: un modelo solo extrae las entidades de las categorías.',
    },
    llm_output_language: {
      label: 'Idioma de salida',
      meaning: 'El idioma en que escribe un modelo. Sin definir: el idioma del texto.',
    },
    retain_llm: { label: 'Modelo de memorización', meaning: 'Extrae hechos de los textos.' },
    consolidation_llm: { label: 'Modelo de consolidación', meaning: 'Escribe observaciones a partir de hechos.' },
    reflect_llm: { label: 'Modelo de reflexión', meaning: 'Responde preguntas y escribe modelos mentales.' },
    retain_strategies: {
      label: 'Estrategias de memorización',
      meaning: 'Conjuntos con nombre de los ajustes anteriores. Quien llama a la API elige uno para cada elemento con “strategy”.',
    },
    retain_default_strategy: {
      label: 'Estrategia predeterminada',
      meaning: 'La estrategia de los elementos que no indican ninguna. Sin definir: los ajustes del banco.',
    },
    store_document_text: {
      label: 'Guardar los textos de los documentos',
      meaning:
        'Desactivado: un texto se elimina en cuanto se extraen sus recuerdos. Un documento sin texto no se puede ampliar ni reprocesar.',
    },
    retain_ttl_seconds: {
      label: 'Tiempo de vida',
      meaning:
        'Los recuerdos y los textos se eliminan cuando pasa este tiempo desde que se guardaron, salvo que la solicitud indique otra cosa. Sin valor: nunca. Se aplica a lo que se guarde a partir de ahora.',
      unit: 'segundos',
    },
    enable_observations: { label: 'Observaciones', meaning: 'Si los hechos se consolidan en observaciones.' },
    enable_auto_consolidation: {
      label: 'Consolidación automática',
      meaning: 'Consolidar después de cada escritura. Desactivado: solo a petición.',
    },
    observations_mission: { label: 'Misión de las observaciones', meaning: 'De qué tratan las observaciones.' },
    max_observations_per_scope: {
      label: 'Observaciones por ámbito',
      meaning:
        'El máximo para cada conjunto de etiquetas. −1: sin límite; 0: ninguna observación nueva. Las observaciones sin etiquetas nunca se limitan.',
      unit: 'observaciones',
    },
    observation_scope_limits: {
      label: 'Límites por ámbito',
      meaning: 'El mismo límite para conjuntos concretos de etiquetas. Se aplica la primera regla que coincide.',
    },
    default_observation_scopes: {
      label: 'Ámbitos predeterminados de las observaciones',
      meaning:
        'Los conjuntos de etiquetas con que se consolidan los elementos que no indican ámbitos. Sin definir: todas las etiquetas del elemento juntas.',
    },
    consolidation_llm_batch_size: {
      label: 'Recuerdos por llamada',
      meaning: 'Cuántos recuerdos consolida un modelo en cada llamada. Más recuerdos suponen menos llamadas, pero más difíciles.',
      unit: 'recuerdos',
    },
    consolidation_max_memories_per_round: {
      label: 'Recuerdos por ronda',
      meaning: 'Cuántos recuerdos procesa una ronda de consolidación.',
      unit: 'recuerdos',
    },
    enable_text_search: { label: 'Búsqueda por palabras clave', meaning: 'Si la recuperación busca las palabras de la consulta.' },
    enable_temporal_retrieval: {
      label: 'Búsqueda temporal',
      meaning: 'Si la recuperación entiende “la semana pasada” y busca por fecha.',
    },
    enable_graph_retrieval: {
      label: 'Búsqueda en el grafo',
      meaning: 'Si la recuperación sigue las entidades y las relaciones causales.',
    },
    enable_reranking: {
      label: 'Reranking',
      meaning: 'Si la recuperación usa el reranker, en caso de que el operador haya configurado uno.',
    },
    recall_max_tokens: {
      label: 'Tamaño del resultado',
      meaning: 'Límite de tokens predeterminado de una recuperación.',
      unit: 'tokens',
    },
    recall_prefer_observations: {
      label: 'Preferir observaciones',
      meaning: 'La recuperación omite los hechos que cubre una observación devuelta, salvo que la solicitud indique otra cosa.',
    },
    recall_abstains: {
      label: 'Abstenerse',
      meaning:
        'La recuperación no devuelve nada si ningún recuerdo coincide bien con la consulta. Desactivado: devuelve las mejores coincidencias, con puntuaciones bajas.',
    },
    recall_fact_fallback: {
      label: 'Recurrir a los hechos',
      meaning:
        'Si solo se piden observaciones y ningún modelo consolida, la recuperación añade los hechos que no cubre ninguna observación devuelta.',
    },
    recall_include_chunks: {
      label: 'Incluir fragmentos',
      meaning: 'Si la recuperación incluye el texto de origen cuando la solicitud no lo indica.',
    },
    recall_chunks_max_tokens: {
      label: 'Tokens de fragmentos',
      meaning: 'Límite de tokens predeterminado para los fragmentos de una recuperación.',
      unit: 'tokens',
    },
    recall_budget_function: {
      label: 'Función de presupuesto',
      meaning: 'Cuántos candidatos considera una recuperación: un número fijo, o en proporción a su límite de tokens.',
    },
    recall_budget_fixed_low: { label: 'Presupuesto fijo, bajo', meaning: 'Candidatos con presupuesto “bajo”.', unit: 'candidatos' },
    recall_budget_fixed_mid: { label: 'Presupuesto fijo, medio', meaning: 'Candidatos con presupuesto “medio”.', unit: 'candidatos' },
    recall_budget_fixed_high: { label: 'Presupuesto fijo, alto', meaning: 'Candidatos con presupuesto “alto”.', unit: 'candidatos' },
    recall_budget_adaptive_low: {
      label: 'Presupuesto adaptativo, bajo',
      meaning: 'Candidatos por token del resultado, con presupuesto “bajo”.',
      unit: 'por token',
    },
    recall_budget_adaptive_mid: {
      label: 'Presupuesto adaptativo, medio',
      meaning: 'Candidatos por token del resultado, con presupuesto “medio”.',
      unit: 'por token',
    },
    recall_budget_adaptive_high: {
      label: 'Presupuesto adaptativo, alto',
      meaning: 'Candidatos por token del resultado, con presupuesto “alto”.',
      unit: 'por token',
    },
    recall_budget_min: { label: 'Presupuesto mínimo', meaning: 'Un presupuesto adaptativo nunca es menor.', unit: 'candidatos' },
    recall_budget_max: { label: 'Presupuesto máximo', meaning: 'Un presupuesto adaptativo nunca es mayor.', unit: 'candidatos' },
    reflect_mission: { label: 'Misión del banco', meaning: 'Quién es el agente y para qué sirve su memoria.' },
    disposition_skepticism: { label: 'Escepticismo', meaning: 'De 1, confiado, a 5, escéptico. 3 es neutro.', unit: 'de 5' },
    disposition_literalism: { label: 'Literalidad', meaning: 'De 1, flexible, a 5, literal. 3 es neutro.', unit: 'de 5' },
    disposition_empathy: { label: 'Empatía', meaning: 'De 1, distante, a 5, empático. 3 es neutro.', unit: 'de 5' },
    knowledge_page_default_trigger: {
      label: 'Actualización de páginas',
      meaning:
        'Campos del activador con el que se actualizan las páginas nuevas de la base de conocimiento, en lugar de los predeterminados.',
    },
    mcp_enabled_tools: {
      label: 'Herramientas MCP',
      meaning: 'Las herramientas que los clientes MCP ven y pueden usar en este banco. Sin definir: todas las que permite su clave.',
    },
  },
  listOf: (tab) => `Ajustes: ${tab}`,

  origins: { default: 'Predeterminado', environment: 'Servidor', bank: 'Este banco' },
  originMeans: {
    default: 'Valor predeterminado.',
    environment: (variable) => `Definido por ${variable} para todos los bancos de este servidor.`,
    bank: (inherited) => `heredado: ${inherited}`,
  },
  idle: (model) => `Este banco eligió “${model}”, que el operador ya no ofrece. Se trata como sin definir.`,
  withdrawn: (label, model) =>
    `${label}: este banco eligió “${model}”, que el operador ya no ofrece. Se aplica la elección del operador hasta que elijas otro.`,
  notSet: 'sin definir',
  on: 'Activado',
  off: 'Desactivado',
  noLimit: 'sin límite',
  entries: (n) => (n === 0 ? 'ninguna' : nEntries(n)),
  operatorModel: 'el que eligió el operador',
  builtin: 'integrado, sin modelo',
  modes: {
    concise: 'Conciso',
    verbose: 'Detallado',
    custom: 'Personalizado',
    verbatim: 'Literal',
    chunks: 'Fragmentos',
    fixed: 'Fijo',
    adaptive: 'Adaptativo',
  },
  modeMeanings: {
    concise: 'un modelo extrae los hechos importantes',
    verbose: 'un modelo extrae todos los hechos, completos',
    custom: 'un modelo sigue las instrucciones personalizadas',
    verbatim: 'el texto se guarda sin cambios; un modelo busca fechas, entidades y relaciones causales',
    chunks: 'sin modelo: cada fragmento del texto es un recuerdo',
    fixed: 'el mismo número de candidatos en cada recuperación',
    adaptive: 'en proporción al límite de tokens',
  },

  edit: 'Editar',
  editOf: (label) => `Editar ${label}`,
  resetOf: (label) => `Restablecer ${label}`,
  value: 'Valor',
  json: 'Valor, como JSON',
  jsonHelp: {
    entity_labels:
      'Una lista de categorías. “type” es value (uno de los “values”), multi-values (varios de ellos), text (cualquier texto) o map (una categoría para cada uno de los “fields”). “tag”: true convierte también la categoría en etiqueta. “optional”: false la exige en cada hecho.',
    retain_strategies:
      'Un objeto. Cada nombre contiene los ajustes que difieren de los del banco, con sus nombres en la API, por ejemplo “retain_mission”.',
    observation_scope_limits:
      'Una lista de reglas. “scope” enumera etiquetas; * coincide con cualquier texto y ? con cualquier carácter. “limit” −1 significa sin límite.',
  },
  jsonExample: {
    entity_labels: [
      {
        key: 'tema',
        description: 'de qué trata',
        type: 'value',
        tag: true,
        values: [{ value: 'reparación' }, { value: 'venta', description: 'se compró algo' }],
      },
    ],
    retain_strategies: { logs: { retain_extraction_mode: 'chunks', retain_chunk_size: 4000 } },
    observation_scope_limits: [{ scope: ['user:*'], limit: 20 }],
  },
  example: 'Usar un ejemplo',
  badJson: 'No es JSON válido.',
  badJsonAt: (line, sign) => `No es JSON válido: revisa la línea ${number(line)}, carácter ${number(sign)}.`,
  entry: (at) => `Entrada ${number(at + 1)}`,
  entryOfList: (list, at) => `${list} ${number(at + 1)}`,
  faultAt: (place, message) => `${place}: ${message}`,
  valueWithUnit: (value, unit) => `${value} ${unit}`,

  missing: 'falta.',
  shouldBe: {
    string: 'debe ser texto.',
    number: 'debe ser un número.',
    boolean: 'debe ser true o false.',
    array: 'debe ser una lista.',
    object: 'debe ser un objeto.',
    record: 'debe ser un objeto.',
  },
  wrongKind: 'tiene un tipo incorrecto.',
  oneOf: (values) => `debe ser uno de estos valores: ${values.join(', ')}.`,
  badNumber: 'Escribe un número.',
  moreThan: (bound) => `Debe ser mayor que ${bound}.`,
  atLeast: (bound) => `Debe ser ${bound} como mínimo.`,
  atMost: (bound) => `Debe ser ${bound} como máximo.`,
  letters: nCharacters,
  entriesOf: nEntries,
  wholeNumber: 'Escribe un número entero.',
  emptyInherits: 'Déjalo vacío para usar el valor heredado.',
  unchanged: 'Este ya es el valor actual.',
  save: 'Guardar',
  saving: 'Guardando',
  saved: (label) => `Ajuste guardado: ${label}`,
  settingReset: (label) => `Valor heredado restablecido: ${label}`,
  saveFailed: 'No se pudo guardar el ajuste.',
  appliesFrom: {
    retain: 'Se aplica desde la próxima memorización. Los recuerdos guardados no cambian.',
    observations: 'Se aplica desde la próxima consolidación. Las observaciones existentes se conservan.',
    recall: 'Se aplica desde la próxima recuperación.',
    reflect: 'Se aplica desde la próxima respuesta.',
    models: 'Se aplica desde la próxima llamada.',
    mcp: 'Se aplica desde la próxima llamada. Los clientes vuelven a pedir la lista de herramientas al reconectarse.',
  },
  willChange: '{next} en lugar de {now}.',

  resetAll: 'Restablecer todos los ajustes',
  resetAllText: (n) =>
    n === 0
      ? 'Todos los ajustes ya son heredados.'
      : plural(n, {
          one: '# ajuste de este banco usará el valor heredado.',
          other: '# ajustes de este banco usarán los valores heredados.',
        }),
  resetTitle: (what) => `¿Restablecer ${what}?`,
  resetAllTitle: '¿Restablecer todos los ajustes?',
  resetAction: 'Restablecer',
  resetting: 'Restableciendo',
  resetDone: 'Todos los ajustes restablecidos',
  resetKeeps: 'Los recuerdos guardados no cambian.',
  changes: 'Cambios',
  was: 'antes',
  is: 'después',

  modelsTitle: 'Modelos de este banco',
  modelsFailed: 'No se pudieron cargar los modelos',
  modelsForManagers:
    'Todos ven los nombres. Los propietarios y administradores ven también el proveedor y el modelo. Las claves y las direcciones nunca se muestran.',
  modelsNote: 'Solo el operador puede definir las claves y las direcciones de los proveedores. Nunca se muestran.',
  uses: { retain: 'Memorización', consolidation: 'Consolidación', reflect: 'Reflexión' },
  configurationOf: 'Configuración {name}',
  useColumns: { use: 'Tarea', configuration: 'Configuración', model: 'Proveedor y modelo', source: 'Definido por' },
  useSources: { bank: 'este banco', use: 'el operador, para esta tarea', default: 'el operador, para todas' },
  embeddings: 'Embeddings',
  embeddingsNone: 'aún no hay ninguno guardado; {next}',
  embeddingsNext: (configured) => `el primero se creará con ${configured}`,
  embeddingsChanging: '{model}, {pending}: {progress}',
  embeddingsPending: (configured) => `hasta que todos se recalculen con ${configured}`,
  embeddingsProgress: 'progreso',
  reranker: 'Reranker',
  rerankerOn: 'configurado por el operador',
  rerankerOff: 'sin configurar',
  test: 'Probar los modelos',
  testing: 'Probando',
  testCost: 'Hace una llamada pequeña a cada modelo. Estas llamadas consumen tokens; como máximo, 6 pruebas por minuto.',
  testFree: 'No hay ningún modelo configurado, así que no hay nada que probar.',
  testOff: 'El operador desactivó la prueba (SERVICE_API_ENABLE_BANK_LLM_HEALTH).',
  testFailed: 'No se pudieron probar los modelos.',
  testResult: 'Resultado de la prueba',
  testedAt: 'probados {time}',
  ms: (n) => `${number(Math.round(n))} ms`,
  refuses: 'Accesible, pero devuelve un error',
  health: {
    connected: 'Conectado',
    not_configured: 'Sin configurar: usa las reglas integradas',
    auth_failed: 'Clave de API rechazada',
    unreachable: 'Inaccesible',
    timeout: 'Sin respuesta en 10 s',
  },

  clearTitle: 'Borrar observaciones',
  clearText:
    'Elimina todas las observaciones del banco; los hechos se conservan. La próxima consolidación deriva otras, lo que supone llamadas al modelo si hay uno configurado.',
  clear: 'Borrar observaciones',
  clearing: 'Borrando',
  clearAsk: '¿Borrar todas las observaciones?',
  cleared: 'Observaciones borradas',
  clearedDetail: (n) =>
    plural(n, {
      one: '# observación eliminada. Los hechos quedan pendientes de la próxima consolidación.',
      other: '# observaciones eliminadas. Los hechos quedan pendientes de la próxima consolidación.',
    }),
  deleteTitle: 'Eliminar banco',
  deleteText:
    'Elimina de forma permanente todo el contenido del banco: recuerdos, documentos, entidades, observaciones y su historial. No se puede deshacer.',
  deleteContents: (memories, documents, entities) =>
    `Contiene ${listed([nMemories(memories), nDocuments(documents), nEntities(entities)])}.`,
  deleteAction: 'Eliminar banco',
  deleting: 'Eliminando',
  deleteAsk: (bank) => `¿Eliminar ${bank}?`,
  deleteKeys: 'Las claves que solo tienen acceso a este banco se quedarán sin bancos.',
  deleted: (bank) => `Banco ${bank} eliminado`,
};
