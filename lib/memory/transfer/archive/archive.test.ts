import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BlobReader, TextWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGate } from '#e2e/fixtures/runs';
import { ServiceError } from '#lib/base/errors';
import { type NewMember, zipOf } from '#lib/base/zip/zip-writer';
import { readDocument } from '#lib/memory/transfer/archive/document-member';
import { ARCHIVE_LIMITS, type ArchiveLimits, memberCheck } from '#lib/memory/transfer/archive/limits';
import { readManifest } from '#lib/memory/transfer/archive/manifest';
import { documentJson, jsonList } from '#lib/memory/transfer/archive/records';
import { ArchiveReader, type ByteSource } from '#lib/memory/transfer/archive/zip-reader';

/** More than the 65,535 that the classic format can count. */
const MANY = isGate ? 5000 : 66_000;

const DATE = new Date('2026-11-28T12:00:00Z');

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const part of parts) pieces.push(part);
  return Buffer.concat(pieces);
}

const zipped = (...members: NewMember[]): Promise<Buffer> => bytesOf(zipOf(each(members), DATE));
const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
});
const opened = (bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<ArchiveReader> =>
  ArchiveReader.open(sourceOf(bytes), { ...ARCHIVE_LIMITS, ...limits });

/** All members with their texts. */
async function contentOf(bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<[string, string][]> {
  const archive = await opened(bytes, limits);
  const found: [string, string][] = [];
  for await (const member of archive.members()) found.push([member.name, await archive.text(member)]);
  return found;
}

async function documentIn(bytes: Uint8Array, name: string, limits: Partial<ArchiveLimits> = {}) {
  const archive = await opened(bytes, limits);
  return readDocument(archive, (await archive.find(name))!);
}

async function contentOfList(text: string): Promise<string[]> {
  const archive = await opened(await zipped({ name: 'a', parts: [text] }));
  const items: string[] = [];
  for await (const item of archive.items((await archive.find('a'))!)) items.push(item);
  return items;
}

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => {
      expect(error).toBeInstanceOf(ServiceError);
      expect((error as ServiceError).code).toBe('bad_request');
      return (error as ServiceError).message;
    },
  );

const text = fc.string({ unit: 'grapheme', maxLength: 300 });

describe('an archive', () => {
  it('returns the members that were written, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 12 }), async (members) => {
        const named = members.map((parts, i): NewMember => ({ name: `documents/${i}.json`, parts }));
        expect(await contentOf(await zipped(...named))).toEqual(named.map(({ name }, i) => [name, members[i]!.join('')]));
      }),
      { numRuns: 40 },
    );
  });

  it('returns the lines of a member, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((line) => !line.includes('\n'))), async (lines) => {
        const archive = await opened(await zipped({ name: 'a', parts: lines.map((line) => `${line}\n`) }));
        const found: string[] = [];
        for await (const line of archive.lines((await archive.find('a'))!)) found.push(line);
        expect(found).toEqual(lines);
      }),
      { numRuns: 40 },
    );
  });

  it('writes lists and documents that are read again', async () => {
    const document = { id: 'a', original_text: 'Ana keeps bees.', facts: [{ text: 'Ana keeps bees.', fact_type: 'world', tags: ['x'] }] };
    const bytes = await zipped(
      { name: 'list', parts: jsonList(each([1, 'a', { b: null }])) },
      { name: 'none', parts: jsonList(each([])) },
      { name: 'one', parts: documentJson(document) },
    );
    const [[, list], [, none]] = (await contentOf(bytes)) as [[string, string], [string, string]];
    expect(JSON.parse(list)).toEqual([1, 'a', { b: null }]);
    expect(JSON.parse(none)).toEqual([]);
    expect(await documentIn(bytes, 'one')).toEqual({ ...document, chunks: [] });
  });

  it('reads a document that is too long to read as a whole', async () => {
    const document = {
      ...{ id: 'a', original_text: 'Ana "keeps" bees.\\\n'.repeat(30_000), retain_params: { metadata: { a: [1, { b: ']' }] } } },
      ...{ created_at: null, tags: [] },
      chunks: Array.from({ length: 50 }, (_, i) => ({ chunk_index: i, chunk_text: '[{",' })),
      facts: Array.from({ length: 5000 }, (_, i) => ({
        ...{ text: `Ana has ${i} bees, "{[\\`, fact_type: 'world', metadata: { [randomBytes(100).toString('hex')]: null } },
        ...{ causal_relations: i === 0 ? [] : [{ relation_type: 'caused_by', target_fact_index: i - 1 }] },
      })),
    };
    const limits = { pieceBytes: 2 ** 20 };
    const { tags: _, ...read } = document;
    for (const parts of [
      [...documentJson(document)],
      [JSON.stringify(document, null, 2)],
      [JSON.stringify(Object.fromEntries(Object.entries(document).toReversed()))],
    ]) {
      const bytes = await zipped({ name: 'a', parts });
      expect(bytes.length).toBeGreaterThan(limits.pieceBytes / 2);
      expect(await documentIn(bytes, 'a', limits)).toEqual(read);
    }
    const bytes = await zipped({ name: 'a', parts: documentJson(document) });
    expect(await faultOf(documentIn(bytes, 'a', { documentBytes: 2 ** 20 }))).toContain('more than 1048576 bytes');
    expect(await faultOf(documentIn(bytes, 'a', { documentElements: 5000 }))).toContain('more than 5000 elements');
    const wrong = { ...document, facts: [...document.facts, { text: 7 }] };
    expect(await faultOf(documentIn(await zipped({ name: 'a', parts: [JSON.stringify(wrong)] }), 'a'))).toContain('facts.5000.text');
  });

  it('returns the items of a list, however the bytes are cut', async () => {
    const items = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 9 }), async (list, size) => {
        const text = JSON.stringify(list, null, size % 3);
        const archive = await opened(await zipped({ name: 'a', parts: text.match(new RegExp(`[^]{1,${size}}`, 'gu'))! }));
        const found: unknown[] = [];
        for await (const item of archive.items((await archive.find('a'))!)) found.push(JSON.parse(item));
        expect(found).toEqual(JSON.parse(text));
      }),
      { numRuns: 40 },
    );
    for (const broken of ['', '{}', '{"a":[1]}', '[1', '1', '["a]'])
      expect([broken, await faultOf(contentOfList(broken))]).toEqual([broken, expect.stringContaining('is no list')]);
  });

  it('throws the error of a member, and ends the members when the caller stops', async () => {
    const broken = async function* (length: number): AsyncGenerator<string> {
      yield 'x'.repeat(length);
      throw new Error('the source failed');
    };
    await expect(zipped({ name: 'a', parts: broken(1) })).rejects.toThrow('the source failed');
    await expect(zipped({ name: 'a', parts: broken(100_000) })).rejects.toThrow('the source failed');
    let isEnded = false;
    const endless = async function* (): AsyncGenerator<NewMember> {
      try {
        for (let i = 0; ; i++) yield { name: `${i}`, parts: ['x'.repeat(1000)] };
      } finally {
        isEnded = true;
      }
    };
    for await (const part of zipOf(endless(), DATE)) if (part.length > 0) break;
    expect(isEnded).toBe(true);
    isEnded = false;
    const endlessMember = async function* (): AsyncGenerator<string> {
      try {
        for (let i = 0; ; i++) yield `${Math.sin(i)}`.repeat(1000);
      } finally {
        isEnded = true;
      }
    };
    for await (const part of zipOf(each([{ name: 'a', parts: endlessMember() }]), DATE)) if (part.length > 0) break;
    await expect.poll(() => isEnded).toBe(true);
  });

  it('needs little memory for each member, and ZIP64 for many', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const heap = (): number => {
      gc();
      return process.memoryUsage().heapUsed;
    };
    let bytes = 0;
    const many = async function* (): AsyncGenerator<NewMember> {
      const before = heap();
      for (let i = 0; i < MANY; i++) yield { name: `documents/${i}.json`, parts: ['{}'] };
      bytes = heap() - before;
    };
    const archive = await opened(await bytesOf(zipOf(many(), DATE)));
    expect(bytes / MANY).toBeLessThan(1500);
    let found = 0;
    for await (const { name } of archive.members()) expect(name).toBe(`documents/${found++}.json`);
    expect(found).toBe(MANY);
  });

  it('is not in memory after it was written', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as () => void;
    const page = Array.from({ length: 20_000 }, (_, i) => Math.sin(i)).join('');
    const written: WeakRef<ArrayBufferLike>[] = [];
    let reachable = 0;
    const parts = async function* (): AsyncGenerator<string> {
      for (let i = 0; i < 100; i++) yield page;
      // What a weak reference returned in this turn of the event loop stays until its end.
      await setImmediate();
      gc();
      reachable = written.filter((part) => part.deref() !== undefined).length;
    };
    for await (const part of zipOf(each([{ name: 'a', parts: parts() }]), DATE)) written.push(new WeakRef(part.buffer));
    expect(written.length).toBeGreaterThan(150);
    // The last part may be referred to by the loop that reads it.
    expect(reachable).toBeLessThan(5);
  });

  it('is read by another program', async () => {
    const long = Array.from({ length: 20_000 }, (_, i) => `Zoë ${Math.sin(i)}\n`);
    const members: NewMember[] = [
      { name: 'empty', parts: [] },
      { name: 'documents/0.json', parts: ['{"a":', '1}'] },
      { name: 'rows/Zoë.jsonl', parts: long },
      { name: 'last', parts: each(['x']) },
    ];
    const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(await zipped(...members))])), { useWebWorkers: false });
    const found = await Promise.all(
      (await reader.getEntries()).map(async (entry) => {
        if (entry.directory) throw new Error(`${entry.filename} is a directory`);
        return [entry.filename, await entry.getData(new TextWriter(), { checkSignature: true }), entry.lastModDate];
      }),
    );
    expect(found).toEqual([
      ['empty', '', DATE],
      ['documents/0.json', '{"a":1}', DATE],
      ['rows/Zoë.jsonl', long.join(''), DATE],
      ['last', 'x', DATE],
    ]);
  });

  it('is read once, however many members it has', async () => {
    const names = Array.from({ length: 5000 }, (_, i) => `documents/${i}.json`);
    const bytes = await zipped(...names.map((name) => ({ name, parts: [name] })));
    let read = 0;
    const source: ByteSource = {
      size: bytes.length,
      read: async (start, length) => {
        const part = bytes.subarray(start, start + length);
        read += part.length;
        return part;
      },
    };
    const archive = await ArchiveReader.open(source);
    for await (const member of archive.members()) expect(await archive.text(member)).toBe(member.name);
    // The directory is read when the archive is opened, and with the members.
    expect(read).toBeLessThan(2 * bytes.length);
  });

  it('throws a failure of its source as it is', async () => {
    const bytes = await zipped({ name: 'a', parts: ['x'] });
    const source: ByteSource = { size: bytes.length, read: () => Promise.reject(new Error('no connection')) };
    await expect(ArchiveReader.open(source)).rejects.toThrow('no connection');
  });
});

