import type { beginning as english } from '#components/strings/beginning';
import type { Translation } from '#components/strings/translated';

export const beginning: Translation<typeof english> = {
  start: {
    title: 'キーの作成からエージェントの接続まで',
    duration: '約5分',
    key: 'キーを作成する',
    keyExists: 'キー「{name}」はこのバンクにアクセスできます。値が表示されたのは、作成時の一度だけです。',
    keyAnother: '別のキーを作成',
    dismiss: '最初の手順を非表示',
    retain: 'テキストを取り込む',
    retainText: '文、チャット、ファイルを送信します。言語モデルがなければ、組み込みルールが事実を抽出します。',
    sentence: 'Anaさんは、ポルトのほうがスタジオの家賃が安いので、ポルトに引っ越しました。',
    copy: '1文を取り込むコマンド',
    code: '1文を取り込むcurlコマンド',
    listening: '最初のメモリを待っています。このページは自動で更新されます。',
    ask: '想起する',
    askText: '想起は、意味、単語、時間、名前からメモリを見つけます。',
    question: 'Anaさんはなぜポルトに引っ越しましたか？',
    askCopy: '想起するコマンド',
    askCode: '想起するcurlコマンド',
    connect: 'エージェントを接続する',
    connectText: 'クライアントごとに、キーまたはサインインによる手順とコードがあります。',
    connectAll: 'すべてのクライアント',
  },
  appears: {
    title: 'ここに表示されるもの',
    world: '事実：製品、価格、ルールなど。',
    experience: '出来事：電話、修理、約束など。',
    observation: '複数の事実から導いた結論と、その根拠となるすべての事実。',
  },
  sample: {
    load: 'サンプルの会話を読み込む',
    loading: '送信中',
    text: '5人の友人とアシスタントによる6か月間の会話233ターン（タグdemoの付いた22件のドキュメント）。言語モデルを設定している場合はトークンを消費します。',
    sent: 'サンプルの会話を処理しています',
    sentDetail: 'ページを離れても処理は続きます。進捗はオペレーションで確認できます。',
    failed: 'サンプルの会話を読み込めませんでした',
  },
  questions: {
    title: 'サンプルに質問する',
    note: 'サンプルと同じ英語',
    about: {
      person: '人物',
      cause: '理由',
      time: '時期',
      decision: '変わった決定',
      experience: 'エージェントの行動',
    },
  },
};
