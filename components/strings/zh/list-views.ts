import type { listViews as english } from '#components/strings/list-views';
import type { Translation } from '#components/strings/translated';

export const listViews: Translation<typeof english> = {
  columns: '列',
  save: '保存此视图…',
  saveTitle: '保存视图',
  purpose: '将此列表的筛选和排序以名称保存在此浏览器中。',
  name: '名称',
  nameNeeded: '请输入名称。',
  nothing: '未设置筛选。',
  saved: (name) => `已保存视图“${name}”`,
  remove: (name) => `删除“${name}”`,
  deleted: (name) => `已删除视图“${name}”`,
  refused: '浏览器不允许保存。',
};
