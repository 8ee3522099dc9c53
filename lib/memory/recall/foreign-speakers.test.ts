import { describe, expect, it } from 'vitest';
import { readSpeakers } from '#lib/memory/recall/plan';

describe('readSpeakers in other languages than English', () => {
  it.each([
    ['王芳喜欢什么？', ['王芳', '李明'], ['王芳'], '喜欢什么？'],
    ['민수는 무엇을 좋아해요?', ['민수', '지수'], ['민수'], '무엇을 좋아해요?'],
    ['Что подарили Анне?', ['Анна', 'Иван'], ['Анна'], 'Что подарили ?'],
    ['田中さんは何が好きですか？', ['田中', '佐藤'], ['田中'], 'は何が好きですか？'],
    ['Was hat Anna im Urlaub gekauft?', ['Anna', 'Ben'], ['Anna'], 'Was hat im Urlaub gekauft?'],
    ['¿Qué le regalaron a Carmen?', ['Carmen de la Cruz', 'Ana'], ['Carmen de la Cruz'], '¿Qué le regalaron a ?'],
    ['Τι έκανε το σπίτι του Γιώργου;', ['Γιώργος'], ['Γιώργος'], 'Τι έκανε το σπίτι του ;'],
    ['ماذا أهدينا لأحمد في عيد ميلاده؟', ['أحمد'], ['أحمد'], 'ماذا أهدينا في عيد ميلاده؟'],
    ['Anna喜欢什么颜色？', ['Anna'], ['Anna'], '喜欢什么颜色？'],
    ['Что любит Александра?', ['Александр', 'Александра'], ['Александра'], 'Что любит ?'],
    ['Где встретились Анна и Иван?', ['Анна', 'Иван'], [], 'Где встретились и ?'],
    ['Какой адрес у библиотеки?', ['Анна'], [], 'Какой адрес у библиотеки?'],
  ] as const)('finds and removes the speaker: %s', (query, speakers, asked, stripped) => {
    expect(readSpeakers(query, speakers)).toMatchObject({ asked, stripped, speech: null });
  });

  it.each([
    ['Erzähl mir von Anna', ['Anna'], 'first'],
    ['Расскажи об Анне', ['Анна'], 'first'],
    ['告诉我关于王芳的事情', ['王芳'], 'first'],
    ['Кто такая Анна?', ['Анна'], 'after'],
    ['谁是王芳？', ['王芳'], 'after'],
    ['¿Quién es Ana?', ['Ana'], 'after'],
    ['민수가 누구예요?', ['민수'], 'after'],
  ] as const)('recognizes a question that only names people: %s', (query, speakers, speech) => {
    expect(readSpeakers(query, speakers)).toMatchObject({ asked: speakers, stripped: speakers[0], speech });
  });

  it.each([
    ['Wo wohnt meine Schwester?', ['user']],
    ['我姐姐住在哪里？', ['user']],
    ['¿Qué restaurante me recomendaste?', ['assistant']],
    ['Какой ресторан ты посоветовал?', ['assistant']],
    ['Wo wohnt der Nachbar von nebenan?', []],
  ] as const)('reads the role that is asked: %s', (query, asked) => {
    expect(readSpeakers(query, ['user', 'assistant']).asked).toEqual(asked);
  });

  it('requires the capital of a name, unless the question has no capitals', () => {
    expect(readSpeakers('Какая роза растёт в саду?', ['Роза']).asked).toEqual([]);
    expect(readSpeakers('что любит роза на завтрак?', ['Роза']).asked).toEqual(['Роза']);
  });
});
