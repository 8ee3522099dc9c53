import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import 'cronstrue/locales/de.min.js';
import 'cronstrue/locales/es.min.js';
import 'cronstrue/locales/fr.min.js';
import 'cronstrue/locales/pt_BR.min.js';
import 'cronstrue/locales/zh_CN.min.js';
import { isCron } from '#lib/base/cron';
import { type PageLocale, pageLocale } from '#lib/base/locales';

/** The limit of `cronText`. */
const MAX_CRON = 128;

/**
 * "Every fifth hour" restarts each day. Steps that do not divide their hour or day are replaced by
 * their times.
 */
function withoutUnevenSteps(expression: string): string {
  const named = (field: string, size: number): string => {
    const step = Number(/^\*\/(\d+)$/.exec(field)?.[1] ?? 1);
    if (step < 1 || step >= size || size % step === 0) return field;
    return Array.from({ length: Math.ceil(size / step) }, (_, n) => n * step).join(',');
  };
  const [minute = '', hour = '', ...rest] = expression.trim().split(/\s+/);
  return [named(minute, 60), named(hour, 24), ...rest].join(' ');
}

/** The library's names of our languages. Its Japanese is no sentence. */
const CRON_LOCALES: Partial<Record<PageLocale, string>> = { de: 'de', es: 'es', fr: 'fr', pt: 'pt_BR', zh: 'zh_CN' };

/**
 * Formats a cron expression in words of the page's language, in UTC. Returns invalid expressions
 * unchanged, and all of them in Japanese.
 */
export function cronWords(expression: string): string {
  if (pageLocale() === 'ja') return expression;
  try {
    return cronstrue.toString(withoutUnevenSteps(expression), {
      locale: CRON_LOCALES[pageLocale()] ?? 'en',
      use24HourTimeFormat: true,
      verbose: false,
    });
  } catch {
    return expression;
  }
}

/**
 * The next times of a cron expression. Empty if the server would reject it or if it never matches.
 */
export function timetableOf(expression: string, now: Date, times = 3): readonly Date[] {
  const text = expression.trim();
  if (text.length > MAX_CRON || !isCron(text)) return [];
  return new Cron(text, { mode: '5-part', timezone: 'UTC' }).nextRuns(times, now);
}
