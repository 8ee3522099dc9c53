import type { charts as english } from '#components/strings/charts';
import { number } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';
import { ui } from '#components/strings/zh/ui';

const memories = (n: number): string => `${number(n)} 条记忆`;

const notOver = '未结束';

export const charts: Translation<typeof english> = {
  memories,
  units: {
    minute: '1 分钟',
    hour: '1 小时',
    day: '1 天',
    week: '1 周',
    month: '1 个月',
    year: '1 年',
    decade: '10 年',
    century: '100 年',
  },
  open: {
    minute: '现在',
    hour: '本小时',
    day: '今天',
    week: '本周',
    month: '本月',
    year: '今年',
    decade: '本年代',
    century: '本世纪',
  },
  cursor: '柱形图。用方向键移动，按 Enter 打开记忆。',
  notOver,
  years: (first, last) => `${first} 至 ${last}`,
  tapAgain: '再次点按以打开记忆',
  noBucket: '未选择柱形',
  bucket: (name, counts, sum, isOpen) =>
    `${name}${isOpen ? `（${notOver}）` : ''}：${memories(sum)}；${ui.factCount.world(counts.world)}，${ui.factCount.experience(
      counts.experience,
    )}，${ui.factCount.observation(counts.observation)}`,
};
