import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** "Ho un esame" and "sono qui" are in the present: a participle makes the past. */
const AUXILIARY = '(?:ho|hai|ha|abbiamo|avete|hanno|sono|sei|è|siamo|siete)';
const PARTICIPLE =
  "(?<!(?<!\\p{L})(?:un|uno|una|un'|il|lo|la|i|gli|le|al|allo|alla|del|dello|della|di|con|per|in|nel|nella|da|dal|dalla|a|mi[oa]|su[oa]|nostr[oa]) )(?!(?:sabato|mercato|privato|previsto|fissato|programmato|prenotato|aperto|chiuso|invitat[oaie]|appuntamento|minuti|minuto|aiuto|impegnat[oaie]|occupat[oaie]|separat[oaie]|sposat[oaie]|pronto)(?!\\p{L}))(?:\\p{L}{2,}(?:at[oaie]|ut[oaie]|it[oaie])|fatt[oaie]|nat[oaie]|dat[oaie]|dett[oaie]|vist[oaie]|pres[oaie]|mess[oaie]|lett[oaie]|scritt[oaie]|chius[oaie]|apert[oaie]|pers[oaie]|rott[oaie]|mort[oaie]|cors[oaie]|decis[oaie]|chiest[oaie]|rispost[oaie]|rimast[oaie]|success[oaie]|spes[oaie]|acces[oaie]|offert[oaie]|scelt[oaie]|vint[oaie]|scompars[oaie]|appars[oaie]|cott[oaie]|tolt[oaie]|sces[oaie])";
const NO_VERB =
  '(?:può|ciò|niccolò|nicolò|oblò|comò|però|brava|lava|cava|scava|schiava|grava|aggrava|leva|solleva|alleva|rileva|preleva|riceva|deva)(?!\\p{L})';

export const it: DateLanguage = {
  code: 'it',
  order: 'day first',
  months: list('gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre'),
  shortMonths: list('gen, feb, mar, apr, mag, giu, lug, ago, sett?, ott, nov, dic'),
  weekdays: list('lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica'),
  seasons: ['primavera', 'estate', 'autunno', 'inverno'],
  units: {
    minute: 'minut[oi]',
    hour: 'or[ae]',
    day: 'giorn[oi]',
    weekend: 'fine settimana|week-?end',
    week: 'settiman[ae]',
    month: 'mes[ei]',
    quarter: 'trimestr[ei]',
    year: 'ann[oi]',
    decade: 'decenni?o?',
  },
  plurals: 'settimane|mesi|anni|giorni|ore|minuti|trimestri',
  numbers: numbered(
    "mezzo = 0.5, una?|un' = 1, due|un paio di = 2, tre|alcun[ie]|qualche|pochi = 3, quattro = 4, cinque = 5, sei = 6, sette = 7, otto = 8, nove = 9, dieci = 10, undici = 11, dodici = 12, quindici = 15, venti = 20",
  ),
  dayWords: [['primo', 1]],
  days: offsets(
    "l'altro ieri|l' altro ieri|altro ieri|avantieri|ieri l'altro = -2, ieri|la notte scorsa|la scorsa notte = -1, oggi|stamattina|stamani|stasera|stanotte|questa (?:mattina|sera|notte)|questo pomeriggio = 0, domani = 1, dopodomani|dopo domani = 2",
  ),
  last: { before: '(?:scors|passat|ultim)[oa]', after: '(?:scors|passat)[oaie]|precedente' },
  this: { before: "quest['oa]", after: 'corrente|in corso' },
  next: { before: 'prossim[oa]', after: 'prossim[oa]|seguente|che viene|entrante' },
  nextWeekday: 'coming',
  ago: ['(?:circa )?{n} {unit} (?:fa|addietro|or sono)'],
  ahead: ['[tf]ra {n} {unit}'],
  within: ['in {n} {unit}'],
  recent: [
    "(?:negli|gli|nelle|le|nei|i|nell'|l'|degli|delle) ?ultim[oaie] {n?}{unit}",
    '(?:negli|gli|nelle|le|nei|i) scors[ie] {n} {unit}',
  ],
  coming: ['(?:nei|i|nelle|le) prossim[ie] {n} {unit}'],
  ordinal: '[º°o]?',
  of: '(?:di )',
  ofYear: "(?:del(?:l'anno)?|nel) ?",
  yearTemplates: ["(?:nell'anno|dell'anno|l'anno) {y}"],
  in: { before: "in|a|ad|nel(?:l')?|del(?:l'|la)?|di|d'|durante l'|nella|per l'|l'|la" },
  on: 'il|del|al|dal|entro il|fino al',
  weekend: '(?:nel|durante il|per il|il) (?:fine settimana|week-?end)',
  since: { before: "dal?(?:l'|la)?|a partire dal?" },
  before: { before: "prima del?(?:l'|la)?" },
  after: { before: "dopo(?: il| l'| la)?" },
  until: { before: "fino al?(?:l'|la)?|entro(?: il| l'| la)?" },
  to: "al?(?:l'|la)?|fino al?",
  and: 'e(?: il)?',
  between: '(?:tra|fra)(?: il)?',
  early: { before: "(?:all'inizio|inizio|ai primi|agli inizi)(?: di| del(?:l'|la)?)?" },
  mid: { before: "(?:a )?(?:metà)(?: di| del(?:l'|la)?)?" },
  late: { before: "(?:alla fine|fine|a fine)(?: di| del(?:l'|la)?)?" },
  every: 'il|la|ogni|tutt[ie] (?:i|le|gli)|un',
  joint: "di|del(?:l'|la)?|nel|della",
  past: `eran?o?|erano|ero|eravamo|fu|furono|${AUXILIARY}(?: [^\\s.!?]+){0,3}? ${PARTICIPLE}|(?:mi sono|ti sei|si è|ci siamo|vi siete|si sono)(?: [^\\s.!?]+){0,2}? \\p{L}{2,}[aui]t[oaie]|avev\\p{L}+|(?!${NO_VERB})\\p{L}{2,}(?:(?<!r)ò|av[ao]|avano|avamo|eva|evano|evamo)|fece|disse|venne|vide|prese|ebbe|mise|scrisse|rimase|nacque`,
  future:
    'sarà|saranno|saremo|avrà|avremo|andrò|andrà|andremo|verrà|\\p{L}{3,}(?:erò|erà|eremo|eranno|irò|irà|iremo|iranno)|dev[oei]\\p{L}*|dobbiamo|vogli\\p{L}+|vuole|previst[oaie]|in programma|ci vediamo|arriva|parte|inizia|scade',
  present:
    'è|sono|siamo|c.è|ho|hai|ha|abbiamo|hanno|vado|va|andiamo|vanno|vengo|viene|veniamo|faccio|facciamo|fa|parto|partiamo|volo|voliamo|gioco|giochiamo|festeggi\\p{L}+|mi sposo|apre|chiude|finisce|comincia|torno|torniamo|esco|usciamo',
};
