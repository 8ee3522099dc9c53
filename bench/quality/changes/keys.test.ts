import { describe, expect, it } from 'vitest';
import { ADJUSTED } from '#bench/quality/changes/adjusted';
import { ADJUSTED_FORMS } from '#bench/quality/changes/adjusted-forms';
import { HELD_OUT } from '#bench/quality/changes/held-out';
import { HELD_OUT_FORMS } from '#bench/quality/changes/held-out-forms';
import { keysOf } from '#lib/memory/validity/rules/keys';
import { changeReason, type ReadableMemory } from '#lib/memory/validity/rules/replaces';

const memoryOf = (text: string): ReadableMemory => ({ text, speaker: /^(\p{Lu}\p{L}+): /u.exec(text)?.[1] ?? null });
const TEXTS = [...ADJUSTED, ...HELD_OUT, ...HELD_OUT_FORMS].flatMap(({ wordings }) => wordings.flat());

describe('the keys of memories', () => {
  it('connect every two memories of which one ends the other', () => {
    const memories = [...new Set(TEXTS)].map(memoryOf);
    const keys = new Map(memories.map((memory) => [memory, keysOf(memory)]));
    const unconnected: string[] = [];
    for (const later of memories)
      for (const earlier of memories) {
        if (changeReason(later, earlier) === null) continue;
        const states = new Set(keys.get(earlier)?.states);
        if (!keys.get(later)?.ends.some((key) => states.has(key))) unconnected.push(`${earlier.text} | ${later.text}`);
      }
    expect(unconnected).toEqual([]);
  });

  it('connect the two memories of each form of a change', () => {
    const unconnected = ADJUSTED_FORMS.flatMap(({ wordings }) => wordings).filter(([before, after]) => {
      const states = new Set(keysOf(memoryOf(before)).states);
      return changeReason(memoryOf(after), memoryOf(before)) !== null && !keysOf(memoryOf(after)).ends.some((key) => states.has(key));
    });
    expect(unconnected).toEqual([]);
  });

  it('are few for a plain event, and none for another language', () => {
    expect(keysOf(memoryOf('Ana: We watched a film about whales with Ben.')).states).toEqual([]);
    expect(keysOf(memoryOf('Ana: Ich wohne jetzt nicht mehr in Berlin, sondern in Hamburg.'))).toEqual({ states: [], ends: [] });
  });
});
