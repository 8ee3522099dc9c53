import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** "segunda" is Monday, not "second", unless a noun follows. */
const NO_ORDINAL =
  '(?= ?(?:[.,;:!?)]|$|(?:passada|que vem|da semana|às?|de manhã|de tarde|à noite|de noite|dia|eu|nós|o|os|vou|vamos|vai|vão|tenho|temos|há|fui|fomos|foi|começa|começam|começou|viajo|viajamos|não)(?!\\p{L})))';

/** The first person plural is mostly both present and past: only these are past. */
const WE = '(?:fomos|fizemos|tivemos|estivemos|pudemos|quisemos|soubemos|trouxemos|dissemos|viemos|pusemos|\\p{L}{2,}ámos)';
const NO_VERB =
  '(?:estou|museu|europeu|judeu|romeu|pneu|ateneu|plebeu|jubileu|liceu|irineu|amadeu|dirceu|coliseu|hebreu|vôlei|volei|hóquei|jóquei|oitava|grava[ms]?|brava|lava[ms]?|trava[ms]?|escrava)(?!\\p{L})';

export const pt: DateLanguage = {
  code: 'pt',
  order: 'day first',
  months: list('janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro'),
  shortMonths: list('jan, fev, mar, abr, mai, jun, jul, ago, set, out, nov, dez'),
  weekdays: [
    `segunda(?:-feira|${NO_ORDINAL})`,
    `terça(?:-feira|${NO_ORDINAL})`,
    `quarta(?:-feira|${NO_ORDINAL})`,
    `quinta(?:-feira|${NO_ORDINAL})`,
    `sexta(?:-feira|${NO_ORDINAL})`,
    'sábado',
    'domingo',
  ],
  seasons: ['primavera', 'verão', 'outono', 'inverno'],
  units: {
    minute: 'minutos?',
    hour: 'horas?',
    day: 'dias?',
    weekend: 'fi(?:m|ns) de semana',
    week: 'semanas?',
    month: 'mês|meses',
    quarter: 'trimestres?',
    year: 'anos?',
    decade: 'décadas?',
  },
  plurals: 'semanas|meses|anos|dias|horas|minutos|décadas|trimestres',
  numbers: numbered(
    'meio = 0.5, uma? = 1, dois|duas|um par de = 2, três|algun?s|algumas|uns|umas|poucos|poucas = 3, quatro = 4, cinco = 5, seis = 6, sete = 7, oito = 8, nove = 9, dez = 10, onze = 11, doze = 12, quinze = 15, vinte = 20',
  ),
  dayWords: [['primeiro', 1]],
  days: offsets(
    'anteontem|antes de ontem = -2, ontem|(?:n?a )?noite passada = -1, hoje|esta (?:manhã|tarde|noite)|nesta (?:manhã|tarde|noite) = 0, (?<!depois de )amanhã = 1, depois de amanhã = 2',
  ),
  relative: [
    ['week', -2, 'semana retrasada'],
    ['month', -2, 'mês retrasado'],
    ['year', -2, 'ano retrasado'],
  ],
  last: { before: 'últim[oa]|passad[oa]', after: 'passad[oa]s?|anterior' },
  this: { before: 'n?est[ae]|n?ess[ae]', after: 'atual|corrente' },
  next: { before: 'próxim[oa]', after: 'que vem|próxim[oa]|seguinte' },
  nextWeekday: 'coming',
  agoIfPast: ['(?:há|faz) (?:uns |umas |cerca de |quase )?{n} {unit}'],
  ago: ['{n} {unit} atrás'],
  ahead: ['daqui (?:a )?{n} {unit}', 'dentro de {n} {unit}'],
  within: ['em {n} {unit}'],
  recent: ['(?:[nd]?[ao]s? )(?:últim[oa]s?|passad[oa]s) {n?}{unit}'],
  coming: ['[nd]?[ao]s próxim[oa]s {n} {unit}'],
  ordinal: '[º°o]?',
  of: 'de ',
  ofYear: 'd[eo] (?:ano (?:de )?)?',
  yearTemplates: ['(?:no|do|desde o|até o|o|em) ano (?:de )?{y}'],
  in: { before: 'em|n[oa]|d[eoa]|durante(?: [oa])?|o mês de|no mês de|para(?: [oa])?|neste' },
  on: 'em|dia|no dia|até|até o dia|de|a',
  weekdayLead: '[nd][ao]|nest[ae]|ness[ae]|à|em|,',
  weekend: '(?:n?o|durante o|para o) fim de semana',
  since: { before: 'desde(?: [oa])?|a partir d[eoa]' },
  sincePast: { before: 'desde(?: [oa])?' },
  before: { before: 'antes d[eoa]' },
  after: { before: '(?:depois d[eoa]|após(?: [oa])?)' },
  until: { before: 'até(?: [oa]| ao| à)?' },
  to: 'até(?: [oa]| ao)?|ao?',
  and: 'e(?: [oa])?',
  between: 'entre(?: [oa])?',
  early: { before: '(?:no )?(?:início|começo|princípio)s?(?: d[eoa])?' },
  mid: { before: '(?:em )?(?:meados)(?: d[eoa])?' },
  late: { before: '(?:n?o )?(?:fim|final|finais)(?: d[eoa])?' },
  every: 'cada|tod[oa]s? [oa]s|toda|todo|às|aos|uma?',
  joint: 'd[eoa]|em|n[oa]|,',
  past: `(?!${NO_VERB})(?:\\p{L}{2,}(?:ou|iu)|\\p{L}{3,}(?:aram|eram|iram|ava[ms]?|ávamos)|\\p{L}{3,}eu|\\p{L}{3,}(?<!ar|er|ir)ei)|${WE}|leu|deu|foi|foram|fui|era[m]?|estava[m]?|estev\\p{L}+|estive|havia|houve|tinha[m]?|teve|tive|fiz|fez|disse\\p{L}*|veio|vieram|aconteceu|nasci|comi|vendi|saí|vi|viu|li|perdi|recebi|escrevi|bebi|conheci|corri|dormi|senti|ouvi|vivi|pude|pôde|quis|soube|trouxe\\p{L}*|fazia|vivia`,
  future:
    'vamos|vou|vais?|vão|será|serão|estará|haverá|terá|ter(?:ei|emos|ão)|\\p{L}{3,}(?:arei|erei|irei|ará|erá|irá|aremos|eremos|iremos|arão|erão|irão)|preciso|precisa\\p{L}*|tenho que|tem que|quer\\p{L}*|planej\\p{L}+|marcad[oa]s?|previst[oa]s?|chega|sai|começa|vence',
  present:
    'é|são|há|estou|está|estão|tenho|temos|tem|têm|faço|fazemos|venho|vem|saio|volto|voamos|voo|viajo|viaja|celebro|caso|termina|acaba|abre|fecha|jogo|joga',
};
