import type { batch as english } from '#components/strings/batch';
import { number, plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

export const batch: Translation<typeof english> = {
  actions: 'Ações sobre a seleção',
  selected: (n) => plural(n, { one: '# selecionado', other: '# selecionados' }),
  clear: 'Limpar seleção',
  progress: (done, total) => `${number(done)} de ${number(total)}`,
  failed: (failed, total) => `Falha em ${number(failed)} de ${number(total)}`,
};
