import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, formOf } from '#lib/api/multipart';

/** The bytes in pieces of these lengths, in turn. */
async function* inPieces(bytes: Buffer, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length]!;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function readForm(bytes: Buffer, lengths: readonly number[], maxBytes = 1e6) {
  const { file, fields } = formOf(inPieces(bytes, lengths), { boundary: 'xyz', name: 'file', maxBytes });
  const parts: Uint8Array[] = [];
  for await (const part of file) parts.push(part);
  return { file: Buffer.concat(parts).toString(), fields: Object.fromEntries(fields) };
}

const field = (name: string, content: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`--xyz\r\nContent-Disposition: form-data; name="${name}"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const form = (...fields: Buffer[]): Buffer => Buffer.concat([...fields, Buffer.from('--xyz--\r\n')]);

describe('formOf', () => {
  it('returns the file and the fields beside it, however the body is cut', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });
    // Content that resembles a boundary.
    const content = fc
      .array(fc.constantFrom('\r', '\n', '-', '--xyz', 'x', 'z', '\r\n--xy', '\u0000'))
      .map((parts) => `${parts.join('')}.`);
    await fc.assert(
      fc.asyncProperty(lengths, content, content, async (cuts, before, file) => {
        fc.pre(!`\r\n${file}`.includes('\r\n--xyz') && !`\r\n${before}`.includes('\r\n--xyz'));
        const whole = form(field('mode', before), field('file', file), field('more', 'x'), field('long', 'x'.repeat(5000)));
        expect(await readForm(whole, cuts)).toEqual({ file, fields: { mode: before, more: 'x' } });
      }),
    );
  });

  it.each([
    ['a word', 'form-data; name=file; filename=a.zip'],
    ['words, and the name in a character set', "form-data; name=file; filename=bank.zip; filename*=utf-8''bank%20of%20Ann.zip"],
    ['a word with blanks around it', 'form-data ; filename=my bank.zip; Name = file ; size=1'],
    ['after a name in quotes that looks like one', 'form-data; filename="; name=other"; name="file"'],
    ['after escaped quotes', String.raw`form-data; filename="a\\\"; name=\"other\".zip"; name="file"`],
    ['after a backslash that escapes nothing', String.raw`form-data; filename="C:\bank\"; name="file"`],
    ['after quotes within a word', 'form-data; filename=a"b; name=file'],
    ['after parameters without a value', 'form-data;; preview; filename=; name=file;'],
    ['on a line that continues', 'form-data;\r\n\tname="file";\r\n filename="a.zip"'],
  ])('finds the name of the file as %s', async (_, disposition) => {
    const part = (value: string, content: string) =>
      Buffer.from(`--xyz\r\nContent-Type: text/plain; name=no\r\ncontent-disposition: ${value}\r\n\r\n${content}\r\n`);
    const whole = form(part(disposition.replace(/file(?!name|\*)/, 'mode'), 'merge'), part(disposition, 'x'), part('form-data', 'no name'));
    expect(await readForm(whole, [7])).toEqual({ file: 'x', fields: { mode: 'merge' } });
  });

  it('reads a name with escaped quotes', async () => {
    const whole = form(field(String.raw`a \"b\" \\`, 'escaped'), field('file', 'x'));
    expect(await readForm(whole, [7])).toEqual({ file: 'x', fields: { 'a "b" \\': 'escaped' } });
  });

  it('refuses a form without the file, a cut one, a large file and an endless header', async () => {
    await expect(readForm(form(field('other', 'x')), [7])).rejects.toMatchObject({ issues: [{ loc: ['body', 'file'] }] });
    await expect(readForm(field('file', 'x').subarray(0, -5), [7])).rejects.toMatchObject({ code: 'bad_request' });
    await expect(readForm(form(field('file', 'x'.repeat(100))), [7], 99)).rejects.toMatchObject({ code: 'too_large' });
    await expect(readForm(Buffer.from(`--xyz\r\n${'x'.repeat(20_000)}`), [1000])).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('boundaryOf', () => {
  it.each([
    ['multipart/form-data; boundary=xyz', 'xyz'],
    ['Multipart/Form-Data; charset=utf-8; boundary="x y"', 'x y'],
    ['multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
  ])('%s', (type, boundary) => expect(boundaryOf(type)).toBe(boundary));
  it.each([null, 'application/json', 'multipart/form-data', 'multipart/mixed; boundary=x'])('refuses %s', (type) =>
    expect(() => boundaryOf(type)).toThrow('multipart/form-data'),
  );
});
