/**
 * Words of short requests, questions and notes that are no stop words: they show the language where
 * a text has little but a name or a day besides. Lower case; no word that English texts write.
 */
const words = (text: string): readonly string[] => text.split(/\s+/);

export const REQUEST_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: words(
    'mag magst mögen erzähl erzähle nenn zeig heißt wohnt macht kommt weißt isst trinkt gehört ging gibt letzte letzten letzter letztes nächste nächsten',
  ),
  es: words('háblame cuéntame dime muéstrame vive gusta llega llama sabes pasado pasada próximo próxima'),
  fr: words('fais faites donne donnez parle parlez raconte montre habite aime mange sais savez salut dernier dernière prochain prochaine'),
  pt: words('fala conta diga mostra mora gosta chega sabes olá obrigado obrigada passado passada próximo próxima'),
  it: words('parlami dimmi raccontami mostrami abita piace sai grazie scorso scorsa prossimo prossima'),
  nl: words('vertel woont doet heet houdt weet dank vorige volgende afgelopen'),
  pl: words('opowiedz powiedz pokaż mieszka robi lubi wiesz cześć dziękuję zeszłym ubiegłym przyszłym'),
  cs: words('řekni pověz ukaž bydlí dělá ahoj děkuji minulý příští'),
  ro: words('povestește arată locuiește știi bună mulțumesc trecut trecută viitor'),
  sv: words('berätta säg heter gör gillar mår hej förra nästa'),
  tr: words('anlat söyle göster oturuyor yapıyor geliyor seviyor merhaba teşekkürler geçen gelecek önümüzdeki'),
  id: words('ceritakan katakan tunjukkan siapa berapa kenapa tinggal suka lalu depan'),
  vi: words('kể nói biết sống làm thích'),
};
