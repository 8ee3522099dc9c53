import { plain } from '#lib/memory/retain/reading/plain';

/**
 * What messengers write in place of words, in the languages they are translated to: placeholders
 * for media and deleted messages, calls, and remarks about the chat itself. Nothing of it is a
 * memory.
 */

const anyOf = (...lists: readonly string[]): string => lists.join('|');

/** Kinds of media, and the words for "omitted", by language. */
const MEDIA: readonly (readonly [string, string])[] = [
  [
    'media|image|photo|picture|video|video note|audio|sticker|gif|document|contact card|contact|voice message|voice note|file|poll|location|album',
    'omitted|not included|excluded|unavailable',
  ],
  [
    'imagen|foto|vídeo|video|audio|gif|sticker|documento|tarjeta de contacto|contacto|multimedia|archivo|archivo multimedia|medios|mensaje de voz',
    'omitid[oa]s?|excluid[oa]s?|no incluid[oa]s?',
  ],
  [
    'imagem|foto|vídeo|áudio|gif|figurinha|documento|cartão do contato|cartão de contacto|mídia|multimédia|arquivo|ficheiro|mensagem de voz',
    'ocult[oa]s?|ocultad[oa]s?|omitid[oa]s?|não incluíd[oa]s?',
  ],
  [
    'image|photo|vidéo|audio|gif|sticker|autocollant|document|fiche contact|médias?|message vocal|fichier',
    'absente?s?|omise?s?|non incluse?s?|exclue?s?',
  ],
  [
    'bild|foto|video|audio|gif|sticker|dokument|kontaktkarte|kontakt|medien|sprachnachricht|datei',
    'weggelassen|ausgeschlossen|ausgelassen|nicht enthalten',
  ],
  [
    'immagine|foto|video|audio|gif|sticker|adesivo|documento|scheda contatto|contatto|media|file multimediali|messaggio vocale',
    'omess[oaie]|esclus[oaie]|non inclus[oaie]',
  ],
  ['afbeelding|foto|video|audio|gif|sticker|document|contactkaart|media|spraakbericht|bestand', 'weggelaten|niet inbegrepen|uitgesloten'],
  [
    'изображение|фото|видео|аудио|аудиофайл|gif|стикер|документ|карточка контакта|контакт|медиафайлы?|голосовое сообщение|файл',
    'опущен[оаы]?|отсутству[ею]т|пропущен[оаы]?|не включен[оаы]?|скрыт[оаы]?|без медиафайлов',
  ],
  [
    'зображення|фото|відео|аудіо|gif|стікер|наліпка|документ|картка контакту|медіафайли?|медіа|голосове повідомлення',
    'пропущено|відсутн[єіяй]|вилучено|опущено|без медіафайлів',
  ],
  [
    'obraz|zdjęcie|wideo|film|audio|dźwięk|gif|naklejka|dokument|wizytówka|karta kontaktu|multimedia|plik|pliki|wiadomość głosowa',
    'pominięt[oyae]|nieuwzględnion[oyae]|wykluczon[oyae]',
  ],
  ['görüntü|resim|fotoğraf|video|ses|gif|çıkartma|belge|kişi kartı|medya|sesli mesaj', 'dahil edilmedi|atlandı|eklenmedi|hariç tutuldu'],
  [
    'gambar|foto|video|audio|gif|stiker|dokumen|kartu kontak|media|pesan suara|imej',
    'tidak disertakan|tidak dimasukkan|dihilangkan|diabaikan|dikecualikan',
  ],
  [
    'hình ảnh|ảnh|video|âm thanh|gif|nhãn dán|tài liệu|thẻ liên hệ|tệp|phương tiện|file media|file',
    '(?:đã )?(?:bị )?(?:bỏ qua|ẩn|loại trừ|lược bỏ)|không được bao gồm',
  ],
  [
    'bild|foto|video|ljud|gif|klistermärke|dokument|kontaktkort|media|röstmeddelande',
    'utelämnad|utelämnat|utelämnade|utelämnats|har utelämnats|ingår inte',
  ],
  [
    'billede|foto|video|lyd|gif|klistermærke|dokument|kontaktkort|medier|medie|talebesked|bilde|bilete|klistremerke|taleveskeding',
    'udeladt|udeladte|ikke inkluderet|utelatt|utelatte|er udeladt|er utelatt',
  ],
  ['kuva|valokuva|video|ääni|gif|tarra|asiakirja|yhteystietokortti|media|ääniviesti', 'jätetty pois|poistettu|ei sisälly|puuttuu'],
  [
    'obrázek|fotka|video|zvuk|audio|gif|nálepka|samolepka|dokument|vizitka|média|soubor|obrázok|súbor|hlasová zpráva',
    'vynechán[oay]?|vynechan[ýáéo]|nezahrnut[oay]?|nezahrnuté',
  ],
  [
    'kép|fénykép|videó|hang|gif|matrica|dokumentum|névjegykártya|névjegy|média|hangüzenet|médiafájl',
    'kihagyva|kimaradt|nem szerepel|elhagyva',
  ],
  [
    'imagine|fotografie|videoclip|video|audio|gif|autocolant|document|carte de vizită|media|mesaj vocal',
    'omis[ăe]?|exclus[ăe]?|neinclus[ăe]?',
  ],
  [
    'εικόνα|φωτογραφία|βίντεο|ήχος|gif|αυτοκόλλητο|έγγραφο|κάρτα επαφής|πολυμέσα|μέσα',
    'παραλείφθηκ(?:ε|αν)|παραλείπ(?:εται|ονται)|δεν περιλαμβάν(?:εται|ονται)',
  ],
  [
    'صورة|الصورة|فيديو|الفيديو|صوت|الصوت|ملصق|الملصق|مستند|المستند|بطاقة جهة الاتصال|وسائط|الوسائط|رسالة صوتية|ملف',
    '(?:تم )?(?:حذف|استبعاد|استثناء)ها?|غير مدرجة?|غير مضمنة?|محذوفة?|مستبعدة?|مستثناة|مخفية?|غير موجودة?',
  ],
  ['تصویر|عکس|ویدیو|صدا|گیف|استیکر|برچسب|سند|کارت مخاطب|رسانه|پیام صوتی|فایل', 'حذف شده?|حذف شده است|گنجانده نشده|درج نشده|پیوست نشده'],
  ['תמונה|סרטון|וידאו|שמע|אודיו|gif|מדבקה|סטיקר|מסמך|כרטיס איש קשר|מדיה|הודעה קולית', 'הושמט[הו]?|לא נכלל[הו]?|לא כלול[הו]?|הוסר[הו]?'],
  [
    'चित्र|छवि|इमेज|फ़ोटो|फोटो|वीडियो|ऑडियो|gif|स्टिकर|दस्तावेज़|संपर्क कार्ड|मीडिया|वॉइस मैसेज',
    'छोड़(?:ा|ी|े) गय[ाीे]|छोड़ा गया|छोड़ी गई|शामिल नहीं(?: है| हैं)?|हटाय[ाीे] गय[ाीे]|हटा दिया गया|नहीं जोड़ा गया',
  ],
];

