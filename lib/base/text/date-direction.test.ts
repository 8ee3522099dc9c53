import { describe, expect, it } from 'vitest';
import { findDate } from '#lib/base/text/dates';

/** [date of the statement, the statement, the day (or month) that it names] */
type Case = readonly [said: string, statement: string, day: string];

/** Monday */
const MON = '2026-03-16';
/** Friday */
const FRI = '2026-05-15';

const AHEAD: readonly Case[] = [
  ['2026-03-03', 'The wedding is on 12 September, because the chapel was double-booked.', '2026-09-12'],
  [FRI, 'They gave me until 20 June.', '2026-06-20'],
  ['2026-06-26', 'I gave notice. From October I work in Porto.', '2026-10-01'],
  ['2026-01-09', 'The landlord answered, the lease runs out at the end of May.', '2026-05-21'],
  [MON, 'Our exam was postponed to 9 April.', '2026-04-09'],
  [MON, 'The deadline for the report slipped to 9 April.', '2026-04-09'],
  [MON, 'She told me the train leaves on 2 April.', '2026-04-02'],
  [MON, 'I bought tickets for the concert on 14 November.', '2026-11-14'],
  ['2026-03-27', 'I did. If it is not dry by 1 May, I pay half the rent.', '2026-05-01'],
  [FRI, 'I ordered a controller, it comes on Tuesday.', '2026-05-19'],
  [MON, 'We ship version two on Friday.', '2026-03-20'],
  [MON, 'I have an appointment on Wednesday at 3pm.', '2026-03-18'],
  ['2026-01-23', 'Saturday works, at ten.', '2026-01-24'],
  [MON, "I got invited to Kim's party on Saturday.", '2026-03-21'],
  [MON, 'Moved the meeting to Thursday.', '2026-03-19'],
  [MON, "Let's meet on Wednesday.", '2026-03-18'],
  [MON, 'The rent is due on the 1st.', '2026-04-01'],
  [MON, 'We booked the hotel for 5 July.', '2026-07-05'],
  [MON, 'They scheduled the surgery for May 5.', '2026-05-05'],
  [MON, 'My sister was here and she flies home on 4 December.', '2026-12-04'],
  [MON, 'The passport expires on 30 November.', '2026-11-30'],
  [MON, 'We moved house, the new lease starts in December.', '2026-12-01'],
  [MON, 'I have been ill, but my follow-up is on 3 November.', '2026-11-03'],
  [MON, 'He promised to pay by 1 December.', '2026-12-01'],
  [MON, 'They asked me to come on 20 December.', '2026-12-20'],
  [MON, 'She decided to run the marathon in November.', '2026-11-01'],
  [MON, 'We agreed to meet on Saturday.', '2026-03-21'],
  [MON, 'The flight was moved to 2 November.', '2026-11-02'],
  [MON, 'They pushed the launch to October.', '2026-10-01'],
  [MON, 'The shop is closed from 5 October.', '2026-10-05'],
  [MON, 'The museum is closed on Friday.', '2026-03-20'],
  [MON, 'I rented a van for Saturday.', '2026-03-21'],
  [MON, 'I finished the draft; the deadline is 15 November.', '2026-11-15'],
  [MON, 'Mum called. Her operation is on 10 October.', '2026-10-10'],
  [MON, 'The kids arrive on Thursday.', '2026-03-19'],
  [MON, 'I told Ben we leave on Friday.', '2026-03-20'],
  [MON, 'The plumber comes on Friday because the tap broke.', '2026-03-20'],
  [MON, 'On Friday we fly to Rome.', '2026-03-20'],
  [MON, 'I was so tired, on Friday I need a rest.', '2026-03-20'],
  [MON, 'Call me on Thursday.', '2026-03-19'],
  [MON, "Don't forget the dentist on Friday.", '2026-03-20'],
  [MON, 'Can you come on Saturday?', '2026-03-21'],
  [MON, 'They extended my visa until 30 November.', '2026-11-30'],
  [MON, 'We have until 1 October to answer.', '2026-10-01'],
  [MON, 'I got a dentist appointment on Thursday.', '2026-03-19'],
  [MON, 'Ann and Ben get married on 3 October.', '2026-10-03'],
  [MON, "I'm so excited for the trip on 5 October.", '2026-10-05'],
  [MON, 'She said the results come out on 1 October.', '2026-10-01'],
  [MON, 'He has an exam on Thursday.', '2026-03-19'],
  [MON, 'We reserved a table for Friday.', '2026-03-20'],
  [MON, "We've got a viewing on Thursday.", '2026-03-19'],
  [MON, 'The party on Saturday is cancelled.', '2026-03-21'],
  [MON, 'My landlord raised the rent from 1 November.', '2026-11-01'],
  [MON, 'Ben asked whether Saturday works.', '2026-03-21'],
  [MON, 'The guarantee ends in October.', '2026-10-01'],
  [MON, 'The new phone ships on 28 November.', '2026-11-28'],
  [MON, 'They moved the deadline from 1 October to 5 November.', '2026-11-05'],
  [MON, 'He resigned. His last day is 31 October.', '2026-10-31'],
  [MON, 'We would like to visit you in October.', '2026-10-01'],
  ['2026-06-28', 'The summer break is from 10 to 23 August', '2026-08-10'],
  ['2026-06-28', 'The summer break is from 10 August to 23 August.', '2026-08-10'],
  ['2026-06-28', 'The summer break is from the 10th until the 23rd of August.', '2026-08-10'],
  ['2026-06-28', 'The summer break is from August 10-23.', '2026-08-10'],
  ['2026-06-28', 'The course is from September to November.', '2026-09-01'],
  ['2026-06-28', 'It is from 10 August on.', '2026-08-10'],
  ['2026-06-28', 'It is from 10 August onwards, as you know.', '2026-08-10'],
  // it is on
  ['2026-06-28', 'The exhibition is from 20 June to 5 July.', '2026-06-20'],
  ['2026-06-28', 'The fair is from 20 December to 5 January.', '2026-12-20'],
  ['2026-06-28', 'The camp is from Monday to Wednesday.', '2026-06-29'],
];

