import { defined } from '#lib/base/defined';
import { isBlank } from '#lib/memory/retain/reading/lines';
import type { BodyLine } from '#lib/memory/retain/reading/mail/body-lines';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';

/** Parts of a mail that are not remembered: greetings, signatures and legal footers. */

const GREETING = new RegExp(
  `^(?:(?:${[
    'hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings',
    'hallo|moin|servus|liebe[rs]?|lieber|sehr geehrte[rns]?|guten (?:tag|morgen|abend)|grüezi|werte[r]?',
    'bonjour|bonsoir|salut|cher|chère|chers|chères|coucou|madame|monsieur',
    'hola|buenos días|buenas(?: tardes| noches)?|querid[oa]s?|estimad[oa]s?|apreciad[oa]s?',
    'olá|ola|oi|bom dia|boa (?:tarde|noite)|car[oa]s?|prezad[oa]s?',
    'ciao|salve|buongiorno|buonasera|gentile|gentili|egregio|caro|cara',
    'dag|beste|geachte|hoi|goedemorgen|goedemiddag',
    'hej|hei|kära|kjære|kære|god dag',
    'dzień dobry|cześć|witam|szanown[ya]|szanowni|drog[ia]|dobrý den|ahoj|milý|milá',
    'merhaba|selam|sayın|sevgili',
    'здравствуйте|здравствуй|привет|добрый (?:день|вечер)|доброе утро|уважаем(?:ый|ая|ые)|дорог(?:ой|ая|ие)|добрий день|вітаю',
  ].join(
    '|',
  )})(?:[ ,][^.?!:]{0,50})?[,!.:–-]?|(?:你好|您好|大家好|亲爱的|親愛的|尊敬的|各位|こんにちは|お世話になっております|お疲れ様です|안녕하세요)[^.?!。？！]{0,30}[,!.:，！。：、]?|[^.?!。,，]{1,20}(?:様|さん|先生|님)[,，、:：]?)$`,
  'iu',
);

const CLOSING = new RegExp(
  `^(?:-- ?|(?:${[
    '(?:with )?(?:my |our )?(?:best|kind|kindest|warm|warmest|many|friendly)?\\s?(?:regards|wishes|greetings|thanks)|best|cheers|thanks(?: (?:again|a lot|so much|in advance))?|thank you|sincerely(?: yours)?|yours(?: (?:sincerely|faithfully|truly))?|all the best|take care|love|xo+',
    '(?:mit |viele |liebe |beste |schöne |herzliche |freundliche |lg|vg|vielen )?(?:freundlichen |besten |herzlichen |lieben |vielen )?(?:grüßen|grüsse|grüße|gruß|gruss|dank)|mfg|lg|vg|bg|hochachtungsvoll|danke(?: (?:im voraus|dir|euch|ihnen|schön))?|bis bald|tschüss',
    '(?:bien |très )?cordialement|bien à (?:vous|toi)|amicalement|amitiés|bises|bisous|merci(?: (?:beaucoup|d’avance|d.avance))?|salutations(?: distinguées)?|sincères salutations|à bientôt',
    '(?:un )?(?:cordial )?saludos?(?: cordiales)?|(?:un )?abrazo|atentamente|(?:muchas )?gracias(?: de antemano)?|besos|hasta pronto',
    'atenciosamente|att|(?:um )?(?:grande )?abraços?|abs|(?:muito )?obrigad[oa]|(?:melhores |com os melhores )?cumprimentos|beijos',
    '(?:un )?(?:cordiali|distinti|cari)?\\s?saluti|(?:tante |molte )?grazie(?: mille)?|a presto|un abbraccio|cordialmente',
    'met (?:vriendelijke|hartelijke) groet(?:en)?|(?:vriendelijke |hartelijke )?groet(?:en|jes)?|bedankt|mvg',
    '(?:med )?(?:vänliga|vänlig|bästa|venlig|vennlig|venlige|beste)?\\s?(?:hälsningar|hälsning|hilsen|hilsner)|mvh|tack|takk|tak|terveisin|ystävällisin terveisin',
    'pozdrawiam(?: serdecznie)?|z poważaniem|dziękuję|(?:s )?pozdravem|děkuji',
    'saygılar(?:ımla|ımızla)?|(?:iyi çalışmalar|teşekkürler|sevgiler)',
    'с уважением|с наилучшими пожеланиями|спасибо|всего (?:доброго|хорошего)|з повагою|дякую',
  ].join(
    '|',
  )})[,.!]?|(?:此致|敬礼|谢谢|祝好|顺祝商祺|敬上|敬具|よろしくお願い(?:いた)?します|ありがとうございます|감사합니다|드림)[,，。.!！]?)$`,
  'iu',
);

