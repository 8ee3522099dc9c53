import { number, plural } from '#components/strings/counted';
import { charts } from '#components/strings/pt/charts';
import type { stats as english } from '#components/strings/stats';
import type { Translation } from '#components/strings/translated';

const links = (n: number): string => plural(n, { one: '# ligação', other: '# ligações' });

const timeFields = { created_at: 'armazenamento', mentioned_at: 'menção', occurred_start: 'ocorrência' };

const periodsInText = {
  '1h': 'na última hora',
  '12h': 'nas últimas 12 horas',
  '1d': 'nas últimas 24 horas',
  '7d': 'nos últimos 7 dias',
  '30d': 'nos últimos 30 dias',
  '90d': 'nos últimos 90 dias',
  all: 'em todo o período',
  custom: 'nestas datas',
};

export const stats: Translation<typeof english> = {
  title: 'Estatísticas',
  purpose: 'Conteúdo do banco, crescimento e progresso do trabalho em segundo plano. Todos os horários em UTC.',
  countedAt: 'contagem {time}',
  neverCounted: 'ainda sem contagem',
  recompute: 'Recalcular',
  recomputing: 'Contando',
  recomputed: 'Recalculado',
  recomputeFailed: 'Não foi possível recalcular as estatísticas',
  failed: 'Não foi possível carregar as estatísticas',
  seriesFailed: 'Não foi possível carregar a série temporal',
  growth: 'Memórias ao longo do tempo',
  filters: 'Filtros do gráfico',
  period: 'Período',
  periodsInText,
  periods: { '1h': '1 h', '12h': '12 h', '1d': '1 d', '7d': '7 d', '30d': '30 d', '90d': '90 d', all: 'Tudo', custom: 'Datas' },
  dates: 'Datas',
  datesPurpose: 'Dias em UTC, inclusive o último. Deixe-o em branco para terminar agora.',
  datesFrom: 'De',
  datesTo: 'Até',
  datesWrong: 'O fim não pode ser anterior ao início.',
  datesUse: 'Mostrar',
  timeField: 'Data',
  timeFields,
  timeFieldMeanings: {
    created_at: 'Quando o banco armazenou a memória.',
    mentioned_at: 'Quando foi mencionada; se desconhecido, quando foi armazenada.',
    occurred_start: 'Quando ocorreu; se desconhecido, quando foi armazenada.',
  },
  view: 'Visualização',
  views: { chart: 'Gráfico', table: 'Tabela' },
  more: 'Exportar a série temporal',
  csv: 'Baixar CSV',
  png: 'Baixar PNG',
  curl: 'Copiar como curl',
  curlCopied: 'Comando curl copiado',
  pngFailed: 'Não foi possível criar a imagem',
  pngNeedsChart: 'Só o gráfico pode ser baixado como imagem. Antes, mude para o gráfico',
  openNote: (unit) => `Hachurado: ${charts.open[unit]}, em curso`,
  updatedAt: 'atualizado {time}',
  none: (period, field) => `Nenhuma memória ${periodsInText[period]}, por data de ${timeFields[field]}`,
  noneWhy: 'Tente um período mais longo ou outro campo de data.',
  noneAtAll: 'Nenhuma memória ainda.',
  noneShowAll: 'Mostrar todo o período',
  summary: (period, sum, highest, lowest) =>
    highest
      ? `Memórias ${periodsInText[period]}: ${number(sum)} no total, a maior parte em ${highest.name}, com ${number(highest.sum)}; ${plural(
          lowest,
          {
            one: '# intervalo vazio',
            other: '# intervalos vazios',
          },
        )}.`
      : `Memórias ${periodsInText[period]}: nenhuma.`,
  columns: { bucket: 'De', total: 'Total', kinds: 'Por tipo' },
  notOver: 'em curso',
  table: 'Memórias ao longo do tempo, em tabela',
  typesTitle: 'Memórias por tipo',
  typesFoot: (documents, entities) =>
    `de ${plural(documents, { one: '# documento', other: '# documentos' })}, sobre ${plural(entities, { one: '# entidade', other: '# entidades' })}`,
  linksTitle: 'Ligações por tipo',
  linksFoot: (n) => `${links(n)} no total`,
  links: {
    entity: { name: 'Entidade', meaning: 'mesma entidade' },
    temporal: { name: 'Temporal', meaning: 'com até um dia de diferença' },
    semantic: { name: 'Semântica', meaning: 'significado semelhante' },
    caused_by: { name: 'Causa', meaning: 'uma causou a outra' },
    derived_from: { name: 'Evidência', meaning: 'uma observação se baseia em uma memória' },
  },
  linksNone: 'Nenhuma ligação ainda. Ligações conectam memórias com entidades, data ou causa em comum.',
  workTitle: 'Trabalho em segundo plano',
  work: {
    pending: 'Consolidação pendente',
    failed: 'Falhas de consolidação',
    lastConsolidated: 'Última consolidação',
    expiring: 'Expiram em 7 dias',
    lastWrite: 'Última gravação',
    operations: { processing: 'Operações em execução', pending: 'Operações aguardando', failed: 'Operações com falha' },
  },
  facts: (n) => plural(n, { one: '# fato', other: '# fatos' }),
  operations: (n) => plural(n, { one: '# operação', other: '# operações' }),
  legend: 'Tipos de fato',
  fileOf: (bank, what) => `${bank.replaceAll(/[^\w.-]+/g, '-')}-memorias-${what}`,
  pictureTitle: (bank, period, field) => `${bank}: memórias ${periodsInText[period]}, por data de ${timeFields[field]}`,
};
