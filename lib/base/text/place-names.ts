import { defined } from '#lib/base/defined';
import { foldLetters } from '#lib/base/text/languages/letters';

/**
 * Names of countries and large cities. Those of countries come from the runtime's Unicode data, in
 * the languages that the engine reads. Cities come from its time zones, completed by a list.
 */
const LANGUAGES = 'ar cs de el en es fa fr he hi id it ja ko nl pl pt ro ru sv th tr uk vi zh'.split(' ');

/** Region codes that are no places: organizations, tests, unknown. */
const NO_PLACES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Time zones that are not named after a city. */
const NO_CITIES = /^(?:Antarctica|Etc)\//;

/** Large cities without a time zone of their own, and short names of countries. Own selection. */
const CITIES = `Aarhus, Abu Dhabi, Aleppo, Alexandria, Ankara, Antwerp, Atlanta, Austin, Baltimore, Bangalore, Barcelona, Basel, Beijing, Bengaluru, Bern, Bergen, Bilbao, Birmingham, Bologna, Braga, Brno,
  Bordeaux, Boston, Bremen, Brisbane, Bristol, Calgary, California, Cambridge, Cape Town, Cardiff, Charlotte, Chennai, Coimbra, Chongqing, Cincinnati, Cleveland, Cologne, Córdoba, Dallas, Delhi,
  Dortmund, Dresden, Durban, Düsseldorf, Edinburgh, England, Essen, Europe, Florence, Florida, Fort Worth, Frankfurt, Fukuoka, Gdańsk, Gdynia, Genoa, Geneva, Ghent, Glasgow, Granada, Graz, Guadalajara,
  Guangzhou, Göteborg, Gothenburg, Hamburg, Hanover, Hannover, Hanoi, Hawaii, Heidelberg, Hiroshima, Houston, Hyderabad, Innsbruck, Islamabad, Istanbul, Jeddah, Kobe, Köln,
  Kraków, Krakow, Kyiv, Kyoto, Lahore, Las Vegas, Lausanne, Leeds, Leipzig, Leuven, Lille, Linz, Liverpool, Ljubljana, Łódź, Lyon, Malaga, Málaga, Manchester, Marseille, Mecca, Medellín, Melbourne,
  Miami, Milan, Milano, Minneapolis, Montreal, Mumbai, München, Munich, Nagoya, Nagasaki, Nairobi, Nantes, Naples, Napoli, Nashville, Netherlands, New Delhi, New Orleans, New York City,
  Newcastle, Nice, Nuremberg, Nürnberg, Oakland, Orlando, Osaka, Oxford, Palermo, Philadelphia, Pittsburgh, Poznań, Portland, Porto, Pune, Quebec, Rio de Janeiro, Roma, Rotterdam,
  Sacramento, Salvador, Salzburg, San Antonio, San Diego, San Francisco, San Jose, Sapporo, Scotland, Seattle, Seville, Sevilla, Shenzhen, Silicon Valley, St. Louis, St. Petersburg,
  Stuttgart, Sydney, Szczecin, Tel Aviv, Texas, The Hague, The Netherlands, Toulouse, Tampa, Trondheim, Turin, Torino, UK, USA, US, Utrecht, Valencia, Venice, Venezia, Vienna, Wales, Washington,
  Washington DC, Wellington, Wrocław, Wuhan, Yokohama, Zaragoza, Zürich, 北京, 上海, 東京, 东京, 大阪, 京都, 広州, 广州, 深圳, 香港, 서울, 부산`;

let known: ReadonlySet<string> | null = null;

function read(): ReadonlySet<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const regions = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => !NO_PLACES.has(code));
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const existing = regions.filter((code) => english.of(code) !== undefined);
  const countries = LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return existing.map((code) => names.of(code) ?? '');
  });
  const zones = Intl.supportedValuesOf('timeZone')
    .filter((zone) => zone.includes('/') && !NO_CITIES.test(zone))
    .map((zone) => defined(zone.split('/').at(-1)).replaceAll('_', ' '));
  return new Set([...countries, ...zones, ...CITIES.split(/,\s+/)].map(foldLetters));
}

/** Whether a name, with folded letters (`foldLetters`), is that of a country or a large city. */
export function isPlaceName(folded: string): boolean {
  known ??= read();
  return known.has(folded);
}
