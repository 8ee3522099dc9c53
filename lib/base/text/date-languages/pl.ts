import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** Nouns, names, adjectives and adverbs that end like the past tense. */
const NO_VERB =
  '(?:stół|kościół|dział|artykuł|materiał|kanał|udział|wydział|oddział|rozdział|podział|przydział|zespół|szczegół|ogół|pół|wół|żywioł|michał|rafał|paweł|gaweł|szkoła|siła|mgła|igła|jodła|skała|chwała|opłata|wieża|koło|ciało|masło|krzesło|światło|czoło|tło|mydło|źródło|hasło|zło|dzieło|skrzydło|działo|ciepło|mało|około|wiosło|jeśli|jeżeli|czyli|bali|roli|skali|chwili|myśli|soli|niedzieli|kamili|natali|sali|fali|szkoły|siły|stoły|artykuły|(?:ca|ma|bia|sta|mi|wspania|doskona|trwa|śmia|nieśmia|okaza|ciep|by|wesó|wesel?)(?:ł[yao])|cały|zły|zła)';
/** A verb does not follow a preposition. */
const AFTER_PREPOSITION = '(?<!(?<!\\p{L})(?:w|we|na|do|z|ze|od|ode|przed|po|za|o|u|dla|przez|pod|nad|przy|bez|między|ku|około) )';

export const pl: DateLanguage = {
  code: 'pl',
  order: 'day first',
  months: list(
    'stycz(?:eń|nia|niu), lut(?:y|ego|ym), mar(?:zec|ca|cu), kwie(?:cień|tnia|tniu), maj[ua]?, czerw(?:iec|ca|cu), lip(?:iec|ca|cu), sierp(?:ień|nia|niu), wrze(?:sień|śnia|śniu), październik[au]?, listopad(?:a|zie)?, grud(?:zień|nia|niu)',
  ),
  weekdays: list('poniedział(?:ek|ku|ki), wtor(?:ek|ku|ki), środ[ayę], czwart(?:ek|ku|ki), piąt(?:ek|ku|ki), sobot[ayę], niedziel[aię]'),
  seasons: ['wiosn(?:a|y|ę|ą)', 'lat(?:o|a|em)', 'jesie(?:ń|ni|nią)', 'zim(?:a|y|ę|ą)'],
  units: {
    hour: 'godzin[ęy]?',
    day: 'dzień|dni|dnia',
    weekend: 'weekend(?:u|y|ów)?',
    week: 'ty(?:dzień|godnia|godniu|godnie|godni)',
    month: 'miesi(?:ąc|ąca|ącu|ące|ęcy)',
    quarter: 'kwarta(?:ł|łu|le|ły|łów)',
    year: 'rok(?:u|iem)?|lat[a]?',
  },
  plurals: 'lata?|miesiące|miesięcy|tygodnie|tygodni|dni',
  numbers: numbered(
    'pół = 0.5, jeden|jedną = 1, dwa|dwie|parę = 2, trzy|kilka = 3, cztery = 4, pięć = 5, sześć = 6, siedem = 7, osiem = 8, dziewięć = 9, dziesięć = 10',
  ),
  days: offsets('przedwczoraj = -2, wczoraj|zeszłej nocy = -1, dziś|dzisiaj = 0, jutro = 1, pojutrze = 2'),
  last: { before: '(?:zeszł|ubiegł|poprzedni|ostatni|miniony?)(?:y|a|e|ego|ej|ą|ym)?' },
  this: { before: 't(?:en|a|o|ego|ej|ę|ym)|bieżąc(?:y|ym|ego|ej)' },
  next: { before: '(?:przyszł|następn|nadchodząc)(?:y|a|e|ego|ej|ą|ym)' },
  nextWeekday: 'next',
  ago: ['(?:{n} )?{unit} temu'],
  ahead: ['za {n?}{unit}'],
  recent: ['(?:w ciągu |przez )?ostatni(?:e|ch|ego) {n?}{unit}'],
  ordinal: '\\.?',
  yearTail: ' ?(?:roku|r\\.)?',
  yearTemplates: ['(?:w|z|od|do) {y} ?(?:roku|r\\.)', '(?:w )?roku {y}'],
  in: { before: 'w|we|na|z|ze' },
  on: 'dnia|od|do|na|w dniu',
  weekdayLead: 'w|we|na|do|od|przed',
  weekend: '(?:w|na|przez) weekend',
  since: { before: 'od' },
  before: { before: 'przed' },
  after: { before: 'po' },
  until: { before: 'do' },
  to: 'do',
  and: 'a|i',
  between: '(?:po)?między',
  early: { before: '(?:na )?począt(?:ku|ek)' },
  mid: { before: '(?:w )?połow(?:ie|a|ę)' },
  late: { before: '(?:pod )?konie?c(?:u|em|a)?' },
  every: 'każd(?:y|a|e|ego|ej|ą)|co|wszystkie',
  joint: 'w|we|z',
  past: `${AFTER_PREPOSITION}(?!${NO_VERB}(?!\\p{L}))\\p{L}{2,}(?:ł|ła|ło|li|ły|łem|łam|łeś|łaś|liśmy|łyśmy)|był[aoy]?|byli`,
  future:
    'będ(?:zie|ę|ą|ziemy|ziesz)|plan\\p{L}+|zaplan\\p{L}+|muszę|musimy|trzeba|mamy|spotyka\\p{L}+|spotkamy|przyjedzie|przyjdzie|zaczyna|odbędzie|jedziemy|jadę|lecimy|zobaczymy',
  present:
    'jest|są|mam|idę|idziemy|lecę|leci|jedzie|zdaję|robię|robimy|obchodzimy|świętujemy|wracam\\p{L}*|wyjeżdża\\p{L}+|gramy|gram|bierzemy',
  comingWeekday: 'nadchodząc(?:y|a|e|ego|ej|ą|ym)',
};
