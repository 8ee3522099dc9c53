import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '#e2e/fixtures/runs';
import { type RetainItem, retainItem } from '#lib/memory/retain/contract';
import { type Draft, planDocuments, planItem } from '#lib/memory/retain/plan';
import type { UnitForm } from '#lib/memory/retain/read';
import { jobsOf, limitsOf } from '#lib/memory/retain/reader';
import { mainThreadReading, openReadingThreads, type TextReading } from '#lib/memory/retain/reading';
import { CHUNK_LIMITS } from '#lib/memory/retain/reading/chunk';
import { MAX_TITLE } from '#lib/memory/retain/reading/headers';

const threads = openReadingThreads();
afterAll(() => threads.close());

const never = new AbortController().signal;
const NOW = new Date('2026-05-04T10:00:00Z');

function draftsOf(given: readonly object[]): Draft[] {
  const items = given.map((item): RetainItem => retainItem.parse(item));
  let ids = 0;
  return planDocuments(
    items,
    items.map((item, i) => planItem(item, i, ['shared'], NOW)),
    () => `document-${++ids}`,
  );
}

/** Cuts and reads whole texts. */
async function readAll(reading: TextReading, drafts: readonly Draft[], form: UnitForm, limits = CHUNK_LIMITS) {
  const cuts = await reading.cut(
    drafts.map((draft, i) => ({ draft, continues: i % 2 === 1 })),
    limits,
    never,
  );
  const jobs = drafts.flatMap((draft, i) => jobsOf(draft, cuts[i]!, () => true));
  const progress: number[] = [];
  const reads = await reading.read(jobs, { narrator: 'Ann', form }, never, (done) => progress.push(done));
  expect(progress.at(-1) ?? 0).toBe(jobs.length);
  return { cuts, reads };
}

const repeated = (text: string, times: number): string => Array.from({ length: times }, (_, i) => text.replaceAll('#', `${i}`)).join('\n');

const TEXTS: Record<string, string> = {
  chat: repeated('Ann: I met Clara Chen of Acme # on 3 May 2024.\nBen: Therefore she moved to Lisbon, because rent # is low.', 80),
  dated: repeated('Session # (25 May 2023)\nAnn: Yesterday I bought plant #.\nassistant: I noted that for you, Ann.', 60),
  markdown: repeated(
    '## Part # of the plan\n\nMeet Clara on 3 June.\n\n- milk\n- bread #\n\n| who | when |\n|---|---|\n| Ben | 2024-05-0# |\n',
    60,
  ),
  json: JSON.stringify(
    Array.from({ length: 90 }, (_, i) => ({ role: i % 2 ? 'user' : 'assistant', content: `Line ${i}: I live in Porto.` })),
  ),
  object: JSON.stringify({ notes: Array.from({ length: 90 }, (_, i) => `Note ${i} is about plants.`) }),
  prose: repeated('Dr. Ada Byron wrote note #. It is about engines, and about the 12th of May 1843.', 90),
  unbroken: 'x'.repeat(9_000),
  signs: repeated('漢字。😀 “Ünïcödé” \u200e#', 300),
};

