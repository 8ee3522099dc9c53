import { listed, number, plural } from '#components/strings/counted';
import { nCharacters, nChunks, nFacts, nTokens } from '#components/strings/es/counts';
import type { extract as english } from '#components/strings/extract';
import type { Translation } from '#components/strings/translated';

const differs = {
  words: 'las palabras',
  type: 'el tipo',
  dates: 'las fechas',
  entities: 'las entidades',
  tags: 'las categorías',
  speaker: 'el hablante',
};

export const extract: Translation<typeof english> = {
  title: 'Extracción',
  purpose:
    'Vista previa de los hechos que una memorización extraería de un texto, con los ajustes del banco y con otros, lado a lado. No se guarda nada.',
  text: 'Texto',
  textPlaceholder: 'Pega una conversación, una nota, un correo…',
  textMissing: 'Escribe un texto.',
  textLong: (max) => `Usa ${number(max)} caracteres como máximo.`,
  textNotInAddress: 'La URL contiene las opciones, pero no el texto.',
  characters: nCharacters,
  example: 'Usar un ejemplo',
  exampleText:
    'Ana: Me mudé a Oporto en marzo porque allí el estudio es más barato.\nBen: ¡Qué bien! ¿Puedo visitarte en junio? Soy alérgico a los gatos, así que me quedaré en un hotel.\nAna: En junio me va bien. Llámame un día antes de llegar, por favor; los viernes trabajo hasta tarde.\nBen: Lo haré. Mi tren llega el sábado a las diez.',
  context: 'Contexto',
  contextHelp: 'De dónde viene el texto, en pocas palabras.',
  time: 'Mencionado',
  timeHelp: 'Una fecha, o fecha y hora. Déjalo vacío para usar ahora; “unset” para ninguna.',
  timeWrong: 'No es una fecha válida. Usa la forma 2026-05-06 o 2026-05-06T10:00Z, o “unset”.',

  candidate: 'Alternativa',
  candidateHelp: 'Los campos que dejes vacíos usan los ajustes del banco.',
  asBank: (value) => `banco: ${value}`,
  candidateNone: 'Cambia un ajuste para extraer el texto una segunda vez con él.',
  candidateSet: (n) => plural(n, { one: '# ajuste distinto', other: '# ajustes distintos' }),
  clear: 'Borrar',
  moreOptions: 'Categorías y JSON',
  configFailed: 'No se pudieron cargar los ajustes del banco',

  run: 'Extraer',
  runBoth: 'Extraer dos veces y comparar',
  running: 'Extrayendo',
  stop: 'Detener',
  costs: (calls) =>
    plural(calls, {
      one: 'Llama al modelo una vez por fragmento, aproximadamente una en total. Consume tokens.',
      other: 'Llama al modelo una vez por fragmento, aproximadamente # en total. Consume tokens.',
    }),
  costsNoCall: 'Estos ajustes no usan ningún modelo, así que no se consumen tokens.',
  costsUnknown: 'Llama a un modelo una vez por fragmento si hay uno configurado. Consume tokens.',
  costsNothing: 'No hay ningún modelo configurado para memorizar: se usan las reglas integradas y no se consumen tokens.',
  stored: 'No se guarda nada ni se crea ningún banco.',
  curl: 'Copiar como curl',
  curlOwn: 'la llamada con los ajustes del banco',
  curlCandidate: 'la llamada con la alternativa',

  sides: { own: 'Ajustes del banco', candidate: 'Alternativa' },
  failed: { own: 'Falló la extracción con los ajustes del banco', candidate: 'Falló la extracción con los ajustes de la alternativa' },
  method: {
    model: 'extraídos por un modelo de lenguaje',
    extractive: 'extraídos por las reglas integradas',
    chunks: 'sin extracción: cada fragmento es un hecho',
  },
  facts: nFacts,
  chunks: nChunks,
  tokens: (input, output, cached) =>
    `${nTokens(input)} de entrada${cached > 0 ? ` (${number(cached)} en caché)` : ''}, ${number(output)} de salida`,
  noTokens: 'sin tokens',
  failedChunks: (n, of) =>
    `${plural(n, { one: 'Falló #', other: 'Fallaron #' })} de ${nChunks(of)}: el modelo no dio una respuesta utilizable. Una memorización volvería a intentarlo.`,
  none: 'No se encontraron hechos.',

  result: 'Hechos extraídos',
  resultOf: 'Hechos de ambas extracciones, lado a lado',
  ranAt: 'extraídos {time}',
  changedSince: 'El texto o las opciones han cambiado desde entonces.',
  summary: { matched: 'coincidentes', added: 'añadidos', missing: 'ausentes' },
  summaryMeans: { matched: 'en ambos', added: 'solo en la alternativa', missing: 'solo con los ajustes del banco' },
  tokenDifference: (own, candidate) =>
    own === candidate
      ? `${nTokens(own)} en cada una`
      : `${nTokens(own)} con los ajustes del banco, ${number(candidate)} con la alternativa`,
  show: 'Hechos mostrados',
  views: { all: 'Todos', differences: 'Diferencias' },
  same: 'Ambas extracciones son idénticas.',
  differsIn: (what) => {
    const changed = listed(what.map((each) => differs[each]));
    const [only] = what;
    return what.length > 1 || only === 'words' || only === 'dates' || only === 'entities' || only === 'tags'
      ? `cambian ${changed}`
      : `cambia ${changed}`;
  },
  matchedBy:
    'Dos hechos coinciden si sus palabras son iguales, sin contar mayúsculas, puntuación ni espacios, o si lo son la mayoría de sus palabras.',
  onlyOwn: 'ausente en la alternativa',
  onlyCandidate: 'añadido por la alternativa',
  noEntities: 'sin entidades',
  said: (speaker) => `dicho por ${speaker}`,
  because: (places) => `causado por ${listed(places.map((at) => `el hecho ${number(at + 1)}`))}`,
  emptyTitle: 'Aún no se ha extraído nada',
  emptyText: 'Pega un texto y extráelo. Cada hecho se muestra con su tipo, sus fechas, sus entidades y su consumo.',
};
