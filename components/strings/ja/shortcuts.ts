import type { shortcuts as english } from '#components/strings/shortcuts';
import type { Translation } from '#components/strings/translated';

export const shortcuts: Translation<typeof english> = {
  purpose: '1文字のショートカットは、文字を入力していないときに使えます。',
  list: [
    { keys: ['Ctrl', 'K'], does: '検索・移動' },
    { keys: ['/'], does: '一覧を検索' },
    { keys: ['J'], does: '次の行' },
    { keys: ['K'], does: '前の行' },
    { keys: ['Enter'], does: '行を開く' },
    { keys: ['X'], does: '行を選択' },
    { keys: ['Esc'], does: '開いているパネルを閉じる' },
    { keys: ['N'], does: '次の変更箇所（バージョンの比較中）' },
    { keys: ['P'], does: '前の変更箇所' },
    { keys: ['['], does: '前のバージョンの組' },
    { keys: [']'], does: '次のバージョンの組' },
    { keys: ['Alt', '↑'], does: 'ページまたはフォルダーを移動' },
    { keys: ['F2'], does: 'ページまたはフォルダーの名前を変更' },
    { keys: ['Ctrl', 'Enter'], does: 'フォームを送信' },
    { keys: ['?'], does: 'この一覧を表示' },
  ],
};
