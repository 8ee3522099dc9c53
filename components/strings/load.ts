import { install, isInstalled, type Texts } from '#components/strings/translated';
import { type PageLocale, pageLocale } from '#lib/base/locales';

/** The texts of the other languages. Each is one file that is loaded when it is needed. */
const LANGUAGES: Readonly<Record<Exclude<PageLocale, 'en'>, () => Promise<{ readonly texts: Texts }>>> = {
  de: () => import('#components/strings/de'),
  es: () => import('#components/strings/es'),
  fr: () => import('#components/strings/fr'),
  pt: () => import('#components/strings/pt'),
  ja: () => import('#components/strings/ja'),
  zh: () => import('#components/strings/zh'),
  'en-XA': () => import('#components/strings/pseudo/accented'),
  'ar-XB': () => import('#components/strings/pseudo/right-to-left'),
};

const loads = new Map<PageLocale, Promise<void>>();

/** Loads the texts of a language. Null if they are here already. */
export function textsOf(locale: PageLocale): Promise<void> | null {
  if (locale === 'en' || isInstalled(locale)) return null;
  const known = loads.get(locale);
  if (known) return known;
  const load = LANGUAGES[locale]()
    .then(({ texts }) => install(locale, texts))
    .finally(() => loads.delete(locale));
  loads.set(locale, load);
  return load;
}

/** Loads the texts for the page that is being rendered on the server. */
export const loadTexts = async (): Promise<void> => void (await textsOf(pageLocale()));
