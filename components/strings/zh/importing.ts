import { number, plural } from '#components/strings/counted';
import type { importing as english } from '#components/strings/importing';
import type { Translation } from '#components/strings/translated';

export const importing: Translation<typeof english> = {
  title: '导入',
  purpose: '写入之前，你可以看到文件包含的内容和将要发生的更改。',
  dropOrChoose: '{drop}，或选择文件',
  drop: '将文件拖放到此处',
  formats: '记忆库的归档文件（.zip，也包括 Hindsight 的归档），或 mem0、Zep、Letta、MCP 记忆服务器的导出文件。最大 4 GB。',
  another: '选择其他文件',
  fileMissing: '请先选择文件',
  reading: (percent) => `正在读取文件：${number(percent)}%`,
  examining: '正在检查文件',
  tooLarge: '文件超过 4 GB。',
  unreadable: '无法导入该文件',
  template: '这是模板。要应用它，请打开记忆库的设置，然后选择“导出与复制”。',

  recognized: '识别结果',
  kinds: {
    bank_archive: '记忆库归档',
    mem0: 'mem0 导出',
    zep: 'Zep 导出',
    letta: 'Letta 导出',
    mcp_memory: 'MCP 服务器的记忆文件',
  },
  facts: { source: '原记忆库', content: '内容', from: '起始', to: '结束', existing: '记忆库中已有', issues: '说明' },
  existing: (n) => plural(n, { other: '# 个文档' }),
  issues: {
    no_text: (n) => plural(n, { other: '# 条没有文本的记录：已略过' }),
    inactive: (n) => plural(n, { other: '# 条已在原处删除或归档的记录：已略过' }),
    repeated: (n) => plural(n, { other: '# 条重复的记录：已略过' }),
    invalid_time: (n) => plural(n, { other: '# 个无法读取的时间：已略过' }),
    missing_entity: (n) => plural(n, { other: '# 条记录提到文件中没有的实体' }),
    unknown_record: (n) => plural(n, { other: '# 条格式未知的记录：已略过' }),
  },
  otherIssue: (reason, n) => `${reason}：${number(n)}`,

  target: '导入到',
  targets: { new: '新记忆库', existing: '现有记忆库' },
  targetHelp: {
    restore: '与原来相同：ID、历史和设置。',
    create: '包含文件中的内容。',
    existing: '添加文档、观察和心智模型。',
  },
  id: '新记忆库的 ID',
  idMissing: '请输入 ID。',
  idTaken: '已存在使用此 ID 的记忆库。请选择其他 ID，或选择“现有记忆库”。',
  bank: '记忆库',
  bankPlaceholder: '选择记忆库',
  findBank: '查找记忆库',
  noBank: '还没有记忆库。',
  noMatch: '没有匹配的记忆库。',
  banksFailed: '无法加载记忆库。',
  bankMissing: '请选择记忆库。',
  conflict: '记忆库中已有的文档',
  conflicts: {
    skip: { label: '跳过', help: '保留记忆库中的文档。' },
    replace: { label: '替换', help: '使用文件中的文档。' },
    'new-id': { label: '添加副本', help: '使用新的 ID。' },
  },

  sentence: {
    restore: '在后台恢复 {id}。完成后会显示。不会调用语言模型。',
    create: '创建记忆库 {id} 并在后台导入。不会调用语言模型。',
    add: '在后台添加到 {id}。不会调用语言模型。',
  },
  host: (bank) => `此组织还没有记忆库。将创建空记忆库 ${bank} 来列出导入任务；之后可以将其删除。`,
  uploading: (percent) => `正在上传：${number(percent)}%`,
  started: (id) => `已开始导入到 ${id}`,
  startedDetail: '任务面板会显示进度，并可打开记忆库。',
  failed: '无法开始导入',
};
