import type { connect as english } from '#components/strings/connect';
import type { Translation } from '#components/strings/translated';

export const connect: Translation<typeof english> = {
  pageTitle: '连接应用',
  title: (application) => `连接 ${application}`,
  purpose: (host) => `该应用请求访问你的记忆。你的答复会发送到 ${host}。`,
  unverified: '应用名称未经验证。只有由你本人发起时才继续。',
  signedInAs: '登录身份：{email}',
  organization: '组织',
  bank: '记忆库',
  banksMissing: '请选择记忆库。',
  access: '权限',
  accesses: {
    read: { label: '读取', help: '搜索和读取记忆、文档和心智模型。' },
    write: { label: '读写', help: '还可以存入、更正和删除记忆、文档和心智模型。' },
  },
  never: '它永远不能更改设置、密钥或成员，也不能删除记忆库。',
  expires: '到期时间',
  revocable: '你可以随时在账户页面终止它的访问，管理员也可以在“API 密钥”页面终止。',
  allow: '允许访问',
  allowing: '正在连接',
  refuse: '拒绝',
  refusing: '正在拒绝',
  loadFailed: '无法加载请求',
  over: '此请求已结束',
  overText: '请求已过期或已处理。请在应用中重新发起。',
  failed: '无法连接此应用',
  failedText: '请求已过期，或此服务器已没有该应用的注册信息。请在应用中删除该连接，然后重新连接。',
  failedCode: (code) => `错误：${code}`,
  noOrganization: '你不属于任何组织，没有可共享的内容。',
  toConsole: '前往控制台',
};
