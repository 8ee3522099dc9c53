import { present } from '#lib/base/defined';
import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { personWordsOf } from '#lib/base/text/languages/persons';
import { plainTerms } from '#lib/base/text/word-forms';
import { bodyOf } from '#lib/memory/observations/rules/claims';
import { ROLES } from '#lib/memory/recall/plan';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { sentencesIn } from '#lib/memory/reflect/rules/sentence-cache';
import type { ReadTerms } from '#lib/memory/reflect/rules/verbs';

/**
 * Checks the person that a statement is about: text with the words of a question may be about
 * somebody else. Pure.
 */

const FIRST_PERSON = /\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]urs?|us)\b/;
const THIRD_PERSON = /\b(?:he|him|his|she|hers?|it|its|they|them|their)\b/i;
/** "Where do I work?" */
const ASKS_OF_SELF = /\bI\b/;
/** "Am I moving to Bonn?": the asker is the subject; other names are not. */
const ASKS_AS_SELF = /\b(?:am|was|do|did|have|had|will|would|can|could|should|may|must)(?:n['’]t)? I\b/i;
/** "What is my favorite color?" */
const OWNED = /\b(?:my|our)\s+(?<thing>(?:[\p{L}\p{N}'’-]+\s*){1,3})/iu;
/** What belongs to the asker; as an extracted fact, "the user's". */
const OF_ASKER = /\b(?:my|our|user['’]s)\s+/giu;
/** Number of words after "my" within which its noun appears. */
const OWNED_WITHIN = 4;
/** "my sister and I": the asker is a subject; as an extracted fact, "the user". */
const IS_OF_ASKER = /\b(?:I|[Ww]e|[Uu]ser)\b(?!['’]s)/;
const ADDRESSES_ASKER = /\byou\b/i;
/** "What did Ana say about …": asks for her words, about any subject. */
const ASKS_FOR_WORDS =
  /\b(?:do|does|did|has|have|had)\b.*\b(?:say|said|tell|told|think|thought|mention|suggest|propose|ask|promise|report|recommend|explain|write|written)(?:ed|d)?\b/i;
/** Whether the asker is the subject of a question: other names in it are not. */
export const asksAsSelf = (query: string): boolean => ASKS_AS_SELF.test(query) && !ASKS_FOR_WORDS.test(query);
/** "I bring him a loaf, he likes rye": the second clause is about somebody else. */
const OTHER = '(?:(?:and|but|so|because|as)\\s+)?(?:he|she|they)\\b';
const BEGINS_WITH_OTHER = new RegExp(`^\\s*${OTHER}`, 'i');
const BEFORE_OTHER = new RegExp(`[,;:]\\s+(?=${OTHER})`, 'i');
/** "My sister lives in Bern", "they drive a Seat". */
const BEGINS_WITH_PERSON =
  /^\s*(?:(?:he|she|they)\b|(?:my|our|his|her|their) (?:\p{Ll}{1,20} )?(?<person>nephew|niece|sister|brother|sibling|son|daughter|child|children|kids?|mother|mum|mom|father|dad|parents?|grand\p{Ll}{1,10}|aunt|uncle|cousin|friend|girlfriend|boyfriend|colleague|neighbou?r|boss|manager|wife|husband|partner|flatmate|roommate|teacher|doctor)s?\b)/iu;
/** Number of units after a name in which "he" still refers to it. */
const REACH = 3;

type SpokenText = Pick<Evidence, 'text' | 'speaker'>;

function isInFirstPerson(text: string): boolean {
  const language = languageOf(text);
  return language === ENGLISH ? FIRST_PERSON.test(text) : personWordsOf(language).isFirstPerson(text);
}

/** Words of an unnamed speaker may be about any person. */
export const isNameless = ({ text, speaker }: SpokenText): boolean =>
  speaker === null ? isInFirstPerson(text) : ROLES.has(speaker.toLowerCase());

const isUser = (speaker: string): boolean => /^(?:user|human)$/i.test(speaker);
const isAssistant = (speaker: string): boolean => ROLES.has(speaker.toLowerCase()) && !isUser(speaker);

/** Whether the asker is known by statements of their own, or as "the user". */
export const knowsUser = (items: readonly SpokenText[]): boolean =>
  items.some(({ text, speaker }) => (speaker === null ? /^the user\b/i.test(text) : isUser(speaker)));

const clausesOf = (text: string): string[] => sentencesIn(text).flatMap(({ start, end }) => text.slice(start, end).split(BEFORE_OTHER));

const isOfSpeaker = (clause: string): boolean => FIRST_PERSON.test(clause) && !BEGINS_WITH_OTHER.test(clause);

export class SpeakerFilter {
  /** terms of the names in the question */
  private readonly named: ReadonlySet<string>;
  private readonly asksForWords: boolean;
  private readonly asksOfSelf: boolean;
  /** terms of the thing of the asker that is asked for; empty: something else is */
  private readonly owned: readonly string[];
  /** whether the asker is among the speakers, so that "I" of a named one is somebody else */
  private readonly hasUser: boolean;
  private readonly read: ReadTerms;
  /** by document id: the positions at which one of the persons is named */
  private readonly places = new Map<string, number[]>();

  /** `hasUser`: whether the user is among the speakers of the whole evidence. */
  constructor(query: string, named: ReadonlySet<string>, items: readonly Evidence[], read: ReadTerms, hasUser: boolean) {
    this.named = named;
    this.read = read;
    this.hasUser = hasUser;
    this.asksForWords = ASKS_FOR_WORDS.test(query);
    this.asksOfSelf = asksAsSelf(query) || (named.size === 0 && !this.asksForWords && ASKS_OF_SELF.test(query));
    this.owned = named.size > 0 || this.asksOfSelf ? [] : plainTerms(OWNED.exec(query)?.groups?.thing ?? '');
    for (const { document, text, speaker } of items) {
      if (!document || !this.names(bodyOf(text, speaker))) continue;
      this.places.set(document.id, [...(this.places.get(document.id) ?? []), document.position]);
    }
  }

  /**
   * Whether a clause accepted by `isAsked` is about the persons that the question names, or about
   * the asker; true if it names none.
   */
  isAboutNamed(quote: string, by: Evidence, isAsked: (held: ReadonlySet<string>) => boolean): boolean {
    if (this.asksOfSelf || this.named.size === 0)
      return (
        !(this.asksOfSelf || this.owned.length > 0) ||
        languageOf(quote) !== ENGLISH ||
        clausesOf(quote).some((clause) => isAsked(new Set(this.read(clause))) && this.isOfAsker(clause, by))
      );
    const isSpeaker = by.speaker !== null && this.names(by.speaker);
    // The title of a conversation may name both speakers; the title of a text names its subject.
    if ((isSpeaker && this.asksForWords) || (by.speaker === null && this.names(`${by.context} ${by.name}`))) return true;
    const isOwn = isSpeaker || isNameless(by);
    const isMeant = this.isMeant(by);
    return clausesOf(quote).some((clause) => {
      if (!isAsked(new Set(this.read(clause)))) return false;
      return this.names(clause) || (isOwn && isOfSpeaker(clause)) || (isMeant && THIRD_PERSON.test(clause));
    });
  }

  /** Whether a question asks of the asker, and the subject of a text is somebody else. */
  isOfOthers(text: string, by: SpokenText): boolean {
    return (this.asksOfSelf || this.owned.length > 0) && languageOf(text) === ENGLISH && !this.isOfAsker(text, by);
  }

  /**
   * Whether the asker is the subject of a question, and the subject of a text is a person or thing
   * that the question does not name. Words of an assistant may be addressed to the asker.
   */
  isOfAnother(by: Evidence, asked: readonly string[]): boolean {
    const { text, speaker, entities } = by;
    const body = bodyOf(text, speaker);
    if (!this.isOfOthers(body, by) || (speaker !== null && isAssistant(speaker))) return false;
    if (this.isOfNamedSpeaker(by)) return true;
    if (!this.asksOfSelf) return false;
    const isUnasked = (name: string): boolean => !plainTerms(name).some((term) => asked.includes(term));
    const person = BEGINS_WITH_PERSON.exec(body);
    if (person !== null) return isUnasked(person.groups?.person ?? '');
    return entities.some((name) => body.startsWith(name) && isUnasked(name));
  }

  /** "Ben: I drive a Seat", while the user speaks for themselves. */
  private isOfNamedSpeaker({ speaker }: SpokenText): boolean {
    return this.hasUser && speaker !== null && !ROLES.has(speaker.toLowerCase());
  }

  /** Whether the asker is the subject, or owns the thing that the question asks for. */
  private isOfAsker(text: string, by: SpokenText): boolean {
    if (ADDRESSES_ASKER.test(text)) return true;
    if (this.isOfNamedSpeaker(by)) return /\bthe user\b/i.test(text);
    if (IS_OF_ASKER.test(text)) return true;
    return [...text.matchAll(OF_ASKER)].some(({ 0: mark, index }) => {
      const words = text
        .slice(index + mark.length)
        .split(/\s+/, OWNED_WITHIN)
        .join(' ');
      return plainTerms(words).some((term) => this.owned.includes(term));
    });
  }

  private names(text: string): boolean {
    return plainTerms(text).some((term) => this.named.has(term));
  }

  /** Whether one of the persons was named just before. */
  private isMeant({ document, text, speaker }: Evidence): boolean {
    if (this.names(bodyOf(text, speaker))) return true;
    const places = document === null ? [] : (this.places.get(document.id) ?? []);
    return places.some((place) => place < present(document).position && place >= present(document).position - REACH);
  }
}
