import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** "Am examen" is in the present: a participle makes the past. */
const PARTICIPLE =
  '(?!(?:test|curs|concert|sport|post|interviu|vot|rost|gust|cost|contract|acces|succes|proces|mers|pas|vis|stat|sat|băiat|rezultat|tratat)(?!\\p{L}))\\p{L}{2,}(?:at|it|ut|ât|ris|rs|us|is|ns|as|es|pt|rt|st)|mers';

export const ro: DateLanguage = {
  code: 'ro',
  order: 'day first',
  months: list(
    'ianuarie, februarie, martie, aprilie, mai(?= ?(?:\\d|[.,;:!?)]|$|trecut|viitor)), iunie, iulie, august, septembrie, octombrie, noiembrie, decembrie',
  ),
  weekdays: list(
    '(?<!(?:două|trei|patru|cinci|șase|șapte|opt|nouă|zece|câteva|multe|puține|de|ultimele|primele|aceste|acestor|unor|toate|\\d) )luni|lunea, marți|marțea, miercuri|miercurea, joi|joia, vineri|vinerea, sâmbătă|sâmbăta, duminică|duminica',
  ),
  seasons: ['primăv(?:ara|ară|erii)', 'var(?:a|ă)|verii', 'toamn(?:a|ă|ei)', 'iarn(?:a|ă)|iernii'],
  units: {
    hour: 'or[ăe]|ore',
    day: 'zi(?:le|ua)?',
    weekend: 'weekend(?:ul|uri)?|sfârșit(?:ul)? de săptămână',
    week: 'săptămân[ăai]i?',
    month: 'lun[ăai]i?',
    year: 'an(?:ul|i)?',
  },
  plurals: 'ani|luni|săptămâni|zile|ore',
  numbers: numbered(
    'jumătate de = 0.5, un|o|una = 1, doi|două|câteva|câțiva = 2, trei = 3, patru = 4, cinci = 5, șase = 6, șapte = 7, opt = 8, nouă = 9, zece = 10',
  ),
  days: offsets('alaltăieri = -2, ieri|aseară|noaptea trecută = -1, azi|astăzi|diseară = 0, mâine = 1, poimâine = 2'),
  last: { after: 'trecut(?:ă)?' },
  this: { before: 'acest|această', after: 'asta|acesta|aceasta' },
  next: { after: 'viito(?:are|r)|care vine' },
  nextWeekday: 'coming',
  ago: ['acum {n} (?:de )?{unit}', '{n} {unit} în urmă'],
  ahead: ['peste {n} (?:de )?(?<unit>zile|zi|săptămân[ăi]|lună|luni)'],
  within: ['în {n} (?:de )?{unit}'],
  recent: ['(?:în )?ultim(?:ele|ii|a|ul) {n?}{unit}'],
  ofYear: '(?:din|al anului|anului|în) ',
  yearTemplates: ['(?:în |din )?anul {y}'],
  in: { before: 'în|din|luna|pe|de' },
  bareMonths: ['luna {month}'],
  on: 'pe|din|până pe|de pe',
  weekend: '(?:în|de|pentru) weekend',
  since: { before: 'de la|încă din|începând (?:cu|din)' },
  before: { before: 'înainte de(?: data de)?' },
  after: { before: 'după' },
  until: { before: 'până(?: în| la| pe)?' },
  to: 'până(?: în| la| pe)?|la',
  and: 'și',
  between: 'între',
  early: { before: '(?:la )?începutul(?: lui| lunii| anului)?' },
  mid: { before: '(?:la )?mijlocul(?: lui| lunii| anului)?' },
  late: { before: '(?:la )?sfârșitul(?: lui| lunii| anului)?' },
  every: 'fiecare|în fiecare|toate',
  joint: 'din|a|ale|de|a lunii|a anului|al anului',
  past: `(?:am|ai|a|au|ați|aţi)(?: (?:mai|tot|și|cam|doar|chiar|deja|avut|fost)){0,2} (?:${PARTICIPLE})|fost|era[mu]?|erau|(?!(?:vreau|beau|stau)(?!\\p{L}))\\p{L}{3,}(?:eam|eau|iam|iau)|avea[mu]?|fu`,
  future: 'va|voi|vom|vor|vei|veți|o să|trebuie|plănu\\p{L}+|programat\\p{L}*|ne vedem|urmează',
  present:
    'e|este|sunt|am|ai|are|avem|au|merg|mergem|plec|plecăm|zbor|zburăm|vin|vine|venim|fac|facem|serbăm|sărbător\\p{L}+|joc|jucăm|începe|se termină',
};
