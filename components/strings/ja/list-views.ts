import type { listViews as english } from '#components/strings/list-views';
import type { Translation } from '#components/strings/translated';

export const listViews: Translation<typeof english> = {
  columns: '列',
  save: 'このビューを保存…',
  saveTitle: 'ビューを保存',
  purpose: 'この一覧の絞り込みと並び順に名前を付けて、このブラウザに保存します。',
  name: '名前',
  nameNeeded: '名前を入力してください。',
  nothing: '絞り込みが設定されていません。',
  saved: (name) => `ビュー「${name}」を保存しました`,
  remove: (name) => `「${name}」を削除`,
  deleted: (name) => `ビュー「${name}」を削除しました`,
  refused: 'ブラウザが保存を許可しませんでした。',
};