describe('a manifest', () => {
  const manifestOf = async (content: string): Promise<unknown> =>
    readManifest(await opened(await zipped({ name: 'manifest.json', parts: [content] })));
  it('is read with its defaults', async () => {
    const least = { schema_version: 1, source_bank_id: 'b', exported_at: '2026-11-28T12:00:00Z', more: 1 };
    expect(await manifestOf(JSON.stringify(least))).toEqual({
      schema_version: 1,
      source_bank_id: 'b',
      exported_at: '2026-11-28T12:00:00Z',
      archive_type: 'documents',
      counts: {},
      scope: {},
    });
  });
  it.each([
    ['{}', 'schema_version'],
    ['{"schema_version":2,"source_bank_id":"b","exported_at":""}', 'schema_version'],
    ['{', 'no JSON'],
    ['[]', 'manifest.json'],
  ])('%s is refused', async (content, why) => expect(await faultOf(manifestOf(content))).toContain(why));
  it('is required', async () => expect(await faultOf(opened(await zipped()).then(readManifest))).toContain('it has no manifest.json'));
});

/** The place of the checksum in a record of the directory. */
const SUM = 16;

/** An archive that another program wrote, with any options. */
async function foreign(write: (zip: ZipWriter<unknown>) => Promise<unknown>, options: object = {}): Promise<Buffer> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { useWebWorkers: false, ...options });
  const written = write(zip).then(() => zip.close());
  const [bytes] = await Promise.all([bytesOf(readable), written]);
  return bytes;
}
const stream = (content: string): ReadableStream => new Blob([content]).stream();