/** Added by a program; a signature may follow. */
const ADDED =
  /^(?:sent (?:from|via|with|by)|(?:von meinem|gesendet (?:von|mit|aus))|envoyé (?:de|depuis|à partir de)|enviado (?:desde|do|a partir do|de|por)|inviato d(?:a|al)|verzonden (?:vanaf|met)|skickat från|wysłane z|отправлено (?:с|из)|发自我的)(?: .{0,40})?(?:iphone|ipad|android|samsung|galaxy|huawei|xiaomi|pixel|blackberry|handy|smartphone|mobile?|móvil|celular|telefone?|phone|mail|outlook|app|gerät)(?!\p{L}).{0,30}$|^get outlook for .{1,20}$|iPhoneから送信$/iu;

/** Precedes a signature (RFC 3676), or the footer of a mailing list. */
const DELIMITER = /^--[ \t\u00a0]{0,3}$/;
const UNDERLINE = /^_{20,200}[ \t\u00a0]{0,3}$/;
/** Maximum number of lines with words after them. More of them are text. */
const MAX_SIGNED = 30;
const MAX_FOOTER = 8;

/** "This e-mail is confidential …" by the words that such footers share. */
const LEGAL_START =
  /^\W{0,10}(?:(?:confidentiality|legal|privacy|important) (?:notice|note|disclaimer)|disclaimer|confidential(?:ity)?\s?[:.–-]|vertraulichkeitshinweis|rechtlicher hinweis|haftungsausschluss|avis de confidentialité|avertissement|aviso (?:legal|de confidencialidad(?:e)?)|confidencialidade?\b|nota di riservatezza|avviso di riservatezza|конфиденциальность|please (?:consider|think of) the environment|(?:bitte )?(?:denken|prüfen) sie (?:an die umwelt|der umwelt)|pensez à l.environnement|antes de imprimir|unsubscribe|to unsubscribe|you (?:are receiving|received) this (?:e-?mail|message)|免责声明)/iu;
const MESSAGE =
  /(?<!\p{L})(?:e-?mails?|messages?|nachricht|mitteilung|courriel|mensajes?|correo|mensagem|messaggio|communication|transmission|bericht|письмо|сообщение)(?!\p{L})|邮件|郵件|メール/iu;
const PRIVATE =
  /(?<!\p{L})(?:confidential|privileged|intended|solely for|vertraulich\p{L}{0,3}|ausschlie(?:ß|ss)lich|bestimmt|confidentiel\p{L}{0,3}|destiné\p{L}{0,2}|confidencial\p{L}{0,4}|destinad[oa]s?|exclusiv\p{L}{1,7}|riservat[oaie]|confidenzial[ei]|destinat[oaie]|vertrouwelijk\p{L}{0,2}|конфиденциальн\p{L}{1,4})(?!\p{L})|保密|机密|機密/iu;
const RECIPIENT =
  /(?<!\p{L})(?:recipients?|addressees?|named above|in error|unauthori[sz]ed|empfänger\p{L}{0,2}|adressat\p{L}{0,3}|irrtümlich|unbefugt\p{L}{0,3}|destinataires?|erreur|destinatari[oais]{1,2}|por error|por engano|per errore|geadresseerde\p{L}{0,2}|адресат\p{L}{0,3}|получател\p{L}{1,2}|delete (?:it|this)|löschen)(?!\p{L})|收件人|删除|刪除|宛先/iu;
/** Beginning of a paragraph that is checked. */
const MAX_LEGAL = 2_000;
/** A shorter paragraph may be a sentence about a confidential message. */
const MIN_LEGAL = 90;

/** maximum number of lines after a closing */
const MAX_SIGNATURE = 8;
const MAX_LINE = 80;

const isShort = ({ text }: BodyLine): boolean => text.length < MAX_LINE;
const MAX_GREETING_WORDS = 6;

