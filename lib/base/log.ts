import pino from 'pino';
import { strikeKeys } from '#lib/base/redact';

const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi;

/** Redacts secrets: keys, passwords in connection URLs. This is the only place that does. */
export const redact = (text: string): string => strikeKeys(text).replace(URL_PASSWORD, '$1…@');

export type Log = pino.Logger;

/**
 * Writes lines of JSON to standard error, so that they stay separate from terminal output (standard
 * output). Memory text is never logged.
 */
export const createLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['authorization', 'cookie', '*.authorization', '*.cookie', 'headers'],
    },
    { write: (line: string) => void process.stderr.write(redact(line)) },
  );
