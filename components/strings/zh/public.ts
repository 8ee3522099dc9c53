import { number } from '#components/strings/counted';
import type { publicPages as english } from '#components/strings/public';
import type { Translation } from '#components/strings/translated';

export const publicPages: Translation<typeof english> = {
  product: 'Memory Bank',
  skip: '跳到主要内容',
  nav: '主导航',
  links: [
    { href: '/docs', label: 'API 参考' },
    { href: '/login', label: '登录' },
  ],
  docsTitle: 'API 参考',
  endpoints: '端点',
  referenceLoading: (address) => `正在读取 ${address}…`,
  referenceFailed: '无法加载 API 参考。文档本身位于 {address}。',
  trySession: '没有密钥时，“Try it out”使用你在 {organization} 中的会话。curl 命令需要将 {placeholder} 替换为该组织的密钥。',
  tryOrganization: '“Try it out”使用的组织',
  title: 'AI 智能体的记忆存储',
  lead: '存入对话和文档，召回与问题相关的内容。每条结果都附有来源。无需语言模型即可使用。',
  openConsole: '登录控制台',
  reference: 'API 参考',
  server: '此服务器',
  store: '存储',
  answersUnder: '响应时间不到 1 ms',
  answersIn: (ms) => `响应时间 ${number(ms)} ms`,
  noAnswer: '无响应',
  storageLabel: '存储',
  storage: { embedded: '内嵌数据库', postgres: 'PostgreSQL' },
  notOpen: '尚未打开',
  model: '语言模型',
  modelOn: '已配置',
  modelOff: '无（内置规则）',
  version: 'API 版本',
  firstCall: '首次调用',
  steps: {
    key: '获取密钥：在控制台中创建，或使用首次启动时输出到终端的密钥。',
    keyEnvironment: '使用外部数据库时，密钥位于 {variable}。',
    retain: '存入。首次写入会创建记忆库。',
    recall: '召回。',
  },
  code: { key: '设置密钥的命令', retain: '存入的命令', recall: '召回的命令' },
};
