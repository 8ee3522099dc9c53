import type { batch as english } from '#components/strings/batch';
import { number, plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

export const batch: Translation<typeof english> = {
  actions: 'Actions sur la sélection',
  selected: (n) => plural(n, { one: '# sélectionné', other: '# sélectionnés' }),
  clear: 'Effacer la sélection',
  progress: (done, total) => `${number(done)} sur ${number(total)}`,
  failed: (failed, total) => `Échec pour ${number(failed)} sur ${number(total)}`,
};
