import { describe, expect, it } from 'vitest';
import { changeBy, changerOf, lastChangerOf } from '#lib/memory/reflect/rules/changes';

const mention = (text: string, day: string) => ({
  text,
  speaker: /^(\w+): /.exec(text)?.[1] ?? null,
  mentionedAt: new Date(`2026-${day}T12:00:00Z`),
});

describe('a later mention', () => {
  it.each([
    ['Hana: But we open on 2 May.', 'Priya: So the opening moves from 2 May to 6 June because the power is late.', 2],
    ['Ana: We open on 2 May.', 'The opening moves to 6 June.', 2],
    [
      'Ben: I own the billing migration. The deadline is 15 April.',
      'The deadline of the billing migration is moved from 15 April to 2 May.',
      2,
    ],
    [
      'Ben: I own the billing migration. The party is on 15 April.',
      'The deadline of the billing migration is moved from 15 April to 2 May.',
      0,
    ],
    ['The meeting with Carl is on Friday.', 'We moved the meeting with Carl to Monday.', 2],
    ['Ana: I live in Porto.', 'Ana: I moved to Lisbon.', 2],
    ['Eva: The meeting starts at 14:00.', 'Tom: The meeting starts at 15:30, not at 14:00.', 2],
    ['Eva: The train leaves at 9:15.', 'Eva: The train leaves at 9:45 now.', 2],
    ['Eva: I have two cats.', 'Eva: I have three cats now.', 2],
    ['Eva: I have two cats.', 'Tom: I have three cats now.', 0],
    ['Eva: I have two dogs.', 'Eva: I have three cats now.', 0],
    ['Eva: The train leaves at 9:15.', 'Eva: The train is full now.', 0],
    ['Mara: Decided: we take the oven from Millbrook.', 'Mara: Bad news, sit down. We are not taking that oven.', 1],
    ['Hana: But we open on 2 May.', 'Mara: We cannot open on 2 May.', 1],
    ['Hana: The opening party has 60 cups.', 'The opening moves to 6 June.', 0],
    ['Hana: The street market starts on 2 May.', 'The opening moves from 2 May to 6 June.', 0],
    ['Ben: I like the old jazz.', 'Ana: I do not like the old jazz.', 0],
    ['Ben: We have a car.', 'Ana: We do not have a car.', 0],
    ['Mara: We take the oven from Millbrook.', 'Mara: I would not buy it again.', 0],
    ['Mara: We take the oven from Millbrook.', 'Mara: Did we not take the oven?', 0],
    ['Hotel Bellevue wants 10 H2 hubs.', 'I moved the hub to channel 11 in the case of Eszter Nagy.', 0],
    ['The hub is on channel 6.', 'I moved the hub to channel 11.', 2],
    ['The rye bread costs 5.40.', 'The price of the rye bread was raised to 5.80 euros.', 0],
    ['Kavi lives in Whitby.', 'Kavi moved from Whitby to Leeds.', 2],
    ['Kavi drives a Skoda.', 'Kavi sold the Skoda and drives a Kia now.', 1],
    ['Kavi lives in Whitby.', 'Kavi drove from Whitby to Leeds.', 0],
  ])('%s | %s', (before, after, change) => {
    expect(changeBy(mention(after, '05-02'), mention(before, '05-01'))).toBe(change);
    expect(changeBy(mention(before, '05-01'), mention(after, '05-02'))).toBe(0);
  });

  it('prefers the change that names the current value, also among mentions of one day', () => {
    const [open, cannot, moves, again] = [
      mention('Hana: Our opening is on 2 May.', '05-01'),
      mention('Mara: We cannot open on 2 May.', '05-02'),
      mention('Priya: The opening moves from 2 May to 6 June.', '05-01'),
      mention('Priya: The opening moves from 6 June to 8 June.', '05-03'),
    ];
    expect(changerOf(open!, [open!, cannot!, moves!])).toBe(moves);
    expect(lastChangerOf(open!, [open!, cannot!, moves!, again!])).toBe(again);
    expect(changerOf(moves!, [open!, cannot!, moves!, again!])).toBe(again);
    expect(changerOf(again!, [open!, cannot!, moves!, again!])).toBeNull();
  });
});
