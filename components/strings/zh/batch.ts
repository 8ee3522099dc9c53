import type { batch as english } from '#components/strings/batch';
import { number } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

export const batch: Translation<typeof english> = {
  actions: '对所选项的操作',
  selected: (n) => `已选 ${number(n)} 项`,
  clear: '取消选择',
  progress: (done, total) => `${number(done)}/${number(total)}`,
  failed: (failed, total) => `${number(total)} 项中有 ${number(failed)} 项失败`,
};
