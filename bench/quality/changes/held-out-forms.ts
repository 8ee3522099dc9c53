import type { ChangePair } from '#bench/quality/changes/pair';

/**
 * Further held-out pairs, by the form of the later memory instead of the attribute: look at the
 * figures only. They were written before the rules for these forms.
 */

type Wordings = ChangePair['wordings'];

const CHANGES: Readonly<Record<string, Wordings>> = {
  'no longer': [
    ["Rosa doesn't eat gluten.", 'Rosa eats gluten again.'],
    ['Mirko sings in the choir.', "Mirko doesn't sing in the choir anymore."],
    ['Pelle takes metformin.', 'Pelle no longer takes metformin.'],
    ['Gerda wears glasses.', "Gerda doesn't wear glasses any more."],
    ['Ivana coaches the under-twelves.', 'Ivana no longer coaches the under-twelves.'],
    ['Tove drinks coffee.', 'Tove has stopped drinking coffee.'],
    ['Anton takes 50 mg of zinc.', 'Anton stopped taking zinc.'],
    ['Lena has a subscription to the Gazette.', 'Lena cancelled her subscription to the Gazette.'],
  ],
  'values with now': [
    ['The build server is ares-2.', 'The build server is now ares-5.'],
    ['The worker uses Python 3.9.', 'The worker uses Python 3.12 now.'],
    ['The certificate renews every 60 days.', 'The certificate now renews every 30 days.'],
    ['The family pass costs 90 euros a year.', 'The family pass costs 110 euros a year since June.'],
    ['The cluster has 12 nodes.', 'The cluster has 16 nodes now.'],
    ["Bela's nickname is Bobo.", "Bela's nickname is Bear now."],
    ['The shop in Elm Road closes at 18:00.', 'The shop in Elm Road closes at 20:00 now.'],
    ['The bedroom walls are grey.', 'The bedroom walls are now cream.'],
    ['The default branch is develop.', 'The default branch is main now.'],
    ['Sverre is in grade 3.', 'Sverre is now in grade 4.'],
  ],
  handover: [
    ['Nils is the treasurer of the club.', 'Petra replaced Nils as treasurer of the club.'],
    ['Dora runs the payroll project.', 'Edwin took over the payroll project from Dora.'],
    ['Payroll is owned by Dora.', 'Payroll is now owned by Edwin.'],
    ['Sonja is the captain of the handball team.', 'Kira is now the captain of the handball team.'],
    ['Arne maintains the parser.', 'Arne handed the parser over to Lotta.'],
    ['Ruben is the maintainer of the parser.', 'Maintenance of the parser passed from Ruben to Signe.'],
    ['Gunnar is the head of sales.', 'Berit succeeded Gunnar as head of sales.'],
    ['Hedda chairs the committee.', 'Jonas took over from Hedda as chair of the committee.'],
  ],
  'possessor in another form': [
    ['The salary of Jonte is 3,000 euros.', "Jonte's salary is 3,300 euros now."],
    ["Milena's appointment is on 4 March.", 'The appointment of Milena was rescheduled to 11 March.'],
    ['The password of the printer is kiwi12.', "The printer's password was changed to plum34."],
    ['The birthday party of Edda is on 3 July.', "Edda's birthday party was pushed to 10 July."],
  ],
  'changed an attribute': [
    ["Olga's email is olga@first.example.", 'Olga changed her email to olga@second.example.'],
    ["Sven's phone number is 555-0140.", 'Sven got a new phone number, 555-0177.'],
    ["Ina's last name is Berg.", 'Ina changed her last name to Dahl.'],
    ['Matti banks with Nordea.', 'Matti switched banks from Nordea to Danske.'],
    ["Raul's bedtime is 9 pm.", "Raul's bedtime was changed to 10 pm."],
    ['Kim: My username is kim_a.', 'Kim: I changed my username to kim_z.'],
  ],
  'in place of': [
    ['The kickoff is in the Blue Room.', 'The kickoff is in the Red Room instead of the Blue Room.'],
    ['Selma uses Excel for the budget.', 'Selma uses Numbers instead of Excel for the budget.'],
    ['The choir rehearses in the church.', 'The choir rehearses in the school instead of the church.'],
  ],
  'event of a life': [
    ['Vilma is married to Otis.', 'Vilma and Otis got divorced.'],
    ['Joon is a student at Lund University.', 'Joon graduated from Lund University.'],
    ['Cleo is pregnant.', 'Cleo gave birth to twins.'],
    ['Basil is single.', 'Basil got married to Ruth.'],
    ['The garage door is white.', 'The garage door was painted blue.'],
    ['Hector is unemployed.', 'Hector works as a baker now.'],
    ['Mo is engaged to Ada.', 'Mo married Ada.'],
  ],
  'moved date': [
    ['The release of Opal is on 2 June.', 'The release of Opal slipped to 16 June.'],
    ['The review is on Tuesday.', 'The review was pushed back to Thursday.'],
    ['The concert is on 9 May.', 'The concert was brought forward to 7 May.'],
    ['The audit is planned for March.', 'The audit was postponed to April.'],
  ],
};

