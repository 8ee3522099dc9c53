import { number, numberFormat, plural } from '#components/strings/counted';
import { nExperiences, nMemories, nMentalModels, nObservations, nSources, nTokens, nWorldFacts } from '#components/strings/es/counts';
import type { reflect as english } from '#components/strings/reflect';
import type { Translation } from '#components/strings/translated';

const oneDigit = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const reflect: Translation<typeof english> = {
  title: 'Reflexión',
  purpose: 'Haz una pregunta al banco y obtén una sola respuesta, con fuentes para cada afirmación.',
  question: 'Pregunta',
  placeholder: 'Qué te gustaría saber…',
  ask: 'Reflexionar',
  asking: 'Reflexionando',
  stop: 'Detener',
  needsQuestion: 'Escribe una pregunta.',
  longQuestion: (most) => `Usa ${number(most)} caracteres como máximo.`,
  refused: 'Una opción contiene JSON no válido. Abre la opción marcada.',
  options: 'Opciones',
  reset: 'Restablecer opciones',
  failed: 'La reflexión falló',
  costs: {
    unknown:
      'Con un modelo de lenguaje, consume tokens; el presupuesto bajo es el que menos consume. Si ningún recuerdo responde a la pregunta, no se llama a ningún modelo.',
    nothing:
      'No hay ningún modelo de lenguaje configurado para la reflexión: las reglas integradas responden con frases guardadas y no se consumen tokens.',
    model: (model, budget, withFields) =>
      `Llama a ${model} y consume tokens: ${{ low: 'una llamada', mid: 'hasta 10 pasos', high: 'hasta 20 pasos' }[budget]}${withFields ? ' y una llamada más para el esquema' : ''}. Si ningún recuerdo responde a la pregunta, no se le llama.`,
  },
  first: 'Aún no hay respuesta',
  firstText:
    'La reflexión solo responde con los modelos mentales, las observaciones y los hechos que coinciden. Selecciona una cita en una afirmación para ver su fuente. Si ningún recuerdo responde a la pregunta, lo dice.',
  linked: 'Este enlace contiene una pregunta',
  linkedText: 'Se hace cuando pulsas Reflexionar, no al abrir el enlace, porque un modelo de lenguaje puede consumir tokens.',
  firstCurl: 'un comando curl para reflexionar',
  exampleQuestions: ['¿Qué ha cambiado en las últimas semanas?', '¿Qué prefiere la gente, y por qué?', '¿Qué se prometió, y a quién?'],
  fill: (question) => `Usar la pregunta “${question}”`,
  budget: {
    help: 'Cuánto se lee. Bajo: una búsqueda y una llamada al modelo. Medio y alto: el modelo busca por su cuenta, en hasta 10 o 20 pasos.',
    tokensHelp: (least, most) => `De ${number(least)} a ${number(most)}. Predeterminado: 4096.`,
  },
  models: {
    label: 'Modelos mentales',
    all: 'con modelos mentales',
    none: 'sin modelos mentales',
    but: (n) => plural(n, { one: '# excluido', other: '# excluidos' }),
    use: 'Usar modelos mentales',
    useHelp: 'Se leen primero, dentro de las mismas etiquetas.',
    each: 'Usar solo',
    failed: 'No se pudieron cargar los modelos mentales.',
    empty: 'Este banco no tiene modelos mentales.',
    others: 'Otros ID excluidos, separados por comas',
    shown: (n, total) => `Se muestran ${number(n)} de ${number(total)}.`,
  },
  schema: {
    label: 'Esquema de respuesta',
    none: 'solo texto',
    some: (n) => plural(n, { one: 'esquema de # campo', other: 'esquema de # campos' }),
    wrong: 'esquema no válido',
    field: 'JSON Schema de un objeto',
    help: 'La respuesta se devuelve en estos campos además de como texto. Tipos: string, number, integer, boolean, array y object, hasta 5 niveles.',
    rules: 'Sin modelo de lenguaje, solo se admite una única lista de cadenas, que contiene las afirmaciones.',
    fault: (why) => `Esquema no válido: ${why}.`,
    example: 'Ejemplo',
    tidy: 'Dar formato',
    empty: 'Quitar',
  },
  schemaExample: {
    type: 'object',
    properties: {
      points: { type: 'array', items: { type: 'string' }, description: 'A qué se reduce la respuesta' },
    },
    required: ['points'],
  },
  trace: {
    label: 'Traza',
    names: { full: 'completa', brief: 'breve', none: 'ninguna' },
    of: { full: 'traza completa', brief: 'traza breve', none: 'sin traza' },
    help: 'Completa: la consulta y los resultados de cada búsqueda. Breve: solo la consulta. Ninguna: ni una ni otros. Los pasos se muestran siempre.',
  },
  copy: {
    label: 'Copiar como',
    text: 'Texto',
    textWhat: 'la respuesta como texto con marcas de cita',
    answer: 'JSON',
    answerWhat: 'la respuesta completa como JSON',
  },
  answer: {
    title: 'Respuesta',
    coming: 'Reflexionando',
    waiting: 'Aún no hay respuesta. Los pasos muestran el progreso.',
    changed: 'La pregunta o sus opciones han cambiado. Pulsa Reflexionar para preguntar de nuevo.',
    announce: (n) => `Respondida, con ${nSources(n)}.`,
    announceNone: 'Sin respuesta.',
    asked: 'preguntado {time}',
    saved: 'preguntado {time}, guardado hasta que se recargue la página',
    took: (text) => `en ${text}`,
    structured: 'Campos del esquema',
    structuredWhat: 'los campos como JSON',
    structuredFailed: 'No se pudieron rellenar los campos del esquema.',
  },
  methods: {
    model: {
      name: 'escrita por un modelo de lenguaje',
      help: 'Las afirmaciones solo se muestran si sus citas son válidas.',
    },
    extractive: {
      name: 'frases guardadas literales',
      help: 'Las reglas integradas eligieron las frases guardadas más cercanas a la pregunta; no se usó ningún modelo de lenguaje. Comprueba si la responden.',
    },
    none: { name: 'sin respuesta', help: 'Una frase fija, porque ningún recuerdo responde a la pregunta.' },
  },
  stopped: 'Detenida',
  stoppedText:
    'El servidor dejó de trabajar en la pregunta. No se guardó nada. Las llamadas al modelo hechas hasta entonces aparecen en Uso.',
  cite: (mark, kind) => `Fuente ${number(mark)}, ${kind}`,
  evidence: {
    title: 'Evidencia',
    used: 'Citadas',
    unused: 'Encontradas, sin citar',
    usedList: 'Fuentes citadas',
    unusedList: 'Fuentes encontradas pero no citadas',
    of: (cited, found) => `${number(cited)} de ${number(found)} citadas`,
    kinds: { world: nWorldFacts, experience: nExperiences, observation: nObservations, mental_model: nMentalModels },
    cited: (n) => plural(n, { one: 'citada # vez', other: 'citada # veces' }),
    nothingUsed: 'La respuesta no tiene citas.',
    allUsed: 'Se citan todos los resultados.',
    more: (n) => `Las búsquedas propias del modelo encontraron ${number(n)} más. Usa una traza completa para verlos.`,
    show: (n) => `Mostrar ${number(n)} más`,
  },
  none: {
    free: 'No se inventó ninguna afirmación ni se llamó a ningún modelo de lenguaje.',
    asked: 'El modelo de lenguaje no encontró respuesta en los resultados, y no se inventó ninguna afirmación.',
    filters: 'Las opciones limitan las fuentes. Sin ellas puede haber respuesta.',
    ways: 'Prueba con palabras que usen los recuerdos, comprueba qué encuentra la recuperación o añade un documento sobre el tema.',
    recall: 'Abrir la recuperación',
    add: 'Añadir documento',
    unsupportedText: 'Solo se muestran afirmaciones con citas válidas. Consulta los detalles en los pasos, o prueba otro presupuesto.',
  },
  steps: {
    title: 'Pasos',
    list: 'Pasos, en orden',
    untilFailed: 'Pasos anteriores al fallo, en orden',
    waiting: 'Trabajando',
    seconds: (n) => `${number(n)} s`,
    tools: {
      search_mental_models: 'Búsqueda en modelos mentales',
      search_observations: 'Búsqueda en observaciones',
      recall: 'Búsqueda en hechos',
      expand: 'Lectura de fuentes',
    },
    model: 'Llamada al modelo de lenguaje',
    check: 'Comprobación de afirmaciones',
    accepted: (accepted, all) =>
      plural(all, {
        one: `${number(accepted)} de # afirmación aceptada`,
        other: `${number(accepted)} de # afirmaciones aceptadas`,
      }),
    rejected: (n) => plural(n, { one: '# cita rechazada', other: '# citas rechazadas' }),
    begun: (after, took) => `empezó tras ${after}, duró ${took}`,
    attempt: (n) => `intento ${number(n)}`,
    scopes: { final: 'para la respuesta', structured: 'para los campos' },
    turn: (n) => `turno ${number(n)}`,
    found: (n) => (n === 0 ? 'sin resultados' : plural(n, { one: '# encontrado', other: '# encontrados' })),
    known: (n) =>
      `consulta repetida: ${n === 0 ? 'sin resultados' : plural(n, { one: 'el mismo resultado', other: 'los mismos # resultados' })}`,
    failed: 'falló',
    query: (text) => `“${text}”`,
    ids: (n, depth) =>
      depth === 'behind'
        ? `fuentes de ${nMemories(n)}`
        : `${nMemories(n)}, ${{ chunk: 'como fragmento', document: 'como documento' }[depth] ?? `como ${depth}`}`,
    show: 'Resultados',
    showOf: (what) => `Resultados: ${what}`,
    ms: (n) => (n < 10_000 ? `${number(Math.round(n))} ms` : `${oneDigit(n / 1000)} s`),
    tokens: (input, output, cached = 0) =>
      `${nTokens(input)} de entrada${cached > 0 ? ` (${number(cached)} en caché)` : ''}, ${number(output)} de salida`,
    unreported: 'El proveedor no informó del consumo de tokens.',
    noTokens: 'No se llamó a ningún modelo de lenguaje, así que no se consumieron tokens.',
    total: (text) => `${text} en total`,
    cost: 'Tokens',
    notes: 'Notas',
  },
};
