import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

/** The words of a mail with their speakers. The slices of the turns must be the mail. */
function spokenIn(content: string): [string | null, string][] {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  expect(turns.filter(({ raw, body }) => body !== '' && raw === '')).toEqual([]);
  return turns.filter(({ body }) => body !== '').map(({ speaker, body }) => [speaker, body]);
}

const TOP =
  'From: Nils Aas <nils@post.example>\nTo: eva@post.example\nSubject: Boat\nDate: Tue, 3 Mar 2026 07:30:00 +0100\nMIME-Version: 1.0\n';
const single = (fields: string, body: string) => `${TOP}${fields}\n\n${body}`;
const multipart = (kind: string, boundary: string, ...parts: string[]) =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${parts.map((part) => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`;
const plain = (text: string) => `Content-Type: text/plain\n\n${text}`;
const html = (text: string) => `Content-Type: text/html; charset=utf-8\n\n${text}`;
const file = (name: string) =>
  `Content-Type: image/png\nContent-Disposition: attachment; ${name}\nContent-Transfer-Encoding: base64\n\niVBORw0KGgoAAAANSUhEUg`;

describe('encodings', () => {
  const qp = 'Content-Type: text/plain; charset=ISO-8859-1\nContent-Transfer-Encoding: quoted-printable';
  it.each([
    [
      'quoted-printable with soft breaks',
      single(qp, 'Das B=F6tchen liegt=20=\nin der Sch=\nleuse.\n'),
      'Das Bötchen liegt in der Schleuse.',
    ],
    [
      'a character that is cut by a soft break',
      single(qp.replace('ISO-8859-1', 'utf-8'), 'Das B=C3=\n=B6tchen schwimmt.'),
      'Das Bötchen schwimmt.',
    ],
    [
      'base64 in lines and without padding',
      single(
        'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: BASE64',
        `${Buffer.from('Łódź stoi w porcie.')
          .toString('base64')
          .replace(/=+$/, '')
          .replace(/(.{7})/g, '$1\n')}\n`,
      ),
      'Łódź stoi w porcie.',
    ],
    [
      'a Japanese set with escape sequences',
      single('Content-Type: text/plain; charset=iso-2022-jp', '\u001b$B%\\!<%H\u001b(B OK.\n'),
      'ボート OK.',
    ],
    [
      'a Russian set',
      single(
        'Content-Type: text/plain; charset="koi8-r"\nContent-Transfer-Encoding: quoted-printable',
        '=EC=CF=C4=CB=C1 =D7 =D0=CF=D2=D4=D5.',
      ),
      'Лодка в порту.',
    ],
    [
      'an unknown set',
      single('Content-Type: text/plain; charset=x-none\nContent-Transfer-Encoding: quoted-printable', 'The caf=E9 is shut.'),
      'The café is shut.',
    ],
    [
      'text with 8 bits, which is decoded already',
      single('Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit', 'Das Bötchen schwimmt.'),
      'Das Bötchen schwimmt.',
    ],
    [
      'lines that flow',
      single('Content-Type: text/plain; format=flowed', 'The boat lies in the old \nharbor behind the mill.\n'),
      'The boat lies in the old harbor behind the mill.',
    ],
    ['HTML alone', single('Content-Type: text/html', '<p>The boat &amp; its sails are <b>sold</b>.</p>'), 'The boat & its sails are sold.'],
  ])('reads %s', (_, content, expected) => {
    expect(spokenIn(content)).toEqual([['Nils Aas', expected]]);
    expect(spokenIn(content.replaceAll('\n', '\r\n'))).toEqual([['Nils Aas', expected]]);
  });
});

describe('parts', () => {
  it('prefers plain text to HTML', () => {
    const alternatives = multipart('alternative', 'a1', plain('The sails are red.'), html('<p>The sails are <i>red</i>.</p>'));
    expect(spokenIn(TOP + alternatives)).toEqual([['Nils Aas', 'The sails are red.']]);
  });

  it.each([
    ['is missing', html('<p>The sails are red.</p>')],
    ['is empty', `${plain('')}\n--a1\n${html('<p>The sails are red.</p>')}`],
    ['only refers to HTML', `${plain('Please use a program that shows HTML.')}\n--a1\n${html('<p>The sails are red.</p>')}`],
  ])('reads HTML if the plain text %s', (_, parts) => {
    expect(spokenIn(TOP + multipart('alternative', 'a1', parts))).toEqual([['Nils Aas', 'The sails are red.']]);
  });

  it('reads neither attachments nor the text around the parts', () => {
    const inner = multipart('alternative', 'in', plain('The mast is new.'), html('<p>The mast is new.</p>'));
    const mail = TOP + multipart('mixed', 'out', inner, file('filename="mast.png"'), plain('It is made of ash.'));
    expect(spokenIn(mail.replace('\n\n--out', '\n\nThis is a message in parts.\n--out'))).toEqual([
      ['Nils Aas', 'The mast is new.'],
      ['Nils Aas', 'It is made of ash.'],
    ]);
  });

  it.each([
    ['filename="mast.png"', 'mast.png'],
    ["filename*=utf-8''gro%C3%9Fer%20mast.png", 'großer mast.png'],
    ["filename*0*=utf-8''gro%C3%9F; filename*1=er.png", 'großer.png'],
    ['filename="=?utf-8?Q?gro=C3=9F.png?="', 'groß.png'],
  ])('adds the name of an attachment to the subject: %s', (name, expected) => {
    const [first] = parseTurns(TOP + multipart('mixed', 'm', plain('See the picture.'), file(name))).filter(({ body }) => body !== '');
    expect(first).toMatchObject({ body: 'See the picture.', heading: `Boat > ${expected}` });
  });

  it('does not add pictures in the text', () => {
    const picture = 'Content-Type: image/png; name="logo.png"\nContent-ID: <1>\nContent-Transfer-Encoding: base64\n\niVBOR';
    const [first] = parseTurns(TOP + multipart('related', 'm', html('<p>It is red.</p>'), picture)).filter(({ body }) => body !== '');
    expect(first).toMatchObject({ body: 'It is red.', heading: 'Boat' });
  });

  it('names the files of a mail without words', () => {
    expect(spokenIn(TOP + multipart('mixed', 'm', file('filename="mast.png"')))).toEqual([['Nils Aas', '[attached: mast.png]']]);
  });

  it('reads an attached mail as that of its author', () => {
    const attached = `Content-Type: message/rfc822\n\nFrom: Eva Lund <eva@post.example>\nSubject: Oars\nDate: Mon, 2 Mar 2026 09:00:00 GMT\nContent-Type: text/plain\n\nThe oars are in the shed.`;
    const turns = parseTurns(TOP + multipart('mixed', 'm', plain('Look at this.'), attached, plain('Good news.'))).filter(
      ({ body }) => body !== '',
    );
    expect(turns.map(({ speaker, body, heading, time }) => [speaker, body, heading, time?.toISOString().slice(0, 16)])).toEqual([
      ['Nils Aas', 'Look at this.', 'Boat', '2026-03-03T06:30'],
      ['Eva Lund', 'The oars are in the shed.', 'Oars', '2026-03-02T09:00'],
      ['Nils Aas', 'Good news.', 'Boat', '2026-03-03T06:30'],
    ]);
  });

  it.each([
    ['has no end', (mail: string) => mail.slice(0, -6)],
    ['has no boundary', (mail: string) => mail.replace('; boundary="m"', '')],
    ['never reaches its boundary', (mail: string) => mail.replaceAll('\n--m', '\n')],
  ])('keeps the text of a multipart mail that %s', (_, broken) => {
    const words = spokenIn(broken(TOP + multipart('mixed', 'm', plain('The anchor is lost.')))).map(([, body]) => body);
    expect(words.join(' ')).toContain('The anchor is lost.');
  });

  it('reads very deep mails', () => {
    const deep = Array.from({ length: 3_000 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('');
    const mails = 'Content-Type: message/rfc822\n\nFrom: a@b.example\nMessage-ID: <1@b>\n'.repeat(3_000);
    expect(spokenIn(`${TOP}${deep}Content-Type: text/plain\n\nDeep.`)).toBeDefined();
    expect(spokenIn(`${TOP}${mails}\nDeep.`)).toBeDefined();
  });
});