const PAST: readonly Case[] = [
  ['2026-06-14', 'The buns were gone on Saturday. From now on we bake 360 of them.', '2026-06-13'],
  [MON, 'I went to the dentist on Friday.', '2026-03-13'],
  ['2026-08-03', 'We met on 12 September.', '2025-09-12'],
  [MON, 'She was born on 3 May.', '2025-05-03'],
  [MON, 'We stayed until 3 May.', '2025-05-03'],
  [MON, 'I have lived here since May.', '2025-05-01'],
  [MON, 'I moved to Porto in May.', '2025-05-01'],
  [MON, 'We moved to a new flat on 5 May.', '2025-05-05'],
  [MON, 'The wedding was on 12 May, and now we are happy.', '2025-05-12'],
  [MON, 'I am tired because we danced until Sunday.', '2026-03-15'],
  [MON, 'On Thursday I saw Ann, who works at the bank.', '2026-03-12'],
  [MON, 'I think we met on 5 May.', '2025-05-05'],
  [MON, 'I love the bike I bought on Friday.', '2026-03-13'],
  [MON, 'The concert on Friday was great.', '2026-03-13'],
  [MON, 'I know that he left on Thursday.', '2026-03-12'],
  [MON, "I've finished the book on Thursday.", '2026-03-12'],
  [MON, "She's been to Rome in May.", '2025-05-01'],
  [MON, 'Thanks for the dinner on Friday!', '2026-03-13'],
  [MON, 'We want to say that the party on Friday was lovely.', '2026-03-13'],
  [MON, 'My parents got married on 7 May.', '2025-05-07'],
  [MON, 'I had an appointment on Wednesday.', '2026-03-11'],
  [MON, "I went to Kim's party on Saturday.", '2026-03-14'],
  [MON, 'He had to leave on Thursday.', '2026-03-12'],
  [MON, 'It was finished by 5 May.', '2025-05-05'],
  [MON, 'The photo is from 5 May.', '2025-05-05'],
  [MON, 'I was going to the gym on Friday when it rained.', '2026-03-13'],
  [MON, 'We swam, ate, and slept on Thursday.', '2026-03-12'],
  [MON, 'In May, after the storm, we rebuilt the shed.', '2025-05-01'],
  [MON, 'I need a new bike, mine was stolen on Thursday.', '2026-03-12'],
  [MON, 'She drove home on Friday.', '2026-03-13'],
  [MON, "I couldn't come on Friday.", '2026-03-13'],
  [MON, 'We should have called on Thursday.', '2026-03-12'],
  [MON, 'They visited us for Christmas.', '2025-12-25'],
  [MON, 'He forgot to call on Thursday.', '2026-03-12'],
  [MON, 'I signed the lease on 2 May.', '2025-05-02'],
  [MON, 'You did well on Friday, we are proud.', '2026-03-13'],
  [MON, 'We have known each other for long, we met in May.', '2025-05-01'],
  [MON, 'How was the exam on Friday?', '2026-03-13'],
  [MON, 'I saw my doctor on 6 May and feel fine.', '2025-05-06'],
  [MON, 'The course started in May.', '2025-05-01'],
  [MON, 'I talked to my son Francis, who is 17 and into computers, during dinner on 12 May.', '2025-05-12'],
  [MON, 'We saw Ann (she works at the bank) on Thursday.', '2026-03-12'],
  [MON, 'She broke her leg on 20 December, it is healing.', '2025-12-20'],
  [MON, 'Where were you on Thursday?', '2026-03-12'],
  [MON, 'What did you do on Thursday?', '2026-03-12'],
  [MON, 'They were away from 5 May to 9 May.', '2025-05-05'],
  ['2026-06-28', 'The summer break was from 10 to 23 August.', '2025-08-10'],
  ['2026-06-28', 'The photos are from 10 to 23 August.', '2025-08-10'],
  ['2026-06-28', 'It is from 10 August.', '2025-08-10'],
];

