import { plural } from '#components/strings/counted';
import type { transfer as english } from '#components/strings/transfer';
import type { Translation } from '#components/strings/translated';

export const transfer: Translation<typeof english> = {
  exports: {
    bank: {
      title: '导出记忆库',
      text: '包含记忆库全部内容的 ZIP 文件：文档、记忆、观察、心智模型、指令、设置和历史。由它恢复的记忆库与此记忆库相同。绝不包含密钥和机密信息。',
    },
    documents: { title: '导出文档', text: '包含文档及其记忆的 ZIP 文件，不含设置、心智模型和历史。' },
  },
  starting: '正在开始',
  exportStarted: '已开始导出',
  exportStartedDetail: '完成后，可在此处和任务面板下载文件。',
  exportFailed: '无法开始导出',

  files: '导出的文件',
  filesFailed: '无法加载导出的文件',
  kinds: { bank: '记忆库', documents: '文档' },
  download: '下载',
  downloadOf: (name) => `下载 ${name}`,
  until: '可下载至：{time}',
  fileDeleted: '由于记忆库中有内容被永久删除，该文件已删除。请重新导出。',
  facts: { file: '文件', size: '大小', available: '可下载', digest: 'SHA-256' },
  untilTime: '至：{time}',

  copy: '复制记忆库',
  copyText: '创建一个新记忆库，包含相同的记忆、心智模型、设置、历史和向量。不会调用语言模型。',
  copyId: '副本的 ID',
  copyIdHelp: '必须是尚不存在的 ID。副本完成后会出现在记忆库列表中。',
  copyIdMissing: '请输入 ID。',
  copySentence: '将 {bank} 复制到新记忆库 {id}。',
  copyStarted: (id) => `已开始复制到 ${id}`,
  copyStartedDetail: '完成后，可从任务面板打开副本。',
  copyFailed: '无法复制记忆库',

  saveTemplate: '导出为模板',
  saveTemplateText: '包含此记忆库的设置、心智模型和指令的 JSON 文件，不含记忆。可用于设置其他记忆库。',
  saving: '正在导出',
  templateSaved: (name) => `已保存 ${name}`,
  saveTemplateFailed: '无法导出模板',

  applyTemplate: '应用模板',
  applyTemplateText: '更改设置，并创建或更新心智模型和指令。记忆不变。你可以事先看到哪些内容会更改。',
  gallery: '模板',
  templateFile: '选择文件',
  notTemplate: '不是模板：文件必须包含带有“version”的 JSON 对象。',
  templateTooLarge: '不是模板：文件超过 1 MB。',
  preview: '将要更改的内容',
  previewing: '正在比较模板与记忆库',
  previewFailed: '无法应用该模板',
  noChanges: '记忆库的心智模型和指令与模板相同。',
  groups: {
    settings: '要更改的设置',
    modelsCreated: '新的心智模型',
    modelsUpdated: '更改的心智模型',
    directivesCreated: '新的指令',
    directivesUpdated: '更改的指令',
  },
  choose: '选择模板或文件，查看将会更改的内容。',
  apply: '应用',
  applying: '正在应用',
  applied: '已应用模板',
  refreshes: (n) => plural(n, { other: '将刷新 # 个心智模型。' }),
  applyFailed: '无法应用模板',

  counts: {
    documents: (n) => plural(n, { other: '# 个文档' }),
    facts: (n) => plural(n, { other: '# 条记忆' }),
    observations: (n) => plural(n, { other: '# 条观察' }),
    mental_models: (n) => plural(n, { other: '# 个心智模型' }),
    knowledge_pages: (n) => plural(n, { other: '# 个知识页面' }),
  },
  skipped: {
    documents: (n) => plural(n, { other: '已跳过 # 个文档，因为记忆库中已有' }),
    observations: (n) => plural(n, { other: '已跳过 # 条观察' }),
  },
  imported: '已导入',
  copied: '已复制',
  openBank: (id) => `打开 ${id}`,
};
