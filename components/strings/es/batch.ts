import type { batch as english } from '#components/strings/batch';
import { number, plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

export const batch: Translation<typeof english> = {
  actions: 'Acciones sobre la selección',
  selected: (n) => plural(n, { one: '# seleccionado', other: '# seleccionados' }),
  clear: 'Quitar la selección',
  progress: (done, total) => `${number(done)} de ${number(total)}`,
  failed: (failed, total) => `No se pudo completar en ${number(failed)} de ${number(total)}`,
};