/** Scripts without blanks between words. */
const DENSE_MEDIA = [
  '(?:画像|写真|動画|ビデオ|音声|オーディオ|gif|スタンプ|ステッカー|書類|文書|ドキュメント|連絡先カード|連絡先|メディア|メディアファイル|ファイル)(?:は|が)?(?:含まれていません|含まれていない|省略されました|除外されました|省略|なし)',
  '(?:图像|图片|照片|视频|音频|语音|gif|贴图|表情|文件|文档|联系人卡片|联系人|媒体|媒体文件|圖像|圖片|影像|影片|語音|音訊|貼圖|檔案|文件|聯絡人資訊|聯絡人|媒體|多媒體)(?:已|被|已被)?(?:省略|忽略|略去|略過|未包含|隐藏|隱藏|排除)',
  '(?:省略|忽略|略去|略過|已省略)(?:了|的)?(?:图像|图片|照片|视频|音频|媒体文件|媒体|圖片|影片|媒體檔案|媒體|多媒體檔案|多媒體)(?:内容|內容)?',
  '(?:이미지|사진|동영상|비디오|오디오|음성|gif|스티커|이모티콘|문서|연락처|연락처 카드|미디어|미디어 파일|파일)(?:을|를|이|가|은|는)? ?(?:생략됨|생략|제외됨|제외|누락됨|생략되었습니다|생략했습니다|포함되지 않음|미포함)',
  '(?:รูปภาพ|ภาพ|รูป|วิดีโอ|วีดีโอ|เสียง|สติกเกอร์|gif|เอกสาร|การ์ดผู้ติดต่อ|สื่อ|ไฟล์สื่อ|ไฟล์) ?(?:ถูกละเว้น|ถูกตัดออก|ไม่ได้รวมไว้|ไม่รวมอยู่|ไม่รวม|ถูกละไว้)',
  '(?:تم )?(?:حذف|استبعاد|استثناء|إخفاء) (?:ال)?(?:صورة|صور|فيديو|صوت|ملصق|مستند|وسائط|ملف)',
  '(?:ছবি|ভিডিও|অডিও|মিডিয়া|স্টিকার|নথি) (?:বাদ দেওয়া হয়েছে|অন্তর্ভুক্ত নয়)',
];

