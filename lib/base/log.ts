import pino from 'pino';
import { strikeKeys } from '#lib/base/redact';

const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi;

/** The one place where secrets are struck out: keys, passwords in connection addresses. */
export const redact = (text: string): string => strikeKeys(text).replace(URL_PASSWORD, '$1…@');

export type Log = pino.Logger;

/** Lines of JSON on standard error, so that what the terminal is told (standard output) stays apart. Memory text is never logged. */
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
