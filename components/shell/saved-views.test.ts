import { expect, it } from 'vitest';
import { parseViews, viewOf, withoutView, withView } from '#components/shell/saved-views';

it('a view is the filter and order of the URL, without what is open', () => {
  const params = new URLSearchParams('sort=id&q=a+b&offset=50&memory=7&add=true');
  expect(viewOf(params, ['memory'])).toBe('q=a+b&sort=id');
  expect(params.get('offset')).toBe('50');
});

it('views are in the order of their names, each name once', () => {
  const views = withView(withView([{ name: 'b', search: '' }], { name: 'a', search: 'q=1' }), { name: 'b', search: 'q=2' });
  expect(views).toEqual([
    { name: 'a', search: 'q=1' },
    { name: 'b', search: 'q=2' },
  ]);
  expect(withoutView(views, 'a')).toEqual([{ name: 'b', search: 'q=2' }]);
});

it('only views are read from storage', () => {
  expect(parseViews('[{"name":"a","search":""},{"name":1},null]')).toEqual([{ name: 'a', search: '' }]);
  expect(parseViews('{')).toEqual([]);
  expect(parseViews('{}')).toEqual([]);
});
