import type { publicPages as english } from '#components/strings/public';
import type { Translation } from '#components/strings/translated';

export const publicPages: Translation<typeof english> = {
  product: 'Memory Bank',
  skip: 'コンテンツへ移動',
  nav: 'メイン',
  links: [
    { href: '/docs', label: 'APIリファレンス' },
    { href: '/login', label: 'サインイン' },
  ],
  docsTitle: 'APIリファレンス',
  endpoints: 'エンドポイント',
  referenceLoading: (address) => `${address}を読み込み中…`,
  referenceFailed: 'リファレンスを読み込めませんでした。ドキュメント自体は{address}にあります。',
  trySession:
    'キーがない場合、「Try it out」は{organization}でのセッションを使用します。curlコマンドでは、{placeholder}をこの組織のキーに置き換えてください。',
  tryOrganization: '「Try it out」の組織',
  title: 'AIエージェントのためのメモリストア',
  lead: '会話やドキュメントを取り込み、質問に関連するものを想起します。すべての結果に出典が付きます。言語モデルがなくても動作します。',
  openConsole: 'コンソールにサインイン',
  reference: 'APIリファレンス',
  server: 'このサーバー',
  store: 'ストア',
  answersUnder: '1 ms未満で応答',
  answersIn: (ms) => `${ms} msで応答`,
  noAnswer: '応答なし',
  storageLabel: 'ストレージ',
  storage: { embedded: '組み込みデータベース', postgres: 'PostgreSQL' },
  notOpen: 'まだ開いていません',
  model: '言語モデル',
  modelOn: '設定済み',
  modelOff: 'なし（組み込みルール）',
  version: 'APIバージョン',
  firstCall: '最初の呼び出し',
  steps: {
    key: 'キーを用意します。コンソールで作成するか、初回起動時にターミナルに表示されたキーを使います。',
    keyEnvironment: '外部データベースの場合、キーは{variable}にあります。',
    retain: '取り込みます。最初の書き込みでバンクが作成されます。',
    recall: '想起します。',
  },
  code: { key: 'キーを設定するコマンド', retain: '取り込むコマンド', recall: '想起するコマンド' },
};
