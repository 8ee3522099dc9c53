import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

const DAY_TAIL = '(?: (?:gün(?:ü(?:nde|ne|nden)?|kü)?|akşamı?|sabahı?|gecesi|öğlen|öğleden (?:önce|sonra)))?';
/** "Pazartesi günleri" is a habit. */
const NO_HABIT = '(?! ?(?:gün|akşam|sabah|gece)ler)';
/** Nouns, numbers and adverbs that end like the past tense. */
const NO_VERB =
  '(?:şimdi|yedi|kendi|hadi|altı|toplantı|\\p{L}{2,}[aıiuüe]ntı|kahvaltı|bağlantı|görüntü|tatlı|katı|saati|ziyareti|bileti|hayatı|marketi|paketi|ameliyatı|eğitim|üretim|yönetim|öğretim|matematik|plastik|politik|kadın|aydın|bütün|üstün|altın|satın|ekti|türkü|adı|sadık|hediyesi|altmış|yetmiş|gümüş|yemiş|geçmiş|kamış)';

export const tr: DateLanguage = {
  code: 'tr',
  suffix: "'?(?:[dt][aei]n?|n?[iu]n|y?[aei]|[iu]|ki|n[dt]e|nin|nda|nde|ndan|nden)",
  order: 'day first',
  months: list('oca[kğ], şubat, mart, nisan, mayıs, haziran, temmuz, ağustos, eylül, ekim, kasım, aralı[kğ]'),
  weekdays: list('pazartesi, salı, çarşamba, perşembe, cuma, cumartesi, pazar').map((day) => `${day}${DAY_TAIL}${NO_HABIT}`),
  seasons: ['(?:ilk)?bahar', 'yaz', '(?:sonbahar|güz)', 'kış'],
  units: {
    minute: 'dakika',
    hour: 'saat',
    day: 'gün',
    weekend: 'hafta ?sonu',
    week: 'hafta',
    month: 'ay',
    year: 'yıl|sene',
  },
  numbers: numbered('yarım = 0.5, bir = 1, iki|birkaç = 2, üç = 3, dört = 4, beş = 5, altı = 6, yedi = 7, sekiz = 8, dokuz = 9, on = 10'),
  days: offsets(
    'evvelsi gün|evvelki gün|önceki gün|dünden önceki gün = -2, dün(?!ya|ür)|dün gece = -1, bugün|bu sabah|bu akşam|bu gece = 0, yarın = 1, öbür gün|ertesi gün|yarından sonra = 2',
  ),
  relative: [
    ['week', 1, 'haftaya'],
    ['year', 1, 'seneye'],
  ],
  last: { before: 'geçen|geçtiğimiz' },
  this: { before: 'bu' },
  next: { before: 'gelecek|önümüzdeki' },
  nextWeekday: 'coming',
  ago: ['(?<!\\p{L}[dt][ea]n ){n} {unit} önce'],
  ahead: [],
  within: ['{n} {unit} sonra'],
  recent: ['son {n} {unit}'],
  coming: ['önümüzdeki {n} {unit}'],
  ofYear: '',
  monthTemplates: ['{month} {y}', '{y}(?:\\p{L}*) {month}', '{y} yılı(?:nın)? {month}'],
  yearTemplates: ['{y} (?:yıl|sene)(?:ı|in|ında|ından|ının)?', "{y}'?(?:[dt][ae]n?|n?[iu]n)"],
  bareMonths: ['{month} ay(?:ı|ında)?', "{month}(?='?(?:[dt][ae])(?![\\p{L}]))"],
  in: { after: "(?:ay[iı](?:nda)?|'?[dt][ae])" },
  weekend: '(?:bu )?hafta ?sonu',
  since: { after: "'?(?:[dt][ae]n) (?:beri|itibaren)" },
  sincePast: { after: "'?(?:[dt][ae]n) beri" },
  before: { after: "'?(?:[dt][ae]n) önce" },
  after: { after: "'?(?:[dt][ae]n) sonra" },
  until: { after: "'?(?:y?[ae]) kadar" },
  to: "(?:'?(?:[dt][ae]n))?|ile",
  and: 've|ile',
  early: { after: 'ayının baş(?:ı|ında)' },
  mid: { after: 'ayının orta(?:sı|sında)' },
  late: { after: 'ayının son(?:u|unda)' },
  every: 'her|bir',
  weekdayLead: 'geçen|bu|gelecek|önümüzdeki|,',
  past: `(?!${NO_VERB}(?!\\p{L}))\\p{L}{2,}(?:[dt][ıiuü](?:m|n|k|nız|niz|nuz|nüz|lar|ler)?|m[ıiuü]ş(?:t[ıiuü]\\p{L}*|[ıiuü]m|[ıiuü]z)?)(?= ?(?:[.,;:!?…)]|$)| (?:ve|ama|fakat|çünkü|ki|mi|mı|mu|mü|de|da)(?!\\p{L}))`,
  future: '\\p{L}{2,}(?:acak|ecek|acağ|eceğ)\\p{L}*|planl\\p{L}+|lazım|gerek|buluşalım|görüşürüz|randevu\\p{L}*',
  present: '\\p{L}{1,}[ıiuü]yor(?!d|m[uü]ş)\\p{L}*|var|yok|düğün\\p{L}*|başlar|biter',
  weakWeekdays: 'pazar',
};
