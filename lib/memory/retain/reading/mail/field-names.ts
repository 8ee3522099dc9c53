/**
 * The names of header fields. Mail programs translate the most important ones above a quoted or
 * forwarded mail, so that a pasted mail has "Von:" or "Objet :".
 */

/** By the name in RFC 5322: its translations, in lower case, separated by commas. */
const TRANSLATIONS: Readonly<Record<string, string>> = {
  from: 'von,de,da,van,od,från,fra,lähettäjä,kimden,gönderen,expéditeur,mittente,remitente,от,від,发件人,寄件者,寄件人,差出人,送信者,보낸 사람,보낸사람',
  to: 'an,à,a,para,aan,do,till,til,vastaanottaja,kime,alıcı,destinataire,destinatario,кому,收件人,收件者,宛先,받는 사람,받는사람',
  cc: 'kopie,copie,copia,kopia,kopi,копия,копія,抄送,副本,참조',
  bcc: 'blindkopie,密送,숨은 참조',
  sent: 'gesendet,envoyé,envoyé le,enviado,enviado el,enviada em,enviada,enviado em,inviato,verzonden,wysłane,wysłano,skickat,sendt,odesláno,lähetetty,gönderilen,gönderildi,gönderme tarihi,отправлено,надіслано,发送时间,傳送時間,寄件日期,送信日時,送信日,보낸 날짜',
  date: 'datum,fecha,data,dato,dátum,päiväys,tarih,дата,日期,日時,日付,날짜',
  subject: 'betreff,objet,asunto,assunto,oggetto,onderwerp,temat,ämne,emne,předmět,predmet,aihe,konu,тема,主题,主旨,主題,件名,제목',
};

const CANONICAL = new Map(
  Object.entries(TRANSLATIONS).flatMap(([name, words]) => words.split(',').map((word): [string, string] => [word, name])),
);

/**
 * Names without a hyphen that occur in headers. Those with a hyphen ("DKIM-Signature", "X-Mailer")
 * are recognized by it.
 */
const PLAIN_NAMES = new Set(
  `from to cc bcc date sent subject sender received importance priority sensitivity precedence comments keywords encoding organization autocrypt status lines
  newsgroups path xref distribution approved control expires supersedes face jabber-id lang`.split(/\s+/),
);

/** A name at the start of a line, before a colon. Pasted mails may have it in bold. */
const NAME =
  /^[*_]{0,2}((?:[!-)+-9;-^`-~]|[^\p{ASCII}\s：])(?:[!-9;-~]|[^\p{ASCII}：]| (?=[\p{L}])){0,75}?)[*_]{0,2}[ \t\u00a0\u202f]{0,3}[:：][*_]{0,2}/u;
const HYPHENATED = /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/;

export interface NamedField {
  /** in lower case; the name in RFC 5322 of a translated one */
  readonly name: string;
  /** offset of the value in the line */
  readonly valueAt: number;
  /** it is the name of a known field, or looks like one */
  readonly isKnown: boolean;
}

/** The field that begins in a line; null if the line does not begin with a name and a colon. */
export function fieldIn(line: string): NamedField | null {
  const match = NAME.exec(line);
  if (!match) return null;
  const written = (match[1] ?? '').toLowerCase();
  const name = CANONICAL.get(written) ?? written;
  return { name, valueAt: match[0].length, isKnown: PLAIN_NAMES.has(name) || HYPHENATED.test(name) };
}
