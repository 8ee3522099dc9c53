import { expect, it } from 'vitest';
import { ownTurn } from '#lib/memory/recall/retrieval/cached/own-turn';

it('gives each caller a turn of the event loop that no other one has', async () => {
  let [turn, isOver] = [0, false];
  const count = (): void => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all(Array.from({ length: 4 }, () => ownTurn().then(() => turn)));
  isOver = true;
  expect(new Set(turns).size).toBe(4);
});
