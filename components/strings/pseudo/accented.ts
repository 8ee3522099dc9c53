import { pseudoTexts } from '#components/strings/pseudo/pseudo';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþǫřšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŘŠŢÛṼŴẊÝŽ';
const accented = (letter: string): string => ACCENTED.charAt(PLAIN.indexOf(letter));

/** Long as German, and with marks at both ends, so that a text that is cut off is seen. */
const change = (text: string): string => `⟦${text.replaceAll(/[a-zA-Z]/g, accented)}${'·'.repeat(Math.ceil(text.length / 4))}⟧`;

export const texts = pseudoTexts(change);
