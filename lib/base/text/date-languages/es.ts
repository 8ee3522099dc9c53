import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** The first person plural of -ar and -ir verbs is both present and past: only these are past. */
const WE =
  '(?:fu|estuv|hic|tuv|dij|vin|pud|pus|quis|sup|traj|anduv|hub|d|com|beb|vend|perd|conoc|corr|aprend|escog|recog|volv|devolv|mov|entend|romp|ofrec|prend|le|cre|ca|atend)[ií]mos';
const NO_VERB =
  '(?:café|bebé|comité|josé|porqué|qué|puré|esté|bufé|chalé|chalet|paté|carné|bidé|noé|salomé|zoé|desiré|tomé|bernabé|así|allí|aquí|ahí|colibrí|jabalí|esquí|rubí|maní|israelí|casi|existe|consiste|asiste|insiste|resiste|persiste|desiste|triste|chiste|viste|despiste|quiste|contraste|desgaste|traste|acaba[ns]?|graba[ns]?|alaba|guayaba|sílaba)(?!\\p{L})';

export const es: DateLanguage = {
  code: 'es',
  order: 'day first',
  months: list('enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre|setiembre, octubre, noviembre, diciembre'),
  shortMonths: list('ene, feb, mar, abr, may, jun, jul, ago, sept?, oct, nov, dic'),
  weekdays: list('lunes, martes, miércoles, jueves, viernes, sábado, domingo'),
  seasons: ['primavera', 'verano', 'otoño', 'invierno'],
  units: {
    minute: 'minutos?',
    hour: 'horas?',
    day: 'días?',
    weekend: 'fin(?:es)? de semana',
    week: 'semanas?',
    month: 'mes(?:es)?',
    quarter: 'trimestres?',
    year: 'años?',
    decade: 'décadas?',
  },
  plurals: 'semanas|meses|años|días|horas|minutos|décadas|trimestres',
  numbers: numbered(
    'medio = 0.5, una? = 1, dos|un par de = 2, tres|un[oa]s pocos|un[oa]s|varios|algunos = 3, cuatro = 4, cinco = 5, seis = 6, siete = 7, ocho = 8, nueve = 9, diez = 10, once = 11, doce = 12, quince = 15, veinte = 20',
  ),
  dayWords: [['primero', 1]],
  days: offsets(
    'trasanteayer = -3, anteayer|antes de ayer|antier|anteanoche = -2, ayer|anoche|la noche pasada = -1, hoy|esta (?:mañana|tarde|noche) = 0, (?<!(?:la|esta|una|cada|de|buena|pasado) )mañana = 1, pasado mañana = 2',
  ),
  relative: [
    ['week', -2, 'semana antepasada'],
    ['year', -2, 'año antepasado'],
  ],
  last: { before: 'últim[oa]|pasad[oa]', after: 'pasad[oa]s?|anterior' },
  this: { before: 'est[ae]', after: 'en curso|actual' },
  next: { before: 'próxim[oa]', after: 'que viene|próxim[oa]|siguiente|entrante' },
  nextWeekday: 'coming',
  ago: ['hace (?:unos |unas |casi |más de )?{n} {unit}', '{n} {unit} atrás'],
  ahead: ['dentro de {n} {unit}', 'de aquí a {n} {unit}'],
  within: ['en {n} {unit}'],
  recent: ['(?:l[ao]s? |el )?(?:últim[oa]s?|pasad[oa]s) {n?}{unit}', 'l[ao]s {n} últim[oa]s {unit}'],
  coming: ['l[ao]s próxim[oa]s {n} {unit}'],
  ordinal: '[º°o]?',
  of: 'de ',
  ofYear: 'del? (?:año )?',
  yearTemplates: ['(?:en el|del|desde el|hasta el|el|de) año {y}'],
  in: { before: 'en(?: el| la)?|de(?:l| la)?|durante(?: el| la)?|el mes de|para(?: el| la)?' },
  on: 'el|del|al|hasta el|desde el|día',
  weekend: '(?:el|durante el|para el) fin de semana',
  since: { before: 'desde(?: el| la)?|a partir del?' },
  sincePast: { before: 'desde hace|desde(?: el| la)?' },
  before: { before: 'antes del?(?: la)?' },
  after: { before: '(?:después|tras)(?: de)?(?:l| el| la)?' },
  until: { before: 'hasta(?: el| la)?|a más tardar(?: el)?' },
  to: 'al?|hasta(?: el)?',
  and: 'y(?: el)?',
  between: 'entre(?: el)?',
  early: { before: '(?:a )?(?:principios|comienzos|inicios)(?: del?)?(?: la)?' },
  mid: { before: '(?:a )?mediados(?: del?)?(?: la)?' },
  late: { before: '(?:a )?(?:finales|fines)(?: del?)?(?: la)?' },
  every: 'cada|todos los|los|todas las|un',
  joint: 'del?(?: la)?|en|el',
  past: `(?!${NO_VERB})(?:\\p{L}{3,}ó|\\p{L}{2,}(?<!ar|er|ir)é|\\p{L}{2,}(?<!ar|er|ir)í|\\p{L}{3,}(?:aron|ieron|aste|iste|aba[ns]?|ábamos))|${WE}|fue(?:ron)?|fui|era[ns]?|estuv\\p{L}+|había[ns]?|hub[oi]\\p{L}*|he(?:mos)?|has|han|ha|hic[ei]\\p{L}*|hizo|tuv[eo]\\p{L}*|dij\\p{L}+|(?<!(?:de|el|un|del|con|al|su|mi) )vino(?! (?:tinto|blanco))|vinieron|pas[óé]|quis[eo]|pud[eo]|supo|supe|trajo|trajeron|iba[ns]?|íbamos|tenía[ns]?|tenemos que haber|hacía[ns]?|quería[ns]?|podía[ns]?|vivía[ns]?|di|dio|vi|vio`,
  future:
    'vamos|voy|vas?|van|será[ns]?|estará[ns]?|habrá|tendr\\p{L}+|\\p{L}{3,}(?:aré|eré|iré|ará|erá|irá|aremos|eremos|iremos|arán|erán|irán)|nos vemos|hay que|tengo que|tiene que|quier\\p{L}+|plane\\p{L}+|previst[oa]s?|program\\p{L}+|pendiente|llega|sale|empieza|vence|queda[mr]\\p{L}*',
  present:
    'es|son|hay|estoy|está[ns]?|tengo|tenemos|tienen?|hago|hacemos|viene[ns]?|salgo|vuelvo|vuela[ns]?|celebro|celebra[ns]?|viajo|viaja[ns]?|caso|termina|abre|cierra|juego|juega[ns]?|cumple',
};
