import { type PageLocale, pageLocale } from '#lib/base/locales';

/**
 * The form of a translation: the same names, the same slots and the same arguments, with other
 * words.
 */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Text
    ? (...values: Values) => Translation<Text>
    : T extends object
      ? { readonly [Name in keyof T]: Translation<T[Name]> }
      : T;

/** The texts of a language, by area. */
export type Texts = Readonly<Record<string, object>>;

const installed = new Map<PageLocale, Texts>();

export const isInstalled = (locale: PageLocale): boolean => installed.has(locale);

export function install(locale: PageLocale, texts: Texts): void {
  installed.set(locale, texts);
}

/**
 * The texts of an area in the language of the page. They are looked up when they are read, so a
 * module must not read them while it is loaded.
 */
export const translated = <const T extends object>(area: string, english: T): T =>
  new Proxy(english, { get: (_, name) => Reflect.get(installed.get(pageLocale())?.[area] ?? english, name) });
