import { pseudoTexts } from '#components/strings/pseudo/pseudo';

/** "Right-to-left override" and its end: the letters are drawn from the right. */
export const texts = pseudoTexts((text) => `\u202e${text}\u202c`);