const DELETED = anyOf(
  `(?:this|the) message (?:was|has been) deleted(?: by (?:the )?(?:group )?admin.*)?|you deleted this message(?: as admin)?|message deleted|deleted (?:this )?message|(?:you |.{1,40} )?unsent a message`,
  `(?:se )?elimin(?:ó|aste|aron) este mensaje|este mensaje (?:fue|ha sido|se) elimin(?:ado|ó)|borraste este mensaje|mensaje (?:eliminado|borrado)`,
  `(?:ess|est)a mensagem foi (?:apagada|eliminada|excluída)(?: pelo.*)?|(?:você |tu )?(?:apagou|apagaste|eliminou|eliminaste|excluiu) (?:ess|est)a mensagem|mensagem (?:apagada|eliminada|excluída)`,
  `ce message a été supprimé(?: par.*)?|vous avez supprimé ce message|tu as supprimé ce message|message supprimé`,
  `diese nachricht wurde (?:gelöscht|zurückgezogen|von .{1,40} gelöscht)|du hast diese nachricht gelöscht|nachricht gelöscht|gelöschte nachricht`,
  `(?:questo|il) messaggio è stato eliminato(?: da.*)?|hai eliminato questo messaggio|messaggio eliminato`,
  `dit bericht (?:is|werd) verwijderd|(?:je hebt|u hebt|u heeft) dit bericht verwijderd|bericht verwijderd`,
  `(?:это |данное )?сообщение (?:было )?удалено|вы удалили (?:это|данное) сообщение`,
  `(?:це )?повідомлення (?:було )?видалено|ви видалили це повідомлення`,
  `ta wiadomość została usunięta|(?:ta )?wiadomość (?:została )?usunięta|usunięto tę wiadomość|usun(?:ąłeś|ęłaś|ięto) (?:tę|tą) wiadomość`,
  `bu mesaj silindi|bu mesajı sildiniz|mesaj silindi`,
  `pesan ini (?:telah )?dihapus|(?:anda|kamu) (?:telah )?menghapus pesan ini|mesej ini (?:telah )?dipadam|anda (?:telah )?memadam(?:kan)? mesej ini`,
  `tin nhắn này đã bị (?:xóa|xoá|thu hồi)|(?:bạn )?đã (?:xóa|xoá|thu hồi) (?:một )?tin nhắn(?: này)?|tin nhắn đã bị xóa`,
  `(?:det här meddelandet|meddelandet|detta meddelande) (?:togs bort|raderades|har raderats|har tagits bort)|du (?:raderade|tog bort) (?:det här meddelandet|detta meddelande)`,
  `(?:denne|beskeden) ?(?:besked)? (?:blev|er) slettet|du slettede (?:denne besked|beskeden)|denne meldingen (?:ble|er) slettet|du slettet denne meldingen`,
  `tämä viesti (?:on )?poistett(?:iin|u)|(?:sinä )?poistit tämän viestin|viesti poistettu`,
  `(?:tato )?zpráva byla (?:smazána|odstraněna)|tuto zprávu jste (?:smazali?|odstranili?)|táto správa bola (?:vymazaná|odstránená|zmazaná)|vymazali ste túto správu`,
  `(?:ezt az üzenetet törölték|törölted ezt az üzenetet|ez az üzenet törölve (?:lett|van)|az üzenet törölve(?: lett)?|üzenet törölve)`,
  `acest mesaj a fost șters|ai șters acest mesaj|mesaj șters`,
  `αυτό το μήνυμα (?:διαγράφηκε|έχει διαγραφεί)|(?:διαγράψατε|διέγραψες|διαγράψες) αυτό το μήνυμα|το μήνυμα διαγράφηκε`,
  `(?:لقد )?(?:تم حذف|حذفت|قمت بحذف|حُذفت|حذفتَ) (?:هذه )?(?:ال)?رسالة`,
  `این پیام حذف شده?(?: است)?|(?:شما )?این پیام را حذف کرد(?:ید|ه‌اید)|پیام حذف شد`,
  `(?:הודעה זו|ההודעה הזו|ההודעה) נמחקה|מחקת (?:את )?(?:הודעה זו|ההודעה הזו|ההודעה)`,
  `(?:यह|ये) (?:संदेश|मैसेज) (?:मिटा|हटा|डिलीट कर) दिया गया(?: था| है)?|(?:यह|ये) (?:संदेश|मैसेज) (?:मिटाया|हटाया) गया(?: था| है)?|आपने (?:यह|ये|इस) (?:संदेश|मैसेज)(?: को)? (?:मिटाया|हटाया|डिलीट किया|मिटा दिया|हटा दिया|डिलीट कर दिया)(?: है)?`,
  `এই (?:মেসেজটি|বার্তাটি|মেসেজ|বার্তা) মুছে ফেলা হয়েছে|আপনি এই (?:মেসেজটি|বার্তাটি) মুছে (?:ফেলেছেন|দিয়েছেন)`,
  `(?:此|该|這則|这条|这则|此條|這條|該)(?:消息|訊息|信息|讯息)(?:已被|已|被)(?:删除|刪除|撤回|收回)|(?:您|你|.{1,24} ?)?(?:已|已经|已經)?(?:删除|刪除|撤回|收回)了?(?:此|这条|這則|該|该|一条|一則|一條)?(?:消息|訊息|信息|讯息)`,
  `(?:この|当)メッセージは(?:削除されました|取り消されました)|(?:あなたは)?(?:この)?メッセージ(?:を|の送信を)(?:削除|取り消)しました|.{1,30}がメッセージの送信を取り消しました`,
  `(?:이 |해당 )?(?:삭제된 메시지입니다|메시지(?:가|는|를) 삭제(?:되었습니다|했습니다|됨|하였습니다))|메시지를 삭제했습니다`,
  `ova (?:je poruka|poruka je) (?:izbrisana|obrisana)|(?:ova poruka je|ta poruka je) (?:izbrisana|obrisana)|(?:izbrisali|obrisali) ste ovu poruku`,
  `това съобщение беше изтрито|(?:вие )?изтрихте това съобщение|ова порука је (?:избрисана|обрисана)`,
  `aquest missatge s['’]ha (?:eliminat|suprimit)|has (?:eliminat|suprimit) aquest missatge`,
  `இந்த(?:ச்)? (?:செய்தி|மெசேஜ்) (?:நீக்கப்பட்டது|அழிக்கப்பட்டது)|இந்தச் செய்தியை (?:நீக்கிவிட்டீர்கள்|அழித்துவிட்டீர்கள்)`,
  `یہ (?:پیغام|میسج) (?:حذف|ڈیلیٹ) کر دیا گیا(?: تھا| ہے)?|آپ نے یہ (?:پیغام|میسج) (?:حذف|ڈیلیٹ) (?:کر دیا|کیا)(?: ہے)?`,
  `ข้อความนี้ถูกลบ(?:แล้ว|ไปแล้ว)?|คุณ(?:ได้)?ลบข้อความนี้(?:แล้ว)?|ยกเลิกข้อความ(?:แล้ว)?`,
);