/** A greeting in a line of its own. "Hi Ann, the roof leaks" is a sentence. */
function isGreeting(line: BodyLine): boolean {
  const text = line.text.trim();
  if (!isShort(line) || text.endsWith('.') || !GREETING.test(text)) return false;
  const [greeting = '', name = ''] = text.split(/[,，]\s{0,3}/);
  return greeting.split(/\s+/).length <= MAX_GREETING_WORDS && name.split(/\s+/).length <= 2;
}
export const isClosing = (line: BodyLine): boolean => isShort(line) && (CLOSING.test(line.text.trim()) || ADDED.test(line.text.trim()));

function isLegal(text: string): boolean {
  const begin = text.slice(0, MAX_LEGAL);
  return LEGAL_START.test(begin) || (begin.length >= MIN_LEGAL && MESSAGE.test(begin) && PRIVATE.test(begin) && RECIPIENT.test(begin));
}

/** Whether a line greets, and ends like a greeting that begins a letter. */
export const isSalutation = (line: BodyLine): boolean => isGreeting(line) && /[,，、]$/.test(line.text.trim());

/** Whether a line is the name of the author, or a part of it. */
function isNameOf(line: BodyLine, author: string | null): boolean {
  if (author === null || line.text.length >= MAX_LINE) return false;
  const text = line.text.replace(/^[\s*~–—-]{1,10}|[\s*.,~]{1,10}$/g, '').toLowerCase();
  const name = author.toLowerCase();
  return text !== '' && (text === name || name.split(/[\s,@]+/).includes(text));
}

/**
 * The lines of a passage that are a greeting, a signature or a legal footer. `author`: the name of
 * who wrote it.
 */
export function* courtesiesOf(lines: readonly BodyLine[], author: string | null): Steps<Set<BodyLine>> {
  const found = new Set<BodyLine>();
  const isStep = stepMeter();
  let first = -1;
  let end = lines.length;
  let filled = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    if (isBlank(line)) continue;
    if ((DELIMITER.test(line.text) && filled <= MAX_SIGNED) || (UNDERLINE.test(line.text) && filled <= MAX_FOOTER)) end = i;
    filled++;
    first = i;
  }
  for (const line of lines.slice(end)) found.add(line);
  if (first < 0 || first === end) return found;
  if (isGreeting(defined(lines[first]))) found.add(defined(lines[first]));
  end = yield* withoutLegal(lines, first, end, found);
  // the lines after a closing are a signature if they are short and not sentences
  const last = lines.slice(0, end).findLast((line) => !isBlank(line));
  if (last && isNameOf(last, author)) found.add(last);
  const tail: BodyLine[] = [];
  for (let i = end - 1; i > first && tail.length < MAX_SIGNATURE; i--) {
    const line = defined(lines[i]);
    if (isStep(line.text.length)) yield;
    if (isBlank(line)) continue;
    tail.push(line);
    if (!isClosing(line)) continue;
    if (!tail.slice(0, -1).every((one) => isClosing(one) || (isShort(one) && !/[?!]\s*$/.test(one.text)))) break;
    for (const one of tail) found.add(one);
    // "Thanks," may precede "Best regards,"
    if (i - 1 === first || !isClosing(defined(lines[i - 1]))) break;
  }
  // "Thanks" alone answers nothing, but a closing may be the whole passage
  if (tail.length === 0 && isClosing(defined(lines[first]))) found.add(defined(lines[first]));
  return found;
}

/** Adds the legal footers, and returns the end of the lines before them. */
function* withoutLegal(lines: readonly BodyLine[], first: number, to: number, found: Set<BodyLine>): Steps<number> {
  let end = to;
  const isStep = stepMeter();
  for (let i = first; i < to; ) {
    if (isBlank(defined(lines[i]))) {
      i++;
      continue;
    }
    let next = i;
    const texts: string[] = [];
    for (let length = 0; next < to && !isBlank(defined(lines[next])); next++) {
      const { text } = defined(lines[next]);
      if (isStep(Math.min(text.length, MAX_LEGAL))) yield;
      if (length < MAX_LEGAL) texts.push(text.slice(0, MAX_LEGAL));
      length += text.length + 1;
    }
    if (isLegal(texts.join(' '))) {
      for (const line of lines.slice(i, next)) found.add(line);
      if (end === to || next === to) end = Math.min(end, i);
    } else end = to;
    i = next;
  }
  return end;
}
