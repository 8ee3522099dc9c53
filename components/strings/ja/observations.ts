import { number } from '#components/strings/counted';
import type { observations as english } from '#components/strings/observations';
import type { Translation } from '#components/strings/translated';

const facts = (n: number): string => `${number(n)}件の事実`;
const observationCount = (n: number): string => `${number(n)}件の観察`;

export const observations: Translation<typeof english> = {
  title: '観察',
  purpose: '複数の事実から導いた結論と、その根拠となる事実。',
  list: 'バンクの観察',
  open: (text) => `${text.slice(0, 80)}を開く`,
  failed: '観察を読み込めませんでした',
  filters: '一覧のフィルター',
  search: '観察を検索',
  searchShort: '本文の一部',
  pages: '一覧のページ',
  foot: (shown, total) => `${number(total)}件中${number(shown)}件の観察`,
  columns: { text: '観察', proof: '根拠', trend: '傾向', scope: 'スコープ', changed: '変更' },

  anyScope: 'すべてのスコープ',
  scope: 'スコープ',
  scopeFilter: 'タグがこれらと完全に一致する観察',
  globalShort: 'グローバル',
  scopeOf: (tags) => (tags.length === 0 ? 'グローバル：タグなし' : tags.map((tag) => `#${tag}`).join(' ')),
  scopeShort: (tags) =>
    tags.length === 0
      ? 'グローバル：タグなし'
      : tags.map((tag) => `#${tag.length > 28 ? `${tag.slice(0, 16)}…${tag.slice(-9)}` : tag}`).join(' '),
  takeOff: (what) => `フィルターを解除：${what}`,
  scopesShown: (shown, total) => `${number(total)}個のスコープのうち、大きい順に${number(shown)}個`,
  scopesNone: '観察のあるスコープはまだありません。',
  scopesFailed: 'スコープを読み込めませんでした',

  trends: { new: '新規', stable: '安定', strengthening: '増加', weakening: '減少', stale: '停滞' },
  trendMeans: {
    new: 'すべての事実が過去30日間に言及されました。',
    stable: '過去30日間の言及の頻度が、それ以前と同程度です。',
    strengthening: '過去30日間の言及の頻度が、それ以前より50%以上増えました。',
    weakening: '過去30日間の言及の頻度が、それ以前の半分以下です。まったくない場合も含みます。',
    stale: '過去90日間、どの事実も言及されていません。',
  },
  pendingFacts: '統合待ちの事実あり',
  pendingMeans: 'スコープ内に統合待ちの事実があるため、内容が変わる可能性があります。',

  emptyTitle: 'まだ観察はありません',
  emptyWhat:
    '観察は、習慣、変化、好みなど、複数の事実を要約したものです。書き込みのたびに行われる統合で、根拠となる事実とともに導出されます。',
  emptyRules:
    '言語モデルがない場合は、平易な英語で書かれた2件以上の事実からルールで導出します。対象は、値の変化（lives in、works at、likes、costs、moves to）、同じ名前や参照についての複数の事実の内容、文字どおりの繰り返しです。',
  emptyOn: (pending, failed, isAutomatic) =>
    [
      isAutomatic ? '観察は有効です。' : '観察は有効ですが、統合はリクエスト時だけ実行されます。',
      pending > 0
        ? `${facts(pending)}が統合を待っています。`
        : failed > 0
          ? '統合待ちの事実はありませんが、一部の統合に失敗しました。設定で理由を確認し、再試行できます。'
          : '統合待ちの事実はありません。先にテキストを取り込んでください。',
    ].join(''),
  emptyOff: 'このバンクでは観察が無効です。',
  emptySettings: '観察の設定',
  noMatch: '一致する観察はありません',
  noMatchText: 'フィルターにより、すべての観察が非表示になっています。',
  clearFilters: 'フィルターをクリア',

  consolidate: '今すぐ統合',
  consolidating: 'キューに追加中',
  consolidateCost: '統合待ちの事実から、バックグラウンドで観察を導出します。モデルを設定している場合はトークンを消費します。',
  queued: '統合をキューに追加しました',
  queuedJoined: '待機中の統合に、これらの事実も含まれます',
  queuedLink: 'オペレーション',
  consolidateFailed: '統合をキューに追加できませんでした',
  recover: '失敗した事実を再試行',
  recovering: 'キューに追加中',
  recoverText: '失敗した事実を統合待ちに戻し、統合をキューに追加します。モデルを設定している場合はトークンを消費します。',
  recovered: (n) => (n === 0 ? '失敗した事実はありません' : `${facts(n)}を再試行しています`),
  recoverFailed: '失敗した事実を再試行できませんでした',
  nothingFailed: '失敗した事実はありません。',

  stateTitle: '統合',
  stateFailed: '統合の状態を読み込めませんでした',
  updatedAt: '取得：{time}',
  state: { pending: '統合待ち', done: '完了', failed: '失敗' },
  stateMeans: {
    pending: 'まだ統合されていない事実。',
    done: '統合された事実。',
    failed: '統合できなかった事実。プロバイダーの一時的なエラーは含みません。',
  },
  failures: '統合のエラー',
  retryingMeans:
    '言語モデルから使用可能な応答がない場合は、自動で再試行します。合計3回試行しても応答がなければ、その事実は失敗になります。',
  retryingNotice: (n) => `${facts(n)}について、言語モデルからまだ使用可能な応答がありません。`,
  retryingNow: '再試行中です。完了するまで、各事実は直近のエラーとともに表示されます。',
  retryingNext: '次の再試行まで、各事実は直近のエラーとともに表示されます。次の再試行：{time}。',
  withoutRoom: (n) => `${facts(n)}を統合できませんでした。スコープの観察数が上限に達しています。`,
  withoutRoomNext: '観察が削除されるか上限が引き上げられると、自動で再試行されます。',
  triedAgain: '自動で再試行',
  triedNow: '再試行中',
  attempts: (n) => `試行${number(n)}回`,
  noCode: '理由不明',
  failuresMore: (shown, total) => `${number(total)}件中、最新の${number(shown)}件`,
  postponed: '統合は延期されています。',
  operation: 'オペレーション',
  failedNotice: (n) => `${facts(n)}を統合できませんでした。`,
  toSettings: '理由を確認',

  drawer: '観察',
  tabs: { sources: '出典', history: '履歴', json: 'JSON' },
  details: '観察の詳細',
  facts: {
    scope: 'スコープ',
    trend: '傾向',
    occurred: '発生',
    mentioned: '最後の言及',
    created: '最初の導出',
    changed: '最終変更',
    method: '作成方法',
    id: 'ID',
    entities: 'エンティティ',
  },
  methods: { extractive: '組み込みルール（事実の文言を使用）', model: '言語モデル' },
  sourcesNone: '根拠となる有効な事実がなくなりました。次の統合で削除されます。',
  mentioned: '言及：{time}',
  noTime: '日時不明',
  sourceActions: 'この事実の操作',
  clear: 'この事実の観察をクリア',
  clearTitle: 'この事実の観察をクリアしますか？',
  clearText: (text) => `「${text.slice(0, 120)}」に基づくすべての観察を、この観察も含めて削除します。事実は残ります。`,
  clearAgain: 'これらの観察の事実は、再び統合されます。モデルを設定している場合は、モデルの呼び出しにトークンを消費します。',
  clearAction: '観察をクリア',
  clearing: 'クリア中',
  cleared: (n) => `${observationCount(n)}をクリアしました`,
  clearedDetail: 'これらの事実は次の統合を待っています。',
  clearFailed: '観察をクリアできませんでした。',
  noEdit: '観察は、編集しても次の統合で上書きされるため、編集できません。事実を編集または無効化すると、観察が導出し直されます。',
  missing: '観察が見つかりません',
  missingText: '導出し直されたか、クリアされました。新しい観察は一覧にあります。',
  oneFailed: '観察を読み込めませんでした',
  notOne: 'このメモリは観察ではなく、事実です。',
  historyNone: '導出されてから変更はありません。',
  historyFailed: '履歴を読み込めませんでした',
  historyDeleted: '以前の本文は、根拠となったメモリとともに削除されました。',
  changedAt: '変更：{time}',
  factsAdded: (n) => `この変更で${facts(n)}を追加`,
  factsAddedNone: '事実の除外のみ（追加なし）',
  deletedFact: '削除された事実',
  jsonOf: '観察のJSON',
};