it('an archive of a bank of millions of documents passes the limits', () => {
  const check = memberCheck(2 ** 32, ARCHIVE_LIMITS);
  for (let i = 0; i < 5_000_000; i++) check({ isEncrypted: false, compressed: 400, uncompressed: 1200 });
});

describe('a hostile archive', () => {
  it.each([
    ['of a bomb', { ratio: 20, ratioFrom: 1000 }, 'more than 20 times'],
    ['of too many members', { members: 1 }, 'more than 1 members'],
    ['of too much content', { bytes: 50_000 }, 'more than 50000 bytes'],
    ['of a large member', { pieceBytes: 50_000 }, 'more than 50000 bytes'],
  ])('%s is refused', async (_, limits, why) => {
    const bytes = await zipped({ name: 'a', parts: ['0'.repeat(100_000)] }, { name: 'b', parts: ['x'] });
    expect(await faultOf(contentOf(bytes, limits))).toContain(why);
  });

  it('with a long line is refused', async () => {
    const archive = await opened(await zipped({ name: 'a', parts: ['0'.repeat(100_000)] }), { pieceBytes: 1000 });
    const member = (await archive.find('a'))!;
    const first = archive.lines(member).next();
    expect(await faultOf(first)).toContain('a line has more than 1000 bytes');
  });

  it('that is encrypted is refused', async () => {
    const bytes = await foreign((zip) => zip.add('a', stream('secret')), { password: 'p', zipCrypto: true });
    expect(await faultOf(contentOf(bytes))).toContain('encrypted');
  });

  it('whose names lead out of a folder is refused', async () => {
    const bytes = await zipped({ name: 'aa/etc', parts: ['x'] });
    const renamed = Buffer.from(bytes.toString('latin1').replaceAll('aa/etc', '../etc'), 'latin1');
    expect(await faultOf(contentOf(renamed))).toContain('damaged');
  });

  it('with two members of one name is refused', async () => {
    const bytes = await zipped({ name: 'manifest.jsom', parts: ['{}'] }, { name: 'manifest.json', parts: ['{}'] });
    const renamed = Buffer.from(bytes.toString('latin1').replaceAll('manifest.jsom', 'manifest.json'), 'latin1');
    expect(await faultOf(opened(renamed).then(readManifest))).not.toBe('none');
  });

  it('whose content differs from its directory is refused', async () => {
    const bytes = await zipped({ name: 'a', parts: ['x'] });
    bytes[bytes.indexOf('PK\x01\x02') + SUM]! ^= 1;
    expect(await faultOf(contentOf(bytes))).toContain('not what its directory declares');
  });

  it('that is not UTF-8 is refused', async () => {
    const bytes = await foreign((zip) => zip.add('a', new Blob([Buffer.from([0xff, 0xfe])]).stream()));
    expect(await faultOf(contentOf(bytes))).toContain('UTF-8');
  });

  it('that is cut or changed anywhere is refused or read, but never fails otherwise', async () => {
    const bytes = await zipped({ name: 'manifest.json', parts: ['{"a":1}'] }, { name: 'documents/000000.json', parts: ['x'.repeat(400)] });
    const place = fc.nat(bytes.length - 1);
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, value, isCut) => {
        const changed = isCut ? bytes.subarray(0, at) : Buffer.from(bytes);
        if (!isCut) changed[at] = changed[at]! ^ value;
        const why = await faultOf(contentOf(changed));
        if (isCut) expect(why).not.toBe('none');
      }),
      { numRuns: 150 },
    );
  });
});
