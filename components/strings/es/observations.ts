import { number, plural } from '#components/strings/counted';
import { nFacts, nObservations } from '#components/strings/es/counts';
import type { observations as english } from '#components/strings/observations';
import type { Translation } from '#components/strings/translated';

const scopeGlobal = 'Global: sin etiquetas';

export const observations: Translation<typeof english> = {
  title: 'Observaciones',
  purpose: 'Conclusiones de varios hechos, cada una con los hechos en que se basa.',
  list: 'Observaciones del banco',
  open: (text) => `Abrir ${text.slice(0, 80)}`,
  failed: 'No se pudieron cargar las observaciones',
  filters: 'Filtros de la lista',
  search: 'Buscar observaciones',
  searchShort: 'Parte del texto',
  pages: 'Páginas de la lista',
  foot: (shown, total) => `${number(shown)} de ${nObservations(total)}`,
  columns: { text: 'Observación', proof: 'Basada en', trend: 'Tendencia', scope: 'Ámbito', changed: 'Modificada' },

  anyScope: 'Cualquier ámbito',
  scope: 'Ámbito',
  scopeFilter: 'Observaciones con exactamente estas etiquetas',
  globalShort: 'global',
  scopeOf: (tags) => (tags.length === 0 ? scopeGlobal : tags.map((tag) => `#${tag}`).join(' ')),
  scopeShort: (tags) =>
    tags.length === 0 ? scopeGlobal : tags.map((tag) => `#${tag.length > 28 ? `${tag.slice(0, 16)}…${tag.slice(-9)}` : tag}`).join(' '),
  takeOff: (what) => `Quitar filtro: ${what}`,
  scopesShown: (shown, total) => `Los ${number(shown)} mayores de ${number(total)} ámbitos`,
  scopesNone: 'Ningún ámbito tiene observaciones aún.',
  scopesFailed: 'No se pudieron cargar los ámbitos',

  trends: { new: 'Nueva', stable: 'Estable', strengthening: 'En aumento', weakening: 'En descenso', stale: 'Inactiva' },
  trendMeans: {
    new: 'Todos sus hechos se mencionaron en los últimos 30 días.',
    stable: 'En los últimos 30 días se mencionó más o menos tanto como antes.',
    strengthening: 'En los últimos 30 días se mencionó al menos un 50\u00a0% más que antes.',
    weakening: 'En los últimos 30 días se mencionó la mitad que antes o menos, o nunca.',
    stale: 'Ninguno de sus hechos se mencionó en los últimos 90 días.',
  },
  pendingFacts: 'Hechos pendientes',
  pendingMeans: 'Hay hechos de su ámbito pendientes de consolidar, así que puede cambiar.',

  emptyTitle: 'Aún no hay observaciones',
  emptyWhat:
    'Una observación resume varios hechos: un hábito, un cambio, una preferencia. La consolidación deriva observaciones después de cada escritura, con los hechos que las respaldan.',
  emptyRules:
    'Sin modelo de lenguaje, unas reglas las derivan de al menos dos hechos en inglés sencillo: un valor que cambió (lives in, works at, likes, costs, moves to), lo que varios hechos dicen del mismo nombre o referencia, y las repeticiones literales.',
  emptyOn: (pending, failed, isAutomatic) =>
    [
      isAutomatic
        ? 'Las observaciones están activadas.'
        : 'Las observaciones están activadas, pero la consolidación solo se ejecuta a petición.',
      pending > 0
        ? plural(pending, { one: '# hecho está pendiente de consolidar.', other: '# hechos están pendientes de consolidar.' })
        : failed > 0
          ? 'No hay hechos pendientes, pero algunos fallaron. La configuración muestra el motivo y permite reintentarlos.'
          : 'No hay hechos pendientes: memoriza algo primero.',
    ].join(' '),
  emptyOff: 'Las observaciones están desactivadas en este banco.',
  emptySettings: 'Ajustes de las observaciones',
  noMatch: 'Ninguna observación coincide',
  noMatchText: 'Los filtros ocultan todas las observaciones.',
  clearFilters: 'Quitar filtros',

  consolidate: 'Consolidar ahora',
  consolidating: 'Poniendo en cola',
  consolidateCost: 'Deriva observaciones de los hechos pendientes en segundo plano. Si hay un modelo configurado, consume tokens.',
  queued: 'Consolidación en cola',
  queuedJoined: 'Ya había una consolidación en espera; incluye tus hechos',
  queuedLink: 'Operaciones',
  consolidateFailed: 'No se pudo poner en cola una consolidación',
  recover: 'Reintentar los hechos fallidos',
  recovering: 'Poniendo en cola',
  recoverText:
    'Deja otra vez pendientes los hechos fallidos y pone en cola una consolidación. Si hay un modelo configurado, consume tokens.',
  recovered: (n) => (n === 0 ? 'No hay hechos fallidos' : `Reintentando ${nFacts(n)}`),
  recoverFailed: 'No se pudieron reintentar los hechos fallidos',
  nothingFailed: 'No hay hechos fallidos.',

  stateTitle: 'Consolidación',
  stateFailed: 'No se pudo cargar el estado de la consolidación',
  updatedAt: 'actualizado {time}',
  state: { pending: 'pendientes', done: 'consolidados', failed: 'fallidos' },
  stateMeans: {
    pending: 'Hechos que aún no se han consolidado.',
    done: 'Hechos que se han consolidado.',
    failed: 'Hechos que no se pudieron consolidar. Los errores temporales del proveedor no cuentan.',
  },
  failures: 'Errores de consolidación',
  retryingMeans:
    'Si un modelo de lenguaje no devuelve una respuesta utilizable, se reintenta automáticamente, hasta tres intentos en total. Después, el hecho falla.',
  retryingNotice: (n) => `Hasta ahora, el modelo de lenguaje no ha devuelto una respuesta utilizable para ${nFacts(n)}.`,
  retryingNow: 'Reintentando ahora. Mientras tanto, cada hecho aparece con su último error.',
  retryingNext: 'Cada hecho aparece con su último error hasta el próximo reintento: {time}.',
  withoutRoom: (n) =>
    plural(n, {
      one: '# hecho no se pudo consolidar: su ámbito ha alcanzado el límite de observaciones.',
      other: '# hechos no se pudieron consolidar: sus ámbitos han alcanzado el límite de observaciones.',
    }),
  withoutRoomNext: 'Se reintenta automáticamente cuando se elimina una observación o se sube el límite.',
  triedAgain: 'se reintenta automáticamente',
  triedNow: 'reintentando ahora',
  attempts: (n) => plural(n, { one: '# intento', other: '# intentos' }),
  noCode: 'motivo desconocido',
  failuresMore: (shown, total) => `Los ${number(shown)} más recientes de ${number(total)}`,
  postponed: 'La consolidación está aplazada.',
  operation: 'Operación',
  failedNotice: (n) => plural(n, { one: '# hecho no se pudo consolidar.', other: '# hechos no se pudieron consolidar.' }),
  toSettings: 'Ver por qué',

  drawer: 'Observación',
  tabs: { sources: 'Fuentes', history: 'Historial', json: 'JSON' },
  details: 'Detalles de la observación',
  facts: {
    scope: 'Ámbito',
    trend: 'Tendencia',
    occurred: 'Ocurrido',
    mentioned: 'Última mención',
    created: 'Derivada por primera vez',
    changed: 'Última modificación',
    method: 'Escrita por',
    id: 'ID',
    entities: 'Sobre',
  },
  methods: { extractive: 'las reglas integradas, con las palabras de sus hechos', model: 'un modelo de lenguaje' },
  sourcesNone: 'Ya no la respalda ningún hecho válido; la próxima consolidación la quita.',
  mentioned: 'mencionado {time}',
  noTime: 'fecha desconocida',
  sourceActions: 'Acciones de este hecho',
  clear: 'Borrar sus observaciones',
  clearTitle: '¿Borrar las observaciones de este hecho?',
  clearText: (text) => `Elimina todas las observaciones basadas en “${text.slice(0, 120)}”, incluida esta. El hecho se conserva.`,
  clearAgain: 'Los hechos de estas observaciones se consolidan de nuevo. Esto supone llamadas al modelo si hay uno configurado.',
  clearAction: 'Borrar observaciones',
  clearing: 'Borrando',
  cleared: (n) => plural(n, { one: '# observación borrada', other: '# observaciones borradas' }),
  clearedDetail: 'Sus hechos quedan pendientes de la próxima consolidación.',
  clearFailed: 'No se pudieron borrar las observaciones.',
  noEdit:
    'Las observaciones no se pueden editar, porque la próxima consolidación sobrescribiría el cambio. Edita o invalida un hecho; la observación se deriva entonces de nuevo.',
  missing: 'Observación no encontrada',
  missingText: 'Se derivó de nuevo o se borró. La lista contiene la que la reemplaza.',
  oneFailed: 'No se pudo cargar la observación',
  notOne: 'Este recuerdo es un hecho, no una observación.',
  historyNone: 'Sin cambios desde que se derivó.',
  historyFailed: 'No se pudo cargar el historial',
  historyDeleted: 'El texto anterior se eliminó junto con un recuerdo en que se basaba.',
  changedAt: 'modificada {time}',
  factsAdded: (n) => plural(n, { one: '# hecho añadido con este cambio', other: '# hechos añadidos con este cambio' }),
  factsAddedNone: 'Se quitaron hechos; no se añadió ninguno',
  deletedFact: 'un hecho eliminado',
  jsonOf: 'la observación como JSON',
};
