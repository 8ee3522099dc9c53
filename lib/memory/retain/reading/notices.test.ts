import { describe, expect, it } from 'vitest';
import { extractUnits, isChatNotice } from '#lib/memory/retain/reading/extract';
import { isChatRemark, isNotice, withoutNotices } from '#lib/memory/retain/reading/notices';
import { parseTurns } from '#lib/memory/retain/reading/transcript';

describe('isNotice', () => {
  it.each(
    `image omitted|‎video omitted|Imagen omitida|Bild weggelassen|image absente|imagem ocultada|immagine omessa|afbeelding weggelaten|изображение опущено|
зображення пропущено|obraz pominięto|görüntü dahil edilmedi|gambar tidak disertakan|画像は含まれていません|图像已忽略|圖片已略去|이미지 생략됨|<Media omitted>|
<Multimedia omitido>|<Medien ausgeschlossen>|<Mídia oculta>|<Без медиафайлов>|<Médias omis>|<メディアは含まれていません>|<省略多媒體檔案>|<تم استبعاد الوسائط>|
تم استبعاد الوسائط|<मीडिया शामिल नहीं है>|This message was deleted.|You deleted this message|Se eliminó este mensaje.|Essa mensagem foi apagada|
Ce message a été supprimé|Diese Nachricht wurde gelöscht.|Hai eliminato questo messaggio|Dit bericht is verwijderd|Данное сообщение удалено|
Ви видалили це повідомлення|Bu mesaj silindi|Pesan ini telah dihapus|تم حذف هذه الرسالة|این پیام حذف شد|הודעה זו נמחקה|यह संदेश हटा दिया गया|此消息已删除|
已收回訊息|このメッセージは削除されました|삭제된 메시지입니다.|Missed voice call|Missed video call at 18:00|Voice call, 3 min|Video call, No answer|Llamada de voz perdida|
Chamada de voz perdida|Appel vocal manqué|Verpasster Sprachanruf|Chiamata persa|Gemiste oproep|Пропущенный аудиозвонок|Cevapsız sesli arama|未接语音通话|不在着信|
부재중 음성 통화|مكالمة صوتية فائتة|sticker omitted|GIF omitted|Kontaktkarte ausgelassen|Ann.vcf (file attached)|PTT-20260502-WA0003.opus (archivo adjunto)|
<attached: 00000012-PHOTO-2026-05-02.jpg>|<adjunto: 0001-AUDIO.opus>|null|[Sticker]|[写真]|(이모티콘)|report.pdf • 3 pages document omitted|☎ 通話時間 1:23|
Messages and calls are end-to-end encrypted. No one outside of this chat can read them.|消息和通话已进行端到端加密。`.split(/\|\n?/),
  )('%j', (text) => {
    expect(isNotice(text)).toBe(true);
  });

  it('is true for a poll', () => {
    expect(isNotice('POLL:\nWhere do we meet?\nOPTION: Porto (2 votes)')).toBe(true);
  });

  it.each([
    'Call mom at 5',
    'call me tomorrow',
    'Call 911 now',
    'Anruf bei Oma nicht vergessen',
    'Our app is end-to-end encrypted',
    'Foto vom Tor kommt morgen',
    'I deleted the message',
    'We had a video call with Ann',
    'The media omitted the story',
    '<3 you all',
    'Gracias por la llamada de ayer',
    '사진 고마워',
    '[Ann] is late',
    'file.pdf is the plan',
  ])('is false for %j', (text) => {
    expect(isNotice(text)).toBe(false);
  });
});

describe('isChatRemark', () => {
  it.each([
    'Ann added Ben',
    'Ann left',
    "Ben joined using this group's invite link",
    'You created group "Garden"',
    'Ana cambió el asunto a "Jardín"',
    'Hélène a quitté le groupe',
    'Holger hat die Gruppe verlassen',
    'Анна вышла из группы',
    '小林加入了群组',
    '健がグループに参加しました',
    '민수님이 나갔습니다.',
    'أضاف سامي ليلى',
    'Ahmet gruba katıldı',
    'Your security code with Ann changed. Tap to learn more.',
  ])('%j', (text) => {
    expect(isChatRemark(text)).toBe(true);
  });

  it.each([
    'I sold the boat yesterday.',
    'Compré una casa en Porto.',
    'Ann left the boat at pier 4',
    'I joined the choir',
    'Removed the old pump',
  ])('not %j', (text) => {
    expect(isChatRemark(text)).toBe(false);
  });
});

