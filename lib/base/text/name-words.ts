/**
 * Words that decide where a name begins and ends, and its kind (`lib/base/text/entities.ts`). In
 * lower case.
 */

const words = (list: string): Set<string> => new Set(list.split(/\s+/));

/** Capitalized words that are not names. */
export const NOT_NAMES = words(
  `i i. i'm i'd i've i'll im ive january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays
  spring summer autumn fall winter today tomorrow yesterday tonight weekend user assistant system human ai bot chatbot agent customer client tool narrator mr mrs ms dr prof sir
  ok okay lol omg btw fyi imo imho asap tbd tba ttyl brb idk rsvp diy faq aka ps etc am pm a.m p.m tv cv pdf url api http https todo eta id vs eod bc ad nb
  yup yep yeah yay wow whoa woah oops oof ooh aww awww haha hmm hmmm mmm mm hey hi hello bye thanks thx congrats cheers gonna gotta wanna kinda sorta dunno gotcha yea nah nope
  mom dad mum grandma grandpa mama papa mommy daddy god lord sis bro buddy dude guys everyone everybody someone nobody anyone north south east west
  standup stand-up kickoff kick-off retro internet web english best regards dear sincerely note question answer step part section chapter figure table option example`,
);
/** Months in other languages: dates if a year follows; alone, some are names of people. */
export const FOREIGN_MONTHS = words(
  `januar februar märz maerz mai juni juli oktober dezember janvier février fevrier avril juin juillet août aout septembre octobre novembre décembre decembre
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
  janeiro fevereiro março maio junho julho setembro outubro novembro dezembro januari februari maart mei augustus`,
);
/** Appear before a name at the start of a sentence without belonging to it. */
export const OPENERS = words(
  `hey hi hello dear thanks thank bye goodbye congrats congratulations wow woah whoa oh ah well so but and or yes no yeah yep ok okay the a an my our your his her their its this that these those
  good great nice happy glad sorry please also then when while if as at in on for from with after before since because although though where who what why how which is are was were do does did
  can could should would will let welcome anytime cheers haha aww awww hmm ugh yay meet ask tell call see maybe perhaps both even just only once until during by to of it he she we they you i not
  some any all every each another new old poor lucky dr. mr. mrs. ms.`,
);
export const SMALL_WORDS = words('a an the of in on to for and or with at by from vs as is into your you');
export const CONNECTORS = words('of de da del della di du van von der den la le el al bin ibn y');
export const TITLES = /^(?:dr|mr|mrs|ms|miss|prof|professor|sir|madam|lady|captain|capt|aunt|auntie|uncle|president|senator)\.?$/i;
export const ORGANIZATION = words(
  'inc inc. corp corp. corporation ltd ltd. llc plc gmbh ag university college institute bank foundation association agency ministry department committee club hospital school academy labs group council union church museum airlines',
);
export const PLACE_LAST = words(
  'street avenue road boulevard river lake park island islands beach valley mountain mountains county city canyon desert ocean sea bay hills springs falls peninsula province',
);
export const PLACE_FIRST = words('lake mount mt mt. fort cape port');
