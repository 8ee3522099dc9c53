import { describe, expect, it } from 'vitest';
import { partsOf } from '#lib/memory/reflect/parts';

describe('the parts of a question', () => {
  it.each([
    ['What does Ana like, and where does she live?', ['What does Ana like?', 'where does Ana live?']],
    ['Which oven did we buy, and what does it cost?', ['Which oven did we buy?', 'what does the oven cost?']],
    ['When does the big bakery open and who owns it?', ['When does the big bakery open?', 'who owns the big bakery?']],
    ['Who is Leo? How old is he? When did his work begin?', ['Who is Leo?', 'How old is Leo?', "When did Leo's work begin?"]],
    ['What does Ana drive? And where was she born?', ['What does Ana drive?', 'where was Ana born?']],
    ['Tell me where Ana lives and what her dog is called', ['Tell me where Ana lives?', "what Ana's dog is called?"]],
    ["What is Ana's job and her hobby?", ["What is Ana's job?", "What is Ana's hobby?"]],
    ['What are my goals and my worries, and who knows them?', ['What are my goals?', 'What are my worries?', 'who knows them?']],
    ['Where do Ana and Ben live, and when did they meet?', ['Where do Ana and Ben live?', 'when did Ana and Ben meet?']],
    [
      'What does Ana like, and does she like fish?\n\nFor a dinner.',
      ['What does Ana like?\n\nFor a dinner.', 'does Ana like fish?\n\nFor a dinner.'],
    ],
    [
      'Who is Leo? How old is he? Where does he live? When did he come? What does he like?',
      ['Who is Leo?', 'How old is Leo?', 'Where does Leo live?', 'When did Leo come?', 'What does Leo like?'],
    ],
  ])('%s', (query, parts) => {
    expect(partsOf(query)).toEqual(parts);
  });

  it.each([
    'What does Ana like?',
    'When and where did Ana move?',
    'Which oven did we buy, and why?',
    'Who likes bread, butter and jam?',
    'What did Ana say about where and how she lives?',
    'According to Ana, what does Ben like?',
    'What did Ben share, which made Ana smile?',
    'Ana and Ben',
    '',
  ])('of a single question: %s', (query) => {
    expect(partsOf(query)).toEqual([query]);
  });
});
