/**
 * Frequent surnames of Chinese, Korean and Japanese, in the characters that they are written with:
 * evidence for a name before a title ("王先生", "김민수 씨"). Own selection.
 */

/** Simplified and traditional characters; without those that are mostly other words. */
const CHINESE =
  '王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔';
const KOREAN =
  '김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반라왕금옥육인맹제모탁국어은편용예경봉사부';
const JAPANESE =
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 斉藤 福田 太田 西村 藤井 金子 岡本 藤原 三浦 中野 中川 原田 松田 竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮崎 横山 高木 安藤 宮本 大野 小島 谷口 工藤 今井 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 千葉 菅原 岩崎 久保 木下 佐野 野村 松尾 菊地 市川 杉本 古川 島田 水野 桜井 高野 渡部 吉川 山内 西田 飯田 菊池 西川 小松 北村 安田 五十嵐 川口 平田 関 中田 久保田 服部 東 岩田 土屋 川崎 福島 本田 辻 樋口 秋山 田口 永井 山中 中西 吉村 川上 大西 馬場';

const SURNAMES: ReadonlySet<string> = new Set([...CHINESE, ...KOREAN]);
const JAPANESE_SURNAMES: ReadonlySet<string> = new Set(JAPANESE.split(' '));

/** Whether a character is a surname in Chinese or Korean. */
export const isSurname = (character: string): boolean => SURNAMES.has(character);

/** Whether a word is a frequent surname in Japanese. */
export const isJapaneseSurname = (word: string): boolean => JAPANESE_SURNAMES.has(word);

/** As a class of a regular expression. */
export const CHINESE_SURNAMES = `[${CHINESE}]`;
export const KOREAN_SURNAMES = `[${KOREAN}]`;
