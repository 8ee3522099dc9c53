import { expect, test } from 'vitest';
import { toastOptions } from '#components/ui/toast';

test('a toast about an operation replaces the one before, with nothing left of it', () => {
  const queued = toastOptions('Queued', { about: 'op-1', detail: 'Runs now', action: { label: 'Open', onClick: () => undefined } });
  const done = toastOptions('Done', { about: 'op-1' });
  expect(done).toMatchObject({ id: queued.id, duration: 6000, closeButton: false });
  expect(done).toHaveProperty('description', undefined);
  expect(done).toHaveProperty('action', undefined);
});

test('equal toasts are shown once, but not those with an action each', () => {
  expect(toastOptions('Saved', {}).id).toBe(toastOptions('Saved', {}).id);
  expect(toastOptions('Removed', { action: { label: 'Undo', onClick: () => undefined } })).not.toHaveProperty('id');
});
