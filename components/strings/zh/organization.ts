import { number } from '#components/strings/counted';
import type { organization as english } from '#components/strings/organization';
import type { Translation } from '#components/strings/translated';
import { ui } from '#components/strings/zh/ui';

const banks = (n: number): string => `${number(n)} 个记忆库`;
const keys = (n: number): string => `${number(n)} 个有效密钥`;
const members = (n: number): string => `${number(n)} 名成员`;

export const organization: Translation<typeof english> = {
  title: '设置',
  purpose: '此组织的名称、标识和删除。',

  readOnly: (role, owners) => `你是${ui.roles[role]}，可以查看这些设置。所有者可以更改${owners ? `：${owners}` : ''}。`,
  ownersOnly: (who) => `只有所有者可以执行此操作：${who}。`,
  ownersOnlyAlone: '只有所有者可以执行此操作。',

  nameTitle: '名称',
  name: '名称',
  nameHelp: '仅用于显示，出现在切换菜单、邀请和日志中。URL 不会变化。',
  nameMissing: '请输入名称，最多 100 个字符。',
  save: '重命名',
  saving: '正在重命名',
  unchanged: '尚无更改。',
  renamed: (name) => `组织已重命名为 ${name}`,
  renameFailed: '无法重命名组织',

  addressTitle: '标识',
  slug: 'URL 标识',
  slugWhy:
    'URL 标识是控制台 URL 的一部分，也用于登录后调用的 X-Organization 请求头。ID 出现在日志和导出中。两者都无法更改。使用 API 密钥的调用不需要它们。',
  id: 'ID',

  otherTitle: '其他组织',
  otherWhy: '各组织的记忆库、密钥和成员互不共享。创建者成为所有者。',
  create: '创建组织',

  deleteTitle: '删除组织',
  deleteWhy: '永久删除组织及其全部内容。没有备份，且此操作无法撤销。',
  willDelete: '将被删除',
  banks,
  keys,
  members,
  log: '审计日志',
  lines: {
    banks: (n) => (n === 0 ? '{count}' : '{count}及其所有记忆、文档和心智模型'),
    keys: (n) => (n === 0 ? '{count}以及所有已吊销的密钥' : '{count}及其子密钥，从下一次请求起失效'),
    members: (_n) => '{count}失去访问权限，账户保留',
    log: '{log}的全部内容；如有需要请先导出。删除操作本身会记录在首个组织的日志中',
  },
  exportLog: '打开审计日志',
  countFailed: '无法统计内容',
  action: '删除组织',
  deleteDefault: '首个组织由服务器使用，无法删除。',
  confirmTitle: (name) => `永久删除 ${name}？`,
  confirmText: (bankCount, keyCount, memberCount) =>
    `删除 ${banks(bankCount)}、${keys(keyCount)}，以及 ${members(memberCount)}的成员资格。{final}`,
  confirmFinal: '此操作无法撤销。',
  deleting: '正在删除',
};
