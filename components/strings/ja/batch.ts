import type { batch as english } from '#components/strings/batch';
import { number } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

export const batch: Translation<typeof english> = {
  actions: '選択した項目の操作',
  selected: (n) => `${number(n)}件を選択中`,
  clear: '選択を解除',
  progress: (done, total) => `${number(total)}件中${number(done)}件`,
  failed: (failed, total) => `${number(total)}件中${number(failed)}件が失敗しました`,
};
