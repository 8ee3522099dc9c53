import { describe, expect, it } from 'vitest';
import { planRecall } from '#lib/memory/recall/plan';
import { timeAlone } from '#lib/memory/recall/time-alone';

/** Questions without the words of their time, as `planRecall` passes them. */
const GENERAL: readonly (readonly [language: string, rest: string])[] = [
  ['de', 'Was ist  passiert?'],
  ['de', 'Was haben wir am  gemacht?'],
  ['de', 'Gab es  Neuigkeiten?'],
  ['es', '¿Qué pasó la ?'],
  ['es', '¿Qué hicimos en ?'],
  ['fr', "Qu'est-ce qui s'est passé ?"],
  ['fr', "Qu'avons-nous fait en ?"],
  ['pt', 'O que aconteceu ?'],
  ['pt', 'O que fizemos na ?'],
  ['it', "Cos'è successo ?"],
  ['it', 'Che cosa abbiamo fatto a ?'],
  ['ru', 'Что произошло ?'],
  ['ru', 'Что мы делали в ?'],
  ['id', 'Apa yang terjadi ?'],
  ['id', 'Apa yang kami lakukan pada ?'],
  ['ar', 'ماذا حدث ؟'],
  ['ar', 'ماذا فعلنا في ؟'],
  ['hi', ' क्या हुआ?'],
  ['hi', 'हमने  में क्या किया?'],
  ['ko', '에 무슨 일이 있었어?'],
  ['ko', '우리는 에 뭐 했어?'],
  ['zh', '发生了什么？'],
  ['zh', '我们做了什么？'],
  ['ja', 'に何がありましたか？'],
  ['ja', '私たちはに何をしましたか？'],
];

const TOPICS: readonly (readonly [language: string, rest: string])[] = [
  ['de', 'Wo war ich ?'],
  ['de', 'Was haben wir  für die Küche gekauft?'],
  ['es', '¿Dónde estuve la ?'],
  ['es', '¿Qué compramos para la cocina en ?'],
  ['fr', 'Où étais-je  ?'],
  ['fr', "Qu'avons-nous acheté pour la cuisine ?"],
  ['pt', 'O que compramos para a cozinha ?'],
  ['it', 'Che cosa abbiamo comprato per la cucina ?'],
  ['ru', 'Что мы купили для кухни ?'],
  ['id', 'Apa yang kami beli untuk dapur ?'],
  ['ar', 'ماذا اشترينا للمطبخ ؟'],
  ['hi', 'हमने रसोई के लिए क्या खरीदा?'],
  ['ko', '에 부엌에 쓸 무엇을 샀어?'],
  ['ko', '나이가 뭐야?'],
  ['zh', '我们给厨房买了什么？'],
  ['zh', '会计做了什么？'],
  ['ja', 'に台所のために何を買いましたか？'],
  ['sv', 'Vad hände ?'],
];

describe('timeAlone in other languages', () => {
  it.each(GENERAL)('%s asks only for a time: %s', (language, rest) => {
    expect(timeAlone(rest, rest, language)).toEqual({ asksForMentions: false });
  });

  it.each(TOPICS)('%s asks for more: %s', (language, rest) => {
    expect(timeAlone(rest, rest, language)).toBeNull();
  });

  it.each([
    ['de', 'Worüber haben wir  gesprochen?'],
    ['es', '¿De qué hablamos la ?'],
    ['fr', 'De quoi avons-nous parlé  ?'],
    ['pt', 'O que ele disse ?'],
    ['it', 'Di cosa abbiamo parlato ?'],
    ['ru', 'О чём мы говорили ?'],
    ['id', 'Apa yang dikatakan dia ?'],
    ['ar', 'ماذا قال ؟'],
    ['hi', 'उसने  क्या कहा?'],
    ['ko', '에 무슨 이야기를 했어?'],
    ['zh', '我们聊了什么？'],
    ['ja', 'に何を話しましたか？'],
  ])('%s asks for mentions: %s', (language, rest) => {
    expect(timeAlone(rest, rest, language)).toEqual({ asksForMentions: true });
  });
});

describe('planRecall in other languages', () => {
  const bank = {
    uid: 1,
    id: 'bank',
    revision: 1,
    backlogRevision: 0,
    unitCount: 100,
    termCount: 1000,
    speakers: ['Anna'],
    embeddingModel: null,
    config: {},
  };
  const planOf = (query: string) =>
    planRecall({ query, budget: 'mid', askedAt: new Date('2026-06-20T12:00:00Z'), window: null }, bank, null);

  it.each([
    ['Was ist gestern passiert?', '2026-06-19T00:00:00.000Z'],
    ['Was hat Anna letzte Woche gemacht?', '2026-06-08T00:00:00.000Z'],
    ['¿Qué pasó la semana pasada?', '2026-06-08T00:00:00.000Z'],
    ["Qu'est-ce qui s'est passé avant-hier ?", '2026-06-18T00:00:00.000Z'],
    ['O que aconteceu anteontem?', '2026-06-18T00:00:00.000Z'],
    ["Cos'è successo l'altro ieri?", '2026-06-18T00:00:00.000Z'],
    ['Что мы делали в марте?', '2026-03-01T00:00:00.000Z'],
    ['Apa yang terjadi minggu lalu?', '2026-06-08T00:00:00.000Z'],
    ['ماذا حدث الأسبوع الماضي؟', '2026-06-08T00:00:00.000Z'],
    ['पिछले हफ़्ते क्या हुआ?', '2026-06-08T00:00:00.000Z'],
    ['지난주에 무슨 일이 있었어?', '2026-06-08T00:00:00.000Z'],
    ['上周发生了什么？', '2026-06-08T00:00:00.000Z'],
    ['先週何がありましたか？', '2026-06-08T00:00:00.000Z'],
  ])('reads the window of %s', async (query, start) => {
    const { window, timeAlone } = await planOf(query);
    expect([window?.start?.toISOString(), timeAlone]).toEqual([start, { asksForMentions: false }]);
  });

  it('keeps a topic beside the time', async () => {
    const { window, timeAlone, terms } = await planOf('Was haben wir letzte Woche für die Küche gekauft?');
    expect([window?.grain, timeAlone]).toEqual(['week', null]);
    expect(terms).toContain('kuch~kuche');
  });
});
