import { number } from '#components/strings/counted';
import { translated } from '#components/strings/translated';

/** Texts of actions on the chosen rows of a list. */
export const batch = translated('batch', {
  actions: 'Actions on the selection',
  selected: (n: number) => `${number(n)} selected`,
  clear: 'Clear selection',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  failed: (failed: number, total: number) => `${number(failed)} of ${number(total)} failed`,
});