const CALL = anyOf(
  `(?:missed|incoming|outgoing|declined|canceled|cancelled|no answer|unanswered)? ?(?:group )?(?:voice|video|audio|phone|group)?[ -]?(?:voice |video )?call(?: ended| started)?`,
  `(?:llamada|videollamada)(?: grupal)?(?: de voz| de vídeo| de video)?(?: grupal)?(?: perdida| sin respuesta| finalizada| entrante| saliente)?`,
  `(?:chamada|ligação|videochamada)(?: em grupo)?(?: de voz| de vídeo)?(?: perdida| não atendida| encerrada| recebida)?`,
  `appel(?: vocal| vidéo| de groupe| audio){0,2}(?: manqué| sans réponse| terminé)?`,
  `(?:verpasster |entgangener )?(?:sprach|video|gruppen|audio)?-?(?:sprach|video)?anruf(?: verpasst| beendet| in abwesenheit)?`,
  `(?:chiamata|videochiamata)(?: vocale| video| di gruppo){0,2}(?: persa| senza risposta| terminata)?`,
  `(?:gemiste? )?(?:spraak|video|groeps|audio)?-?(?:oproep|gesprek)(?: gemist)?`,
  `(?:пропущенный |входящий |исходящий )?(?:голосовой |групповой |аудио|видео){0,2}(?:звонок|вызов)`,
  `(?:пропущений |вхідний |вихідний )?(?:голосовий |груповий |аудіо|відео){0,2}(?:дзвінок|виклик)`,
  `(?:nieodebrane )?połączenie(?: głosowe| wideo| grupowe){0,2}(?: nieodebrane)?`,
  `cevapsız (?:sesli |görüntülü |grup ){0,2}arama|(?:sesli|görüntülü) arama`,
  `panggilan (?:suara|video|grup){0,2} ?(?:tak terjawab|tidak terjawab)?`,
  `(?:cuộc gọi|gọi) ?(?:nhỡ|thoại|video){0,3}(?: bị nhỡ| nhỡ)?`,
  `(?:未接|未接听|未接聽|错过的|取消的|已取消)?(?:的)?(?:语音|語音|视频|視訊|视讯|群组|群組)(?:通话|通話|来电|來電)(?:已取消|已結束|已结束|未接听|無人接聽)?|未接(?:来电|來電)`,
  `(?:不在着信|(?:音声|ビデオ|グループ)通話(?:に応答なし|の不在着信|がキャンセルされました)?|☎ ?.{0,24}通話.{0,24}|☎ .{1,40})`,
  `(?:부재중 ?)?(?:음성|영상|그룹|보이스톡|페이스톡|전화|통화) ?(?:통화|전화|해요|취소|부재중|통화 부재중|종료)?(?: ?\\d.{0,12})?`,
  `(?:สายที่ไม่ได้รับ|ไม่ได้รับสาย|โทรด้วยเสียง|วิดีโอคอล|สนทนาทางเสียง|สนทนาทางวิดีโอ).{0,20}`,
  `(?:مكالمة|اتصال|مكالمات)(?: صوتية| فيديو| مرئية| جماعية| فائتة| لم يرد عليها| لم يتم الرد عليها){1,3}`,
  `(?:شיחה|שיחת)(?: קולית| וידאו| קבוצתית| שלא נענתה){0,3}|שיחה שלא נענתה|שיחת (?:וידאו|קול|קולית) שלא נענתה`,
  `تماس(?: صوتی| تصویری| ویدیویی| گروهی| از دست رفته| بی‌پاسخ){1,3}`,
  `(?:मिस्ड|छूटी हुई)? ?(?:वॉइस|वीडियो|वॉयस|ग्रुप)? ?कॉल(?: छूटी| मिस हुई)?`,
  `missat (?:röst|video|grupp)?samtal|mistet (?:tale|video|lyd)?opkald|ubesvart (?:tale|video)?anrop|vastaamaton (?:ääni|video)?puhelu|zmeškaný (?:hlasový hovor|videohovor|hovor)|nem fogadott (?:hang|video|videó)?hívás|apel (?:vocal|video) (?:pierdut|nepreluat)|αναπάντητη (?:φωνητική |βιντεο)?κλήση`,
);

