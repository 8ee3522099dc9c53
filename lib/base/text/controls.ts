/**
 * Characters in a text that are not visible text: a page, a terminal or a model may interpret them
 * as instructions.
 */

/** Control characters except tab and line feed, and characters that change the text direction. */
const CONTROLS = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
/**
 * Invisible characters: joiners, direction marks, byte order marks, tags. Some of them join words
 * and emoji.
 */
const UNSEEN = /[\u200b-\u200f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The text with uniform line ends and without control characters. */
export const withoutControls = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');

/** Only the visible characters, for readers that could interpret a hidden one as an instruction. */
export const onlySeen = (text: string): string => withoutControls(text).replace(UNSEEN, '');
