import { number } from '#components/strings/counted';
import { ui } from '#components/strings/ja/ui';
import type { members as english } from '#components/strings/members';
import type { Translation } from '#components/strings/translated';

const memberCount = (n: number): string => `${number(n)}人のメンバー`;

const permissions: Translation<(typeof english)['permissions']> = {
  'bank.list': 'すべてのバンクの閲覧',
  'bank.read': 'すべてのバンクでの読み取り、想起、考察',
  'bank.write': '取り込み、メモリの編集、メンタルモデルの更新',
  'bank.create': 'バンクの作成',
  'bank.configure': 'バンクの設定の変更',
  'usage.view': '使用中のモデルとコストの閲覧',
  'bank.delete': 'バンクの削除、一括編集、一括エクスポート',
  'key.view': 'APIキーの閲覧',
  'key.manage': 'APIキーの作成、対象バンクの変更、ローテーション、失効',
  'key.mint': '子キーの作成',
  'member.view': 'メンバーの閲覧、組織からの脱退',
  'member.manage': 'メンバーの招待と削除、リセットリンクの作成',
  'admin.manage': '管理者の任命、降格、削除',
  'audit.view': '監査ログの閲覧とエクスポート',
  'organization.manage': 'オーナーの任命、降格、削除、組織名の変更、組織の削除',
};

