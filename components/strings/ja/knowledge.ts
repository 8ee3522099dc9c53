import { number } from '#components/strings/counted';
import { shortly } from '#components/strings/ja/mental-model';
import type { knowledge as english } from '#components/strings/knowledge';
import type { Translation } from '#components/strings/translated';

const contents = (folders: number, pages: number): string =>
  [...(folders > 0 ? [`フォルダー${number(folders)}件`] : []), ...(pages > 0 || folders === 0 ? [`ページ${number(pages)}件`] : [])].join(
    'と',
  );

export const knowledge: Translation<typeof english> = {
  title: 'ナレッジ',
  purpose: 'このバンクのメモリから質問に答えるページを、フォルダーにまとめます。どのページもメンタルモデルです。',
  tree: 'フォルダーとページ',
  failed: 'ページを読み込めませんでした',
  foot: contents,
  export: 'エクスポート',
  exportHelp: 'ページ間のリンクを含むMarkdownファイルのZIPアーカイブです。Obsidianで開けます。',
  exporting: 'エクスポート中…',
  exported: (name) => `${name}を保存しました`,
  exportFailed: 'ページをエクスポートできませんでした',

  emptyTitle: 'ページはまだありません',
  emptyText: 'ページはメモリから1つの質問に答え、ブロックごとに出典を示し、メモリが変わると更新されます。',
  emptyTemplates: 'テンプレートから始める',
  ownQuestion: '質問を入力',

  create: 'ページを作成',
  createPurpose: '質問を入力してください。テキストはバックグラウンドでメモリから生成されます。',
  createFolder: 'フォルダーを作成',
  createIn: 'ここにページを作成',
  createFolderIn: 'ここにフォルダーを作成',
  creating: '作成中…',
  created: (name) => `${shortly(name)}を生成しています`,
  folderCreated: (name) => `${shortly(name)}を作成しました`,
  folder: 'フォルダー',
  topLevel: '最上位',
  name: '名前',
  faults: { name: '名前を入力してください。', question: '質問を入力してください。' },
  rename: '名前を変更',
  nameOf: (name) => `${name}の新しい名前`,
  renamed: (name) => `名前を${shortly(name)}に変更しました`,
  renameFailed: (name) => `${shortly(name)}の名前を変更できませんでした`,
  edit: 'ページを編集',

  acts: (name) => `${name}の操作`,
  stale: '古い',
  refreshFailed: '前回の更新に失敗',
  up: '上へ移動',
  down: '下へ移動',
  into: (folder) => `${shortly(folder)}に移動`,
  out: 'フォルダーの外へ移動',
  moved: (name, folder, at, of) => `${name}：${folder}、${number(of)}件中${number(at)}番目`,
  cannotMove: (name) => `${name}はこの方向にはもう移動できません`,
  moveFailed: (name) => `${shortly(name)}を移動できませんでした`,

  remove: '削除',
  removeTitle: (name) => `「${name}」を削除しますか？`,
  removePage: 'ページとすべてのバージョンを削除し、更新を取り消します。メモリは残ります。この操作は元に戻せません。',
  removeFolder: (folders, pages) =>
    folders + pages === 0
      ? 'フォルダーは空です。この操作は元に戻せません。'
      : `フォルダーの中の${contents(folders, pages)}も、すべてのバージョンとともに削除します。メモリは残ります。この操作は元に戻せません。`,
  removing: '削除中…',
  removed: (name) => `${shortly(name)}を削除しました`,
  removeFailed: '削除できませんでした',

  back: 'すべてのページ',
  path: 'このページのフォルダー',
  openModel: 'メンタルモデル',
  openVersions: 'バージョン',
  missing: 'ページが見つかりません',
  missingText: 'このバンクにそのページはありません。削除された可能性があります。',
  onlyFolders: 'これらのフォルダーにはまだページがありません',

  search: 'ページを検索',
  results: '一致したページ',
  searchFailed: 'ページを検索できませんでした',
  noMatch: '一致するページはありません',
  noMatchText: 'ページの言葉や内容で検索してください。',
  clearFilters: '検索をクリア',
  score: (score) => `スコア${score}`,
  byWords: (percent, rank) => `言葉：${percent}、${rank}位`,
  byMeaning: (cosine, rank) => `意味：${cosine}、${rank}位`,
  noWords: '言葉：なし',
  noMeaning: '意味：類似なし',
};
