import { describe, expect, it } from 'vitest';
import { changeReason, type ReadableMemory } from '#lib/memory/validity/rules/replaces';

const memoryOf = (text: string): ReadableMemory => ({ text, speaker: /^(\w+): /.exec(text)?.[1] ?? null });

describe('a later memory', () => {
  it.each([
    ['The user lives in Austin.', 'The user moved to Denver last month.'],
    ["user: I'm on the free plan.", 'user: I upgraded from the free plan to the pro plan.'],
    ['The wifi password is tulip42.', 'The wifi password was changed to rose77.'],
    ['Lena plays for Arsenal.', 'Lena transferred from Arsenal to Chelsea.'],
    ['The server runs in Frankfurt.', 'The server was moved from Frankfurt to Dublin.'],
    ['user: I use Firefox as my browser.', 'user: I switched to Chrome from Firefox.'],
    ['Our office is in Lyon.', 'Our office is now in Nice.'],
    ['The team meets at noon.', 'The team now meets at 1 pm.'],
    ['Mia has a subscription to Netflix.', 'Mia cancelled her Netflix subscription.'],
    ["user: I'm taking ibuprofen for my knee.", 'user: I stopped taking ibuprofen.'],
    ['The CEO of Acme is Ray Cole.', 'The CEO of Acme is Dana Fox.'],
    ['Nils is in grade 5.', 'Nils is in grade 6 now.'],
    ['The meeting is on Tuesday.', 'The meeting was rescheduled to Thursday.'],
    ['The budget for the event is 5,000 dollars.', 'The budget for the event was cut to 4,000 dollars.'],
    ['user: I am learning Spanish.', 'user: I gave up learning Spanish.'],
    ['We deploy with Jenkins.', 'We no longer deploy with Jenkins.'],
    ["Ella's hair is long.", "Ella's hair is short now."],
    ['Ivo is vegetarian.', 'Ivo became vegan.'],
    ['user: The dog sleeps in the kitchen.', 'user: The dog now sleeps in the hallway.'],
    ['Jo weighs 80 kg.', 'Jo weighs 74 kg now.'],
    ['The library closes at 18:00.', 'The library closes at 19:00.'],
    ["user: I'm 34.", "user: I'm 35 now."],
    ['My address is 5 Elm Street.', 'My address is 9 Oak Road now.'],
    ['user: My address is 5 Elm Street, Leeds.', 'user: My new address is 9 Oak Road, York.'],
    ['The office address is 12 Main Street.', 'The office address was changed to 40 Hill Road.'],
    ['Leo is 6 years old.', 'Leo is 7 years old now.'],
    ["Kim's favorite band is Blur.", "Kim's favorite band is Pulp now."],
    ['The backup runs every night at 2:00.', 'The backup was moved to 4:00.'],
  ])('ends "%s": %s', (before, after) => {
    expect(changeReason(memoryOf(after), memoryOf(before))).not.toBeNull();
    expect(changeReason(memoryOf(before), memoryOf(before))).toBeNull();
  });

  it.each([
    ['The user lives in Austin.', 'The user visited Denver last month.'],
    ["user: I'm on the free plan.", 'user: My brother upgraded to the pro plan.'],
    ['The server runs in Frankfurt.', 'The server sends logs from Frankfurt to Dublin.'],
    ['user: I use Firefox.', 'user: I use Firefox and Chrome.'],
    ['Our office is in Lyon.', 'Our second office is in Nice.'],
    ['Mia has a subscription to Netflix.', 'Mia recommended Netflix to her sister.'],
    ["user: I'm taking ibuprofen.", "user: I'm taking vitamin D."],
    ['The CEO of Acme is Ray Cole.', 'The CFO of Acme is Dana Fox.'],
    ['Nils is in grade 5.', 'Ida is in grade 6 now.'],
    ['The meeting is on Tuesday.', 'The next meeting is on Thursday.'],
    ['user: I ran 5 km.', 'user: I ran 10 km.'],
    ['user: I have two kids.', 'user: I have a dog now.'],
    ["Ella's hair is long.", "Ella's coat is short now."],
    ['user: My son is 4.', 'user: My daughter is 6 now.'],
    ['user: I am learning Spanish.', 'user: I am learning Italian now.'],
    ['Ben is at the airport.', 'Ben is at home now.'],
    ['The invoice is 200 euros.', 'The second invoice is 300 euros.'],
    ['user: I like hiking in the Alps.', 'user: I like swimming now.'],
    ['The train goes from Bern to Basel.', 'The train goes from Basel to Olten.'],
    ['Lena plays for Arsenal.', 'Lena flew from Arsenal Station to Chelsea.'],
    ['Die Ana wohnt in Porto.', 'Die Ana wohnt jetzt in Lissabon.'],
    ['Ana vive en Porto.', 'Ana ya no vive en Porto.'],
    ['user: I work from home on Mondays.', 'user: I work from home on Fridays.'],
    ['The kitchen is white.', 'The bathroom is blue now.'],
    ['user: I was in Rome in May.', 'user: I am in Paris now.'],
    ['The red team uses Slack.', 'The blue team replaced Slack with Teams.'],
    ['user: My mother lives in Cork.', 'user: My father moved from Cork to Dublin.'],
    ['user: My address is 5 Elm Street.', 'user: The address of the shop is 9 Oak Road.'],
    ['The shop is 5 Elm Street.', 'The shop has 9 Oak Roads on its map.'],
    ['Leo is 6 years old.', 'Mia is 7 years old now.'],
    ['Leo is 6 years old.', 'Leo is 2 years younger than Mia now.'],
    ['Zoe owns a flat in Bonn.', 'Zoe moved from Bonn to Ulm.'],
  ])('leaves "%s": %s', (before, after) => {
    expect(changeReason(memoryOf(after), memoryOf(before))).toBeNull();
  });

  it('is read in linear time', () => {
    const long = `Kavi moved ${'from '.repeat(50)}${'to Leeds '.repeat(20)}.`;
    expect(changeReason(memoryOf(long), memoryOf('Kavi lives in Leeds.'))).toBeNull();
    expect(changeReason(memoryOf(`${'a '.repeat(100_000)}.`), memoryOf('Kavi lives in Leeds.'))).toBeNull();
  });
});
