import { fixed, number } from '#components/strings/counted';
import { TAG_MODE_TEXTS } from '#components/strings/ja/ui';
import type { recall as english } from '#components/strings/recall';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => `${number(n)}件のメモリ`;

const tagModes = {
  any: 'いずれか（タグなしを含む）',
  all: 'すべて（タグなしを含む）',
  any_strict: 'いずれか',
  all_strict: 'すべて',
  exact: '完全一致',
};

/** What a recall includes with the memories. */
const included = { entities: 'エンティティ', chunks: 'チャンク', sources: '元の事実', prefer: '観察を優先' };

const omissions: Readonly<Record<string, string | undefined>> = {
  same_as_source: '出典と重複',
  covered_by_observation: '上の観察に含まれる',
  min_score: '最終スコアが最小値未満',
  result_limit: '結果の最大件数を超過',
  token_budget: 'トークン上限を超過',
};
/** Why a memory was omitted. */
const omissionText = (reason: string): string => omissions[reason] ?? reason.replaceAll('_', ' ');

const failures: Readonly<Record<string, string | undefined>> = {
  not_configured: '未設定',
  nothing_to_do: '対象なし',
  timeout: 'タイムアウト',
  rate_limited: 'レート制限',
  unreachable: '接続不可',
  provider_error: 'プロバイダーのエラー',
  paused: '一時停止中',
  refused: 'モデルによる拒否',
  malformed: '使用できない応答',
  cut_off: '途中で切れた応答',
  too_long: 'テキストが長すぎる',
  unauthorized: 'キーの拒否',
  rejected: 'モデルまたはリクエストの拒否',
  aborted: '停止',
};
/** Why a model was not used, within a sentence. */
const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll('_', ' ');

