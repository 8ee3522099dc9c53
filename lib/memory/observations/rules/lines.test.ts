import { describe, expect, it } from 'vitest';
import { inOneLine } from '#lib/memory/observations/rules/lines';

describe('an observation in one line', () => {
  it.each([
    ['Ana: I paint.', 'Ana: I paint.'],
    ['Ana: I paint. (2026-01-02)', 'Ana: I paint. (2026-01-02)'],
    ['Ana: I paint. (2026-01-02)\nI sing. (2026-01-01)', 'Ana: I paint. (2026-01-02) I sing. (2026-01-01)'],
    ['Ana: I paint. (2026-01-02)\nI sing. (2026-01-02)', 'Ana: I paint. I sing.'],
    ['Ana: I paint.\nI sing. (2026-01-02)', 'Ana: I paint. I sing. (2026-01-02)'],
    [
      'I live in Rome. (2026-01-03)\nEarlier (2026-01-02): I live in Oslo.\nEarlier (2026-01-01): I live in Porto.',
      'I live in Rome. Earlier (2026-01-02): I live in Oslo. Earlier (2026-01-01): I live in Porto.',
    ],
    ['I live in Rome. Earlier (2026-01-02): I live in Oslo.', 'I live in Rome. Earlier (2026-01-02): I live in Oslo.'],
  ])('%j', (text, expected) => expect(inOneLine(text)).toBe(expected));
});
