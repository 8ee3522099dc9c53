import { number } from '#components/strings/counted';
import type { extract as english } from '#components/strings/extract';
import type { Translation } from '#components/strings/translated';

const differs = { words: '文言', type: 'タイプ', dates: '日付', entities: 'エンティティ', tags: 'ラベル', speaker: '話者' };

export const extract: Translation<typeof english> = {
  title: '抽出',
  purpose: '取り込み時にテキストから抽出される事実を、バンク設定と別の設定を並べてプレビューします。何も保存されません。',
  text: 'テキスト',
  textPlaceholder: '会話、メモ、メールなどを貼り付け…',
  textMissing: 'テキストを入力してください。',
  textLong: (max) => `${number(max)}文字以内にしてください。`,
  textNotInAddress: 'URLにはオプションが含まれますが、テキストは含まれません。',
  characters: (n) => `${number(n)}文字`,
  example: '例を使う',
  exampleText:
    'Ana: 3月にポルトへ引っ越しました。スタジオの家賃が安いので\nBen: いいですね！6月に遊びに行ってもいいですか？猫アレルギーなので、ホテルに泊まります\nAna: 6月なら大丈夫です。金曜は遅くまで仕事なので、着く前の日に電話をください\nBen: わかりました。電車は土曜の10時に着きます',
  context: 'コンテキスト',
  contextHelp: 'テキストの出どころを簡潔に。',
  time: '言及日時',
  timeHelp: '日付、または日付と時刻。空欄にすると現在、「unset」とすると日時なしになります。',
  timeWrong: '有効な日付ではありません。2026-05-06、2026-05-06T10:00Z、または「unset」の形式で入力してください。',

  candidate: '比較設定',
  candidateHelp: '空欄のフィールドにはバンク設定を使います。',
  asBank: (value) => `バンク：${value}`,
  candidateNone: '設定を変更すると、その設定でもテキストを抽出します。',
  candidateSet: (n) => `${number(n)}個の設定が異なります`,
  clear: 'クリア',
  moreOptions: 'ラベルとJSON',
  configFailed: 'バンク設定を読み込めませんでした',

  run: '抽出',
  runBoth: '両方で抽出して比較',
  running: '抽出中',
  stop: '停止',
  costs: (calls) => `モデルを約${number(calls)}回（チャンクごとに1回）呼び出し、トークンを消費します。`,
  costsNoCall: 'この設定ではモデルを使わないため、トークンを消費しません。',
  costsUnknown: 'モデルを設定している場合、チャンクごとに1回呼び出し、トークンを消費します。',
  costsNothing: '取り込み用のモデルが設定されていないため、組み込みルールを使います。トークンは消費しません。',
  stored: '何も保存されず、バンクも作成されません。',
  curl: 'curlとしてコピー',
  curlOwn: 'バンク設定での呼び出し',
  curlCandidate: '比較設定での呼び出し',

  sides: { own: 'バンク設定', candidate: '比較設定' },
  failed: { own: 'バンク設定での抽出に失敗しました', candidate: '比較設定での抽出に失敗しました' },
  method: {
    model: '言語モデルで抽出',
    extractive: '組み込みルールで抽出',
    chunks: '抽出なし：チャンクごとに1件の事実',
  },
  facts: (n) => `${number(n)}件の事実`,
  chunks: (n) => `${number(n)}個のチャンク`,
  tokens: (input, output, cached) =>
    `トークン：入力${number(input)}、出力${number(output)}${cached > 0 ? `（うちキャッシュ${number(cached)}）` : ''}`,
  noTokens: 'トークン消費なし',
  failedChunks: (n, of) =>
    `${number(of)}個中${number(n)}個のチャンクが失敗しました：モデルから使用可能な応答がありません。実際の取り込みでは再試行されます。`,
  none: '事実は見つかりませんでした。',

  result: '抽出された事実',
  resultOf: '両方の抽出結果の比較',
  ranAt: '抽出：{time}',
  changedSince: '抽出後にテキストまたはオプションが変更されました。',
  summary: { matched: '一致', added: '追加', missing: '不足' },
  summaryMeans: { matched: '両方にある', added: '比較設定だけにある', missing: 'バンク設定だけにある' },
  tokenDifference: (own, candidate) =>
    own === candidate ? `どちらも${number(own)}トークン` : `バンク設定${number(own)}トークン、比較設定${number(candidate)}トークン`,
  show: '表示する事実',
  views: { all: 'すべて', differences: '違いのみ' },
  same: '両方の抽出結果は同じです。',
  differsIn: (what) => `${what.map((each) => differs[each]).join('、')}が異なる`,
  matchedBy: '単語が同じ（大文字と小文字、句読点、空白の違いは無視）か、単語の大半が同じ事実を一致とみなします。',
  onlyOwn: '比較設定では不足',
  onlyCandidate: '比較設定で追加',
  noEntities: 'エンティティなし',
  said: (speaker) => `発言：${speaker}`,
  because: (places) => `原因：${places.map((at) => `事実${number(at + 1)}`).join('、')}`,
  emptyTitle: 'まだ抽出していません',
  emptyText: 'テキストを貼り付けて抽出してください。各事実のタイプ、日付、エンティティと、消費トークンが表示されます。',
};
