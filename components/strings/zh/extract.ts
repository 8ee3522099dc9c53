import { number } from '#components/strings/counted';
import type { extract as english } from '#components/strings/extract';
import type { Translation } from '#components/strings/translated';

const differs = { words: '措辞', type: '类型', dates: '日期', entities: '实体', tags: '分类', speaker: '说话人' };

export const extract: Translation<typeof english> = {
  title: '提取',
  purpose: '预览存入时会从文本中提取哪些事实，并排比较记忆库的设置与其他设置。不会保存任何内容。',
  text: '文本',
  textPlaceholder: '粘贴对话、笔记、邮件…',
  textMissing: '请输入文本。',
  textLong: (max) => `最多 ${number(max)} 个字符。`,
  textNotInAddress: 'URL 包含选项，但不包含文本。',
  characters: (n) => `${number(n)} 个字符`,
  example: '使用示例',
  exampleText:
    'Ana: 我三月搬到了波尔图，因为那里的工作室更便宜。\nBen: 真好！我六月能去看你吗？我对猫过敏，所以会住酒店。\nAna: 六月可以。请在到达前一天给我打电话，我周五要工作到很晚。\nBen: 好的。我的火车周六十点到。',
  context: '上下文',
  contextHelp: '用几个词说明文本的来源。',
  time: '提及时间',
  timeHelp: '日期，或日期和时间。留空表示现在；“unset” 表示无时间。',
  timeWrong: '日期无效。请使用 2026-05-06 或 2026-05-06T10:00Z 的格式，或 “unset”。',

  candidate: '候选设置',
  candidateHelp: '留空的字段使用记忆库的设置。',
  asBank: (value) => `记忆库：${value}`,
  candidateNone: '更改任一设置，即可用它再提取一次。',
  candidateSet: (n) => `${number(n)} 项设置不同`,
  clear: '清除',
  moreOptions: '分类和 JSON',
  configFailed: '无法加载记忆库的设置',

  run: '提取',
  runBoth: '提取两次并比较',
  running: '正在提取',
  stop: '停止',
  costs: (calls) => `约调用模型 ${number(calls)} 次，每个分块一次，会消耗 token。`,
  costsNoCall: '这些设置不使用模型，不消耗 token。',
  costsUnknown: '如果配置了模型，每个分块调用一次，会消耗 token。',
  costsNothing: '未配置存入所用模型：使用内置规则，不消耗 token。',
  stored: '不会保存任何内容，也不会创建记忆库。',
  curl: '复制为 curl',
  curlOwn: '使用记忆库设置的调用',
  curlCandidate: '使用候选设置的调用',

  sides: { own: '记忆库设置', candidate: '候选设置' },
  failed: { own: '使用记忆库设置的提取失败', candidate: '使用候选设置的提取失败' },
  method: {
    model: '由语言模型提取',
    extractive: '由内置规则提取',
    chunks: '未提取：每个分块就是一条事实',
  },
  facts: (n) => `${number(n)} 条事实`,
  chunks: (n) => `${number(n)} 个分块`,
  tokens: (input, output, cached) =>
    `输入 ${number(input)} token${cached > 0 ? `（其中 ${number(cached)} 来自缓存）` : ''}，输出 ${number(output)}`,
  noTokens: '无 token 消耗',
  failedChunks: (n, of) => `${number(of)} 个分块中有 ${number(n)} 个失败：模型没有返回可用的回答。实际存入时会重试。`,
  none: '未发现事实。',

  result: '提取的事实',
  resultOf: '两次提取的事实，并排显示',
  ranAt: '提取于 {time}',
  changedSince: '之后文本或选项有更改。',
  summary: { matched: '匹配', added: '新增', missing: '缺少' },
  summaryMeans: { matched: '两者都有', added: '仅候选设置有', missing: '仅记忆库设置有' },
  tokenDifference: (own, candidate) =>
    own === candidate ? `各 ${number(own)} token` : `记忆库设置 ${number(own)} token，候选设置 ${number(candidate)}`,
  show: '显示的事实',
  views: { all: '全部', differences: '差异' },
  same: '两次提取结果相同。',
  differsIn: (what) => `不同：${what.map((each) => differs[each]).join('、')}`,
  matchedBy: '措辞相同（不计大小写、标点和空格）或大部分相同的事实视为匹配。',
  onlyOwn: '候选设置缺少',
  onlyCandidate: '候选设置新增',
  noEntities: '无实体',
  said: (speaker) => `说话人：${speaker}`,
  because: (places) => `起因：${places.map((at) => `事实 ${number(at + 1)}`).join('、')}`,
  emptyTitle: '还没有提取',
  emptyText: '粘贴文本并提取。每条事实会显示类型、日期、实体和开销。',
};