/** The direction is unknown: the nearest date. */
const NEAREST: readonly Case[] = [
  [MON, 'Dinner with Ana on 20 April.', '2026-04-20'],
  [MON, 'Dinner with Ana on 20 February.', '2026-02-20'],
  [MON, 'Dentist on Wednesday, 3pm.', '2026-03-18'],
  [MON, 'Dentist on Saturday, 3pm.', '2026-03-14'],
];

const NONE = [
  'I want to cancel the Sunday course.',
  'A course on Sunday mornings.',
  'We have a course on Sunday mornings.',
  'My Friday lesson is too long.',
  'I go swimming every Sunday.',
  'It took me three days, I can do it in 2 days.',
];

describe('the direction of a date', () => {
  const dayOf = ([said, statement]: Case): string | undefined =>
    findDate(statement, new Date(`${said}T12:00:00Z`))
      ?.start.toISOString()
      .slice(0, 10);

  it.each(AHEAD)('future: said on %s: %s', (said, statement, day) => {
    expect(dayOf([said, statement, day])).toBe(day);
  });
  it.each(PAST)('past: said on %s: %s', (said, statement, day) => {
    expect(dayOf([said, statement, day])).toBe(day);
  });
  it.each(NEAREST)('nearest: said on %s: %s', (said, statement, day) => {
    expect(dayOf([said, statement, day])).toBe(day);
  });
  it.each(NONE)('none: %s', (statement) => {
    expect(findDate(statement, new Date(`${MON}T12:00:00Z`))).toBeNull();
  });
});
