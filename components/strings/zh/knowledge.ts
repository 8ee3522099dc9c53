import { number } from '#components/strings/counted';
import type { knowledge as english } from '#components/strings/knowledge';
import type { Translation } from '#components/strings/translated';
import { shortly } from '#components/strings/zh/mental-model';

const contents = (folders: number, pages: number): string =>
  [...(folders > 0 ? [`${number(folders)} 个文件夹`] : []), ...(pages > 0 || folders === 0 ? [`${number(pages)} 个页面`] : [])].join('和');

export const knowledge: Translation<typeof english> = {
  title: '知识',
  purpose: '根据此记忆库的记忆回答问题的页面，按文件夹整理。每个页面都是一个心智模型。',
  tree: '文件夹和页面',
  failed: '无法加载页面',
  foot: contents,
  export: '导出',
  exportHelp: '包含 Markdown 文件及页面间链接的 ZIP 压缩包，可用 Obsidian 打开。',
  exporting: '正在导出…',
  exported: (name) => `已保存 ${name}`,
  exportFailed: '无法导出页面',

  emptyTitle: '还没有页面',
  emptyText: '页面根据记忆回答一个问题，列出每个内容块的来源，并随记忆变化而刷新。',
  emptyTemplates: '从模板开始',
  ownQuestion: '自己提问',

  create: '创建页面',
  createPurpose: '由你写问题，文本在后台根据记忆生成。',
  createFolder: '创建文件夹',
  createIn: '在此创建页面',
  createFolderIn: '在此创建文件夹',
  creating: '正在创建…',
  created: (name) => `正在生成${shortly(name)}`,
  folderCreated: (name) => `已创建${shortly(name)}`,
  folder: '文件夹',
  topLevel: '顶层',
  name: '名称',
  faults: { name: '请输入名称。', question: '请输入问题。' },
  rename: '重命名',
  nameOf: (name) => `${name}的新名称`,
  renamed: (name) => `已重命名为${shortly(name)}`,
  renameFailed: (name) => `无法重命名${shortly(name)}`,
  edit: '编辑页面',

  acts: (name) => `${name}的操作`,
  stale: '已过时',
  refreshFailed: '上次刷新失败',
  up: '上移',
  down: '下移',
  into: (folder) => `移入${shortly(folder)}`,
  out: '移出文件夹',
  moved: (name, folder, at, of) => `${name}：${folder}，第 ${number(at)} 位，共 ${number(of)} 项`,
  cannotMove: (name) => `${name}无法再向此方向移动`,
  moveFailed: (name) => `无法移动${shortly(name)}`,

  remove: '删除',
  removeTitle: (name) => `删除“${name}”？`,
  removePage: '删除页面及其所有版本，并取消其刷新。记忆会保留。此操作无法撤销。',
  removeFolder: (folders, pages) =>
    folders + pages === 0
      ? '文件夹为空。此操作无法撤销。'
      : `同时删除文件夹中的${contents(folders, pages)}及其所有版本。记忆会保留。此操作无法撤销。`,
  removing: '正在删除…',
  removed: (name) => `已删除${shortly(name)}`,
  removeFailed: '无法删除',

  back: '所有页面',
  path: '此页面的文件夹',
  openModel: '心智模型',
  openVersions: '版本',
  missing: '找不到页面',
  missingText: '此记忆库没有该页面，可能已被删除。',
  onlyFolders: '这些文件夹还没有页面',

  search: '搜索页面',
  results: '匹配的页面',
  searchFailed: '无法搜索页面',
  noMatch: '没有匹配的页面',
  noMatchText: '请按页面中的词语或主题搜索。',
  clearFilters: '清除搜索',
  score: (score) => `得分 ${score}`,
  byWords: (percent, rank) => `词语：${percent}，第 ${rank} 名`,
  byMeaning: (cosine, rank) => `含义：${cosine}，第 ${rank} 名`,
  noWords: '词语：无',
  noMeaning: '含义：不相似',
};
