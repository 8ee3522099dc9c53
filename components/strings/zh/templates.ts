import type { templates as english } from '#components/strings/templates';
import type { Translation } from '#components/strings/translated';

export const templates: Translation<typeof english> = {
  'personal-assistant': {
    name: '个人助理',
    mission: '个人助理的记忆：一个人的喜好、计划和承诺，免去重复说明。',
    extraction: '喜好、带日期的计划、承诺，以及用户身边的人。不记闲聊。',
    models: {
      preferences: { name: '喜好', question: '喜好：喜欢、喜爱、讨厌或避免的食物、饮料、旅行等' },
      'plans-and-promises': { name: '计划和承诺', question: '计划、旅行、预订、会议、约会和承诺及其日期' },
      people: { name: '人物', question: '人物：伴侣、妻子、丈夫、孩子、父母、兄弟、姐妹、朋友和同事' },
    },
    directives: {
      dates: { name: '准确日期', rule: '每项计划、约会和截止时间都要给出准确日期。' },
      privacy: { name: '健康和金钱', rule: '只有问题涉及健康或金钱时才提及它们。' },
    },
  },
  'coding-agent': {
    name: '编程智能体',
    mission: '编程智能体的记忆：代码规范、如此设计的原因，以及失败过的尝试。',
    extraction: '规范、命令、决定及其理由、错误的原因和修复，以及失败的尝试。',
    models: {
      conventions: { name: '规范', question: '规范：文件命名、代码风格，以及用于构建、测试和运行的命令和工具' },
      decisions: { name: '决定', question: '决定：决定、选择或替换了什么，以及原因' },
      pitfalls: { name: '错误和修复', question: '错误、崩溃和失败的尝试：由什么引起，如何修复或解决' },
    },
    directives: {
      names: { name: '准确名称', rule: '原样引用命令、文件路径、版本和错误信息。' },
      current: { name: '当前决定', rule: '如果某个决定取代了之前的决定，只给出当前决定及其理由。' },
    },
  },
  'support-agent': {
    name: '客服智能体',
    mission: '客服团队的记忆：客户反馈的问题、解决办法，以及尚未解决的事项。',
    extraction: '带产品和版本的问题、解决办法、待处理的请求，以及每位客户使用的内容。',
    models: {
      'known-problems': { name: '已知问题', question: '客户反馈的问题、错误和崩溃，以及解决或修复的办法' },
      'open-cases': { name: '待处理事项', question: '待处理、等待答复或尚未解决的事项、工单和请求' },
      customers: { name: '客户', question: '客户：使用哪种套餐、产品和版本？' },
    },
    directives: {
      promises: { name: '不作承诺', rule: '绝不承诺任何记忆中没有的日期、退款或功能。' },
      privacy: { name: '隐私', rule: '答复一位客户时，绝不提及另一位客户。' },
    },
  },
  'sales-team': {
    name: '销售团队',
    mission: '销售团队的记忆：每位客户由谁决定、需要什么，以及每笔交易的下一步。',
    extraction: '联系人及其角色、预算、阶段、带日期的下一步、异议和竞争对手。',
    models: {
      contacts: { name: '联系人', question: '联系人：每位客户由谁决定、签字或负责？' },
      deals: { name: '交易', question: '交易：预算、价格、报价、阶段和下一步' },
      objections: { name: '异议', question: '客户的异议、顾虑和竞争对手' },
    },
    directives: {
      'next-step': { name: '下一步', rule: '关于客户的回答要以下一步、负责人和日期结尾。' },
      figures: { name: '数字', rule: '给出价格、预算和折扣时，必须注明提及的日期。' },
    },
  },
  'research-notes': {
    name: '研究笔记',
    mission: '研究项目的记忆：有来源的发现、方法和未解问题。',
    extraction: '带数字和来源的发现、方法、数据集、假设和未解问题。',
    models: {
      findings: { name: '发现', question: '发现：实验和论文显示、发现或报告了什么' },
      methods: { name: '方法', question: '使用的方法、数据集、语料库和参数' },
      'open-questions': { name: '未解问题', question: '未解问题：未知、不明确、尚未检验或应当检验的内容' },
    },
    directives: {
      sources: { name: '来源', rule: '为每项发现注明来源，并区分发现和假设。' },
      disagreement: { name: '分歧', rule: '如果来源不一致，给出双方的结果及其数字。' },
    },
  },
};
