/** Deterministic random numbers: the same data must produce the same picture. */

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** mulberry32. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Replaces Math.random while a library runs. Use it only in our own worker. */
export function withChance<T>(seed: number, run: () => T): T {
  const usual = Math.random;
  Math.random = chanceOf(seed);
  try {
    return run();
  } finally {
    Math.random = usual;
  }
}

/** The initial position of a node, from a hash of its id. */
export const seedOf = (id: string, reach: number): readonly [number, number] => {
  const chance = chanceOf(hashOf(id));
  const angle = chance() * 2 * Math.PI;
  const radius = Math.sqrt(chance()) * reach;
  return [Math.cos(angle) * radius, Math.sin(angle) * radius];
};
