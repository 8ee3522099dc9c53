import { ADJUSTED } from '#bench/quality/changes/adjusted';
import { ADJUSTED_FORMS } from '#bench/quality/changes/adjusted-forms';
import { HELD_OUT } from '#bench/quality/changes/held-out';
import { HELD_OUT_FORMS } from '#bench/quality/changes/held-out-forms';
import type { ChangePair } from '#bench/quality/changes/pair';
import { changeReason, type ReadableMemory } from '#lib/memory/validity/rules/replaces';

/**
 * Whether the rules see which later memory ends an earlier one: `npm run bench changes`. Precision
 * is the share of found changes that are changes. Recall is the share of changes that are found.
 * `--failures` lists the wrong ones of the pairs that the rules were written with.
 */

const SPEAKER = /^(\p{Lu}\p{L}+): /u;
const memoryOf = (text: string): ReadableMemory => ({ text, speaker: SPEAKER.exec(text)?.[1] ?? null });

interface Figures {
  found: number;
  missed: number;
  wrong: number;
  silent: number;
  readonly failures: string[];
}

function measure(pairs: readonly ChangePair[]): Figures {
  const figures: Figures = { found: 0, missed: 0, wrong: 0, silent: 0, failures: [] };
  for (const { attribute, changes, wordings } of pairs)
    for (const [before, after] of wordings) {
      const reason = changeReason(memoryOf(after), memoryOf(before));
      if (changes) figures[reason ? 'found' : 'missed']++;
      else figures[reason ? 'wrong' : 'silent']++;
      if (changes !== (reason !== null)) figures.failures.push(`${attribute}: ${before} | ${after} -> ${reason ?? 'nothing'}`);
    }
  return figures;
}

const percent = (part: number, all: number): string => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`);
const line = (name: string, { found, missed, wrong, silent }: Omit<Figures, 'failures'>): string =>
  `| ${[name, found + missed, wrong + silent, percent(found, found + wrong), percent(found, found + missed)].join(' | ')} |`;

const adjusted = measure([...ADJUSTED, ...ADJUSTED_FORMS]);
console.log('| pairs | changes | no changes | precision | recall |');
console.log('| :-- | --: | --: | --: | --: |');
console.log(line('that the rules were written with', adjusted));
if (!process.argv.includes('--adjusted')) {
  const heldOut = measure(HELD_OUT);
  console.log(line('held out, by attribute', heldOut));
  const forms = measure(HELD_OUT_FORMS);
  console.log(line('held out, by form', forms));
  const sum = (key: 'found' | 'missed' | 'wrong' | 'silent'): number => adjusted[key] + heldOut[key] + forms[key];
  console.log(line('all', { found: sum('found'), missed: sum('missed'), wrong: sum('wrong'), silent: sum('silent') }));
}
if (process.argv.includes('--failures')) for (const failure of adjusted.failures) console.log(`- ${failure}`);