/** The length of a call, or why it ended, behind it. */
const CALL_LENGTH = String.raw`(?:[ ,.:·(-]{1,4}(?:(?:at |um |a las |às |à |alle |om )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.? ?m\.?)?|\d{1,3} ?(?:h|hr|hrs|hours?|min|mins|minutes?|s|sec|secs|seconds?|horas?|minut\p{L}{0,3}|segundos?|seg|std|stunden?|sek|sekunden?|ore|ora|uur|[^\x00-\x7f]{1,8}))\.?\)?){1,3}`;
const CALL_RESULT = `[ ,.:·-]{1,4}(?:no answer|tap to call back|declined|missed|sin respuesta|pulsa para .{3,30}|toca para .{3,30}|sem resposta|toque para .{3,30}|sans réponse|appuyez pour .{3,30}|keine antwort|nicht angenommen|zum zurückrufen tippen|nessuna risposta|tocca per .{3,30}|geen antwoord|нет ответа|без ответа|немає відповіді|brak odpowiedzi|yanıt yok|cevap yok|cevaplanmadı|tidak ada jawaban|không trả lời|無人接聽|无人接听|未接听|応答なし|응답 없음|لا يوجد رد|لم يتم الرد|אין תשובה|कोई जवाब नहीं)`;
const CALL_END = `(?:${CALL_LENGTH}|${CALL_RESULT})?`;

const POLL =
  '(?:poll|encuesta|enquete|sondagem|sondage|umfrage|sondaggio|опрос|опитування|ankieta|anket|polling|jajak pendapat|投票|アンケート|투표|استطلاع|نظرسنجی|סקר|पोल|โพล|bình chọn|cuộc thăm dò ý kiến|omröstning|afstemning|avstemning|kysely|anketa|szavazás|sondaj|δημοσκόπηση):';
const PLACE =
  '(?:live location shared|location|ubicación|localização|localisation|standort|posizione|locatie|местоположение|lokalizacja|konum|lokasi|位置|位置情報|위치|الموقع|موقعیت|מיקום|स्थान)(?:: https?:\\/\\/\\S{1,200})?';
