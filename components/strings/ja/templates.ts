import type { templates as english } from '#components/strings/templates';
import type { Translation } from '#components/strings/translated';

export const templates: Translation<typeof english> = {
  'personal-assistant': {
    name: 'パーソナルアシスタント',
    mission: 'パーソナルアシスタントのメモリです。一人のユーザーの好み、予定、約束を覚え、同じ説明を繰り返さなくて済むようにします。',
    extraction: '好み、日付のある予定、約束、ユーザーの身近な人。雑談は不要です。',
    models: {
      preferences: { name: '好み', question: '好み：好き、大好き、嫌い、苦手、避けている食べ物、飲み物、旅行など' },
      'plans-and-promises': { name: '予定と約束', question: '予定、旅行、予約、会議、約束とその日付' },
      people: { name: '人物', question: '人物：パートナー、妻、夫、子供、両親、兄弟、姉妹、友人、同僚' },
    },
    directives: {
      dates: { name: '正確な日付', rule: '予定、約束、締め切りには必ず正確な日付を添えてください。' },
      privacy: { name: '健康とお金', rule: '健康とお金の話は、質問された場合だけ取り上げてください。' },
    },
  },
  'coding-agent': {
    name: 'コーディングエージェント',
    mission: 'コーディングエージェントのメモリです。コードの規約、そう作られた理由、失敗した試みを覚えます。',
    extraction: '規約、コマンド、決定とその理由、エラーの原因と修正、失敗した試み。',
    models: {
      conventions: { name: '規約', question: '規約：ファイル名、コードのスタイル、ビルド、テスト、実行に使うコマンドとツール' },
      decisions: { name: '決定', question: '決定：何を決定、選択、置き換えたか、その理由' },
      pitfalls: { name: 'エラーと修正', question: 'エラー、クラッシュ、失敗した試み：その原因と、修正または解決した方法' },
    },
    directives: {
      names: { name: '正確な名前', rule: 'コマンド、ファイルのパス、バージョン、エラーメッセージはそのまま引用してください。' },
      current: { name: '現在の決定', rule: '以前の決定が置き換えられた場合は、現在の決定だけを理由とともに示してください。' },
    },
  },
  'support-agent': {
    name: 'サポートエージェント',
    mission: 'サポートチームのメモリです。お客様からの報告、解決した方法、未解決の問題を覚えます。',
    extraction: '製品とバージョンを含む問題、その解決方法、未対応の依頼、お客様ごとの利用内容。',
    models: {
      'known-problems': { name: '既知の問題', question: '報告された問題、エラー、クラッシュと、それを解決または修正した方法' },
      'open-cases': { name: '未解決のケース', question: '未対応、回答待ち、未解決のケース、チケット、依頼' },
      customers: { name: 'お客様', question: 'お客様：どのプラン、製品、バージョンを使っているか' },
    },
    directives: {
      promises: { name: '約束しない', rule: 'どの記憶にもない日付、返金、機能は決して約束しないでください。' },
      privacy: { name: 'プライバシー', rule: 'あるお客様への回答で、別のお客様には決して触れないでください。' },
    },
  },
  'sales-team': {
    name: '営業チーム',
    mission: '営業チームのメモリです。各顧客の決定者、必要としているもの、各商談の次のステップを覚えます。',
    extraction: '役割を含む担当者、予算、商談の段階、日付のある次のステップ、懸念、競合。',
    models: {
      contacts: { name: '担当者', question: '担当者：各顧客で決定、署名、統括をするのは誰か' },
      deals: { name: '商談', question: '商談：予算、価格、見積もり、段階、次のステップ' },
      objections: { name: '懸念', question: '顧客の懸念、不安、比較している競合' },
    },
    directives: {
      'next-step': { name: '次のステップ', rule: '顧客についての回答は、次のステップとその担当者、日付で締めくくってください。' },
      figures: { name: '数字', rule: '価格、予算、割引は、言及された日付とともに示してください。' },
    },
  },
  'research-notes': {
    name: '研究ノート',
    mission: '研究プロジェクトのメモリです。出典のある結果、手法、未解決の問いを覚えます。',
    extraction: '数値と出典のある結果、手法、データセット、仮説、未解決の問い。',
    models: {
      findings: { name: '結果', question: '結果：実験や論文が示した、見つけた、報告したこと' },
      methods: { name: '手法', question: '使った手法、データセット、コーパス、パラメーター' },
      'open-questions': { name: '未解決の問い', question: '未解決の問い：わかっていない、不明確、未検証、検証すべきこと' },
    },
    directives: {
      sources: { name: '出典', rule: 'すべての結果に出典を添え、結果と推測を区別してください。' },
      disagreement: { name: '不一致', rule: '出典どうしが食い違う場合は、両方の結果を数値とともに示してください。' },
    },
  },
};
