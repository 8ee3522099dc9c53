import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** Participles, but no nouns: not after an article, a possessive or a preposition. */
const NO_NOUN =
  '(?<!(?<!\\p{L})(?:mit|bei|von|zu|an|für|am|im|zum|zur|vom|beim|der|die|das|den|dem|des|einen?|eine[mrs]?|(?:m|d|s)eine?[mnrs]?|unsere?[mnrs]?|ihre?[mnrs]?|viele[nr]?|zwei|drei) )';
/** "is closed" is a state, and "gemeinsamen" an adjective. */
const STATE =
  '(?!(?:geschlossen|geöffnet|geplant|gesperrt|verabredet|vorgesehen|gemeinsam\\p{L}*|genauen|gesamten|gewissen|gewohnten|bereit|erst|bekannt|entfernt|\\p{L}*unterricht|\\p{L}*(?:ungen|zeiten)|\\p{L}*gericht|gewicht|gedicht|gesicht|geschäft|gerät|gebet|geburt|bericht|verdacht|verwandten|bekannten|beamten|experten)(?!\\p{L}))';
const PARTICIPLE = `${NO_NOUN}${STATE}(?:\\p{L}*ge\\p{L}{2,}(?:t|en)|\\p{L}{2,}iert|(?:ver|be|er|ent|zer|miss|über|unter)\\p{L}{2,}(?:t|en))`;
const AUXILIARY = '(?:habe?|hast|hat|haben|habt|bin|bist|ist|sind|seid)';
/** Past forms that are no present, noun or adjective too. */
const STRONG =
  '(?:bekam|gab|ging|kam|fuhr|flog|traf|fand|sah|nahm|aß|trank|schlief|lief|rief|sprach|schrieb|las|blieb|lag|saß|stand|half|verlor|gewann|begann|brach|trug|fiel|hielt|ließ|stieg|zog|bat|tat|starb|warf|wuchs|wusch|schwamm|sang|sprang|verstand|vergaß|erhielt|entschied|schloss|schnitt|verließ|lud|betrat|erschien|geschah|unterschrieb|verbrachte|verlieh|stahl|hing|fing|brachte|dachte|wusste|kannte|konnte|musste|wollte|durfte|rannte|nannte)';
const WEAK =
  '(?:mach|kauf|verkauf|arbeite|spiel|besuch|hol|sag|frag|zeig|lern|koch|putz|wohn|leb|feier|wander|telefonier|passier|probier|reparier|stürz|bestell|bezahl|erzähl|melde|lande|warte|heirate|ende|regne|schnei|leg|stell|setz|hör|schick|pack|such|merk|fehl|dauer|klapp|öffne|reis|bau|mal|tanz|dusch|wechsel|verpass|erreich|erleb|grill|üb|jogg|besichtig|kündig|unterhiel|trenn|verletz)';
const PAST_OF_WEAK = `${WEAK}te(?:n|st|t)?|(?!(?:möch|soll|könn|dürf|müss|wüss|hät|bräuch|arbei|war|mie|bie|bit|rei|lei|heira)te )\\p{L}{2,}te (?:ich|es|man)`;

