import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type ReadMemory, readOf } from '#components/ui/use-read';

const FAILURE = new Error('unavailable');

/** A list whose query depends on a filter; each answer is given by hand. */
function listOf() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  let answer: { resolve: (rows: string) => void; reject: (error: Error) => void } | null = null;
  const optionsOf = (filter: string) => ({
    queryKey: ['list', filter],
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        answer = { resolve, reject };
      }),
    placeholderData: keepPreviousData<string>,
  });
  const observer = new QueryObserver<string, Error, string, string, string[]>(client, optionsOf('a'));
  observer.subscribe(() => undefined);
  const earlier: ReadMemory = { at: 0, error: null };
  const shown = () => {
    const { data, error, cachedFrom, isPlaceholderData } = readOf(observer.getCurrentResult(), earlier);
    return { data, error, isOfOther: isPlaceholderData, isDated: cachedFrom !== null };
  };
  const settled = async (settle: (to: NonNullable<typeof answer>) => void) => {
    settle(answer!);
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    return shown();
  };
  return {
    shown,
    answered: (rows: string) => settled(({ resolve }) => resolve(rows)),
    failed: () => settled(({ reject }) => reject(FAILURE)),
    filter: (filter: string) => {
      observer.setOptions(optionsOf(filter));
      return shown();
    },
    reload: () => {
      void observer.refetch();
      return shown();
    },
  };
}

test('shows rows of the former filter while the new one loads, and never after it failed', async () => {
  const list = listOf();
  expect(list.shown()).toEqual({ data: undefined, error: null, isOfOther: false, isDated: false });
  expect(await list.answered('rows of a')).toEqual({ data: 'rows of a', error: null, isOfOther: false, isDated: true });
  expect(list.filter('b')).toEqual({ data: 'rows of a', error: null, isOfOther: true, isDated: true });
  const refused = { data: undefined, error: FAILURE, isOfOther: false, isDated: false };
  expect(await list.failed()).toEqual(refused);
  expect(list.reload()).toEqual(refused);
  expect(await list.failed()).toEqual(refused);
  list.reload();
  expect(await list.answered('rows of b')).toEqual({ data: 'rows of b', error: null, isOfOther: false, isDated: true });
});

test('keeps the rows of the shown filter below the error if a reload fails', async () => {
  const list = listOf();
  await list.answered('rows of a');
  list.reload();
  expect(await list.failed()).toEqual({ data: 'rows of a', error: FAILURE, isOfOther: false, isDated: true });
});
