import { listed, number, numberFormat, plural } from '#components/strings/counted';
import { nMemories, nSources, nTags, nTokens } from '#components/strings/es/counts';
import { TAG_MODE_TEXTS } from '#components/strings/es/ui';
import type { recall as english } from '#components/strings/recall';
import type { Translation } from '#components/strings/translated';

const oneDigit = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDigits = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

const tagModes = { any: 'alguna', all: 'todas', any_strict: 'alguna, estricto', all_strict: 'todas, estricto', exact: 'exactas' };

/** What a recall includes with the memories. */
const included = {
  entities: 'entidades',
  chunks: 'fragmentos',
  sources: 'hechos de origen',
  prefer: 'observaciones primero',
};

const omissions: Readonly<Record<string, string | undefined>> = {
  same_as_source: 'duplica su fuente',
  covered_by_observation: 'cubierto por una observación anterior',
  min_score: 'por debajo de la puntuación final mínima',
  result_limit: 'por encima del número máximo de resultados',
  token_budget: 'por encima del límite de tokens',
};
/** Why a memory was omitted. */
const omissionText = (reason: string): string => omissions[reason] ?? reason.replaceAll('_', ' ');

/** The number of memories that were omitted for a reason. */
const omittedText = (n: number, reason: string): string => {
  if (reason === 'same_as_source') return plural(n, { one: '# duplica su fuente', other: '# duplican su fuente' });
  if (reason === 'covered_by_observation')
    return plural(n, { one: '# cubierto por una observación', other: '# cubiertos por una observación' });
  return `${number(n)} ${omissionText(reason)}`;
};

const failures: Readonly<Record<string, string | undefined>> = {
  not_configured: 'no está configurado',
  nothing_to_do: 'no había nada que hacer',
  timeout: 'tiempo agotado',
  rate_limited: 'límite de frecuencia alcanzado',
  unreachable: 'inaccesible',
  provider_error: 'error del proveedor',
  paused: 'en pausa',
  refused: 'rechazado por el modelo',
  malformed: 'respuesta no utilizable',
  cut_off: 'respuesta truncada',
  too_long: 'texto demasiado largo',
  unauthorized: 'clave rechazada',
  rejected: 'solicitud rechazada',
  aborted: 'detenido',
};
/** Why a model was not used, within a sentence. */
const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll('_', ' ');