const OTHER =
  'null|waiting for this message.*|view once (?:photo|video|voice message)|you sent a view once.*|sent an attachment|photos?|videos?|emoticons?|사진|동영상|이모티콘|사진 \\d{1,3}장|파일: \\S.{0,120}|음성메시지|joined the server|pinned a message(?: to this channel)?|started a (?:call|thread).{0,60}|added .{1,60} to the group|removed .{1,60} from the group|left the group|changed the channel (?:name|icon).{0,80}|boosted the server.*|started a call that lasted .{1,40}|(?:liked|loved|laughed at|emphasized|questioned|disliked) a message|reacted \\S{1,40} to (?:your|a|an|the|\\S{1,40}) ?message.{0,20}|reacted to .{1,200} with .{1,40}|removed an? .{1,20} reaction from .{1,200}|(?:the |an? )?(?:video chat|video call|audio call|call|huddle)(?: has)? (?:ended|started)|(?:uploaded|shared) (?:a|an|\\d{1,3}) (?:file|photo|video|image)s?(?:: ?.{1,120})?|you missed a (?:video |audio |voice )?(?:call|chat).{0,60}|you are now connected on \\w{1,20}|you can now (?:message|call|chat).{1,200}|say hi to your new .{1,60}';

const wholeOf = (words: string): RegExp => new RegExp(`^(?:${words})$`, 'iu');
const WHOLE = [
  ...MEDIA.map(([media, omitted]) => wholeOf(`(?:${media})\\s(?:${omitted})`)),
  wholeOf(DENSE_MEDIA.join('|')),
  wholeOf(DELETED),
  wholeOf(`(?:${CALL})${CALL_END}`),
  wholeOf(`${PLACE}|${OTHER}`),
];
const POLLS = new RegExp(`^${POLL}`, 'iu');

