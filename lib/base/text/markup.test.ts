import { describe, expect, it } from 'vitest';
import { withoutMarkup } from '#lib/base/text/markup';

describe('withoutMarkup', () => {
  it.each([
    ['<p class="Lead">Ann lives in Porto.</p>', 'Ann lives in Porto.'],
    ['We use <UserCard onClick={save} /> on the page.', 'We use on the page.'],
    ['Salt&nbsp;&amp; pepper &#8211; both.', 'Salt pepper both.'],
    ['It is {"Theme": "Dark", "FontSize" : 12} now.', 'It is { "Dark", 12} now.'],
    ['I <3 this, a < b and "quoted" words.', 'I <3 this, a < b and "quoted" words.'],
  ])('removes the markup of %j', (text, words) => {
    expect(withoutMarkup(text)).toHaveLength(text.length);
    expect(withoutMarkup(text).replace(/\s+/g, ' ').trim()).toBe(words);
  });
});
