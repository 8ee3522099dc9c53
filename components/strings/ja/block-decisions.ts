import type { blockDecisions as english } from '#components/strings/block-decisions';
import { number } from '#components/strings/counted';
import { shortly } from '#components/strings/ja/mental-model';
import type { Translation } from '#components/strings/translated';

const of_ = (n: number, of: number): string => (of === 1 ? 'ソースがその後' : `${number(of)}件のソースのうち${number(n)}件がその後`);

export const blockDecisions: Translation<typeof english> = {
  menu: (text) => `${shortly(text)}の操作`,
  pin: '固定',
  pinMeans: '更新してもテキストは変わりません。',
  unpin: '固定を解除',
  reword: '書き換え',
  rewordMeans: '更新しても入力したテキストが残ります。',
  original: '元のテキストを使用',
  remove: '除外',
  removeMeans: '更新しても戻りません。',
  marks: { pin: '固定', reword: '書き換え済み' },
  decided: '{mark}（{who}、{time}）',
  done: { pin: 'ブロックを固定しました', reword: 'ブロックを書き換えました', remove: 'ブロックを除外しました' },
  undone: { pin: 'ブロックの固定を解除しました', reword: '元のテキストに戻しました', remove: 'ブロックを復元しました' },
  undo: '元に戻す',
  failed: 'ブロックを変更できませんでした',
  formTitle: 'ブロックの書き換え',
  text: 'テキスト',
  textHelp: 'Markdown。更新してもこのテキストが残ります。ソースは変わりません。',
  textMissing: 'テキストを入力してください。',
  originalText: '元のテキスト',
  save: '保存',
  saving: '保存中…',
  removed: (n) => `除外したブロック（${number(n)}）`,
  removedText: '更新しても、これらの内容は戻りません。',
  removedBy: '除外（{who}、{time}）',
  restore: '復元',
  restoring: '復元中…',
  restoreOf: (text) => `${shortly(text)}を復元`,
  purgedText: 'テキストは完全に削除されました。',
  sourceless: 'ソースが残っていないため、復元するとこの内容は再び許可されますが、テキストは表示されません。',
  lost: (n, of) => `${of_(n, of)}削除または無効化されました。`,
  superseded: (n, of) => `${of_(n, of)}新しい記憶に置き換えられました。`,
  edited: (n, of) => `${of_(n, of)}編集されました。`,
  madeBy: {
    pin: (who) => `ブロックを固定（${who}）`,
    reword: (who) => `ブロックを書き換え（${who}）`,
    remove: (who) => `ブロックを除外（${who}）`,
  },
  undoneBy: {
    pin: (who) => `ブロックの固定を解除（${who}）`,
    reword: (who) => `元のテキストに戻す（${who}）`,
    remove: (who) => `除外したブロックを復元（${who}）`,
  },
  editedBy: (who) => `編集（${who}）`,
  wrote: (version, what) => `${version}：${what}。`,
};
