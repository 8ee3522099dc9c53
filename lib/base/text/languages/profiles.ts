import { ar } from '#lib/base/text/languages/ar';
import { cs } from '#lib/base/text/languages/cs';
import { de } from '#lib/base/text/languages/de';
import { el } from '#lib/base/text/languages/el';
import { es } from '#lib/base/text/languages/es';
import { fa } from '#lib/base/text/languages/fa';
import { fr } from '#lib/base/text/languages/fr';
import { hebrew } from '#lib/base/text/languages/he';
import { hi } from '#lib/base/text/languages/hi';
import { id } from '#lib/base/text/languages/id';
import { it } from '#lib/base/text/languages/it';
import { ja } from '#lib/base/text/languages/ja';
import { ko } from '#lib/base/text/languages/ko';
import { nl } from '#lib/base/text/languages/nl';
import { pl } from '#lib/base/text/languages/pl';
import { type LanguageProfile, profile } from '#lib/base/text/languages/profile';
import { pt } from '#lib/base/text/languages/pt';
import { ro } from '#lib/base/text/languages/ro';
import { ru } from '#lib/base/text/languages/ru';
import { sv } from '#lib/base/text/languages/sv';
import { th } from '#lib/base/text/languages/th';
import { tr } from '#lib/base/text/languages/tr';
import { uk } from '#lib/base/text/languages/uk';
import { vi } from '#lib/base/text/languages/vi';
import { zh } from '#lib/base/text/languages/zh';

export const PROFILES: readonly LanguageProfile[] = [
  ...[ar, cs, de, el, es, fa, fr, hebrew, hi, id, it, ja],
  ...[ko, nl, pl, pt, ro, ru, sv, th, tr, uk, vi, zh],
];

const byCode: ReadonlyMap<string, LanguageProfile> = new Map(PROFILES.map((one) => [one.code, one]));

/** For a language without a profile: no word is a stop word. */
const NEUTRAL: LanguageProfile = profile('', 'Latin', '', 'letter');

/** The profile of a language other than English; a neutral one if it has none of its own. */
export const profileOf = (code: string): LanguageProfile => byCode.get(code) ?? NEUTRAL;