export const de: DateLanguage = {
  code: 'de',
  order: 'day first',
  months: list('jänner|januar, februar|feber, märz|maerz, april, mai, juni, juli, august, september, oktober, november, dezember'),
  shortMonths: list('jan, feb, mär|mrz, apr, mai, jun, jul, aug, sept?, okt, nov, dez'),
  weekdays: list('montag, dienstag, mittwoch, donnerstag, freitag, (?:samstag|sonnabend), sonntag').map(
    (day) => `${day}(?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht)?`,
  ),
  seasons: ['frühjahrs?|frühlings?', 'sommers?', 'herbst(?:es)?', 'winters?'],
  units: {
    minute: 'minuten?',
    hour: 'stunden?',
    day: 'tage?n?',
    weekend: 'wochenenden?',
    week: 'wochen?',
    month: 'monate?[ns]?',
    quarter: 'quartale?[ns]?',
    year: 'jahre?[ns]?',
    decade: 'jahrzehnte?[ns]?',
  },
  plurals: 'jahren?|monaten?|wochen|tagen?|stunden|minuten|wochenenden|jahrzehnten?',
  numbers: numbered(
    '(?:einem )?halben = 0.5, eine[mnr]? = 1, zwei = 2, drei|ein paar = 3, vier = 4, fünf = 5, sechs = 6, sieben = 7, acht = 8, neun = 9, zehn = 10, elf = 11, zwölf = 12',
  ),
  dayWords: numbered(
    'erste[nr]? = 1, zweite[nr]? = 2, dritte[nr]? = 3, vierte[nr]? = 4, fünfte[nr]? = 5, sechste[nr]? = 6, siebte[nr]? = 7, achte[nr]? = 8, neunte[nr]? = 9, zehnte[nr]? = 10, elfte[nr]? = 11, zwölfte[nr]? = 12',
  ),
  days: offsets(
    'vorvorgestern = -3, vorgestern = -2, gestern|(?:in der )?letzten? nacht = -1, heute|diesen (?:morgen|abend) = 0, (?<!(?:heute|gestern|guten|jeden|diesen|letzten|eines|frühen|nächsten|am|der|den|dem) )morgen = 1, übermorgen = 2',
  ),
  relative: [
    ['week', -2, 'vorletzte[rn]? woche'],
    ['month', -2, 'vorletzte[nrs]? monate?s?'],
    ['year', -2, 'vorletzte[nrs]? jahre?s?'],
    ['week', 2, 'übernächste[rn]? woche'],
  ],
  last: { before: '(?:letzte|vergangene|vorige)[nrsm]?' },
  this: { before: '(?:diese[nrsm]?|laufende[nrs]?)' },
  next: { before: '(?:nächste|kommende)[nrsm]?' },
  nextWeekday: 'next',
  ago: ['vor (?:etwa |rund |ungefähr )?{n} {unit}'],
  ahead: ['heute in {n} {unit}'],
  within: ['in {n} {unit}'],
  recent: ['(?:in den|der|die) (?:letzten|vergangenen) {n} {unit}'],
  coming: ['(?:in den|der|die) (?:nächsten|kommenden) {n} {unit}'],
  ordinal: '\\.?',
  ofYear: '(?:des jahres|im jahre?|in) ',
  yearTemplates: ['(?:im|seit dem|bis zum|des|aus dem) jahre?s? {y}'],
  in: { before: 'im|in diesem|in|im monat|für|über den|aus dem|vom' },
  on: 'am|vom|bis zum|bis|zum|seit dem|den|ab dem|ab|für den|auf den',
  weekend: '(?:am|übers|über das|fürs|für das) wochenende',
  since: { before: 'seit(?: dem| der)?|ab(?: dem| der)?' },
  sincePast: { before: 'seit(?: dem| der)?' },
  before: { before: 'vor(?: dem| der)?' },
  after: { before: 'nach(?: dem| der)?' },
  until: { before: 'bis(?: zum| zur| in den| in die| einschließlich)?|spätestens(?: am)?' },
  to: 'bis(?: zum| in den)?',
  and: 'und(?: dem)?',
  between: 'zwischen(?: dem)?',
  early: { before: '(?:anfang|zu beginn|beginn|frühen)(?: des)?' },
  mid: { before: 'mitte(?: des)?' },
  late: { before: '(?:ende|späten)(?: des)?' },
  every: 'jede[nrsm]?|alle|immer|montags bis',
  joint: 'in der|der|dieser|in|im|des|am|de[nm]',
  past: `war(?:en|st|t)?|hatte[nst]?|wurden?|(?<!(?<!\\p{L})(?:eine?n?|der|den|dem|das|zum|im|am|vom) )${STRONG}(?:en|e?st|t|n)?|${PAST_OF_WEAK}|${AUXILIARY}(?: [^\\s.!?]+){0,10}? ${PARTICIPLE}|${PARTICIPLE} ${AUXILIARY}`,
  future:
    'werden?|wirst|wird|wollen|will|sollen?|müssen|muss|möchten?|können|kann|plan(?:t|en|e|st)|geplant|vorhat|anstehen|steht an|bevor|findet|treffen (?:wir )?uns|fällig|verschoben auf|beginnt|endet|kommst|kommt|fahren|fährt|fliegen|fliegt',
  present:
    'habe|haben|hat|ist|sind|bin|gehe|gehen|geht|fahre|fliege|mache|machen|macht|komme|kommen|treffe|trifft|treffen|feiere|feiern|feiert|ziehe|ziehen|zieht|besuche|besuchen|reise|reisen|beginne|starte|starten|startet|heirate|heiraten|heiratet|bekomme|bekommen|bekommt|gibt|öffnet|schließt|läuft|arbeite',
  comingWeekday: 'kommende[nrsm]?',
};
