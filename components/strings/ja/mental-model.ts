import { listed, number } from '#components/strings/counted';
import { dryRun } from '#components/strings/ja/dry-run';
import type { mentalModel as english } from '#components/strings/mental-model';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';

/** A name quoted within a sentence, cut to 60 characters. */
export const shortly = (name: string): string => `「${cut(name, 60)}」`;

const sources = (n: number): string => `出典${number(n)}件`;
const tokens = (n: number): string => `${number(n)}トークン`;

/** "1日", "90分" */
const intervalText = (s: number): string =>
  s % 86_400 === 0
    ? `${number(s / 86_400)}日`
    : s % 3600 === 0
      ? `${number(s / 3600)}時間`
      : s % 60 === 0
        ? `${number(s / 60)}分`
        : `${number(s)}秒`;

const causes: Translation<(typeof english)['causes']> = {
  create: '作成時',
  asked: 'リクエスト',
  cron: 'スケジュール',
  consolidation: '統合後',
};
/** The cause of a refresh within a sentence. */
const causeText = (cause: keyof typeof causes, who: string): string => (cause === 'asked' ? `${who}のリクエスト` : causes[cause]);

const reasons: Translation<(typeof english)['reasons']> = {
  no_baseline_content: '変更元の内容がない',
  source_query_changed: '質問が変更された',
  structured_doc_unreadable: '保存済みのドキュメントのブロックを読み取れない',
  delta_ops_failed: '言語モデルから使用可能な変更が返されなかった',
  delta_ops_all_skipped: '言語モデルの変更を1つも適用できなかった',
};

