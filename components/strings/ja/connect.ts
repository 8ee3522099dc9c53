import type { connect as english } from '#components/strings/connect';
import type { Translation } from '#components/strings/translated';

export const connect: Translation<typeof english> = {
  pageTitle: 'アプリケーションの接続',
  title: (application) => `${application}を接続`,
  purpose: (host) => `メモリへのアクセスを求めています。回答は${host}に送られます。`,
  publisher: (host) => `公開元は${host}です。`,
  unverified: 'アプリケーションの名前は検証されていません。自分で始めた操作でなければ、続けないでください。',
  signedInAs: 'サインイン中：{email}',
  organization: '組織',
  bank: 'バンク',
  bankMissing: 'このバンクはここに存在しません。コンソールで作成するか、アプリケーションのアドレスを変更してください。',
  banksMissing: 'バンクを選択してください。',
  access: 'アクセス',
  accesses: {
    read: { label: '読み取り', help: 'メモリ、ドキュメント、メンタルモデルを検索して読み取ります。' },
    write: { label: '読み取りと書き込み', help: 'メモリ、ドキュメント、メンタルモデルの保存、訂正、削除もできます。' },
  },
  never: '設定、キー、メンバーの変更やバンクの削除は一切できません。',
  expires: '有効期限',
  revocable: 'アクセスは、自分のアカウントページでいつでも終了できます。管理者もAPIキーのページで終了できます。',
  allow: 'アクセスを許可',
  allowing: '接続中',
  refuse: '拒否',
  refusing: '拒否中',
  loadFailed: 'リクエストを読み込めませんでした',
  over: 'このリクエストは終了しました',
  overText: '期限が切れたか、すでに回答されています。アプリケーションからやり直してください。',
  failed: 'このアプリケーションを接続できませんでした',
  failedText:
    'リクエストの期限が切れたか、このサーバーにアプリケーションの登録が残っていません。アプリケーションで接続を削除してから、もう一度接続してください。',
  failedCode: (code) => `エラー: ${code}`,
  noOrganization: '組織に所属していないため、共有できるものがありません。',
  toConsole: 'コンソールへ',
};
