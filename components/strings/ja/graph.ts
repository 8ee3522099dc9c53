import { dateFormat, number } from '#components/strings/counted';
import type { graph as english } from '#components/strings/graph';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';
import type { EdgeKind, GraphMode, NodeKind } from '#lib/memory/graph/literals';

const nodes = (n: number): string => `${number(n)}個のノード`;
const links = (n: number): string => `${number(n)}件のリンク`;
const memories = (n: number): string => `${number(n)}件のメモリ`;
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' });

const kinds: Readonly<Record<NodeKind, string>> = {
  entity: 'エンティティ',
  world: '世界',
  experience: '経験',
  observation: '観察',
};
/** The kinds of entities within a sentence. */
const entityKinds: Readonly<Record<string, string | undefined>> = {
  PERSON: '人',
  ORGANIZATION: '組織',
  LOCATION: '場所',
  CONCEPT: '概念',
};
const edgeKinds: Readonly<Record<EdgeKind, string>> = {
  together: '一緒に言及',
  mentions: '言及',
  proves: '根拠',
  caused_by: '原因',
  semantic: '同じ出典',
  entity: '同じエンティティ',
  temporal: '時間が近い',
};
const modes: Readonly<Record<GraphMode, string>> = { entities: 'エンティティ', memories: 'メモリ', both: '両方' };
const moments = { occurred: '発生', mentioned: '言及', created: '保存' };
const freshText = (n: number): string => `新規${number(n)}個（輪で表示）`;

const categories: Translation<(typeof english)['categories']> = {
  person: '人',
  organization: '組織',
  place: '場所',
  date: '日付',
  thing: 'もの',
};

