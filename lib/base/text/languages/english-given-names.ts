import { foldLetters } from '#lib/base/text/languages/letters';

/**
 * Frequent given names in English text, of several origins. Some are ordinary words ("Grace",
 * "Mark"), so they show what a name means, not that a word is a name. Own selection.
 */
const NAMES = `aaron abby abigail adam adele adrian ahmed aisha akira alan alana alex alexis alfie ali alice alicia alison allen allison alyssa amara amber amelia amir amit
  amy ana anand andrew andy angela angelina anika anil anita anjali ann annabel anthony april archie aria ariel arjun arthur asha ashley ashok asif audrey austin ava ayaka
  ayesha barbara barry beatrice becky bella ben benny beth bethany betty beverly bill billy blake bob bobby bonnie brad bradley brandon brenda brent brett brian bridget
  brooke bruce bryan bryce caitlin caleb callum cameron candice carey carl carly carmen carol caroline carolyn carter casey cassandra catherine cathy chad charlie charlotte
  chelsea chen cheryl chiara chloe chris christina christine christopher cindy claire clara clark claudia clay clayton clifford clint cody colin colleen connor cora corey
  courtney craig crystal curtis cynthia daisuke daisy dale dan dana daniela danny darren dave dawn dean deb deborah debra deepak denise derek devon dexter diana diane divya
  dominic don donald donna dora doris dorothy doug douglas duncan dustin dylan earl eddie edgar edith edward eileen elaine eleanor eli elijah elizabeth ellen ellie elliot
  elliott eloise elsie emily emma eric erika erin ethan eva evan evelyn evie faith farah fatima faye felicity fiona flora florence frances francis frank frankie fred freddie
  freya gary gavin gemma gene geoff geoffrey georgia gerald gina ginny gita glen glenn gloria gordon grace graham grant greg gregory gwen hana hanako harold harriet harris
  harrison harry haruki haruto hassan hayden hazel heather hector heidi helen henry hikaru hilary hina hiro hiroko hiroshi holly hope howard hugh ian imogen irene iris isaac
  isabella isla ivy jack jackie jackson jacqueline jade jaden jake james jamie jane janet janice jared jasmine jason jay jayden jean jeff jeffrey jen jenna jennifer jenny
  jeremy jerome jerry jess jesse jessica jessie jill jim jin jo joan joanna joanne jocelyn jodie joe joel joey john johnny jon jonathan jordan joseph josh joshua joy joyce
  juan judith judy julia julian julie june justin kaito karen kate katherine kathleen kathryn kathy katie kavita kay kayla kazuo keiko keith kelly kelsey ken kendra kenji
  kenny kenta kerry kevin khalid kiara kieran kim kimberly kira kiran kirk kristen kristin kumar kwame kyle kylie kyoko lance larry laura lauren laurie layla leah lee leila
  leo leonard leroy leslie lewis liam lily linda lindsay ling lisa liz lizzie lloyd logan lois lorraine louis louise lucas lucy luke lydia lynn mabel mackenzie maddie
  madison maggie mai maisie makoto malcolm mandy manoj mara marcus margaret maria mariko marilyn mark marlon marsha marshall martha martin marvin mary mason matt matthew
  maureen max maya meera megan mei melanie melinda melissa melody mia michael michelle miguel mika mike mildred miles millie ming minh miranda miriam misaki mitchell miyuki
  mohamed mohammed molly monica morgan muhammad myra nadia nancy naomi naoko nasser natalie natasha nate nathan nathaniel neha neil nellie nelson nia nicholas nick nicole
  nigel nikhil nina nisha noah noor nora norma norman odette oliver olivia omar oscar owen paige pam pamela parker pat patricia patrick paul peggy penelope penny percy perry
  pete peter phil philip phillip phoebe phyllis piers polly pooja poppy preston priya quinn rachel rafael rahul raj rajesh ralph ramesh randy rashid ravi ray raymond rebecca
  reggie reginald ren rex rhys rich richard rick ricky rita rob robert roberta robin rod rodney roger rohan ron ronald rory rosa rosalind rose rosemary ross roxanne roy ruby
  rupert russell ruth ryan ryo sachiko sadie sakura sally sam samantha sameer samira samuel sandra sandy sanjay sara sarah satoshi scarlett scott sean sebastian serena seth
  shane shannon sharon shaun shawn sheila shelby shelly sherry shirley shiv sid sidney sienna simon sofia sonia sophia sophie spencer stacey stanley stella stephanie stephen
  steve steven stewart stuart sue suki sunil suresh susan suzanne sydney sylvia takashi takeshi tamara tammy tanya tara taro taylor ted teresa terri terry tessa theo
  theodore theresa tiffany tim timothy tina toby todd tom tomoko tommy toni tony tracey tracy travis trevor trisha troy tyler valerie vanessa vera veronica vicky victor
  victoria vijay vikram vince vincent viola violet virginia vivian wade walter wanda warren wayne wei wendy wesley whitney will william willow wilson winston xavier yara
  yasmin yoko yoshi yuki yuko yusuf yuto yvonne zach zachary zainab zara zeno zoe`;

const GIVEN_NAMES: ReadonlySet<string> = new Set(foldLetters(NAMES).split(/\s+/));

/** Whether a word, with folded letters (`foldLetters`), is a frequent given name in English. */
export const isEnglishGivenName = (folded: string): boolean => GIVEN_NAMES.has(folded);