export const recall: Translation<typeof english> = {
  title: '想起',
  purpose: 'エージェントと同じようにバンクに問い合わせ、各メモリが返された理由を確認できます。言語モデルは呼び出しません。',
  question: 'クエリ',
  placeholder: 'バンクに問い合わせる内容…',
  ask: '想起',
  asking: '検索中',
  needsQuestion: 'クエリを入力してください。',
  options: 'オプション',
  reset: 'オプションをリセット',
  failed: '想起に失敗しました',
  first: 'まだ結果はありません',
  firstText:
    'エージェントと同じようにクエリを入力してください。各メモリの4つのスコアと順位の付け方、省かれたメモリとその理由が表示されます。URLにはクエリとオプションが含まれるため、共有できます。',
  firstCurl: '想起するcurlコマンド',
  exampleQuestions: ['先週は何がありましたか？', '誰が何を約束しましたか？', '人々の好みは何ですか？'],
  types: { label: 'タイプ', all: 'すべて' },
  budget: {
    label: '予算',
    help: '検討する候補の数。デフォルトは低100件、中300件、高1,000件。',
    names: { low: '低', mid: '中', high: '高' },
  },
  tokens: {
    label: '最大トークン数',
    of: (n) => `${number(n)}トークン`,
    help: 'このトークン数に達するまで結果を追加します。空欄にするとバンクの設定（デフォルトは4,096）を使います。',
  },
  tags: {
    label: 'タグ',
    any: '指定なし',
    of: (n, mode) => `タグ${number(n)}個、${tagModes[mode]}`,
    exactNone: 'タグなし',
    tree: 'タグツリー',
    add: 'タグ（カンマ区切り）',
    mode: 'タグの一致条件',
    modes: TAG_MODE_TEXTS,
    short: tagModes,
    groups: 'またはフィルターのツリー（JSON）',
    groupsHelp: '例：[{"or": [{"tags": ["a"]}, {"not": {"tags": ["b"]}}]}]。上のタグの代わりに使われます。',
    groupsWrong: 'タグフィルターのJSONリストではありません。',
  },
  time: {
    label: '時間',
    now: '現在を基準',
    asked: (day) => `${day}を基準`,
    window: (from, to) => `${from}〜${to}`,
    askedOn: 'クエリの日付',
    askedHelp: '「先月」などは、この日のUTC正午を基準に解釈されます。空欄にすると現在になります。',
    from: '優先する期間の開始',
    to: '終了（この日を含む）',
    help: 'クエリ中の日付に関係なく、この期間に発生したメモリの順位を上げます。省かれるメモリはありません。',
    half: '両方の日付を入力してください。片方だけでは適用されません。',
  },
  scores: {
    label: '最小スコア',
    none: '指定なし',
    semantic: '意味：コサイン',
    keyword: 'キーワード：単語の割合、0〜1',
    reranker: 'リランカー',
    final: '最終、0〜1',
    help: '最終スコアの最小値を0.5程度にすると、無関係な結果が除外されます。',
  },
  include: {
    label: '含める情報',
    of: (what) => (what.length === 0 ? 'メモリのみ' : `メモリと${what.map((each) => included[each]).join('、')}`),
    entities: 'エンティティ',
    chunks: 'チャンク',
    chunksAs: 'バンク設定',
    chunksOff: '含めない',
    chunksOn: '含める',
    sources: '観察の元の事実',
    tokens: '最大トークン数',
    sourcesHelp: '-1は上限なし。',
    each: '観察あたりのトークン数',
    eachHelp: '共通の上限の代わりに使われます。',
    prefer: '観察を優先',
    preferHelp: '返される観察の元になった事実を省きます。',
  },
  copy: {
    curl: 'curl',
    python: 'Python',
    typescript: 'TypeScript',
    json: 'JSON',
    what: {
      curl: 'このクエリのcurlコマンド',
      python: 'このクエリのPythonコード',
      typescript: 'このクエリのTypeScriptコード',
      json: 'このクエリのリクエスト本文',
    },
    label: 'コピー形式',
  },
  retrievers: { semantic: '意味', keyword: 'キーワード', temporal: '時間', graph: 'グラフ' },
  results: {
    title: memories,
    packed: (used, of) => `${number(used)} / ${number(of)}トークン`,
    list: '結果（スコアの高い順）',
    score: (retriever, text) => `${retriever} ${text}`,
    blended: (text) => `最終スコア ${text}`,
    zero: 'なし',
    why: '順位の理由',
    noDocument: '導出',
    sources: (n) => `出典${number(n)}件`,
    announce: (n) => `${memories(n)}が見つかりました。`,
  },
  none: {
    offTopic: 'このクエリに一致するメモリはありません',
    offTopicText: (coverage, cosine) =>
      `クエリの単語（重み付き）の${Math.round(coverage * 100)}%以上を含むメモリも、意味が近いメモリ（コサイン${cosine}以上）もありません。このバンクは回答を保留する設定のため、想起は結果を返しません。`,
    weak: 'このクエリによく一致するメモリはありません。最も近い結果を表示しています。',
    cut: '候補はすべて省かれました',
    cutText: 'オプションによりすべての候補が除外されました。該当するオプションはトレースで確認できます。',
    nothing: '候補が見つかりませんでした',
    nothingText: 'バンクが空か、タイプとタグによってすべてのメモリが除外されています。',
  },
  omitted: {
    title: (n) => `省かれたメモリ${number(n)}件`,
    show: '表示',
    hide: '非表示',
    more: (n) => `さらに${number(n)}件を表示`,
    deleted: 'このメモリはもう存在しません。',
    failed: '読み込めませんでした',
    reason: omissionText,
  },
  trace: {
    title: 'トレース',
    ms: (n) => `${n < 10 ? fixed(n, 1) : number(Math.round(n))} ms`,
    plan: '計画',
    window: '「{said}」の解釈：{range}。',
    windowGiven: '優先する期間：{range}。',
    onlyTime: (n) =>
      n === 0
        ? 'このクエリは期間だけを尋ねていますが、該当するメモリはありません。'
        : `このクエリは期間だけを尋ねているため、該当する${memories(n)}を古い順に返します。`,
    between: (from, to) => `${from}〜${to}`,
    open: '指定なし',
    noWindow: 'クエリに時間の指定はありません。',
    terms: '検索語（語幹）と、それぞれを含むメモリの数：',
    noTerms: 'クエリに有効な検索語がありません。',
    speaker: (name) => `${name}についてのクエリのため、${name}の発言の順位を上げます。`,
    unembedded: (why) => `意味検索はスキップされました：${failureText(why)}。`,
    retrieverCount: '4つのリトリーバー',
    found: memories,
    notAsked: '未使用',
    rank: '順位付け',
    candidates: (n) => `重複を除いた候補${number(n)}件を併合しました。`,
    fell: (n) => `候補${number(n)}件を除外しました：単独で見つけたリトリーバーがないか、スコアが0です。`,
    reranker: {
      applied: 'リランカーが最終的な順位を決めました。',
      not_configured: 'リランカーは設定されていません。',
      switched_off: 'このバンクではリランカーが無効です。',
    },
    rerankerOther: (state) => `リランカーはスキップされました：${failureText(state.replace('skipped_', ''))}。`,
    pack: '選択',
    selected: (returned, omitted) =>
      `${[`返却${number(returned)}件`, ...omitted.map((each) => `${omissionText(each.reason)}（${number(each.count)}件）`)].join('、')}。`,
    total: (ms) => `サーバーで${ms}`,
    missing: '応答にトレースが含まれていません。',
  },
  why: {
    title: (rank) => `${number(rank)}位の理由`,
    open: 'メモリを開く',
    bar: 'スコアの内訳',
    place: (rank, of) => `${number(of)}件中${number(rank)}位`,
    absent: '該当なし',
    time: '時間',
    neighbors: '隣接メモリ',
    sum: '自身のスコアと隣接メモリの合計',
    factors: {
      document: 'ドキュメントがクエリを網羅',
      asked: '尋ねられた人の発言',
      date: '期間内',
      opening: 'ドキュメントの冒頭',
      question: 'それ自体が質問',
      standing: '恒久的な指示',
      recency: 'より新しい',
      quote: '完全な引用',
    },
    times: (factor) => `×${fixed(factor, 2)}`,
    final: '最終スコア（最上位のスコアが回答の確かさを表すように調整）',
  },
  included: {
    label: '含まれる情報',
    entities: 'エンティティ',
    chunks: 'チャンク',
    sources: '元の事実',
    json: 'JSON',
    jsonOf: '応答のJSON（トレースを除く）',
    cut: '途中まで',
    chunk: (n) => `チャンク${number(n + 1)}`,
    truncated: '一部の元の事実がトークン上限を超えました。',
  },
};
