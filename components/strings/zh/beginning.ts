import type { beginning as english } from '#components/strings/beginning';
import type { Translation } from '#components/strings/translated';

export const beginning: Translation<typeof english> = {
  start: {
    title: '从密钥到接入智能体',
    duration: '约五分钟',
    key: '创建密钥',
    keyExists: '密钥 {name} 可访问此记忆库。它的值只在创建时显示过一次。',
    keyAnother: '再创建一个密钥',
    dismiss: '忽略入门步骤',
    retain: '存入一些文本',
    retainText: '发送一句话、一段聊天或一个文件。没有语言模型时，由内置规则提取事实。',
    sentence: 'Ana 搬到了波尔图，因为那里的工作室更便宜。',
    copy: '存入一句话的命令',
    code: '存入一句话的 curl 命令',
    listening: '正在等待第一条记忆，此页面会自动更新。',
    ask: '召回它',
    askText: '召回按语义、词语、时间和名称查找。',
    question: 'Ana 为什么搬到波尔图？',
    askCopy: '召回它的命令',
    askCode: '召回它的 curl 命令',
    connect: '接入你的智能体',
    connectText: '每个客户端都有相应的步骤和代码，可使用密钥或登录。',
    connectAll: '所有客户端',
  },
  appears: {
    title: '这里会显示什么',
    world: '事实：产品、价格、规则。',
    experience: '事件：通话、维修、承诺。',
    observation: '由多条事实得出的结论，并以这些事实为依据。',
  },
  sample: {
    load: '载入示例对话',
    loading: '正在发送',
    text: '五位朋友和他们的助理六个月间的 233 轮对话，共 22 个文档，带有标签 demo。如果配置了语言模型，会消耗 token。',
    sent: '正在处理示例对话',
    sentDetail: '离开此页面后仍会继续，进度见对应的任务。',
    failed: '无法载入示例对话',
  },
  questions: {
    title: '向示例提问',
    note: '与示例一样使用英语',
    about: {
      person: '人物',
      cause: '原因',
      time: '时间',
      decision: '改变过的决定',
      experience: '智能体做过的事',
    },
  },
};
