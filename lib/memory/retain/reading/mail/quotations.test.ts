import { describe, expect, it } from 'vitest';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

function spokenIn(content: string): (string | null)[][] {
  const turns = parseTurns(content);
  expect(turns.map(({ raw }) => raw).join('')).toBe(content);
  return turns
    .filter(({ body }) => body !== '')
    .map(({ speaker, body, time }) => [speaker, body, ...(time ? [time.toISOString().slice(0, 10)] : [])]);
}

const TOP = 'From: Nils Aas <nils@post.example>\nTo: eva@post.example\nSubject: Re: Boat\nDate: Tue, 3 Mar 2026 07:30:00 +0100\n\n';
const ANSWER = ['Nils Aas', 'It lies at the mill.', '2026-03-03'];
const answered = (line: string) => `${TOP}It lies at the mill.\n\n${line}\n> Where is the boat?\n`;

describe('attributions', () => {
  it.each([
    'On Mon, Mar 2, 2026 at 9:15 AM, Eva Lund <eva@post.example> wrote:',
    'On Mon, Mar 2, 2026 at 9:15 AM Eva Lund\n<eva@post.example> wrote:',
    'On 2/3/2026 09:15, Eva Lund wrote:',
    'Am 02.03.2026 um 09:15 schrieb Eva Lund:',
    'Am Mo., 2. März 2026 um 09:15 Uhr schrieb Eva Lund <\neva@post.example>:',
    'Le lun. 2 mars 2026 à 09:15, Eva Lund <eva@post.example> a écrit :',
    'El lun, 2 mar 2026 a las 9:15, Eva Lund (<eva@post.example>) escribió:',
    'Em seg., 2 de mar. de 2026 às 09:15, Eva Lund <eva@post.example> escreveu:',
    'Il giorno lun 2 mar 2026 alle ore 09:15 Eva Lund <eva@post.example> ha scritto:',
    'пн, 2 мар. 2026 г. в 09:15, Eva Lund <eva@post.example>:',
    '02.03.2026 09:15, Eva Lund пишет:',
    'Eva Lund <eva@post.example> 于2026年3月2日周一 09:15写道：',
    '2026年3月2日(月) 9:15 Eva Lund <eva@post.example>:',
    'Op ma 2 mrt 2026 om 09:15 schreef Eva Lund <eva@post.example>:',
    'pon., 2 mar 2026 o 09:15 Eva Lund <eva@post.example> napisał(a):',
    'Den mån 2 mars 2026 09:15 Eva Lund <eva@post.example> skrev:',
    'Eva Lund schrieb am 02.03.2026 um 09:15:',
  ])('give a quotation to its author: %s', (line) => {
    expect(spokenIn(answered(line))).toEqual([ANSWER, ['Eva Lund', 'Where is the boat?', '2026-03-02']]);
  });

  it.each(['Eva Lund wrote:', 'Eva Lund <eva@post.example> writes:', 'Quoting Eva Lund <eva@post.example>:', 'Zitat von Eva Lund:'])(
    'may have no time: %s',
    (line) => {
      expect(spokenIn(answered(line))).toEqual([ANSWER, ['Eva Lund', 'Where is the boat?']]);
    },
  );

  it('apply to the rest of a text without signs of quotation', () => {
    const line = 'On Mon, Mar 2, 2026 at 9:15 AM, Eva Lund <eva@post.example> wrote:';
    expect(spokenIn(`${TOP}It lies at the mill.\n\n${line}\n\nWhere is the boat?\n`)).toEqual([
      ANSWER,
      ['Eva Lund', 'Where is the boat?', '2026-03-02'],
    ]);
  });

  it('are not sentences of the sender', () => {
    expect(spokenIn(`${TOP}In his book Ibsen wrote:\n\nThe boat lies at the mill.\n`)).toEqual([
      ['Nils Aas', 'In his book Ibsen wrote:', '2026-03-03'],
      ['Nils Aas', 'The boat lies at the mill.', '2026-03-03'],
    ]);
  });
});

