import type { charts as english } from '#components/strings/charts';
import { number } from '#components/strings/counted';
import { ui } from '#components/strings/ja/ui';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => `${number(n)}件のメモリ`;

const notOver = '集計途中';

export const charts: Translation<typeof english> = {
  memories,
  units: {
    minute: '1分',
    hour: '1時間',
    day: '1日',
    week: '1週間',
    month: '1か月',
    year: '1年',
    decade: '10年',
    century: '100年',
  },
  open: {
    minute: '現在',
    hour: 'この1時間',
    day: '今日',
    week: '今週',
    month: '今月',
    year: '今年',
    decade: 'この10年',
    century: '今世紀',
  },
  cursor: '棒グラフ。矢印キーで移動し、Enterでメモリを開きます。',
  notOver,
  years: (first, last) => `${first}〜${last}年`,
  tapAgain: 'もう一度タップするとメモリを開きます',
  noBucket: '棒が選択されていません',
  bucket: (name, counts, sum, isOpen) =>
    `${name}${isOpen ? `（${notOver}）` : ''}：${memories(sum)}。${ui.factCount.world(counts.world)}、${ui.factCount.experience(
      counts.experience,
    )}、${ui.factCount.observation(counts.observation)}`,
};
