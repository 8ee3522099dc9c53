import { number } from '#components/strings/counted';
import { ui } from '#components/strings/ja/ui';
import type { organization as english } from '#components/strings/organization';
import type { Translation } from '#components/strings/translated';

const bankCount = (n: number): string => `${number(n)}個のバンク`;
const keyCount = (n: number): string => `${number(n)}個の有効なキー`;
const memberCount = (n: number): string => `${number(n)}人のメンバー`;

export const organization: Translation<typeof english> = {
  title: '設定',
  purpose: 'この組織の名前、識別子、削除。',

  readOnly: (role, owners) =>
    `あなたのロールは${ui.roles[role]}です。設定は閲覧のみできます。変更できるのはオーナーです${owners ? `：${owners}` : '。'}`,
  ownersOnly: (who) => `オーナーのみ実行できます：${who}`,
  ownersOnlyAlone: 'オーナーのみ実行できます。',

  nameTitle: '名前',
  name: '名前',
  nameHelp: '切り替えメニュー、招待、ログに表示される名前です。URLは変わりません。',
  nameMissing: '100文字以内で名前を入力してください。',
  save: '名前を変更',
  saving: '変更中',
  unchanged: 'まだ変更はありません。',
  renamed: (name) => `組織名を${name}に変更しました`,
  renameFailed: '組織名を変更できませんでした',

  addressTitle: '識別子',
  slug: 'スラッグ',
  slugWhy:
    'スラッグは、コンソールのURLと、サインイン済みの呼び出しのX-Organizationヘッダーに含まれます。IDはログとエクスポートに表示されます。どちらも変更できません。APIキーによる呼び出しには、どちらも必要ありません。',
  id: 'ID',

  otherTitle: '別の組織',
  otherWhy: 'バンク、キー、メンバーは組織間で共有されません。作成者がオーナーになります。',
  create: '組織を作成',

  deleteTitle: '組織の削除',
  deleteWhy: '組織とその中身をすべて完全に削除します。バックアップはなく、元に戻せません。',
  willDelete: '削除されるもの',
  banks: bankCount,
  keys: keyCount,
  members: memberCount,
  log: '監査ログ',
  lines: {
    banks: (n) => (n === 0 ? '{count}' : '{count}（すべてのメモリ、ドキュメント、メンタルモデルを含む）'),
    keys: (n) => (n === 0 ? '{count}（失効済みのキーはすべて削除）' : '{count}とその子キー。次のリクエストから使えなくなります'),
    members: (_n) => '{count}の所属情報。アクセスできなくなりますが、アカウントは残ります',
    log: '{log}の全エントリ。必要なら先にエクスポートしてください。削除の記録は最初の組織のログに残ります',
  },
  exportLog: '監査ログを開く',
  countFailed: '内容を集計できませんでした',
  action: '組織を削除',
  deleteDefault: '最初の組織は、サーバーが使用するため削除できません。',
  confirmTitle: (name) => `${name}を完全に削除しますか？`,
  confirmText: (banks, keys, members) => `${bankCount(banks)}、${keyCount(keys)}、${memberCount(members)}の所属情報を削除します。{final}`,
  confirmFinal: '元に戻せません。',
  deleting: '削除中',
};
