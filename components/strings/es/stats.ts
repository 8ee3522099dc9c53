import { number, plural } from '#components/strings/counted';
import { charts } from '#components/strings/es/charts';
import { nDocuments, nEntities, nFacts, nLinks, nOperations } from '#components/strings/es/counts';
import type { stats as english } from '#components/strings/stats';
import type { Translation } from '#components/strings/translated';

const periodsInText = {
  '1h': 'la última hora',
  '12h': 'las últimas 12 horas',
  '1d': 'las últimas 24 horas',
  '7d': 'los últimos 7 días',
  '30d': 'los últimos 30 días',
  '90d': 'los últimos 90 días',
  all: 'todo el periodo',
  custom: 'estas fechas',
};

/** The time fields of several memories within a sentence. */
const happened = { created_at: 'guardados', mentioned_at: 'mencionados', occurred_start: 'ocurridos' };

export const stats: Translation<typeof english> = {
  title: 'Estadísticas',
  purpose: 'Contenido del banco, su crecimiento y el progreso del trabajo en segundo plano. Todas las horas están en UTC.',
  countedAt: 'contado {time}',
  neverCounted: 'aún sin contar',
  recompute: 'Recalcular',
  recomputing: 'Contando',
  recomputed: 'Recalculado',
  recomputeFailed: 'No se pudieron recalcular las estadísticas',
  failed: 'No se pudieron cargar las estadísticas',
  seriesFailed: 'No se pudo cargar la serie temporal',
  growth: 'Recuerdos a lo largo del tiempo',
  filters: 'Filtros del gráfico',
  period: 'Periodo',
  periodsInText,
  periods: { '1h': '1 h', '12h': '12 h', '1d': '1 d', '7d': '7 d', '30d': '30 d', '90d': '90 d', all: 'Todo', custom: 'Fechas' },
  dates: 'Fechas',
  datesPurpose: 'Días en UTC, incluido el último. Déjalo vacío para terminar ahora.',
  datesFrom: 'Desde',
  datesTo: 'Hasta',
  datesWrong: 'El fin no puede ser anterior al inicio.',
  datesUse: 'Mostrar',
  timeField: 'Tiempo',
  timeFields: { created_at: 'guardado', mentioned_at: 'mencionado', occurred_start: 'ocurrido' },
  timeFieldMeanings: {
    created_at: 'Cuándo guardó el banco el recuerdo.',
    mentioned_at: 'Cuándo se mencionó; si se desconoce, cuándo se guardó.',
    occurred_start: 'Cuándo ocurrió; si se desconoce, cuándo se guardó.',
  },
  view: 'Vista',
  views: { chart: 'Gráfico', table: 'Tabla' },
  more: 'Exportar la serie temporal',
  csv: 'Descargar CSV',
  png: 'Descargar PNG',
  curl: 'Copiar como curl',
  curlCopied: 'Comando curl copiado',
  pngFailed: 'No se pudo crear la imagen',
  pngNeedsChart: 'Solo el gráfico se puede descargar como imagen. Cambia primero al gráfico',
  openNote: (unit) => `Rayado: ${charts.open[unit]}, en curso`,
  updatedAt: 'actualizado {time}',
  none: (period, field) => `Sin recuerdos ${happened[field]} en ${periodsInText[period]}`,
  noneWhy: 'Prueba un periodo más largo u otro campo de tiempo.',
  noneAtAll: 'Aún no hay recuerdos.',
  noneShowAll: 'Mostrar todo el periodo',
  summary: (period, sum, highest, lowest) =>
    highest
      ? `Recuerdos en ${periodsInText[period]}: ${number(sum)} en total; el máximo, ${number(highest.sum)}, en ${highest.name}; ${plural(
          lowest,
          {
            one: '# intervalo vacío',
            other: '# intervalos vacíos',
          },
        )}.`
      : `Recuerdos en ${periodsInText[period]}: ninguno.`,
  columns: { bucket: 'Desde', total: 'Total', kinds: 'Por tipo' },
  notOver: charts.notOver,
  table: 'Recuerdos a lo largo del tiempo, como tabla',
  typesTitle: 'Recuerdos por tipo',
  typesFoot: (documents, entities) => `de ${nDocuments(documents)}, sobre ${nEntities(entities)}`,
  linksTitle: 'Relaciones por tipo',
  linksFoot: (n) => `${nLinks(n)} en total`,
  links: {
    entity: { name: 'Entidad', meaning: 'misma entidad' },
    temporal: { name: 'Temporal', meaning: 'con menos de un día de diferencia' },
    semantic: { name: 'Semántica', meaning: 'significado parecido' },
    caused_by: { name: 'Causa', meaning: 'uno causó el otro' },
    derived_from: { name: 'Evidencia', meaning: 'una observación se basa en un recuerdo' },
  },
  linksNone: 'Aún no hay relaciones. Unen recuerdos que comparten entidades, tiempo o causa.',
  workTitle: 'Trabajo en segundo plano',
  work: {
    pending: 'Pendientes de consolidar',
    failed: 'Consolidación fallida',
    lastConsolidated: 'Última consolidación',
    expiring: 'Caducan en 7 días',
    lastWrite: 'Última escritura',
    operations: { processing: 'Operaciones en curso', pending: 'Operaciones en espera', failed: 'Operaciones fallidas' },
  },
  facts: nFacts,
  operations: nOperations,
  legend: 'Tipos de hecho',
  fileOf: (bank, what) => `${bank.replaceAll(/[^\w.-]+/g, '-')}-recuerdos-${what}`,
  pictureTitle: (bank, period, field) => `${bank}: recuerdos ${happened[field]} en ${periodsInText[period]}`,
};