describe('forwarded and original mails', () => {
  it.each([
    [
      '-----Original Message-----\n',
      'From: Eva Lund [mailto:eva@post.example]\nSent: Monday, March 2, 2026 9:15 AM\nTo: Nils Aas\nSubject: Boat',
    ],
    [
      '________________________________\n',
      'Von: Eva Lund <eva@post.example>\nGesendet: Montag, 2. März 2026 09:15\nAn: Nils Aas\nBetreff: Boat',
    ],
    ['', 'De : Eva Lund <eva@post.example>\nEnvoyé : lundi 2 mars 2026 09:15\nÀ : Nils Aas\nObjet : Boat'],
    ['', 'De: Eva Lund <eva@post.example>\nEnviado el: lunes, 2 de marzo de 2026 9:15\nPara: Nils Aas\nAsunto: Boat'],
    ['', 'Da: Eva Lund\nInviato: lunedì 2 marzo 2026 09:15\nA: Nils Aas\nOggetto: Boat'],
    ['', '发件人: Eva Lund <eva@post.example>\n发送时间: 2026年3月2日 9:15\n收件人: Nils Aas\n主题: Boat'],
    [
      '---------- Forwarded message ---------\n',
      'From: Eva Lund <eva@post.example>\nDate: Mon, Mar 2, 2026 at 9:15 AM\nSubject: Boat\nTo: <nils@post.example>',
    ],
    ['', '**From:** Eva Lund <eva@post.example>\n**Sent:** Monday, March 2, 2026 9:15 AM\n**To:** Nils Aas\n**Subject:** Boat'],
  ])('belong to their author: %s%s', (rule, fields) => {
    expect(spokenIn(`${TOP}It lies at the mill.\n\n${rule}${fields}\n\nWhere is the boat?\n`)).toEqual([
      ANSWER,
      ['Eva Lund', 'Where is the boat?', '2026-03-02'],
    ]);
  });

  it('have no speaker if nobody is named', () => {
    expect(spokenIn(`${TOP}It lies at the mill.\n\n-----Ursprüngliche Nachricht-----\n\nWhere is the boat?\n`)).toEqual([
      ANSWER,
      [null, 'Where is the boat?'],
    ]);
  });
});

describe('quotations', () => {
  it('alternate with the answers of the sender', () => {
    const mail = `${TOP}On Mon, Mar 2, 2026 at 9:15 AM, Eva Lund <eva@post.example> wrote:\n> Where is the boat?\n\nIt lies at the mill.\n\n> Is it dry?\n> > Rain comes at noon.\n\nIt leaks.\n`;
    expect(spokenIn(mail)).toEqual([
      ['Eva Lund', 'Where is the boat?', '2026-03-02'],
      ANSWER,
      ['Eva Lund', 'Is it dry?', '2026-03-02'],
      [null, 'Rain comes at noon.'],
      ['Nils Aas', 'It leaks.', '2026-03-03'],
    ]);
  });

  it('without an author have no speaker', () => {
    expect(spokenIn(`${TOP}> Where is the boat?\n\nIt lies at the mill.\n`)).toEqual([[null, 'Where is the boat?'], ANSWER]);
  });

  it('in HTML are the content of quotation elements', () => {
    const html = `<div>It lies at the mill.</div><div class="gmail_quote"><div>On Mon, Mar 2, 2026 at 9:15 AM Eva Lund &lt;<a href="mailto:eva@post.example">eva@post.example</a>&gt; wrote:<br></div><blockquote><div>Where is the boat?</div></blockquote></div>`;
    expect(spokenIn(TOP.replace('\n\n', '\nContent-Type: text/html\n\n') + html)).toEqual([
      ANSWER,
      ['Eva Lund', 'Where is the boat?', '2026-03-02'],
    ]);
  });

  it('make a text without a header a mail', () => {
    expect(
      spokenIn('It lies at the mill.\n\nOn Mon, Mar 2, 2026 at 9:15 AM, Eva Lund <eva@post.example> wrote:\n> Where is the boat?\n'),
    ).toEqual([
      [null, 'It lies at the mill.'],
      ['Eva Lund', 'Where is the boat?', '2026-03-02'],
    ]);
  });
});

describe('courtesies', () => {
  it.each([
    ['Hi Eva,', 'Best regards,\nNils'],
    ['Liebe Eva,', 'Viele Grüße\nNils'],
    ['Bonjour Eva,', 'Cordialement,\nNils Aas\nTél. 0123'],
    ['Hola Eva:', 'Un saludo,\nNils'],
    ['Olá Eva,', 'Abraços,\nNils'],
    ['Ciao Eva,', 'Cordiali saluti\nNils'],
    ['Здравствуйте, Ева!', 'С уважением,\nНильс'],
    ['您好，', '此致\n敬礼'],
    ['Hei Eva,', '-- \nNils Aas\nHead of a department with a very long name, in a company with an even longer one, at the harbor of Oslo'],
    ['Hello,', 'Sent from my iPhone'],
    ['Hello,', 'Nils'],
    ['Hello,', 'CONFIDENTIALITY NOTICE: This e-mail is intended only for the addressee and may contain privileged information.'],
    ['Hallo,', 'Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, löschen Sie sie bitte.'],
    [
      'Bonjour,',
      'Ce message est confidentiel et destiné exclusivement à ses destinataires. Merci de le détruire si vous l’avez reçu par erreur.',
    ],
  ])('are not remembered: %s … %s', (greeting, closing) => {
    expect(spokenIn(`${TOP}${greeting}\n\nIt lies at the mill.\n\n${closing}\n`)).toEqual([ANSWER]);
  });
});