describe('withoutNotices', () => {
  it.each<[string, string]>([
    ['The code is 5512. <This message was edited>', 'The code is 5512.'],
    ['Ich komme. \u200e<Diese Nachricht wurde bearbeitet.>', 'Ich komme.'],
    ['IMG-1.jpg (Datei angehängt)\nDas Tor ist fertig.', 'Das Tor ist fertig.'],
    ['The gate \u200e<attached: 0001-PHOTO.jpg>', 'The gate'],
    ['a < b and c > d', 'a < b and c > d'],
  ])('%j', (text, words) => {
    expect(withoutNotices(text)).toBe(words);
  });
});

describe('a chat with notices', () => {
  it('gives memories of words only', () => {
    const content = `03.04.26, 12:30 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.
03.04.26, 12:31 - Holger: <Medien ausgeschlossen>
03.04.26, 12:32 - Holger hat Birgit hinzugefügt
03.04.26, 12:33 - Holger: Das Tor ist seit gestern kaputt. <Diese Nachricht wurde bearbeitet.>
03.04.26, 12:34 - Der Zaun steht noch am alten Platz.
03.04.26, 12:35 - Birgit: Verpasster Sprachanruf`;
    const turns = parseTurns(content).map((turn) => ({ ...turn, item: 0, signature: '' }));
    const units = extractUnits(turns, { timestamp: null, context: '', narrator: null });
    expect(units.map(({ text }) => text)).toEqual(['Holger: Das Tor ist seit gestern kaputt.', 'Der Zaun steht noch am alten Platz.']);
  });

  it('leaves the same sentences of prose', () => {
    const units = extractUnits(
      parseTurns('Ann left the group in May. Ben joined.').map((turn) => ({ ...turn, item: 0, signature: '' })),
      { timestamp: null, context: '', narrator: null },
    );
    expect(units.map(({ body }) => body).join(' ')).toContain('Ann left the group');
  });
});

describe('what a messenger writes in the name of a person', () => {
  it.each([
    'Luk sent an attachment.',
    'You sent an attachment.',
    'Luk created the group.',
    'Luk named the group Trip.',
    'You added Zoe to the group.',
    'Luk set the nickname for Zoe to Zed.',
    'Luk changed the theme to Love.',
    'You can now message and call each other and see info like Active Status and when you’ve read messages.',
    'The video chat ended.',
    'Luk missed your call.',
    'Luk called you.',
    'Liked a message',
    'Reacted ❤ to your message ',
    'You missed a call from Zoe.',
    'Luk pinned a message.',
    'Luk unsent a message',
    'You are now connected on Messenger',
    'Luk joined the call.',
    'Luk left the group.',
    'Luk changed the group photo.',
    'Luk set the emoji to X.',
    'Luk voted for "Rome" in the poll: Where?',
    'Reacted to "It excludes VAT." with 👍',
    'uploaded a file',
    'A huddle started',
    'Ova je poruka izbrisana',
    'Това съобщение беше изтрито',
    "Aquest missatge s'ha eliminat",
    'இந்த செய்தி நீக்கப்பட்டது',
    'یہ پیغام حذف کر دیا گیا',
    'Viestit ja puhelut ovat täysin salattuja.',
  ])('%j', (body) => {
    expect(isChatNotice({ body, speaker: 'Luk Berg' })).toBe(true);
  });

  it.each([
    'I sent an attachment.',
    'Zoe sent an attachment.',
    'You left the group?',
    'You added Zoe to the group, right?',
    'Luk sent an attachment. I read it at home.',
    'Luk called me.',
    'Luk changed his mind.',
    'I liked a message of yours',
  ])('not %j', (body) => {
    expect(isChatNotice({ body, speaker: 'Luk Berg' })).toBe(false);
  });
});
