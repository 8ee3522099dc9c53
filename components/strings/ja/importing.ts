import { number, plural } from '#components/strings/counted';
import type { importing as english } from '#components/strings/importing';
import type { Translation } from '#components/strings/translated';

export const importing: Translation<typeof english> = {
  title: 'インポート',
  purpose: '書き込む前に、ファイルの内容と変更点を確認できます。',
  dropOrChoose: '{drop}か、ファイルを選択してください',
  drop: 'ここにファイルをドロップする',
  formats: 'バンクのアーカイブ（.zip、Hindsightのものも可）、またはmem0、Zep、Letta、MCPメモリサーバーのエクスポート。4 GBまで。',
  another: '別のファイルを選択',
  fileMissing: '先にファイルを選択してください',
  reading: (percent) => `ファイルを読み取り中：${number(percent)}%`,
  examining: 'ファイルを調べています',
  tooLarge: 'ファイルが4 GBを超えています。',
  unreadable: 'ファイルをインポートできません',
  template: 'これはテンプレートです。適用するには、バンクの設定を開き、「エクスポートとコピー」を選択してください。',

  recognized: '認識した形式',
  kinds: {
    bank_archive: 'バンクのアーカイブ',
    mem0: 'mem0のエクスポート',
    zep: 'Zepのエクスポート',
    letta: 'Lettaのエクスポート',
    mcp_memory: 'MCPサーバーのメモリファイル',
  },
  facts: { source: '元のバンク', content: '内容', from: '開始', to: '終了', existing: 'バンクに既存', issues: '注意' },
  existing: (n) => plural(n, { other: '# 件のドキュメント' }),
  issues: {
    no_text: (n) => plural(n, { other: 'テキストのないレコード # 件：省略' }),
    inactive: (n) => plural(n, { other: '元で削除またはアーカイブ済みのレコード # 件：省略' }),
    repeated: (n) => plural(n, { other: '重複したレコード # 件：省略' }),
    invalid_time: (n) => plural(n, { other: '読み取れない日時 # 件：省略' }),
    missing_entity: (n) => plural(n, { other: 'ファイルにないエンティティを参照するレコード # 件' }),
    unknown_record: (n) => plural(n, { other: '不明な形式のレコード # 件：省略' }),
  },
  otherIssue: (reason, n) => `${reason}：${number(n)}`,

  target: 'インポート先',
  targets: { new: '新しいバンク', existing: '既存のバンク' },
  targetHelp: {
    restore: 'ID、履歴、設定が元と同じになります。',
    create: 'ファイルの内容で作成します。',
    existing: 'ドキュメント、観察、メンタルモデルを追加します。',
  },
  id: '新しいバンクのID',
  idMissing: 'IDを入力してください。',
  idTaken: 'このIDのバンクはすでにあります。別のID、または「既存のバンク」を選択してください。',
  bank: 'バンク',
  bankPlaceholder: 'バンクを選択',
  findBank: 'バンクを検索',
  noBank: 'バンクはまだありません。',
  noMatch: '一致するバンクはありません。',
  banksFailed: 'バンクを読み込めませんでした。',
  bankMissing: 'バンクを選択してください。',
  conflict: 'バンクにすでにあるドキュメント',
  conflicts: {
    skip: { label: 'スキップ', help: 'バンクのものを残します。' },
    replace: { label: '置き換え', help: 'ファイルのものを使います。' },
    'new-id': { label: 'コピーを追加', help: '新しいIDで追加します。' },
  },

  sentence: {
    restore: '{id}をバックグラウンドで復元します。完了すると表示されます。言語モデルは呼び出されません。',
    create: 'バンク{id}を作成し、バックグラウンドでインポートします。言語モデルは呼び出されません。',
    add: '{id}にバックグラウンドで追加します。言語モデルは呼び出されません。',
  },
  host: (bank) => `この組織にはまだバンクがありません。インポートを表示するため、空のバンク${bank}を作成します。後で削除できます。`,
  uploading: (percent) => `アップロード中：${number(percent)}%`,
  started: (id) => `${id}へのインポートを開始しました`,
  startedDetail: '進捗は処理状況のトレイに表示され、そこからバンクを開けます。',
  failed: 'インポートを開始できませんでした',
};
