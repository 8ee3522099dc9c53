import type { ChangePair } from '#bench/quality/changes/pair';

/** Pairs that the rules were written with. */
export const ADJUSTED: readonly ChangePair[] = [
  {
    attribute: 'home',
    changes: true,
    wordings: [
      ['Kavi lives in Whitby.', 'Kavi moved from Whitby to Leeds.'],
      ['Kavi: I live in Whitby.', 'Kavi: I live in Leeds now.'],
      ['Kavi is based in Whitby.', 'Kavi relocated to Leeds.'],
    ],
  },
  {
    attribute: 'home',
    changes: false,
    wordings: [
      ['Kavi lives in Whitby.', 'Kavi is staying in Leeds for two weeks.'],
      ['Kavi has a house in Whitby.', 'Kavi has a flat in Leeds.'],
      ['Kavi lives in Whitby.', 'Kavi drove from Whitby to Leeds.'],
    ],
  },
  {
    attribute: 'home',
    changes: false,
    wordings: [
      ['Kavi lives in Whitby.', 'Kavi wants to move from Whitby to Leeds.'],
      ['Kavi lives in Whitby.', "Kavi's brother moved from Whitby to Leeds."],
      ['Kavi lives in Whitby.', 'Kavi did not move from Whitby to Leeds.'],
    ],
  },
  {
    attribute: 'project',
    changes: true,
    wordings: [
      ['Kavi is working on the Falcon project.', 'Kavi was moved from the Falcon project to the Heron project.'],
      ['Kavi: I work on Falcon.', 'Kavi: I no longer work on Falcon.'],
      ['Kavi is assigned to the Falcon project.', 'Kavi is assigned to the Heron project now.'],
    ],
  },
  {
    attribute: 'project',
    changes: false,
    wordings: [
      ['Kavi is working on the Falcon project.', 'Kavi reviewed the Heron project.'],
      ['Kavi: I work on Falcon.', 'Kavi: I also work on Heron.'],
      ['Kavi is working on the Falcon project.', 'Lena was moved from the Falcon project to the Heron project.'],
    ],
  },
  {
    attribute: 'project',
    changes: true,
    wordings: [
      ['Kavi is on the platform team.', 'Kavi switched from the platform team to the data team.'],
      ['Kavi: I am on the platform team.', 'Kavi: I am no longer in the platform team, now in the data team.'],
      ['Kavi belongs to the platform team.', 'Kavi joined the data team after he left the platform team.'],
    ],
  },
  {
    attribute: 'car',
    changes: true,
    wordings: [
      ['Kavi drives a Skoda.', 'Kavi sold the Skoda and drives a Kia now.'],
      ['Kavi: I drive a Skoda.', 'Kavi: I drive a Kia now.'],
      ['Kavi has a Skoda.', 'Kavi swapped the Skoda for a Kia.'],
    ],
  },
  {
    attribute: 'car',
    changes: false,
    wordings: [
      ['Kavi drives a Skoda.', 'Kavi drives a Kia on weekends.'],
      ['Kavi has a Skoda.', 'Kavi bought a Kia for his daughter.'],
      ['Kavi drives a Skoda.', 'Kavi rented a Kia in Spain.'],
    ],
  },
  {
    attribute: 'car',
    changes: false,
    wordings: [
      ['Kavi drives a Skoda.', 'Kavi is going to sell the Skoda.'],
      ['Kavi: I drive a Skoda.', 'Kavi: Lena says she drives a Kia now.'],
      ['Kavi drives a Skoda.', 'Did Kavi sell the Skoda?'],
    ],
  },
  {
    attribute: 'tool',
    changes: true,
    wordings: [
      ['We use Jira for tickets.', 'We switched from Jira to Linear for tickets.'],
      ['The team uses Jira.', 'The team replaced Jira with Linear.'],
      ['Kavi: I write my notes in Obsidian.', 'Kavi: I stopped using Obsidian, I write my notes in Bear.'],
    ],
  },
  {
    attribute: 'tool',
    changes: false,
    wordings: [
      ['We use Jira for tickets.', 'We use Figma for designs.'],
      ['The team uses Jira.', 'The team exported the list from Jira to Excel.'],
      ['We use Jira for tickets.', 'We tried Linear for tickets.'],
    ],
  },
  {
    attribute: 'tool',
    changes: true,
    wordings: [
      ['The site is hosted on Heroku.', 'The site was migrated to Render.'],
      ['The site is hosted on Heroku.', 'The site is hosted on Render instead of Heroku.'],
      ['We host the site on Heroku.', 'We moved the site from Heroku to Render.'],
    ],
  },
  {
    attribute: 'diet',
    changes: true,
    wordings: [
      ['Kavi: I am vegetarian.', 'Kavi: I eat meat again.'],
      ['Kavi is vegan.', 'Kavi is not vegan any more.'],
      ['Kavi eats fish.', 'Kavi stopped eating fish.'],
    ],
  },
  {
    attribute: 'diet',
    changes: false,
    wordings: [
      ['Kavi: I am vegetarian.', 'Kavi: I am allergic to nuts.'],
      ['Kavi eats fish.', 'Kavi eats rice.'],
      ['Kavi: I am vegetarian.', 'Kavi: Lena is not vegetarian any more.'],
    ],
  },
  {
    attribute: 'diet',
    changes: false,
    wordings: [
      ['Kavi is vegan.', 'Kavi is cooking for a vegan friend.'],
      ['Kavi eats fish.', 'Kavi ate no fish on Friday.'],
      ['Kavi: I am vegetarian.', 'Kavi: I would never eat meat again.'],
    ],
  },
  {
    attribute: 'place of a thing',
    changes: true,
    wordings: [
      ['The spare key is under the flower pot.', 'The spare key was moved to the shed.'],
      ['The spare key is under the flower pot.', 'The spare key is in the shed now.'],
      ['Kavi: My passport is in the desk.', 'Kavi: I moved my passport from the desk to the safe.'],
    ],
  },
  {
    attribute: 'place of a thing',
    changes: false,
    wordings: [
      ['The spare key is under the flower pot.', 'The car key is in the drawer.'],
      ['The spare key is under the flower pot.', 'The flower pot was moved to the shed.'],
      ['Kavi: My passport is in the desk.', "Kavi: Lena's passport is in the safe now."],
    ],
  },
  {
    attribute: 'dose',
    changes: true,
    wordings: [
      ['Kavi takes 20 mg of lisinopril.', 'The dose of lisinopril was raised to 40 mg for Kavi.'],
      ['Kavi takes 20 mg of lisinopril.', 'Kavi takes 40 mg of lisinopril now.'],
      ['Kavi: I take 20 mg of lisinopril.', 'Kavi: My lisinopril went up from 20 mg to 40 mg.'],
    ],
  },
  {
    attribute: 'dose',
    changes: false,
    wordings: [
      ['Kavi takes 20 mg of lisinopril.', 'Kavi takes 40 mg of atorvastatin.'],
      ['Kavi takes 20 mg of lisinopril.', 'The dose of lisinopril was raised to 40 mg for Lena.'],
      ['Kavi takes 20 mg of lisinopril.', 'Kavi forgot the lisinopril on Monday.'],
    ],
  },
  {
    attribute: 'dose',
    changes: false,
    wordings: [
      ['I moved the hub to channel 11 in the case of Eszter Nagy.', 'Hotel Bellevue wants 10 H2 hubs.'],
      ['Hotel Bellevue wants 10 H2 hubs.', 'I moved the hub to channel 11 in the case of Eszter Nagy.'],
      ['Kavi ordered 20 chairs.', 'Kavi ordered 30 tables now.'],
    ],
  },
  {
    attribute: 'weekday',
    changes: true,
    wordings: [
      ['Deploys run on Mondays.', 'Deploys were moved to Thursdays.'],
      ['The choir meets on Tuesday.', 'The choir meets on Wednesday now.'],
      ['Our retro is on Mondays.', 'Our retro moved from Mondays to Thursdays.'],
    ],
  },
  {
    attribute: 'weekday',
    changes: false,
    wordings: [
      ['Deploys run on Mondays.', 'Backups run on Thursdays.'],
      ['The choir meets on Tuesday.', 'The choir sings in church on Sunday.'],
      ['The shop is open on Mondays.', 'The shop is open from Monday to Friday.'],
    ],
  },
  {
    attribute: 'weekday',
    changes: true,
    wordings: [
      ['The gym class is on Mondays.', 'The gym class is not on Mondays any more.'],
      ['Kavi: I work from home on Fridays.', 'Kavi: I work from home on Wednesdays instead of Fridays.'],
      ['Bins are collected on Mondays.', 'Bins are now collected on Thursdays.'],
    ],
  },
  {
    attribute: 'phone number',
    changes: true,
    wordings: [
      ["Kavi's phone number is 555-0171.", "Kavi's phone number is 555-0199 now."],
      ['Kavi: My phone number is 555-0171.', 'Kavi: My new phone number is 555-0199.'],
      ['Kavi: My email is kavi@old.example.', 'Kavi: My email changed to kavi@new.example.'],
    ],
  },
  {
    attribute: 'phone number',
    changes: false,
    wordings: [
      ["Kavi's phone number is 555-0171.", "Lena's phone number is 555-0199 now."],
      ["Kavi's work phone number is 555-0171.", "Kavi's private phone number is 555-0199."],
      ["Kavi's phone number is 555-0171.", "What is Kavi's phone number now, 555-0199?"],
    ],
  },
  {
    attribute: 'taste',
    changes: true,
    wordings: [
      ['Kavi: I love Thai food.', 'Kavi: I hate Thai food now.'],
      ['Kavi likes jazz.', 'Kavi does not like jazz any more.'],
      ["Kavi's favourite color is green.", "Kavi's favourite color is blue now."],
    ],
  },
  {
    attribute: 'taste',
    changes: false,
    wordings: [
      ['Kavi: I love Thai food.', 'Kavi: I love Greek food.'],
      ['Kavi likes jazz.', 'Lena does not like jazz any more.'],
      ["Kavi's favourite color is green.", "Kavi's favourite song is Blue."],
    ],
  },
  {
    attribute: 'taste',
    changes: false,
    wordings: [
      ['Kavi plays the violin.', 'Kavi plays the cello.'],
      ['Kavi has a cat.', 'Kavi has a dog.'],
      ['Kavi speaks French.', 'Kavi is learning German.'],
    ],
  },
  {
    attribute: 'role',
    changes: true,
    wordings: [
      ['Kavi is a junior developer.', 'Kavi was promoted from junior developer to team lead.'],
      ['Kavi: I work as a nurse.', 'Kavi: I work as a midwife now.'],
      ['Kavi is the treasurer of the club.', 'Kavi is no longer the treasurer of the club.'],
    ],
  },
  {
    attribute: 'role',
    changes: false,
    wordings: [
      ['Kavi is a junior developer.', 'Kavi is a father of two.'],
      ['Kavi is the treasurer of the club.', 'Lena is the secretary of the club.'],
      ['Kavi: I work as a nurse.', 'Kavi: I worked as a waiter when I was a student.'],
    ],
  },
];