const NO_CHANGES: Readonly<Record<string, Wordings>> = {
  'no longer': [
    ['Rosa eats gluten.', 'Rosa does not eat lactose any more.'],
    ['Mirko sings in the choir.', "Vera doesn't sing in the choir anymore."],
    ['Pelle takes metformin.', 'Pelle takes metformin in the evening.'],
    ['Gerda wears glasses.', "Gerda doesn't wear hats any more."],
    ['Ivana coaches the under-twelves.', 'Ivana no longer coaches the seniors.'],
    ['Tove drinks coffee.', "Tove doesn't drink coffee after six."],
    ['Anton takes 50 mg of zinc.', 'Anton stopped taking iron.'],
    ['Lena has a subscription to the Gazette.', 'Lena cancelled her meeting with the Gazette.'],
  ],
  'values with now': [
    ['The build server is ares-2.', 'The mail server is now ares-5.'],
    ['The worker uses Python 3.9.', 'The worker uses Redis 7 now.'],
    ['The certificate renews every 60 days.', 'The password now renews every 30 days.'],
    ['The family pass costs 90 euros a year.', 'The day pass costs 11 euros now.'],
    ['The cluster has 12 nodes.', 'The cluster has 3 dashboards now.'],
    ['Bela speaks Hungarian.', 'Bela speaks Polish now.'],
    ['The shop in Elm Road closes at 18:00.', 'The shop in Oak Road closes at 20:00 now.'],
    ['The bedroom walls are grey.', 'The bedroom curtains are now cream.'],
    ['The monthly fee is 8 euros.', 'The yearly fee is 80 euros now.'],
    ['Sverre uses a Mac.', 'Sverre uses a new keyboard now.'],
  ],
  'two participants': [
    ['The call with Hanna is on Monday.', 'The call with Yusuf was moved to Friday.'],
    ['The interview of Carl is at 10:00.', 'The interview of Rita was moved to 14:00.'],
    ['The dinner with the Larsens is on 4 May.', 'The dinner with the Holms was postponed to 11 May.'],
    ['The lease for the flat ends on 1 June.', 'The lease for the garage was extended to 1 August.'],
    ['The match against Real is on Sunday.', 'The match against Bayern is on Tuesday.'],
    ["Ida's dentist appointment is on 4 March.", "Ida's eye appointment was moved to 9 March."],
  ],
  handover: [
    ['Nils is the treasurer of the club.', 'Petra replaced Nils as referee on Sunday.'],
    ['Dora runs the payroll project.', 'Edwin took over the billing project from Dora.'],
    ['Sonja is the captain of the handball team.', 'Kira is now the captain of the football team.'],
    ['Arne maintains the parser.', 'Arne handed the report over to Lotta.'],
    ['Gunnar is the head of sales.', 'Berit is now the head of marketing.'],
    ['Hedda is a member of the committee.', 'Jonas is now a member of the committee.'],
    ['Hedda is a teacher at Oakfield.', 'Jonas is now a teacher at Oakfield.'],
    ['Ruben owns the parser.', 'Signe took a day off from Ruben.'],
  ],
  'short movements': [
    ['Oda is in the lab.', 'Oda went from the lab to the kitchen for a coffee.'],
    ['Rik speaks Dutch.', 'Rik switched from Dutch to English during the meeting.'],
    ['Lars works in the Bergen office.', 'Lars came from the Bergen office to Oslo for the workshop.'],
    ['Nora lives in Narvik.', 'Nora moved from Narvik to the front of the queue.'],
    ['The laptop is in the safe.', 'Tim carried the laptop from the safe to the van for the demo.'],
    ['Kjell plays the bass.', 'Kjell switched from the bass to the drums for one song.'],
  ],
  'two of one kind': [
    ['Ylva drives a Mazda.', 'Ylva sold her first Mazda in 2015 and bought the Mazda she drives.'],
    ['Frode has a dog called Rex.', 'Frode has a new dog called Max.'],
    ['Gro rents a flat in Oslo.', 'Gro bought a cabin in Hemsedal.'],
    ["Per's bike is red.", "Per's new helmet is blue."],
    ['Siri has a phone from Nokia.', 'Siri bought a new phone for her son.'],
    ["Tor's brother is called Jan.", "Tor's brother is called Kai."],
  ],
  'back again': [
    ['Una lives in Ulm.', 'Una used to live in Ulm as a student and lives there again.'],
    ['Una works at Kodak.', 'Una left Kodak in 2018 and works at Kodak again now.'],
    ['Finn is vegan.', 'Finn was no longer vegan for a year but is vegan again now.'],
    ['Emil smokes.', 'Emil stopped smoking in 2020 and smokes again now.'],
  ],
  'event of a life': [
    ['Vilma is married to Otis.', 'Vilma and Otis had a dinner with friends who got divorced.'],
    ['Joon is a student at Lund University.', 'Mina graduated from Lund University.'],
    ['Cleo is pregnant.', "Cleo's sister gave birth to twins."],
    ['The garage door is white.', 'The kitchen door was painted blue.'],
    ['Joon is a student at Lund University.', 'Joon graduated from Kista High School in 2021.'],
  ],
};

const pairsOf = (all: Readonly<Record<string, Wordings>>, changes: boolean): ChangePair[] =>
  Object.entries(all).map(([attribute, wordings]) => ({ attribute, changes, wordings }));

export const HELD_OUT_FORMS: readonly ChangePair[] = [...pairsOf(CHANGES, true), ...pairsOf(NO_CHANGES, false)];
