import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

const AUXILIARY = '(?:heb|hebt|heeft|hebben|ben|bent|is|zijn)';
/** Participles, but no nouns (after an article or a preposition) and no states ("is closed"). */
const PARTICIPLE =
  '(?<!(?<!\\p{L})(?:met|bij|van|de|het|een|mijn|onze?|twee|drie|vier|voor|over|aan|veel) )(?!(?:gesloten|gepland|geopend|gesprekken|gedachten|gebouwen|gezinnen|gevoelens|bekend|bereid|gezond|getrouwd|verplicht)(?!\\p{L}))(?:\\p{L}*ge\\p{L}{2,}(?:d|t|en)|(?:ver|be|ont|her)\\p{L}{2,}(?:d|t|en))';
const PAST_FORM =
  '(?:verdween|verdwenen|verscheen|verschenen|gaf|gaven|nam|namen|dronk(?:en)?|sliep(?:en)?|liep(?:en)?|riep(?:en)?|sprak(?:en)?|schreef|schreven|lazen|bleef|bleven|lag|lagen|zat|zaten|stond(?:en)?|hielp(?:en)?|verloor|verloren|wonnen|begon(?:nen)?|brak(?:en)?|droeg(?:en)?|vielen|hield(?:en)?|liet(?:en)?|steeg|trok(?:ken)?|vroeg(?:en)? (?:ik|hij|ze|we|me|mij)|bracht(?:en)?|dacht(?:en)?|wist(?:en)?|kende[n]?|kon|konden|kreeg|kregen|moest(?:en)?|wilde[n]?|mocht(?:en)?|zei|zeiden|deed|deden|stierf|gooide|reed|reden|vloog|vlogen|vertrok(?:ken)?|kocht(?:en)?|zocht(?:en)?|(?:maak|werk|kook|ontmoet|fiets|bak|verkoch|stop|wacht|praat|feest|schaats)te[n]?|(?:speel|haal|leer|reis|wandel|regen|verhuis|trouw|huur|betaal|bestel|vertel|bel|woon|gebeur|studeer|repareer|probeer|teken|open|eindig|verkleed|droom)de[n]?|verkocht(?:en)?|bezocht(?:en)?)';

/** An inverted past: "sneeuwde het". */
const WEAK_FORM =
  '(?!(?:beide|einde|aarde|ronde|orde|vrede|waarde|methode|route|goede|beste|laatste|eerste|derde|vierde|zelfde|hetzelfde|dezelfde|grootste)(?!\\p{L}))\\p{L}{3,}[dt]e (?:het|ik|hij|zij|ze|we|wij|jij|je)';

export const nl: DateLanguage = {
  code: 'nl',
  order: 'day first',
  months: list('januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, november, december'),
  shortMonths: list('jan, feb, mrt, apr, mei, jun, jul, aug, sept?, okt, nov, dec'),
  weekdays: list('maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag, zondag').map(
    (day) => `${day}(?:ochtend|morgen|middag|avond|nacht)?`,
  ),
  seasons: ['lente|voorjaar', 'zomer', 'herfst|najaar', 'winter'],
  units: {
    minute: 'minu(?:ut|ten)',
    hour: 'u(?:ur|ren)',
    day: 'dag(?:en)?',
    weekend: 'weekend(?:en)?|weekeinde',
    week: 'we(?:ek|ken)',
    month: 'maand(?:en)?',
    quarter: 'kwarta(?:al|len)',
    year: 'ja(?:ar|ren)',
    decade: 'decenni(?:um|a)',
  },
  plurals: 'weken|maanden|jaren|dagen|minuten|kwartalen',
  numbers: numbered(
    'een half|half = 0.5, een = 1, twee = 2, drie|een paar|enkele = 3, vier = 4, vijf = 5, zes = 6, zeven = 7, acht = 8, negen = 9, tien = 10',
  ),
  days: offsets(
    'eergisteren = -2, gist(?:e)?ren|gisteravond|vannacht|afgelopen nacht = -1, vandaag|vanmorgen|vanochtend|vanmiddag|vanavond = 0, (?<!(?:goede|de|elke|iedere) )morgen = 1, overmorgen = 2',
  ),
  last: { before: 'vorige?|afgelopen|laatste' },
  this: { before: 'deze|dit' },
  next: { before: 'volgende?|komende?|aanstaande' },
  nextWeekday: 'next',
  ago: ['(?:ongeveer )?{n} {unit} geleden'],
  ahead: ['over {n} {unit}'],
  within: ['binnen {n} {unit}'],
  recent: ['(?:de|het) (?:afgelopen|laatste) {n?}{unit}'],
  coming: ['de (?:komende|volgende) {n} {unit}'],
  ordinal: '(?:e|ste|de)?',
  of: 'van ',
  ofYear: '(?:van|in) ',
  yearTemplates: ['(?:in )?het jaar {y}'],
  in: { before: 'in(?: de| het)?|van|voor|tijdens de' },
  on: 'op|tot|vanaf|van|sinds',
  weekend: '(?:in|van|tijdens|voor)? ?het weekend',
  since: { before: 'sinds(?: de| het)?|vanaf' },
  sincePast: { before: 'sinds(?: de| het)?' },
  before: { before: '(?:voor|vóór)(?: de| het)?' },
  after: { before: 'na(?: de| het)?' },
  until: { before: 'tot(?: en met| de| aan)?|uiterlijk' },
  to: 'tot(?: en met)?|t/m',
  and: 'en',
  between: 'tussen',
  early: { before: 'begin(?: van)?' },
  mid: { before: 'half|midden(?: in| van)?|medio' },
  late: { before: '(?:eind|einde)(?: van)?' },
  every: 'elke?|iedere?|alle',
  joint: 'van|in|van de',
  past: `${WEAK_FORM}|was|waren|had(?:den)?|werd(?:en)?|ging(?:en)?|kwam(?:en)?|zag(?:en)?|vond(?:en)?|gebeurde|${PAST_FORM}|${AUXILIARY}(?: [^\\s.!?]+){0,8}? ${PARTICIPLE}|${PARTICIPLE} ${AUXILIARY}`,
  future: 'zal|zullen|gaan?|gaat|moet(?:en)?|wil(?:len)?|gepland|staat gepland|plannen|komt|vertrekt|begint',
  present:
    'heb|hebben|heeft|is|zijn|ben|ga|vlieg(?:en)?|vliegt|vier(?:en)?|vieren|bezoek(?:en)?|trouw(?:en)?|kom|komen|speel|spelen|rijd(?:en)?|maak|eindigt|opent|sluit',
  comingWeekday: 'komende?|aanstaande',
};
