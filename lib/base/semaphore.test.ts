import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { KeyedSemaphore, Semaphore } from '#lib/base/semaphore';

describe('a semaphore', () => {
  it('grants permits in the order of the callers', async () => {
    const semaphore = new Semaphore(1);
    const order: number[] = [];
    const release = await semaphore.acquire();
    const rest = [1, 2, 3].map((n) => semaphore.run(async () => order.push(n)));
    expect([semaphore.taken, semaphore.waiting, semaphore.hasRoom]).toEqual([1, 3, false]);
    release();
    release();
    await Promise.all(rest);
    expect(order).toEqual([1, 2, 3]);
    expect([semaphore.taken, semaphore.waiting, semaphore.hasRoom]).toEqual([0, 0, true]);
  });

  it("lets a waiting caller leave by its signal, with the signal's reason", async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    const leaving = new AbortController();
    const left = semaphore.acquire(leaving.signal);
    const next = semaphore.acquire();
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(semaphore.waiting).toBe(1);
    release();
    (await next)();
    await expect(semaphore.acquire(leaving.signal)).rejects.toThrow('gone');
    expect(semaphore.taken).toBe(0);
  });

  it('ignores a signal that aborts after the permit was granted', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    const leaving = new AbortController();
    const granted = semaphore.acquire(leaving.signal);
    release();
    leaving.abort(new Error('gone'));
    (await granted)();
    expect(semaphore.taken).toBe(0);
  });

  it('can refuse everyone who waits', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    const waiting = semaphore.acquire();
    semaphore.refuseAll(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    release();
    (await semaphore.acquire())();
  });

  it('reports that it is idle once per busy period', async () => {
    let idle = 0;
    const semaphore = new Semaphore(2, () => idle++);
    await Promise.all([1, 2, 3].map(() => semaphore.run(async () => undefined)));
    expect(idle).toBe(1);
  });
});

describe('a keyed semaphore', () => {
  it('limits each key separately, also after failures and aborted waits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('succeeds', 'fails', 'leaves')), { maxLength: 40 }),
        async (calls) => {
          const semaphores = new KeyedSemaphore(3);
          const running = { a: 0, b: 0 };
          let most = 0;
          const ended = await Promise.allSettled(
            calls.map(([key, outcome]) => {
              const leaving = new AbortController();
              const run = semaphores.run(
                key,
                async () => {
                  most = Math.max(most, ++running[key]);
                  await Promise.resolve();
                  running[key]--;
                  if (outcome === 'fails') throw new Error('failed');
                },
                leaving.signal,
              );
              if (outcome === 'leaves') leaving.abort(new Error('left'));
              return run;
            }),
          );
          expect(most).toBeLessThanOrEqual(3);
          for (const [i, { status }] of ended.entries()) {
            if (calls[i]![1] === 'succeeds') expect(status).toBe('fulfilled');
            if (calls[i]![1] === 'fails') expect(status).toBe('rejected');
          }
          for (const key of ['a', 'b']) expect(semaphores.of(key).hasRoom).toBe(true);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it('rejects a call whose signal is aborted already', async () => {
    const semaphores = new KeyedSemaphore(1);
    await expect(semaphores.run('a', async () => 1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