/** A whole message in brackets, the name of what was sent: `<Media omitted>`, `[Photo]`. */
const IN_BRACKETS = /^(?:<[^<>\n]{2,80}>|\[[^[\]\n]{1,32}\]|\([^()\n]{2,12}\))$/u;
const BRACKET_WORDS = /^(?:<\S*[\u0080-\uffff]|<\S+\s|\[|\((?:이모티콘|emoticon|sticker|사진|photo|image)\))/iu;

/** The name of a file, with "(file attached)" in any language or as iPhones write it. */
const FILE =
  /^(?:<?[^<>\n:]{2,24}:\s)?[^\n<>]{1,120}\.(?:jpe?g|png|gif|webp|heic|mp4|mov|3gp|avi|opus|ogg|m4a|mp3|aac|amr|wav|pdf|docx?|xlsx?|pptx?|txt|vcf|zip|rar|was|thumb|tgs|webm)(?:\s\([^()\n]{3,40}\)|\s•[^\n]{1,80}|>)$/iu;

const ENCRYPTED =
  /^(?:messages|los mensajes|as mensagens|les messages|nachrichten|i messaggi|berichten|сообщения|повідомлення|wiadomości|mesajlar|pesan|mesej|tin nhắn|meddelanden|beskeder|meldinger|viestit|zprávy|správy|az üzenetek|üzenetek|mesajele|τα μηνύματα|الرسائل|پیام|ההודעות|संदेश|मैसेज|消息|訊息|讯息|此|メッセージ|메시지|ข้อความ|your messages|🔒).{0,200}(?:end-to-end|extremo a extremo|ponta a ponta|bout en bout|ende-zu-ende|крайн|сквозн|наскрізн|pełn|szyfrow|uçtan uca|đầu cuối|totalsträck|ände-till-ände|päästä päähän|päästä-päähän|täysin salat|koncov|végpontok|capăt la capăt|άκρο|بين الطرفين|سرتاسر|מקצה לקצה|एंड-टू-एंड|端到端|端對端|エンドツーエンド|종단|ต้นทาง|加密|暗号)/iu;

/** Longer messages are words of people. */
const MAX_NOTICE = 320;
const EDGES = /^[\s"'*_]{1,8}|[\s.。!।"'*_]{1,8}$/gu;

/** Whether a message is only what a messenger wrote in place of words. */
export function isNotice(body: string): boolean {
  if (body.length > MAX_NOTICE) return false;
  const text = plain(body).replace(EDGES, '');
  if (IN_BRACKETS.test(text) && BRACKET_WORDS.test(text)) return true;
  const bare = text.replace(/^[<[(]\s?|\s?[>\])]$/g, '').replace(EDGES, '');
  return FILE.test(text) || ENCRYPTED.test(bare) || POLLS.test(bare) || (bare.length <= 120 && WHOLE.some((pattern) => pattern.test(bare)));
}

const EDITED = anyOf(
  '<this message was edited>|<se editó este mensaje.?>|<mensagem editada>|<ce message a été modifié>|<diese nachricht wurde bearbeitet.?>|<questo messaggio è stato modificato>|<dit bericht is bewerkt>',
);
const EDITED_TAIL = new RegExp(
  `\\s?[\\u200e\\u200f]?(?:${EDITED}|<[^<>\\n]{4,60}(?:edit|modifi|bearbeitet|bewerkt|измен|зміне|edytowan|düzenlen|diedit|编辑|編輯|編集|수정|تعديل|ویرایش|נערכ|संपादित|redigera|redigere|muoka|uprav|szerkeszt|chỉnh sửa|แก้ไข)[^<>\\n]{0,40}>)\\s*$`,
  'iu',
);
const ATTACHED = /[\u200e\u200f]?<[^<>\n:]{3,24}: ?[^<>\n]{1,160}\.\w{2,5}>/giu;
const FILE_LINE = /^[^\n<>]{1,120}\.\w{2,5}\s\([^()\n]{3,40}\)\n/u;

/**
 * The words of a message without the note that it was edited and without the name of the file that
 * it came with.
 */
export function withoutNotices(words: string): string {
  const hasTag = words.includes('<');
  const bare = hasTag ? words.slice(0, -400) + words.slice(-400).replace(EDITED_TAIL, '') : words;
  const text = hasTag && bare.length < 4000 ? bare.replace(ATTACHED, '') : bare;
  return text.replace(FILE_LINE, '').trim();
}

/** What a messenger writes about a person, behind the name of that person or "You". */
const DEED =
  /^(?:sent (?:an? |\d{1,3} )?(?:attachments?|photos?|videos?|stickers?|voice messages?|gifs?|links?|files?|locations?|live location)\b|(?:created|named|left|joined) the (?:group|chat|call|video chat)\b|(?:added|removed) .{1,200} (?:to|from) the (?:group|chat)\b|set (?:the|your|his|her|their) (?:nicknames?|emoji|quick reaction|theme)\b|changed the (?:group|chat|theme|emoji|name|photo)\b|cleared the nickname|missed (?:your|a) (?:video |audio |voice )?(?:call|chat)\b|(?:called|video called) (?:you|the group)\b|started (?:a|the|an) (?:video |audio )?(?:call|chat|poll)\b|pinned a message|unpinned a message|unsent a message|voted for .{1,200} in the poll|created a poll|turned (?:on|off) |made .{1,80} an admin|shared (?:a|an) (?:story|post|reel|link|photo|video)\b|mentioned you in|replied to your story|(?:liked|loved|reacted).{1,60} message)/i;
/** "You" in a message that a messenger wrote for the owner of the file. */
const OWNER = /^you (?=\p{Ll})/iu;

/**
 * Whether a message of a speaker is about what the speaker did in the chat: "Luk sent an
 * attachment." in a message of Luk.
 */
export function isDeedNotice(body: string, speaker: string): boolean {
  if (body.length > MAX_NOTICE || body.includes('\n')) return false;
  const [first = ''] = speaker.split(' ', 1);
  const name = [speaker, first].find((one) => one !== '' && body.startsWith(`${one} `));
  const you = OWNER.exec(body)?.[0];
  const deed = name !== undefined ? body.slice(name.length + 1) : you !== undefined ? body.slice(you.length) : null;
  // a message with more sentences is of a person
  if (deed === null || !DEED.test(deed) || /[.!?] \p{L}/u.test(deed) || FIRST_PERSON.test(deed)) return false;
  // "You left the group?" may be a question of a person
  return name !== undefined || deed.endsWith('.');
}

/** Verbs and nouns of remarks about the members and the settings of a chat. */
const REMARK = new RegExp(
  [
    '^-!- ',
    // a verb behind a name; without one, it is an entry of somebody's log
    String.raw`(?<=\S )(?:joined(?:\.?$| (?:using|the|this|from|via|as|by)\b)|(?:has )?left(?:\.?$| the (?:group|chat|channel|call|community|room|server|meeting)\b)|added(?: |$)|removed(?: |$)|was (?:added|removed)|were added|created (?:this |the )?(?:group|community|chat)|changed (?:the|this|their|his|her|to|from)\b|pinned a|(?:turned|switched) (?:on|off)|security code|is a contact|now an admin|no longer an admin|disappearing messages|unsent|renamed|invited|has quit|kicked|banned|started a|ended the|deleted (?:this|the) group|end-to-end|blocked this|missed (?:a |voice|video)|updated the|reset this group|has joined|has been|is now|can now|set the topic)`,
    String.raw`(?<!\p{L})(?:se unió|se ha unido|salió(?:\.?$| del)|ha salido|añadió|agregó|añadiste|agregaste|eliminó|eliminaste|creó (?:el|este)|creaste|cambió (?:el|la|su|a|los)|cambiaste|código de seguridad|mensajes temporales|extremo a extremo|ahora es admin|saiu|entrou|adicionou|removeu|criou (?:o|este)|mudou|alterou|código de segurança|ponta a ponta|a quitté|est parti|a rejoint|a ajouté|avez ajouté|a retiré|a supprimé|a créé|avez créé|a changé|a modifié|code de sécurité|bout en bout|messages éphémères)`,
    String.raw`(?<!\p{L})(?:hat .{0,80}(?:hinzugefügt|entfernt|verlassen|erstellt|geändert|aktiviert|deaktiviert|beigetreten)|ist .{0,60}beigetreten|hast .{0,80}(?:hinzugefügt|entfernt|erstellt|geändert)|wurde(?:st)? .{0,40}(?:hinzugefügt|entfernt)|sicherheitsnummer|ende-zu-ende|ha (?:aggiunto|rimosso|creato|cambiato|abbandonato|modificato)|hai (?:aggiunto|creato|cambiato)|è entrat[oa]|si è unit[oa]|codice di sicurezza|heeft .{0,80}(?:toegevoegd|verwijderd|gewijzigd|aangemaakt|gemaakt|verlaten)|hebt .{0,80}(?:toegevoegd|gemaakt|aangemaakt)|neemt nu deel|beveiligingscode)`,
    String.raw`(?<!\p{L})(?:добавил[аи]?|удалил[аи]?|вышел|вышла|покинул[аи]?|присоединил(?:ся|ась|ись)|создал[аи]? (?:группу|чат)|изменил[аи]?|сменил[аи]?|код безопасности|шифрован|додав|додала|видалив|видалила|вийшов|вийшла|приєдна(?:вся|лася)|створи(?:в|ла) групу|змінив|змінила|dodał[ay]?|usunął|usunęła|opuścił[ay]?|dołączył[ay]?|utworzył[ay]? grupę|zmienił[ay]?|szyfrowan|ekledi|çıkardı|ayrıldı|katıldı|grubu oluşturdu|değiştirdi|şifrelidir|menambahkan|mengeluarkan|keluar\.?$|bergabung|membuat grup|mengubah|đã thêm|đã rời|đã tham gia|đã tạo nhóm|đã thay đổi|đã xóa)`,
    String.raw`(?:أضاف|انضم|غادر|أزال|أنشأ|غيّ?ر|تم تغيير|مشفرة|اضافه کرد|خارج شد|پیوست\.?$|گروه را|تغییر داد|הוסיף|הצטר|יצא\.?$|עזב|יצר|שינה|הסיר|ने .{0,60}(?:जोड़ा|हटाया|बदला|बनाया|छोड़)|शामिल हुए|加入|离开|離開|退出|添加|新增|移除|创建|建立了|更改|变更|變更|修改了|加密|邀请|邀請|参加し|退出し|退会し|追加し|削除し|作成し|変更し|招待し|暗号|들어왔|나갔|초대했|내보냈|추가했|만들었|변경했|암호화|เข้าร่วม|ออกจาก|เพิ่ม|สร้างกลุ่ม|เปลี่ยน|gick med|lämnade|lade till|skapade gruppen|ändrade|forlod|tilføjede|oprettede gruppen|ændrede|forlot|la til|opprettet gruppen|endret|liittyi|poistui|lisäsi|loi ryhmän|vaihtoi|přidal|opustil|připojil|vytvořil|změnil|csatlakozott|kilépett|hozzáadta|létrehozta|megváltoztatta|a ieșit|a adăugat|s-a alăturat|a creat|a schimbat|προσθέσατε|πρόσθεσε|αποχώρησε|δημιούργησε|άλλαξε)`,
  ].join('|'),
  'iu',
);

/** A word by which a person speaks of themselves. */
export const FIRST_PERSON =
  /(?<![\p{L}'’])(?:I|I['’](?:m|ve|ll|d)|my|me|ich|mein\p{L}{0,2}|je|j['’]\p{L}+|yo|eu|io|ik|я|我|私|나는|저는)(?![\p{L}'’])/iu;
const MAX_REMARK = 240;

/**
 * Whether a line of a chat that nobody says is about the chat itself: somebody joined, a setting
 * changed. Only for lines without a speaker.
 */
export const isChatRemark = (body: string): boolean =>
  isNotice(body) || (body.length <= MAX_REMARK && !body.includes('\n') && REMARK.test(body) && !FIRST_PERSON.test(body));

const TITLE =
  /^[\s﻿]*(?:={8,}\s*\n(?:Guild|Server|Channel): |\[LINE\]|.{0,80}(?:카카오톡 대화|님과의 대화|Chat history (?:with|in)|のトーク履歴|的聊天記錄|的聊天记录|KakaoTalk Chats))/iu;

/** The lines before an export: the name of the chat and when it was saved. */
export const isExportTitle = (text: string): boolean => text.length <= 1200 && TITLE.test(text);
