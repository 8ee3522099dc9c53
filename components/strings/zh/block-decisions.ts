import type { blockDecisions as english } from '#components/strings/block-decisions';
import { number } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';
import { shortly } from '#components/strings/zh/mental-model';

const of_ = (n: number, of: number): string => (of === 1 ? '其来源此后' : `其 ${number(of)} 个来源中有 ${number(n)} 个此后`);

export const blockDecisions: Translation<typeof english> = {
  menu: (text) => `${shortly(text)}的操作`,
  pin: '固定',
  pinMeans: '刷新会保留其文本。',
  unpin: '取消固定',
  reword: '改写',
  rewordMeans: '刷新会保留您的文本。',
  original: '使用原文',
  remove: '移除',
  removeMeans: '刷新不会使其恢复。',
  marks: { pin: '已固定', reword: '已改写' },
  decided: '{mark}：{who}，{time}',
  done: { pin: '区块已固定', reword: '区块已改写', remove: '区块已移除' },
  undone: { pin: '区块已取消固定', reword: '已恢复原文', remove: '区块已恢复' },
  undo: '撤销',
  failed: '无法更改区块',
  formTitle: '改写区块',
  text: '文本',
  textHelp: 'Markdown。刷新会保留此文本。区块保留其来源。',
  textMissing: '请输入文本。',
  originalText: '原文',
  save: '保存',
  saving: '正在保存…',
  removed: (n) => `已移除的区块（${number(n)}）`,
  removedText: '刷新不会使这些陈述恢复。',
  removedBy: '移除：{who}，{time}',
  restore: '恢复',
  restoring: '正在恢复…',
  restoreOf: (text) => `恢复${shortly(text)}`,
  purgedText: '其文本已被永久删除。',
  sourceless: '其来源均已不存在：恢复后会再次允许该陈述，但不显示文本。',
  lost: (n, of) => `${of_(n, of)}被删除或作废。`,
  superseded: (n, of) => `${of_(n, of)}被更新的记忆取代。`,
  edited: (n, of) => `${of_(n, of)}被编辑。`,
  madeBy: {
    pin: (who) => `由 ${who} 固定区块`,
    reword: (who) => `由 ${who} 改写区块`,
    remove: (who) => `由 ${who} 移除区块`,
  },
  undoneBy: {
    pin: (who) => `由 ${who} 取消固定区块`,
    reword: (who) => `由 ${who} 恢复原文`,
    remove: (who) => `由 ${who} 恢复已移除的区块`,
  },
  editedBy: (who) => `由 ${who} 编辑`,
  wrote: (version, what) => `${version}：${what}。`,
};