export const mentalModel: Translation<typeof english> = {
  title: 'メンタルモデル',
  back: 'すべてのメンタルモデル',
  reading: 'メンタルモデルを読み込み中',
  failed: 'メンタルモデルを読み込めませんでした',
  missing: 'メンタルモデルが見つかりません',
  missingText: (id) => `このバンクにメンタルモデル「${id}」はありません。削除された可能性があります。`,
  tabs: 'メンタルモデルのセクション',
  document: 'ドキュメント',
  compare: '比較',
  versions: 'バージョン',
  states: {
    generating: '生成中',
    ready: '準備完了',
    empty: '空',
    failed: '前回の更新に失敗',
  },
  fresh: '最新',
  staleReasons: {
    never_refreshed: '一度も更新されていない',
    new_memories: 'スコープ内に未読のメモリがある',
    memories_gone: 'スコープ内のメモリが削除された',
    sources_gone: '出典の一部が変更された',
    source_query_changed: '質問が変更された',
  },
  staleShort: ([reason]) =>
    reason === undefined
      ? '要更新'
      : {
          never_refreshed: '未更新',
          new_memories: '新しいメモリ',
          memories_gone: 'メモリの削除',
          sources_gone: '出典の変更',
          source_query_changed: '質問の変更',
        }[reason],
  staleBecause: (reasons) => `要更新：${listed(reasons)}`,

  refresh: '更新',
  refreshing: 'キューに追加中…',
  refreshCosts: 'バックグラウンドでドキュメントを書き直します。言語モデルを設定している場合はトークンを消費します。',
  refreshQueued: (name) => `${shortly(name)}を更新しています`,
  refreshJoined: '待機中の更新にまとめられました。',
  refreshQueuedText: '完了するとオペレーションのトレイに表示されます。',
  refreshFailed: (name) => `${shortly(name)}の更新をキューに追加できませんでした`,
  dryRun: 'ドライラン',
  edit: '編集',
  openInKnowledge: 'ナレッジで開く',
  more: 'その他',
  clear: '内容をクリア',
  clearTitle: (name) => `「${name}」をクリアしますか？`,
  clearText: 'ドキュメントが空になります。現在の内容はバージョンに残り、復元できます。',
  clearNext: '次の更新は全体の更新になります。スコープ内で質問に最も近いメモリを読み取り、ドキュメントを書き直します。',
  clearAlone: '更新トリガーは残るため、自動で更新されます。',
  clearing: 'クリア中…',
  cleared: (name) => `${shortly(name)}をクリアしました`,
  clearedText: '次の更新で書き直されます。',
  remove: '削除',
  removeTitle: (name) => `「${name}」を削除しますか？`,
  removeText:
    'ドキュメントとそのすべてのバージョンを削除し、実行中または待機中の更新をキャンセルします。メモリは残ります。元に戻せません。',
  removing: '削除中…',
  removed: (name) => `${shortly(name)}を削除しました`,
  restore: (version) => `v${version}を復元`,
  restoreTitle: (version) => `バージョン${version}を復元しますか？`,
  restoreText: (version, next) =>
    `v${version}の内容、ブロック、出典を、新しいバージョンv${next}として復元します。現在の内容はバージョンに残ります。`,
  restoreNext: (version) => `名前、質問、タグ、更新トリガーは変わりません。次の更新では、v${version}より新しいメモリを読み取ります。`,
  restoreDeletedSources: (n, isByItself) =>
    `${sources(n)}がその後に削除または無効化されました。それに基づくブロックに印が付き、根拠を失ったブロックは${isByItself ? '自動更新' : '次の更新'}で削除されます。`,
  restoreEmpty: 'このバージョンは空です。ドキュメントが空になります。',
  restoring: '復元中…',
  restored: (version, name) => `${shortly(name)}のバージョン${version}を復元しました`,
  isCurrent: '現在のバージョンです',

  writing: '生成中です。',
  writingText: '更新では、スコープ内で質問に一致するメモリを読み取り、ドキュメントを書きます。完了するとここに表示されます。',
  waitingRefresh: '更新が実行中または待機中です。',
  retrying: '更新が失敗し続けています：',
  retryingShort: '再試行中',
  retryNow: '再試行中です。',
  retryAt: '次の再試行：{time}。',
  emptyTitle: 'まだ内容はありません',
  emptyCleared: '内容はクリアされました。次の更新でドキュメントが書き直されます。',
  emptyRestored: '空のバージョンが復元されました。次の更新でドキュメントが書き直されます。',
  emptyNoEvidence: 'スコープ内に質問に一致するメモリがありません。関連するテキストを取り込んでから更新してください。',
  emptyPlain: '更新すると、バンクのメモリからドキュメントが生成されます。',
  lastError: '前回の更新に失敗しました。',
  lastErrorContent: '以前の内容のままです。',
  seeOperation: 'オペレーションを表示',
  operationId: 'オペレーションID',
  sources,
  sourcesOf: 'このブロックの出典',
  openSources: (n) => `このブロックの${sources(n)}を表示`,
  unproven: '出典なし',
  moreSources: (n) => `ほか${number(n)}件：選択するとすべて表示`,
  blockChanged: ({ deleted, edited, of }) => {
    const whole = of === 1 ? '出典が' : 'すべての出典が';
    if (deleted === of) return `${whole}削除または無効化されました。次の更新でこのブロックは削除されます。`;
    if (edited === of) return `${whole}編集されました。次の更新でこのブロックは書き直されます。`;
    const were = (n: number, what: string) => (n === 0 ? [] : `${number(n)}件が${what}`);
    const changes = listed([were(deleted, '削除または無効化'), were(edited, '編集')].flat());
    return `出典${number(of)}件のうち${changes}されました。次の更新でこのブロックは${deleted > 0 ? '残りの出典から' : ''}書き直されます。`;
  },
  blockRewritten: ({ of, deleted, invalidated, moved, edited }) => {
    if (of === 1) return '出典が編集されたため、現在のテキストから書き直されました。';
    const some = (n: number, what: string) => (n === 0 ? [] : [`${what}${number(n)}件`]);
    const changes = [some(deleted, '削除'), some(invalidated, '無効化'), some(moved, 'スコープ外'), some(edited, '編集')];
    return `出典${number(of)}件のうち、${listed(changes.flat())}。残りの出典から書き直されました。`;
  },
  deletedSource: '削除されたメモリ',
  sourceStates: { live: '', edited: 'その後編集', invalidated: 'その後無効化', deleted: 'その後削除' },
  noDocument: 'ブロックを読み取れなかったため、元のテキストを表示しています。',
  evidence: '根拠',
  evidenceNone: 'このドキュメントには引用がありません。',
  cited: (n) => `${number(n)}個のブロックで引用`,
  structured: '構造化出力',
  structuredFailed: '構造化出力を作成できませんでした：',
  copyStructured: '構造化出力',
  copyContent: 'Markdownとしてコピー',
  contentMarkdown: 'ドキュメントのMarkdown',
  about: '詳細',
  facts: {
    state: '状態',
    trigger: '更新トリガー',
    next: '次回の更新',
    last: '前回の更新',
    lastGood: '前回成功した更新',
    tokens: 'サイズ',
    tags: 'タグ',
    method: '作成方法',
    usage: '前回の更新の消費量',
    usageGood: 'その更新の消費量',
    id: 'ID',
  },
  sizeOf: (blocks, count) => `ブロック${number(blocks)}個、${sources(count)}`,
  tokensOf: (used, budget) => `${number(used)} / ${tokens(budget)}`,
  methods: (method) => (method === 'extractive' ? 'メモリの文をそのまま使用（言語モデルなし）' : method),
  noTags: 'なし：タグの有無にかかわらず、すべてのメモリを読み取ります',
  usageNone: '消費なし：言語モデルは呼び出されていません',
  usage: (input, output) => `トークン：入力${number(input)}、出力${number(output)}`,
  triggers: {
    delta: '新しいメモリを反映',
    full: 'ドキュメントを書き直し',
    consolidation: '統合のたび',
    cron: (words) => `${words}（UTC）`,
    hand: 'リクエスト時のみ',
    both: (when, how) => `${when}、${how}`,
    atMost: (when, seconds) => `${when}（${intervalText(seconds)}に1回まで）`,
  },

  version: (n) => `v${n}`,
  versionsOf: 'バージョン（新しい順）',
  versionsFailed: 'バージョンの一覧を読み込めませんでした',
  versionFailed: 'バージョンを読み込めませんでした',
  olderVersions: '以前のバージョン',
  allVersions: (n) => `${number(n)}個のバージョンをすべて表示`,
  changes: { create: '作成', refresh: '更新', clear: 'クリア', restore: '復元', edit: '編集' },
  restoredBy: (version, who) => `${version === null ? '復元' : `v${version}を復元`}（${who}）`,
  modes: { full: '全体', delta: '差分' },
  causes,
  by: (who) => `実行者：${who}`,
  withoutKey: 'キーなしの呼び出し',
  createdBy: (who) => `作成（${who}）`,
  clearedBy: (who) => `クリア（${who}）`,
  versionWritten: '{time}、{cause}',
  current: '現在',
  wordsOf: (n, change = 0) => `${number(n)}語${change === 0 ? '' : `（${change > 0 ? '+' : '−'}${number(Math.abs(change))}）`}`,
  firstVersion: '最初のバージョン',
  factsChange: (added, dropped) =>
    `事実 ${[added > 0 && `+${number(added)}`, dropped > 0 && `−${number(dropped)}`].filter(Boolean).join(' ')}`,
  pickFrom: 'A（変更前）',
  pickTo: 'B（変更後）',
  pick: (version) => `v${version}を比較`,
  pickHelp: 'Aが変更前、Bが変更後のバージョンです。',
  pickAs: { from: 'A', to: 'B' },
  swap: 'AとBを入れ替える',
  reversed: 'Aのほうが新しいバージョンです。差分は、Bに戻した場合の変更を示します。「変更の理由」は古い順です。',
  step: '[と]で前後のバージョンの組に移動',
  withCurrent: '現在のバージョンと比較',

  comparing: '比較中…',
  compareTitle: 'バージョンの比較',
  compareNone: 'バージョンは1つだけです',
  compareNoneText: '更新でドキュメントが変わると、ここで両方のバージョンを比較できます。',
  same: '2つのバージョンは同じです',
  sameText: '内容、ブロック、出典が同じです。',
  sameLines: '行の内容は同じです。もう一方の表示では、ブロックと出典を比較できます。',
  level: (n) => `見出しレベル${n}`,
  sameBlanks: '違いは空白だけです。空白の違いは無視されています。',
  summary: (changes) => (changes === 0 ? '変更なし' : `${number(changes)}件の変更`),
  words: (added, removed) => `+${number(added)} −${number(removed)}語`,
  summarySpoken: (changes, added, removed) => `${number(changes)}件の変更、${number(added)}語を挿入、${number(removed)}語を削除`,
  layout: 'レイアウト',
  unified: 'インライン',
  split: '並べて表示',
  rendered: '整形表示',
  raw: 'Markdown',
  ignoreBlanks: '空白を無視',
  nextChange: '次の変更箇所',
  previousChange: '前の変更箇所',
  at: (at, total) => `変更箇所${number(at)} / ${number(total)}`,
  copyPatch: 'パッチとしてコピー',
  difference: '差分',
  folded: (lines, parts) => (lines < parts ? `変更のない${number(parts)}箇所` : `変更のない${number(lines)}行（${number(parts)}箇所）`),
  foldedLines: (lines) => `変更のない${number(lines)}行`,
  unfold: (lines, parts) => (lines < parts ? `${number(parts)}箇所を表示` : `${number(lines)}行を表示`),
  line: (n) => `${number(n)}行目`,
  rows: {
    same: '',
    removed: '削除されたブロック',
    added: '挿入されたブロック',
    movedFrom: '移動したブロック（移動前）',
    movedTo: '移動したブロック（移動後）',
    changedFrom: '変更されたブロック（変更前）',
    changedTo: '変更されたブロック（変更後）',
    evidence: 'テキストは同じで、出典が異なる',
    removedLine: '削除された行',
    addedLine: '挿入された行',
  },
  moved: '移動',
  evidenceChanged: 'テキストは同じで、出典が異なる',
  marks: { deleted: '削除：', inserted: '挿入：', ends: 'ここまで' },

  why: '変更の理由',
  wroteOf: {
    create: (v) => `${v}：モデルを作成。`,
    clear: (v, who) => `${v}：${who}がクリア。`,
    restore: (v, who, from) => `${v}：${who}が${from}を復元。`,
    delta: (v, cause, who) => `${v}：差分の更新（${causeText(cause, who)}）。`,
    full: (v, cause, who) => `${v}：全体の更新（${causeText(cause, who)}）。`,
    fullBecause: (v, cause, who, why) => `${v}：全体の更新（${causeText(cause, who)}）。差分の更新を行えなかった理由：${reasons[why]}。`,
  },
  reasons,
  spent: tokens,
  spentNone: 'トークン消費なし',
  versionsBetween: '間のバージョン',
  inBetween: (shown, all) => `${number(all)}個中、最後の${number(shown)}個のバージョンを表示しています。`,
  showOlder: (n, hidden) => (n < hidden ? `以前の${number(n)}個を表示` : `最初の${number(n)}個を表示`),
  whySame: 'AとBは同じバージョンです。',
  whyFacts: '事実',
  factCounts: (added, dropped, unchanged) => `追加${number(added)}件、除外${number(dropped)}件、変更なし${number(unchanged)}件`,
  factAdded: '追加',
  factDropped: '除外',
  factUnchanged: '変更なし',
  factsNone: 'どちらのバージョンも事実を引用していません。',
  showUnchanged: (n) => `変更のない${number(n)}件を表示`,
  showMore: (n, hidden) => (n < hidden ? `残り${number(hidden)}件のうち${number(n)}件を表示` : `残り${number(n)}件を表示`),
  operations: '変更操作',
  operationsNone: 'ブロックの変更操作はありません。ドキュメント全体が書き直されました。',
  ops: {
    append_block: (at) => `${at}に追加`,
    insert_block: (at) => `${at}に挿入`,
    replace_block: (at) => `${at}のブロックを変更`,
    remove_block: (at) => `${at}から削除`,
    add_section: (at) => `セクション${at}を追加`,
    remove_section: (at) => `セクション${at}を削除`,
    replace_section_blocks: (at) => `${at}を書き直し`,
    rename_section: (at) => `セクション名を${at}に変更`,
  },
  unknownOp: (op) => op.replaceAll('_', ' ') || '不明な変更',
  ofSection: (heading) => `「${heading}」`,
  ofPreamble: '冒頭',
  ofDeletedSection: '削除されたセクション',
  opCauses: {
    new_fact: '新しい事実',
    new_value: 'より新しい事実で値が異なる',
    source_changed: '出典が変更された',
    source_edited: '出典が編集された',
    source_gone: '出典が削除された',
    left_empty: '内容がなくなった',
    budget: 'サイズの上限に収める必要がある',
    model: '言語モデルの判断',
  },
  factsIn: (n) => `${number(n)}件の事実`,
  skips: {
    malformed: 'スキップ：形式が不正',
    unknown_section: 'スキップ：不明なセクションID',
    unknown_block: 'スキップ：不明なブロックID',
    empty_text: 'スキップ：テキストが空',
    empty_heading: 'スキップ：見出しが空',
    no_sources: 'スキップ：根拠となるメモリがない',
    foreign_source: 'スキップ：読み取っていないメモリを引用している',
    too_many_operations: 'スキップ：変更が多すぎる',
    no_change: 'スキップ：変更なし',
    loses_sources: 'スキップ：有効な根拠が代わりなく失われる',
    fixed_block: 'スキップ：このブロックは人によって固定されている',
  },
  skipped: 'スキップ',
  retractions: {
    gone: '削除',
    invalidated: '無効化',
    edited: '編集',
    out_of_scope: 'スコープ外',
  },

  dry: dryRun,
};
