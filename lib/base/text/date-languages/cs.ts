import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** Nouns, names, adjectives and conjunctions that end like the past tense. */
const NO_VERB =
  '(?:(?:foot|fot|volej|basket|base)bal|festival|materiál|originál|terminál|signal|karneval|interval|žurnál|model|kašel|popel|úhel|uhel|žel|bohužel|manžel|michal|karel|pavel|daniel|gabriel|samuel|emil|kamil|bohumil|profil|automobil|mobil|textil|styl|debil|april|díl|cíl|týl|pavla|kamila|bohumila|ludmila|adéla|gabriela|daniela|angela|michala|skála|škola|síla|chvíla|vila|jídlo|divadlo|letadlo|mýdlo|kolo|čelo|tělo|světlo|teplo|číslo|heslo|máslo|sklo|oslo|sídlo|křídlo|prádlo|jestli|neděli|chvíli|posteli|soli|roli|školy|síly|vily|milý|bílý|celý|malý|stálý|dospělý|mila|celo|málo|bílo|\\p{L}*tel[iy]?)';
/** A verb does not follow a preposition. */
const AFTER_PREPOSITION = '(?<!(?<!\\p{L})(?:v|ve|na|do|z|ze|od|k|ke|u|o|po|pro|před|za|bez|přes|nad|pod|při|mezi|kolem) )';
const CONSONANT_STEMS =
  '(?:po|ne)?mohl|pomohl|(?:pře)?četl|řekl|(?:s|u|vy)?padl|(?:při|ú|od|za)?vedl|(?:při|od|za)?ne[sz]l|(?:při|od|za)?vezl|utekl|sedl|ukradl|všiml|lehl|zvedl|prohlédl|snědl|jedl|dosáhl|stihl|zatkl';

export const cs: DateLanguage = {
  code: 'cs',
  order: 'day first',
  months: list(
    'led(?:en|na|nu), únor(?:a|u)?, břez(?:en|na|nu), dub(?:en|na|nu), květ(?:en|na|nu), červ(?:en|na|nu), červen(?:ec|ce|ci), srp(?:en|na|nu), září, říj(?:en|na|nu), listopad(?:u)?, prosin(?:ec|ce|ci)',
  ),
  weekdays: list('ponděl(?:í|ka), úterý, střed[auy], čtvrt(?:ek|ka), pát(?:ek|ku), sobot[auy], neděl[ei]'),
  seasons: ['jar(?:o|a|ře)|jaře', 'lét(?:o|a|ě)', 'podzim(?:u)?', 'zim(?:a|y|ě|u)'],
  units: {
    hour: 'hodin(?:ou|ami|u|y)?',
    day: 'd(?:en|ny|ní|nem)',
    weekend: 'víkend(?:u|y|ech)?',
    week: 'týd(?:en|nu|ny|nem|ne)|týdnů|týdn(?:ech|y)',
    month: 'měsíc(?:e|i|ů|em)?',
    year: 'ro(?:k|ce|ku|ky|kem|ků)|let(?:y|ech)?',
  },
  plurals: 'roky|let|lety|letech|měsíců|týdny|týdnů|dny|dní',
  numbers: numbered(
    'půl = 0.5, jedním|jeden|jednou = 1, dvěma|dva|dvě|pár = 2, třemi|tři|několika|několik = 3, čtyřmi|čtyři = 4, pěti|pět = 5, šesti|šest = 6, sedmi|sedm = 7, osmi|osm = 8, devíti|devět = 9, deseti|deset = 10',
  ),
  days: offsets('předevčírem = -2, včera = -1, dnes|dneska = 0, zítra = 1, pozítří = 2'),
  relative: [
    ['year', -1, 'loni|vloni'],
    ['year', 0, 'letos'],
    ['year', -2, 'předloni'],
  ],
  last: { before: '(?:minul|uplynul|posledn)(?:ý|á|é|ou|ého|ém|ím|í)' },
  this: { before: 'tento|tato|toto|této|tuto|tomto|letošní' },
  next: { before: 'příští(?:ho|m)?|nadcházející' },
  nextWeekday: 'next',
  ago: ['před {n?}{unit}'],
  ahead: ['za {n?}{unit}'],
  recent: ['(?:za |během )?posledních? {n?}{unit}'],
  ordinal: '\\.?',
  yearTail: '',
  yearTemplates: ['(?:v )?ro(?:ce|ku|k) {y}'],
  in: { before: 've?|na|během|přes' },
  on: 'dne|od|do|na',
  weekdayLead: 've?|na|do|od|před|,',
  weekend: '(?:o|na|přes) víkend(?:u)?',
  since: { before: 'od' },
  before: { before: 'před' },
  after: { before: 'po' },
  until: { before: 'do' },
  to: 'do|až',
  and: 'a',
  between: 'mezi',
  early: { before: '(?:na )?začát(?:ku|ek)|počátkem' },
  mid: { before: '(?:v )?(?:polovině|půlce)' },
  late: { before: '(?:na )?kon(?:ci|ec|cem)' },
  every: 'každ(?:ý|á|é|ou)|vždy',
  joint: 'v|ve|z',
  past: `${AFTER_PREPOSITION}(?!${NO_VERB}(?!\\p{L}))\\p{L}+(?:al|ala|ali|aly|il|ila|ili|ily|el|ela|eli|ely|ěl|ěla|ěli|ěly|yl|yla|ylo|yli|yly|ul|ula|uli|alo|ilo|elo|ělo|ulo)|\\p{L}*š(?:la|li|lo|ly)|(?:${CONSONANT_STEMS})[aoiy]?`,
  future:
    'bude[mš]?|budeme|budu|budou|plán\\p{L}+|naplán\\p{L}+|musím\\p{L}*|chceme|chci|přijede|přijde|začíná|sejdeme|uvidíme|pojedeme|jedeme|máme',
  present:
    'je|jsou|jsem|jsme|mám|jdu|jdeme|jedu|jede|letíme|letím|letí|slavíme|hrajeme|hraju|dělám|odjížd\\p{L}+|odlét\\p{L}+|vrac\\p{L}+|píšu',
  comingWeekday: 'nadcházející',
};
