import { plural } from '#components/strings/counted';
import type { transfer as english } from '#components/strings/transfer';
import type { Translation } from '#components/strings/translated';

export const transfer: Translation<typeof english> = {
  exports: {
    bank: {
      title: 'バンクをエクスポート',
      text: 'ドキュメント、メモリ、観察、メンタルモデル、ディレクティブ、設定、履歴など、バンクのすべてを含むZIPファイルです。このファイルから復元したバンクは、このバンクと同じ内容になります。キーやシークレットは含まれません。',
    },
    documents: {
      title: 'ドキュメントをエクスポート',
      text: 'ドキュメントとそのメモリを含むZIPファイルです。設定、メンタルモデル、履歴は含まれません。',
    },
  },
  starting: '開始しています',
  exportStarted: 'エクスポートを開始しました',
  exportStartedDetail: '完了すると、ここと処理状況のトレイからファイルをダウンロードできます。',
  exportFailed: 'エクスポートを開始できませんでした',

  files: 'エクスポートしたファイル',
  filesFailed: 'エクスポートしたファイルを読み込めませんでした',
  kinds: { bank: 'バンク', documents: 'ドキュメント' },
  download: 'ダウンロード',
  downloadOf: (name) => `${name}をダウンロード`,
  until: '{time}まで利用できます',
  fileDeleted: 'バンクの一部が完全に削除されたため、ファイルも削除されました。もう一度エクスポートしてください。',
  facts: { file: 'ファイル', size: 'サイズ', available: '利用期限', digest: 'SHA-256' },
  untilTime: '{time}まで',

  copy: 'バンクをコピー',
  copyText: '同じメモリ、メンタルモデル、設定、履歴、ベクトルを持つ新しいバンクを作成します。言語モデルは呼び出されません。',
  copyId: 'コピーのID',
  copyIdHelp: 'まだ存在しないIDにしてください。コピーは完了すると、バンクの一覧に表示されます。',
  copyIdMissing: 'IDを入力してください。',
  copySentence: '{bank}を新しいバンク{id}にコピーします。',
  copyStarted: (id) => `${id}へのコピーを開始しました`,
  copyStartedDetail: '完了すると、処理状況のトレイからコピーを開けます。',
  copyFailed: 'バンクをコピーできませんでした',

  saveTemplate: 'テンプレートとしてエクスポート',
  saveTemplateText:
    'このバンクの設定、メンタルモデル、ディレクティブを含むJSONファイルです。メモリは含まれません。ほかのバンクの設定に使えます。',
  saving: 'エクスポートしています',
  templateSaved: (name) => `${name}を保存しました`,
  saveTemplateFailed: 'テンプレートをエクスポートできませんでした',

  applyTemplate: 'テンプレートを適用',
  applyTemplateText:
    '設定を変更し、メンタルモデルとディレクティブを作成または更新します。メモリは変わりません。何が変わるかを事前に確認できます。',
  gallery: 'テンプレート',
  templateFile: 'ファイルを選択',
  notTemplate: 'テンプレートではありません。ファイルには「version」を含むJSONオブジェクトが必要です。',
  templateTooLarge: 'テンプレートではありません。ファイルが1 MBを超えています。',
  preview: '変更内容',
  previewing: 'テンプレートとバンクを比較しています',
  previewFailed: 'テンプレートを適用できません',
  noChanges: 'バンクのメンタルモデルとディレクティブは、テンプレートと同じです。',
  groups: {
    settings: '設定する項目',
    modelsCreated: '新しいメンタルモデル',
    modelsUpdated: '変更するメンタルモデル',
    directivesCreated: '新しいディレクティブ',
    directivesUpdated: '変更するディレクティブ',
  },
  choose: 'テンプレートまたはファイルを選択すると、変更内容が表示されます。',
  apply: '適用',
  applying: '適用しています',
  applied: 'テンプレートを適用しました',
  refreshes: (n) => plural(n, { other: '# 件のメンタルモデルを更新します。' }),
  applyFailed: 'テンプレートを適用できませんでした',

  counts: {
    documents: (n) => plural(n, { other: '# 件のドキュメント' }),
    facts: (n) => plural(n, { other: '# 件のメモリ' }),
    observations: (n) => plural(n, { other: '# 件の観察' }),
    mental_models: (n) => plural(n, { other: '# 件のメンタルモデル' }),
    knowledge_pages: (n) => plural(n, { other: '# 件のナレッジページ' }),
  },
  skipped: {
    documents: (n) => plural(n, { other: 'バンクにすでにあるため、# 件のドキュメントをスキップ' }),
    observations: (n) => plural(n, { other: '# 件の観察をスキップ' }),
  },
  imported: 'インポート済み',
  copied: 'コピー済み',
  openBank: (id) => `${id}を開く`,
};
