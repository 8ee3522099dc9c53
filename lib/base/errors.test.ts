import { expect, it, vi } from 'vitest';
import { ServiceError, ValidationFailure } from '#lib/base/errors';

it('errors of another instance of this module are recognized, and their kinds are distinguished', async () => {
  vi.resetModules();
  const other = await import('#lib/base/errors');
  const foreign = new other.ServiceError('unavailable', 'gone');
  expect(other.ServiceError).not.toBe(ServiceError);
  expect(foreign).toBeInstanceOf(ServiceError);
  expect(foreign).not.toBeInstanceOf(ValidationFailure);
  expect(new other.ValidationFailure([])).toBeInstanceOf(ValidationFailure);
  expect(new Error('plain')).not.toBeInstanceOf(ServiceError);
  expect(null).not.toBeInstanceOf(ServiceError);
});