export const recall: Translation<typeof english> = {
  title: 'Recuperación',
  purpose: 'Consulta el banco como lo haría un agente y mira por qué se devolvió cada recuerdo. No se llama a ningún modelo de lenguaje.',
  question: 'Consulta',
  placeholder: 'Qué sabe el banco sobre…',
  ask: 'Recuperar',
  asking: 'Buscando',
  needsQuestion: 'Escribe una consulta.',
  options: 'Opciones',
  reset: 'Restablecer opciones',
  failed: 'La recuperación falló',
  first: 'Aún no hay resultados',
  firstText:
    'Escribe una consulta como lo haría un agente. Cada recuerdo se muestra con sus cuatro puntuaciones y su posición explicada, y verás qué recuerdos se omitieron y por qué. La URL contiene la consulta y sus opciones, así que puedes compartirla.',
  firstCurl: 'un comando curl para recuperar',
  exampleQuestions: ['¿Qué pasó la semana pasada?', '¿Quién prometió algo?', '¿Qué prefiere la gente?'],
  types: { label: 'Tipos', all: 'todos' },
  budget: {
    label: 'Presupuesto',
    help: 'Cuántos candidatos se consideran: 100, 300 o 1000 de forma predeterminada.',
    names: { low: 'bajo', mid: 'medio', high: 'alto' },
  },
  tokens: {
    label: 'Máximo de tokens',
    of: nTokens,
    help: 'Se añaden resultados hasta alcanzar este número de tokens. Déjalo vacío para usar el ajuste del banco, 4096 de forma predeterminada.',
  },
  tags: {
    label: 'Etiquetas',
    any: 'cualquiera',
    of: (n, mode) => `${nTags(n)}, ${tagModes[mode]}`,
    exactNone: 'sin etiquetas',
    tree: 'árbol de etiquetas',
    add: 'Etiquetas, separadas por comas',
    mode: 'Coincidencia de etiquetas',
    modes: TAG_MODE_TEXTS,
    short: tagModes,
    groups: 'O un árbol de filtros, como JSON',
    groupsHelp: 'Por ejemplo, [{"or": [{"tags": ["a"]}, {"not": {"tags": ["b"]}}]}]. Reemplaza las etiquetas anteriores.',
    groupsWrong: 'No es una lista JSON de filtros de etiquetas.',
  },
  time: {
    label: 'Tiempo',
    now: 'respecto a hoy',
    asked: (day) => `respecto al ${day}`,
    window: (from, to) => `${from} – ${to}`,
    askedOn: 'Fecha de la consulta',
    askedHelp: '“El mes pasado” se entiende respecto al mediodía UTC de este día. Déjala vacía para usar ahora.',
    from: 'Preferir desde',
    to: 'hasta, incluido',
    help: 'Pone primero los recuerdos de lo ocurrido entre los dos días, sin importar las fechas de la consulta. No se omite ningún recuerdo.',
    half: 'Indica ambos días; uno solo no tiene efecto.',
  },
  scores: {
    label: 'Puntuaciones mínimas',
    none: 'ninguna',
    semantic: 'Semántica: coseno',
    keyword: 'Palabras clave: proporción de términos, de 0 a 1',
    reranker: 'Reranker',
    final: 'Final, de 0 a 1',
    help: 'Una puntuación final mínima de alrededor de 0,5 excluye los resultados ajenos al tema.',
  },
  include: {
    label: 'Incluir',
    of: (what) => (what.length === 0 ? 'solo recuerdos' : `con ${listed(what.map((each) => included[each]))}`),
    entities: 'Entidades',
    chunks: 'Fragmentos',
    chunksAs: 'ajuste del banco',
    chunksOff: 'no',
    chunksOn: 'sí',
    sources: 'Hechos de origen de las observaciones',
    tokens: 'Máximo de tokens',
    sourcesHelp: '-1 significa sin límite.',
    each: 'Tokens por observación',
    eachHelp: 'Reemplaza el límite común.',
    prefer: 'Preferir observaciones',
    preferHelp: 'Omite los hechos de los que se derivó una observación devuelta.',
  },
  copy: {
    curl: 'curl',
    python: 'Python',
    typescript: 'TypeScript',
    json: 'JSON',
    what: {
      curl: 'esta consulta como comando curl',
      python: 'esta consulta en Python',
      typescript: 'esta consulta en TypeScript',
      json: 'el cuerpo de la solicitud de esta consulta',
    },
    label: 'Copiar como',
  },
  retrievers: { semantic: 'Semántico', keyword: 'Palabras clave', temporal: 'Temporal', graph: 'Grafo' },
  results: {
    title: nMemories,
    packed: (used, of) => `${number(used)} de ${nTokens(of)}`,
    list: 'Resultados, los mejores primero',
    score: (retriever, text) => `${retriever} ${text}`,
    blended: (text) => `puntuación final ${text}`,
    zero: 'ninguna',
    why: 'Explicar la posición',
    noDocument: 'derivada',
    sources: nSources,
    announce: (n) => plural(n, { one: '# recuerdo encontrado.', other: '# recuerdos encontrados.' }),
  },
  none: {
    offTopic: 'Ningún recuerdo coincide con esta consulta',
    offTopicText: (coverage, cosine) =>
      `Ningún recuerdo contiene el ${Math.round(coverage * 100)}\u00a0% de las palabras ponderadas de la consulta ni tiene un significado parecido (coseno de ${number(cosine)} o más). Este banco se abstiene, así que la recuperación no devuelve resultados.`,
    weak: 'Ningún recuerdo coincide bien con esta consulta. Estas son las mejores coincidencias.',
    cut: 'Se omitieron todos los candidatos',
    cutText: 'Las opciones excluyeron todos los candidatos. La traza muestra qué opciones.',
    nothing: 'No se encontró ningún candidato',
    nothingText: 'El banco está vacío, o los tipos y las etiquetas excluyen todos los recuerdos.',
  },
  omitted: {
    title: (n) => plural(n, { one: '# omitido', other: '# omitidos' }),
    show: 'Mostrar',
    hide: 'Ocultar',
    more: (n) => `Mostrar ${number(n)} más`,
    deleted: 'Este recuerdo ya no existe.',
    failed: 'no se pudo cargar',
    reason: omissionText,
  },
  trace: {
    title: 'Traza',
    ms: (n) => `${n < 10 ? oneDigit(n) : number(Math.round(n))} ms`,
    plan: 'Plan',
    window: '“{said}” se interpretó como {range}.',
    windowGiven: 'Intervalo preferido: {range}.',
    onlyTime: (n) =>
      n === 0
        ? 'La consulta solo trata de este periodo, y no contiene ningún recuerdo.'
        : plural(n, {
            one: 'La consulta solo trata de este periodo: se devuelve su único recuerdo.',
            other: 'La consulta solo trata de este periodo: se devuelven sus # recuerdos, los más antiguos primero.',
          }),
    between: (from, to) => `${from} – ${to}`,
    open: 'abierto',
    noWindow: 'La consulta no menciona ninguna fecha.',
    terms: 'Términos de búsqueda (raíces), con el número de recuerdos que contienen cada uno:',
    noTerms: 'La consulta no tiene términos significativos.',
    speaker: (name) => `Da prioridad a lo que dijo ${name}, porque la consulta trata de esa persona.`,
    unembedded: (why) => `Se omitió la búsqueda semántica: ${failureText(why)}.`,
    retrieverCount: 'Cuatro recuperadores',
    found: nMemories,
    notAsked: 'sin usar',
    rank: 'Ordenación',
    candidates: (n) => plural(n, { one: '# candidato distinto, combinado.', other: '# candidatos distintos, combinados.' }),
    fell: (n) =>
      plural(n, {
        one: '# candidato descartado: ningún recuperador lo encontró por sí solo, o su puntuación es cero.',
        other: '# candidatos descartados: ningún recuperador los encontró por sí solo, o su puntuación es cero.',
      }),
    reranker: {
      applied: 'El reranker definió el orden final.',
      not_configured: 'No hay ningún reranker configurado.',
      switched_off: 'El reranker está desactivado en este banco.',
    },
    rerankerOther: (state) => `Se omitió el reranker: ${failureText(state.replace('skipped_', ''))}.`,
    pack: 'Selección',
    selected: (returned, omitted) =>
      `${[
        plural(returned, { one: '# devuelto', other: '# devueltos' }),
        ...omitted.map((each) => omittedText(each.count, each.reason)),
      ].join('; ')}.`,
    total: (ms) => `${ms} en el servidor`,
    missing: 'La respuesta no contiene ninguna traza.',
  },
  why: {
    title: (rank) => `Por qué el número ${number(rank)}`,
    open: 'Abrir el recuerdo',
    bar: 'Partes de la puntuación',
    place: (rank, of) => `${number(rank)} de ${number(of)}`,
    absent: 'no encontrado',
    time: 'Tiempo',
    neighbors: 'Vecinos',
    sum: 'Puntuación propia más vecinos',
    factors: {
      document: 'su documento cubre la consulta',
      asked: 'lo dijo la persona por la que se pregunta',
      date: 'está en el intervalo',
      opening: 'abre su documento',
      question: 'es una pregunta',
      standing: 'es una instrucción permanente',
      recency: 'es más reciente',
      quote: 'contiene la frase exacta',
    },
    times: (factor) => `×${twoDigits(factor)}`,
    final: 'Final, escalada para que la puntuación más alta refleje lo bien que responde',
  },
  included: {
    label: 'Incluido',
    entities: 'Entidades',
    chunks: 'Fragmentos',
    sources: 'Hechos de origen',
    json: 'JSON',
    jsonOf: 'la respuesta como JSON, sin su traza',
    cut: 'truncado',
    chunk: (n) => `fragmento ${number(n + 1)}`,
    truncated: 'Algunos hechos de origen superaron el límite de tokens.',
  },
};