describe('reading in threads', () => {
  it.each(Object.entries(TEXTS))('gives the same chunks and units as in the main thread: %s', async (_, content) => {
    const items = [
      { content, context: 'a test', timestamp: '2024-05-04T12:00:00+02:00', tags: ['b', 'a'], entities: [{ text: 'Acme' }] },
      { content: 'Ben: I sing.', resolve_entities: false, entities: [{ text: 'Acme', type: 'ORG' }] },
      { content: `Again. ${content}`, document_id: 'named', timestamp: 'unset' },
    ];
    for (const form of ['statements', 'chunk'] as const) {
      const expected = await readAll(mainThreadReading, draftsOf(items), form);
      expect(expected.cuts.flatMap(({ chunks }) => chunks).length).toBeGreaterThan(1);
      expect(expected.reads.flatMap(({ units }) => units).length).toBeGreaterThan(0);
      expect(await readAll(threads, draftsOf(items), form)).toEqual(expected);
    }
  });

  it('gives the same result for any text', async () => {
    const line = fc.oneof(
      fc.constantFrom(...Object.values(TEXTS).map((text) => text.slice(0, 900))),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom(
        '',
        '# Heading',
        '> quoted',
        '```',
        '- point',
        'From: a@b.c',
        '00:00:01,000 --> 00:00:02,000',
        '[10:00 AM] Ann',
        '{"a":',
      ),
    );
    const content = fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => `Ann ${lines.join('\n')}`);
    const size = fc.constantFrom(500, 2_400, 16_000);
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 3 }), size, async (contents, chunk) => {
        const items = contents.map((one, i) => ({ content: one, ...(i > 0 && { document_id: `d${i}` }) }));
        const limits = limitsOf(chunk, null);
        const expected = await readAll(mainThreadReading, draftsOf(items), 'statements', limits);
        expect(await readAll(threads, draftsOf(items), 'statements', limits)).toEqual(expected);
      }),
      { numRuns: runs(40) },
    );
  });

  it('shares names between the chunks of a document, and with no other document', async () => {
    const met = 'Clara: I sing.';
    const filler = repeated('Ben: it is raining again and again in the town of number #, as it did.', 80);
    const later = 'Ben: i saw clara.';
    const items = [
      { content: `${met}\n${filler}\n${later}`, document_id: 'with' },
      { content: `${filler}\n${later}`, document_id: 'without' },
    ];
    const expected = await readAll(mainThreadReading, draftsOf(items), 'statements');
    expect(await readAll(threads, draftsOf(items), 'statements')).toEqual(expected);
  });

  it('limits the length of a heading, and applies it to every turn below', async () => {
    const heading = 'h'.repeat(50_000);
    const content = `# ${heading}\n\n${repeated('Paragraph # says something.\n', 4_000)}`;
    const [cut] = await threads.cut(
      draftsOf([{ content }]).map((draft) => ({ draft, continues: false })),
      CHUNK_LIMITS,
      never,
    );
    const turns = cut!.chunks.flatMap((chunk) => chunk.turns);
    expect(turns.filter((turn) => turn.heading === heading.slice(0, MAX_TITLE)).length).toBeGreaterThan(3_000);
  });
});

it('small texts need no thread', async () => {
  const none = openReadingThreads({ file: path.resolve('no-such-file.ts') });
  const { reads } = await readAll(none, draftsOf([{ content: 'Ann: I sing.' }]), 'statements');
  expect(reads[0]!.units).toHaveLength(1);
  await expect(readAll(none, draftsOf([{ content: TEXTS.chat! }]), 'statements')).rejects.toThrow('cannot be started');
});

it.each([mainThreadReading, threads])('a caller that hung up gets nothing read (%#)', async (reading) => {
  const aborted = AbortSignal.abort(new Error('hung up'));
  const jobs = draftsOf([{ content: TEXTS.chat! }]).map((draft) => ({ draft, continues: false }));
  await expect(reading.cut(jobs, CHUNK_LIMITS, aborted)).rejects.toThrow('hung up');
  await expect(reading.read([], { narrator: '', form: 'statements' }, aborted)).rejects.toThrow('hung up');
});

it('stops when the caller hangs up', async () => {
  const caller = new AbortController();
  const drafts = draftsOf([{ content: TEXTS.chat! }]);
  const cuts = await threads.cut(
    drafts.map((draft) => ({ draft, continues: false })),
    CHUNK_LIMITS,
    never,
  );
  const jobs = jobsOf(drafts[0]!, cuts[0]!, () => true);
  const progress: number[] = [];
  const reading = threads.read(jobs, { narrator: '', form: 'statements' }, caller.signal, (done) => {
    progress.push(done);
    caller.abort(new Error('hung up'));
  });
  await expect(reading).rejects.toThrow('hung up');
  expect(progress).toHaveLength(1);
  expect(jobs.length).toBeGreaterThan(3);
});

it('the thread only loads files that the build includes', async () => {
  const { default: config } = (await import(path.resolve('next.config.mjs'))) as {
    default: { outputFileTracingIncludes: Record<string, string[]>; serverExternalPackages: string[] };
  };
  const shipped = new Set(config.outputFileTracingIncludes['/**']);
  const packages = [...shipped].flatMap((files) => /^node_modules\/\{([\w,-]+)\}\/\*\*$/.exec(files)?.[1]?.split(',') ?? []);
  const pending = ['lib/memory/retain/reading-thread.ts'];
  const loaded = new Set(pending);
  for (const file of pending) {
    expect(shipped).toContain(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/^import (?!type)[^;]*? from '([^']+)';$/gms)) {
      if (name!.startsWith('#')) {
        const next = `${name!.slice(1)}.ts`;
        if (!loaded.has(next)) pending.push(next);
        loaded.add(next);
      } else if (!name!.startsWith('node:')) {
        const [pack] = name!.split('/');
        expect([...config.serverExternalPackages, ...packages]).toContain(pack);
      }
    }
  }
});
