import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

const read = (content: string) => {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  expect(turns.every(({ raw }) => raw !== '')).toBe(true);
  return turns.filter(({ body }) => body !== '').map(({ speaker, body, time }) => [speaker, body, time?.toISOString() ?? null]);
};

const HEAD = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<!--File Created By SMS Backup & Restore v10 on 03/05/2026 10:00:00-->
<?xml-stylesheet type="text/xsl" href="sms.xsl"?>
`;
const sms = (type: number, body: string, more = 'contact_name="Ann Lee"', date = 1_700_000_000_000) =>
  `  <sms protocol="0" address="+1555" date="${date}" type="${type}" subject="null" body="${body}" toa="null" read="1" readable_date="Nov 14, 2023 10:13:20 PM" ${more} />\n`;
const mms = (box: number, parts: string, more = 'address="+1555" contact_name="Ann Lee"', addresses = '') =>
  `  <mms date="1700000120000" msg_box="${box}" sub="null" ${more}>\n    <parts>\n${parts}    </parts>\n    <addrs>${addresses}</addrs>\n  </mms>\n`;
const file = (...messages: string[]) => `${HEAD}<smses count="${messages.length}" backup_set="x">\n${messages.join('')}</smses>`;
const AT = '2023-11-14T22:13:20.000Z';

describe('a backup of text messages', () => {
  it('has the words of both sides with their times', () => {
    const content = file(
      sms(1, 'The pump &amp; the &quot;valve&quot; leak &#55357;&#57010;&#10;badly'),
      sms(2, 'I bring a ring.'),
      sms(1, 'Your code is on its way.', 'contact_name="(Unknown)"'),
    );
    expect(read(content)).toEqual([
      ['Ann Lee', 'The pump & the "valve" leak 🚲\nbadly', AT],
      ['user', 'I bring a ring.', AT],
      ['+1555', 'Your code is on its way.', AT],
    ]);
  });

  it('has the texts of messages of several parts, and not their files', () => {
    const photo = '      <part seq="0" ct="image/jpeg" name="p.jpg" text="null" data="AAAABBBB"/>\n';
    const layout = '      <part seq="-1" ct="application/smil" text="&lt;smil&gt;&lt;/smil&gt;"/>\n';
    const text = (words: string) => `      <part seq="0" ct="text/plain" text="${words}"/>\n`;
    expect(
      read(
        file(
          mms(1, layout + photo + text('Here is the pump.')),
          mms(2, text('Thank you.')),
          mms(
            1,
            text('I am in the group.'),
            'address="+1555~+1666" contact_name="Ann Lee, Bob"',
            '<addr address="+1666" type="137"/><addr address="+1555" type="151"/>',
          ),
          mms(1, photo),
        ),
      ).map(([speaker, body]) => [speaker, body]),
    ).toEqual([
      ['Ann Lee', 'Here is the pump.'],
      ['user', 'Thank you.'],
      ['+1666', 'I am in the group.'],
    ]);
  });

  it('has no memories of drafts and of empty messages', () => {
    expect(read(file(sms(3, 'Perhaps I'), sms(1, 'null'), sms(1, '')))).toEqual([]);
  });

  it('loses no character where it was cut, and gives no half message twice', () => {
    const whole = file(sms(1, 'The pump leaks.'), mms(1, '<part ct="text/plain" text="Here it is."/>'), sms(2, 'I bring a ring.'));
    for (let end = HEAD.length + 8; end < whole.length; end++) {
      const bodies = read(whole.slice(0, end)).map(([, body]) => body);
      expect(bodies).toHaveLength(new Set(bodies).size);
    }
  });

  it('reads its messages in any order', () => {
    const messages = Array.from({ length: 6 }, (_, i) => sms(1 + (i % 2), `Room ${i + 10} is green.`));
    fc.assert(
      fc.property(fc.shuffledSubarray(messages), (some) => {
        expect(read(file(...some))).toHaveLength(some.length);
      }),
    );
  });

  it('is no other XML', () => {
    expect(read('<?xml version="1.0"?>\n<rss><item title="The pump leaks."/></rss>').every(([speaker]) => speaker === null)).toBe(true);
  });
});
