import { decodeHTMLStrict } from 'entities';

/** The words in the text of a cue: without tags, character references and sounds. */

/** `<i>`, `</c>`, `<c.yellow>`, `<00:00:01.000>`, `<font color="red">`; `{\an8}` of SubStation. */
const MARK = /<\/?[a-z\d][^<>]{0,120}>|\{\\[^{}]{1,60}\}/gi;
/** A lyric between notes, or up to the end of the text. */
const LYRIC = /[♩-♬][^♩-♬]*(?:[♩-♬]|$)/gu;
const BRACKETED = /\[[^[\]\n]{0,80}\]|\([^()\n]{1,80}\)|（[^（）\n]{1,40}）|【[^【】\n]{1,40}】|\*[^*\n]{1,40}\*/gu;
/** Text in brackets that is spoken: it ends like a sentence, or is long. */
const SENTENCE = /[.!?。！？]["”’]?$|(?:\S\s+){7}/u;

/** Stems of sounds in brackets inside a sentence, in the languages of common players. */
const SOUND = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${[
    'music|musik|musique|música|musica|muziek|müzik|музыка|muzyka|hudba|音楽|音乐|音樂|음악|موسيقى|संगीत|เพลง',
    'applau|aplau|applaudi|applaus|oklaski|аплодисмент|alkış|拍手|掌声|掌聲|박수|تصفيق|तालियां',
    'laugh|chuckle|giggle|lacht|lachen|gelächter|rire|risa|risas|risos|risate|смех|śmiech|kahkaha|笑|웃음|ضحك',
    'cheer|jubel|silence|stille|inaudible|unverständlich|crosstalk|background|noise|geräusch|sigh|seufz|cough|hust|sneeze|gasp|groan|scream|shout',
    'clear[s]? throat|clears throat|beep|ring|phone|door|knock|foreign|speaking|sings|singing|instrumental|no audio|no speech|blank_audio|pause|bell|whistl|crying|sobb|_|♪',
  ].join('|')})`,
  'iu',
);

/** Removes tags and decodes character references. Line breaks remain. */
export const plainText = (text: string): string =>
  decodeHTMLStrict(text.replace(MARK, ''))
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, '');

/**
 * Removes lyrics and sounds ("[Music]", "(applause)"). Brackets around all the text are a sound,
 * unless they contain a sentence; inside a text they must name one.
 */
export function withoutSounds(text: string): string {
  const spoken = text.replace(LYRIC, ' ').replace(/[♩-♬]/gu, '');
  if (spoken.replace(BRACKETED, (sound) => (isSpoken(sound) ? sound : '')).trim() === '') return '';
  return spoken.replace(BRACKETED, (sound) => (SOUND.test(sound) ? ' ' : sound)).trim();
}

/** Who made the captions, in a cue of its own. */
const CREDIT =
  /^(?:(?:subtitle[sd]?|caption(?:s|ed|ing)?|transcribed|transcript(?:ion)?|synced|sync|synchroni[sz]ed)(?: and \p{L}{4,12})? by|untertitel(?:ung)?(?::| von| der)|sous-titre(?:s|d|é|age)?(?: par| :|:)|subtítulos (?:por|de)|legendas? por|sottotitoli (?:di|a cura|creati|e revisione)|ondertitel(?:s|d|ing)(?: door|:)|napisy:|субтитры|字幕(?:[:：]|by|由))/iu;
const MAX_CREDIT = 120;
export const isCredit = (text: string): boolean => text.length <= MAX_CREDIT && CREDIT.test(text);

const isSpoken = (bracketed: string): boolean => !bracketed.startsWith('[') && SENTENCE.test(bracketed.slice(1, -1));
