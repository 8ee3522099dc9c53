import { describe, expect, it } from 'vitest';
import { compatibleForm } from '#lib/base/text/compatible-form';

describe('compatibleForm', () => {
  it('replaces ligatures and full-width letters', () => {
    expect(compatibleForm('ﬁle Ａ１ ﷺ')).toBe('file A1 صلى الله عليه وسلم');
  });

  it.each(['ﷺ', 'ﷻ', '㍿', '㌀', '⑴', '\u0958'])('bounds the length of a text of %j', (character) => {
    const text = character.repeat(20_000);
    expect(compatibleForm(text).length).toBeLessThanOrEqual(2 * text.length + 10_000);
  });

  it('composes a text that would grow too much', () => {
    expect(compatibleForm(`e\u0301${'ﷺ'.repeat(20_000)}`)).toBe(`é${'ﷺ'.repeat(20_000)}`);
  });
});
