/** What stands in a text and is no word of it: signs that a page, a terminal or a model may take for order. */

/** Control characters but tab and line feed, and signs that turn the direction of what follows. */
const CONTROLS = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;
/** Signs that show as nothing: joiners, marks of direction, byte order marks, tags. Some of them hold words and emoji together. */
const UNSEEN = /[\u200b-\u200f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The text with one kind of line end and without control characters. */
export const withoutControls = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '');

/** Nothing in it but what can be seen: for readers to whom a hidden sign is an instruction. */
export const onlySeen = (text: string): string => withoutControls(text).replace(UNSEEN, '');