export const graph: Translation<typeof english> = {
  title: 'グラフ',
  purpose: 'メモリで言及されている人やものと、そのつながり。',
  loading: 'グラフを読み込み中',
  failed: 'グラフを読み込めませんでした',
  empty: 'まだ表示するものがありません',
  emptyText:
    'テキストを取り込んでください。メモリとエンティティがそれぞれノードになり、メモリと、そこで言及されたエンティティがリンクで結ばれます。',
  nameless: 'まだエンティティはありません',
  namelessText: (n) => `「メモリ」または「両方」を選ぶと、${memories(n)}が表示されます。`,
  emptyFiltered: 'フィルターに一致するものはありません',
  emptyFilteredText: 'フィルターによって読み込み範囲が限定されています。クリアするとバンク全体が表示されます。',
  clear: 'フィルターをクリア',
  allHidden: '表示中のノードはありません',
  allHiddenText: (n) => `${nodes(n)}が非表示になっているか、フィルターで除外されています。`,
  showAll: 'すべて表示',

  mode: '表示対象',
  modeChanged: (mode) => `表示の変更は「${modes[mode]}」に残っています。ブラウザの「戻る」で戻れます。`,
  modes,
  search: 'ノードを検索',
  found: (here, away) =>
    here + away === 0
      ? 'このバンクに一致するものはありません'
      : `表示中に${nodes(here)}${away > 0 ? `、バンクのほかの場所に${number(away)}個以上` : ''}。矢印キーで選び、Enterで移動します`,
  foundHere: (here) => `表示中に${nodes(here)}。バンクのほかの場所は検索できませんでした`,
  opensBoth: '「両方」で開く',
  foundInView: '表示中',
  foundElsewhere: 'バンクのほかの場所',
  foundOf: (shown, all) => `${number(all)}件中${number(shown)}件`,
  notFound: (words) => `このバンクに「${words}」に一致するものはありません`,
  searching: 'バンクを検索中',
  searchFailed: 'バンクのほかの場所を検索できませんでした',

  layout: 'レイアウト',
  layouts: {
    force: '力学：リンクのあるノードを近くに配置',
    rings: '同心円：リンクの多いノードを中心に配置',
    breadth: '選択したノードからの距離',
    timeline: '時系列：左が古い',
    grid: '格子',
  },
  layoutShort: { force: '力学', rings: '同心円', breadth: '距離', timeline: '時系列', grid: '格子' },
  laying: (share) => `配置中：${Math.round(share * 100)}%`,
  layoutDone: (name, n) => `${name}。${nodes(n)}を表示中。`,
  stepsFrom: (label) => `リンクが最も多い「${cut(label, 60)}」からの距離です。別の起点にするには、ノードを選択してください`,
  stopped: '配置を停止しました。ノードは動いていません',
  stoppedFirst: '配置を停止しました。代わりに格子で表示しています',
  layoutFailed: '配置に失敗しました',
  cancel: '停止',
  color: '色',
  colors: { type: 'タイプ', recency: '新しさ', community: 'コミュニティ' },
  colorsChosen: { type: 'タイプ', recency: '新しさ', community: 'コミュニティ' },
  size: 'サイズ',
  sizes: { mentions: '言及数', links: '表示中のリンク数', proofs: '根拠の数', same: '同じサイズ' },
  sizesChosen: { mentions: '言及数', links: '表示中のリンク数', proofs: '根拠の数', same: '同じサイズ' },
  hulls: 'コミュニティを塗り分ける',
  recency: (scale) =>
    scale === null
      ? ['古い', '新しい']
      : [
          scale.low > scale.from ? `${day(scale.low)}以前` : day(scale.low),
          scale.high < scale.to ? `${day(scale.high)}以降` : day(scale.high),
        ],
  community: (n) => `コミュニティ${number(n)}`,
  otherCommunities: 'その他',
  systemColors: 'システムの配色を使用しているため、ノードのタイプは形だけで区別されます。',
  view: '表示',

  panel: 'フィルターとノード',
  filtersOf: 'フィルター',
  panelOpen: 'フィルターとノードを表示',
  panelClose: 'フィルターとノードを隠す',
  show: '表示',
  showHelp: '再読み込みせず、表示中のグラフに適用します。',
  kinds,
  categories,
  marks: { ...categories, ...kinds },
  minLinks: '最小リンク数',
  minLinksValue: (n) => (n === 0 ? '指定なし' : number(n)),
  data: 'バンクからの読み込み',
  dataHelp: '変更するとグラフが再読み込みされます。',
  dataIs: (limit, per, narrowed) => `${nodes(limit)} · ${per === 0 ? 'すべてのリンク' : links(per)}${narrowed ? ' · フィルター中' : ''}`,
  limit: '最大ノード数',
  per: 'ノードあたりのリンク',
  perValue: (n) => (n === 0 ? 'すべて' : `強い順に${number(n)}件`),
  min: '一緒に言及された回数',
  minValue: (n) => `${number(n)}回以上`,
  facts: 'メモリのタイプ',
  factTypes: { all: 'すべてのタイプ', world: '世界', experience: '経験', observation: '観察' },
  words: 'メモリ中の単語',
  tags: 'タグ',
  tagsHow: 'タグの一致条件',
  tagsPlaceholder: 'customer, order',
  tagsHelp: {
    any: 'これらのタグのいずれか、またはタグなし',
    all: 'これらのタグすべて、またはタグなし',
    any_strict: 'これらのタグのいずれか',
    all_strict: 'これらのタグすべて（ほかのタグがあってもよい）',
    exact: 'これらのタグに完全一致',
  },
  scope: 'スコープ',
  scopes: { any: 'すべてのスコープ', global: 'グローバル：タグなし' },
  scopeOf: (tags, n) => `${tags.length === 0 ? 'グローバル' : tags.map((tag) => `#${tag}`).join(' ')}（${number(n)}）`,
  document: 'ドキュメント',
  documentIs: 'ドキュメント：{id}',
  removeDocument: 'ドキュメントのフィルターを解除',
  reread: 'グラフを再読み込み',

  inView: '表示中',
  byLinks: (n) => `${number(n)}個（リンクの多い順）`,
  nodeList: '表示中のノード（リンクの多い順）',
  links,
  nodes,

  chosen: { entities: '言及の多い順', memories: '新しい順' },
  latest: (drawn, named) => `新しい順のメモリと、そこに現れる名前${drawn < named ? `${number(named)}個中${number(drawn)}個` : 'すべて'}`,
  shownNodes: (count, all, which) =>
    count < all
      ? `全${nodes(all)}のうち${number(count)}個（${which}）`
      : all === 1
        ? '唯一のノード'
        : `すべてのノード（${number(count)}個）`,
  shownLinks: (count, all, per, { isWhole, isPart }) =>
    count < all
      ? `${isWhole ? '' : 'これらのノード間の'}リンク${number(all)}件中${number(count)}件${per === 0 ? '' : `（ノードごとに強い順に${number(per)}件）`}`
      : count === 0
        ? 'リンクなし'
        : isPart && !isWhole
          ? `これらのノード間の${links(count)}のみ`
          : `ノード間のすべてのリンク（${number(count)}件）`,
  inViewOf: (shown, ofNodes, shownLinks, ofLinks) =>
    `表示中はノード${number(ofNodes)}個中${number(shown)}個、リンク${number(ofLinks)}件中${number(shownLinks)}件`,
  summary: (parts) => `{nodes}。${parts.join('。')}。`,
  expandedSummary: (added, addedLinks, allNodes, allLinks) =>
    `${nodes(added)}と${links(addedLinks)}を、強さに関係なく手動で追加。合計${nodes(allNodes)}と${links(allLinks)}`,
  briefNodes: (count, all) => (count < all ? `ノード${number(all)}個中${number(count)}個` : nodes(count)),
  briefLinks: (count, all) => (count < all ? `リンク${number(all)}件中${number(count)}件` : links(count)),
  briefAdded: (n) => `${number(n)}個を追加`,
  briefInView: (n) => `${number(n)}個を表示中`,
  about: 'グラフの表示内容',
  more: 'さらに表示',

  zoomIn: '拡大',
  zoomOut: '縮小',
  fit: '全体を表示',
  undo: '元に戻す',
  redo: 'やり直す',
  undone: '元に戻しました',
  redone: 'やり直しました',
  help: 'グラフのキーボードショートカット',
  helpText: 'グラフにフォーカスがあるとき：',
  keys: [
    { keys: ['←', '→', '↑', '↓'], does: 'その方向で最も近いノードを選択' },
    { keys: ['[', ']'], does: 'リンクのあるノードを順に選択' },
    { keys: ['Enter'], does: '詳細を表示' },
    { keys: ['E'], does: '隣接ノードを最大25個追加' },
    { keys: ['H'], does: 'ノードを隠す' },
    { keys: ['I'], does: 'ノードと隣接ノードだけを表示' },
    { keys: ['P'], does: 'ノードを固定・固定解除' },
    { keys: ['W'], does: 'ここから経路を開始。終点でもう一度押す' },
    { keys: ['L'], does: '直前にたどったリンク、または最も強いリンクを開く' },
    { keys: ['F'], does: 'ノードを拡大表示' },
    { keys: ['+', '−', '0'], does: '拡大、縮小、全体を表示' },
    { keys: ['Ctrl Z', 'Ctrl Y'], does: '元に戻す、やり直す' },
    { keys: ['Esc'], does: '経路を中止。次にノードの選択を解除' },
  ],
  canvas: 'グラフ',
  canvasHelp:
    '矢印キーで最も近いノードを、角かっこキーでリンクのあるノードを順に選択し、Enterで詳細を開きます。Eは展開、Hは非表示、Iは絞り込み、Pは固定、Wは経路、Lは直前にたどったリンクを開きます。グラフの横のノード一覧にも同じノードがあります。',

  sayPicture: (mode, text) => `${modes[mode]}。${text}`,
  sayView: (shown, shownLinks) => `${nodes(shown)}と${links(shownLinks)}を表示中`,
  sayWindow: (moment, range, fresh, view) => `${moments[moment]}：${range}、${freshText(fresh)}。${view}`,
  say: (label, kind, entityKind, count, mentions, isFresh) =>
    `${label}、${entityKind === null ? kinds[kind] : (entityKinds[entityKind] ?? entityKind)}${mentions === null ? '' : `、言及${number(mentions)}件`}、${links(count)}を表示中${isFresh ? '、この期間で新規' : ''}`,
  expand: (n) => (n > 25 ? `${number(n)}個中25個を展開` : `${number(n)}個を展開`),
  expandNone: '名前、出典、原因を共有するノードはすべて表示されています',
  expandHidden: (n) => `隣接ノード${number(n)}個が非表示です。「すべて表示」で表示できます。`,
  expandWide: '隣接ノードは、フィルターに関係なくバンク全体から追加されます。',
  expanding: '展開中',
  expanded: (n) => `${nodes(n)}を追加しました`,
  expandFailed: '隣接ノードを読み込めませんでした',
  hide: '隠す',
  hidden: (label) => `${label}を隠しました`,
  isolate: '絞り込む',
  isolated: (n) => `${nodes(n)}を表示中`,
  pin: '固定',
  unpin: '固定解除',
  pinned: (label) => `${label}を固定しました`,
  unpinned: (label) => `${label}の固定を解除しました`,
  pathFrom: '経路の起点にする',
  pathTo: '経路の終点にする',
  pathPick: (label) => `起点：${cut(label, 60)}。終点を選択してください`,
  pathStop: '経路を中止',
  pathStopped: '経路を中止しました',
  pathShown: (from, to, steps) => `${cut(from, 40)}から${cut(to, 40)}まで：${number(steps)}ステップ`,
  pathEnd: '経路をクリア',
  pathEnded: '経路をクリアしました',
  pathNone: '8ステップ以内の経路はありません',
  pathFound: (steps) => `${number(steps)}ステップの経路`,
  pathFailed: '経路を検索できませんでした',
  path: '経路',
  linkUnread: '共有リンクの内容をすべて読み込むことはできませんでした',
  linkInAddress: '内容はURLに残っています。',
  linkAgain: '再試行',
  lostSteps: (n) => `共有リンクの操作のうち${number(n)}件は適用できなくなりました`,

  details: '詳細',
  close: '詳細を閉じる',
  openPage: 'ページを開く',
  openPageOf: (label) => `${label}のページを開く`,
  openLink: (label) => `${label}へのリンクを開く`,
  previous: '前のノード',
  next: '次のノード',
  edge: 'リンク',
  edgeKinds,
  edgeCount: (n) => `${memories(n)}に出現`,
  edgeWeight: '強さ',
  edgeBetween: '両端',
  sayLink: (from, kind, to) => `リンク：${cut(from, 60)}、${edgeKinds[kind]}、${cut(to, 60)}`,
  namingBoth: '両方に言及しているメモリ',
  namingBothMore: (label) => `${label}に言及しているすべてのメモリ`,
  namingBothFailed: 'メモリを読み込めませんでした。',
  reading: '読み込み中',
  again: '再試行',
  neighbors: '表示中のリンク先',
  neighborsNone: '表示中のリンク先はありません。',
  neighborsMore: (n) => `ほか${number(n)}個`,

  time: '時間',
  moment: '時間の項目',
  moments,
  range: (from, to) => (day(from) === day(to) ? day(from) : `${day(from)}〜${day(to)}`),
  scale: (from, to) => `${day(from)}〜${day(to)}の範囲で描画。ほかのノードは両端に表示`,
  fresh: freshText,
  from: '期間の開始',
  to: '期間の終了',
  wholeTime: '全期間',
  onlyWindow: 'この期間のみ',
  timeless: (n, moment) => `${moments[moment]}日時のないノード${number(n)}個`,
  before: (at) => `${day(at)}より前`,
  after: (at) => `${day(at)}より後`,
  withoutTime: '日時なし',
  noTime: 'この項目の日時を持つものはありません。',
  oneTime: (at) => `すべて同じ日時：${day(at)}`,
  day,
  month,
  year: (at) => `${new Date(at).getUTCFullYear()}年`,

  copyLink: '共有リンクをコピー',
  linkCopied: '共有リンクをコピーしました。現在の表示をそのまま再現します',
  linkLong: '変更が多すぎるため、共有リンクに含まれるのはフィルターだけです。表示を保存するには、JSONをエクスポートしてください。',
  copyFailed: 'ブラウザが共有リンクのコピーを許可しませんでした',
  export: 'エクスポート',
  exports: {
    png: 'PNG（現在の表示）',
    pngAll: 'PNG（グラフ全体、2倍）',
    svg: 'SVG（グラフ全体）',
    json: 'Cytoscape用JSON',
    nodes: 'ノードのCSV',
    edges: 'リンクのCSV',
  },
  exported: (name) => `${name}を保存しました`,
  exportFailed: '画像を保存できませんでした',
  exportNone: 'まだエクスポートするものがありません。',
  exportTooLarge: 'このブラウザで描画するには大きすぎます。代わりにSVGをエクスポートしてください。',
  caption: {
    mode: (mode) => modes[mode],
    words: (q) => `単語「${q}」`,
    tags: (tags, how) => `${tags.length === 0 ? 'タグなし' : tags.map((tag) => `#${tag}`).join(' ')}（${how}）`,
    document: (id) => `ドキュメント「${id}」`,
    type: (type) => kinds[type],
    window: (words, moment) => `${moments[moment]}：${words}`,
    lines: (off) => `除外したリンク：${off.map((kind) => edgeKinds[kind]).join('、')}`,
    groups: (off) => `除外：${off.map((name) => `「${name}」`).join('、')}`,
    only: 'それ以外は非表示',
    off: (off) => `除外：${off.map((kind) => kinds[kind]).join('、')}`,
    line: (filters, shown) => `${filters.join(' · ')}：${shown}`,
    colorsFrom: (moment, from) => `${moments[moment]} ${from}`,
    of: (bank, at) => `Memory Bank · ${bank} · ${at}`,
  },
};
