import { expect, it } from 'vitest';
import { BodyShare } from '#lib/api/body-budget';

const MIB = 2 ** 20;
const FREE = 64 * 1024;
const REFUSED = expect.objectContaining({ code: 'unavailable', retryAfterSeconds: expect.any(Number) });

const thrownBy = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
};

it('refuses a body that does not fit beside others, until they are released', () => {
  const total = { bytes: 0 };
  const [one, other] = [new BodyShare(10 * MIB, total), new BodyShare(10 * MIB, total)];
  one.add(8 * MIB);
  expect(thrownBy(() => other.expect(3 * MIB))).toEqual(REFUSED);
  other.add(2 * MIB);
  expect(thrownBy(() => other.add(MIB))).toEqual(REFUSED);
  one.release();
  other.add(MIB);
  other.release();
  expect(total.bytes).toBe(0);
});

it('does not count a declared length', () => {
  const total = { bytes: 0 };
  new BodyShare(10 * MIB, total).expect(9 * MIB);
  expect(total.bytes).toBe(0);
});

it('accepts a single body of any size', () => {
  const total = { bytes: 0 };
  const share = new BodyShare(MIB, total);
  share.expect(10 * MIB);
  for (let i = 0; i < 10; i++) share.add(MIB);
  share.release();
  share.release();
  expect(total.bytes).toBe(0);
});

it('always has room for small bodies', () => {
  const total = { bytes: 0 };
  new BodyShare(MIB, total).add(2 * MIB);
  const small = new BodyShare(MIB, total);
  small.expect(FREE);
  for (let i = 0; i < FREE; i += 1024) small.add(1024);
  expect(thrownBy(() => small.add(1))).toEqual(REFUSED);
});