export const members: Translation<typeof english> = {
  title: 'メンバー',
  purpose: 'この組織にアクセスできる人と、その権限。',
  invite: 'メンバーを招待',
  filters: 'メンバーのフィルター',
  search: '名前またはメールアドレス',
  roleFilter: 'ロール',
  all: 'すべて',
  columns: {
    name: '名前',
    email: 'メールアドレス',
    role: 'ロール',
    joined: '参加',
    lastSeen: '最終アクセス',
    actions: '操作',
    invitedBy: '招待者',
    sent: '招待',
    ends: '期限',
  },
  you: '自分',
  neverSeen: '未サインイン',
  total: memberCount,
  shown: (n, total) => `${memberCount(total)}のうち${number(n)}人`,
  lastSeenExact: '最終アクセスは1分単位の精度',
  loading: 'メンバーを読み込み中',
  loadFailed: 'メンバーを読み込めませんでした',
  noneFound: '一致するメンバーはいません',
  noneFoundWhy: '名前またはメールアドレスがフィルターに一致しません。',
  clearFilter: 'フィルターをクリア',
  actionsOf: (name) => `${name}の操作`,

  menu: {
    role: 'ロールを変更',
    reset: 'リセットリンクを作成',
    remove: '組織から削除',
    leave: '組織から脱退',
  },

  locks: {
    onlyFor: (roles, who) => `${ui.rolesListed(roles)}のみ実行できます${who ? `：${who}` : '。'}`,
    roles: (roles, who) => `ロールを変更できるのは${ui.rolesListed(roles)}だけです${who ? `：${who}` : '。'}`,
    above: (who) => `管理者はこのロールを操作できません。オーナーに依頼してください：${who}`,
    aboveAlone: '管理者はこのロールを操作できません。オーナーに依頼してください。',
    lastOwner: '組織にはオーナーが必要ですが、これが最後のオーナーです。先に別のメンバーをオーナーにしてください。',
    ownPassword: '自分のパスワードはアカウントページで変更してください。',
    onlyOwners: (who) => `このロールを付与・解除できるのはオーナーだけです：${who}`,
  },
  mayAs: (role) => `${ui.roles[role]}の権限`,
  keysMade: '作成したAPIキー',
  noKeysMade: '現存するものはありません。',
  readOnly: (managers, who) =>
    `メンバーを閲覧できます。招待と削除ができるのは${ui.rolesListed(managers)}${who ? `（${who}）` : ''}だけです。`,

  notPermitted: {
    title: (page, roles) => `${page}：${ui.rolesListed(roles)}のみ`,
    text: (role, who, changers, changerNames) =>
      `あなたのロールは${ui.roles[role]}です。${who ? `閲覧できるのは${who}です。` : ''}ロールを変更できるのは${ui.rolesListed(changers)}だけです${changerNames ? `：${changerNames}` : '。'}`,
  },
  more: (n) => `ほか${number(n)}人`,

  roleSheet: {
    title: (name) => `${name}のロール`,
    purpose: '開いているすべてのページで、次のリクエストから適用されます。',
    choose: 'ロール',
    now: (role) => `${ui.roles[role]}（現在）`,
    gains: '追加される権限',
    loses: '失われる権限',
    same: (name, role) => `${name}のロールは${ui.roles[role]}のままです。`,
    sentence: '次のリクエストから、{name}のロールが{role}になります。',
    sentenceSelf: '次のリクエストから、あなたのロールが{role}になります。',
    invitationsStop: 'この人が作成した招待とリセットリンクのうち、変更後のロールで作成できないものは使えなくなります。',
    save: 'ロールを変更',
    saving: '変更中',
    done: (name, role) => `${name}のロールを${ui.roles[role]}に変更しました`,
    failed: 'ロールを変更できませんでした',
  },

  remove: {
    title: (name) => `${name}を削除しますか？`,
    access: '次のリクエストから、{email}はアクセスできなくなります。再び参加するには新しい招待が必要です。',
    keysLoading: 'この人が作成したキーを読み込み中',
    keysFailed: 'この人が作成したキーを読み込めませんでした',
    noKeys: 'この人が作成したAPIキーは残っていません。',
    keysStay: (n) => `この人が作成した${number(n)}個のキーは引き続き使えます。キーは組織に属しています。`,
    keysAdvice: 'キーのコピーを持っている人は、引き続き使えます。使えなくしたいキーは失効させてください。',
    neverUsed: '未使用',
    lastUsed: '最終使用：{time}',
    action: '削除',
    busy: '削除中',
    done: (name) => `${name}を削除しました`,
    doneKeys: (n) => `この人が作成した${number(n)}個のキーは引き続き使えます`,
    showKeys: 'キーを表示',
  },

  leave: {
    title: (organization) => `${organization}から脱退しますか？`,
    text: '次のリクエストからアクセスできなくなり、再び参加するには新しい招待が必要です。作成したキーは引き続き使えます。',
    action: '組織から脱退',
    busy: '脱退中',
    done: (organization) => `${organization}から脱退しました`,
  },

  reset: {
    title: (name) => `${name}のリセットリンクを作成しますか？`,
    text: 'リンクを開いた人は、新しいパスワードを設定し、この人としてサインインできます。24時間以内に1回だけ使えます。',
    consequence: 'それまでは現在のパスワードを使えます。新しいパスワードを設定すると、この人のすべてのセッションが終了します。',
    older: '以前のリセットリンクは使えなくなります。',
    action: 'リンクを作成',
    busy: '作成中',
    linkTitle: '今すぐこのリンクを共有してください',
    linkPurpose: '{email}が新しいパスワードを設定するためのリンクです。表示されるのは一度だけです。',
    until: '有効期限（1回限り）',
  },

  inviteSheet: {
    title: 'メンバーを招待',
    purpose: '招待リンクを自分で共有します。メールは送信されません。',
    email: 'メールアドレス',
    emailHelp: 'リンクはこのアドレスでだけ使えます。',
    emailMissing: 'メールアドレスを入力してください（例：ines@example.org）。',
    role: 'ロール',
    roleLocked: (who) => `管理者を招待できるのはオーナーだけです：${who}`,
    noOwners: 'オーナーとして招待することはできません。参加後にオーナーが昇格させることができます。',
    isMember: (email) => `${email}はすでにメンバーです。`,
    isInvited: 'このアドレスには未承諾の招待があります。新しい招待を作成すると、以前のリンクは使えなくなります。',
    incomplete: 'アドレスを入力すると、リンクの内容が表示されます。',
    sentence: '{email}が{role}として{organization}に参加するリンクを作成します。リンクは{time}まで、1回だけ使えます。',
    inPlace:
      '{email}が{role}として{organization}に参加する新しいリンクを作成します。以前のリンクは使えなくなります。新しいリンクは{time}まで使えます。',
    action: '招待を作成',
    busy: '作成中',
    failed: '招待を作成できませんでした',
  },

  link: {
    inviteTitle: '今すぐこのリンクを共有してください',
    invitePurpose: '{email}が参加するためのリンクです。表示されるのは一度だけです。',
    label: 'リンク',
    copy: 'コピー',
    what: 'リンク',
    bound: 'メールアドレス',
    asRole: '参加時のロール',
    worksOnce: '有効期限（1回限り）',
    until: (time) => `${time}（7日間）`,
    stored: 'リンクを共有または保存しました',
    done: '完了',
    doneLocked: 'リンクをコピーするか、チェックを入れてください。リンクは再表示できません。',
    careful: 'リンクを持つ人は誰でも、このアドレスで参加できます。本人だけが読める場所に送ってください。',
  },

  invitations: {
    title: '未承諾の招待',
    none: '未承諾の招待はありません。招待は、承諾されるか、取り消されるか、7日が過ぎるまでここに表示されます。',
    forbidden: '未承諾の招待を閲覧する権限がありません。',
    loading: '招待を読み込み中',
    loadFailed: '招待を読み込めませんでした',
    again: '新しいリンク',
    againOf: (email) => `${email}の新しいリンク`,
    againTitle: (email) => `${email}の新しいリンクを作成しますか？`,
    againText: '以前のリンクは使えなくなります。新しいリンクは、このアドレスで7日以内に1回だけ使えます。',
    againBusy: '作成中',
    cancel: '招待を取り消す',
    cancelOf: (email) => `${email}の招待を取り消す`,
    cancelTitle: (email) => `${email}の招待を取り消しますか？`,
    cancelText: 'リンクはすぐに使えなくなります。もう一度招待できます。',
    cancelBusy: '取り消し中',
    keep: '招待を残す',
    cancelled: (email) => `${email}の招待を取り消しました`,
    somebody: '元メンバー',
    expired: '期限切れ',
  },

  roleWords: {
    help: (role, more) => {
      const text = more.map((permission) => permissions[permission]).join('、');
      if (role === 'member') return `${text}。`;
      return `${ui.roles[role === 'owner' ? 'admin' : 'member']}のすべての権限に加えて、${text}。`;
    },
    panel: 'ロールごとの権限',
    permission: '権限',
    yes: 'あり',
    no: 'なし',
    note: '権限はリクエストごとにサーバーが確認します。この表は表示用です。',
  },

  permissions,
};
