import { ENGLISH, languageOf } from '#lib/base/text/languages/of';

/**
 * Kinds of statements that a question asks for by their name: "Which decisions were made?". The
 * statements themselves rarely contain that word: "We chose Postgres". English only. Pure.
 */

interface StatementKind {
  /** the name of the kind in a question; followed by `about` or `on`, a topic decides instead */
  readonly asked: RegExp;
  /** what its statements contain */
  readonly cue: RegExp;
  /** words that find them */
  readonly words: string;
}

const asked = (names: string): RegExp => new RegExp(`\\b(?:${names})\\b(?! (?:about|on|for|regarding|concerning|of|by)\\b)`, 'i');

const KINDS: readonly StatementKind[] = [
  {
    asked: asked('decisions?'),
    cue: /\b(?:decid(?:e|ed|es|ing)|decisions?|cho(?:ose|ses?|sen)|agreed|opted|settled|approved|rejected|instead of|rather than)\b/i,
    words: 'decided chose agreed instead',
  },
  {
    asked: asked('rules|conventions|guidelines|policies|idioms|practices|how (?:do|does) (?:we|the team|this project) (?:work|do things)'),
    cue: /\b(?:always|never|must(?: not)?|should(?: not)?|rules?|conventions?|guidelines?|policy|policies|do not|don['’]t|avoid|prefer|(?:is|are) (?:named|called|written|required|forbidden|checked|reviewed)|we (?:all )?use)\b/i,
    words: 'always never must rule use avoid',
  },
  {
    asked: asked('concepts|vocabulary|terminology|glossary|definitions'),
    cue: /\b(?:means|refers to|is called|is defined as|(?:is|are) an?)\b/i,
    words: 'means called defined',
  },
  {
    asked: asked('components|modules|subsystems|architecture'),
    cue: /\b(?:servers?|workers?|services?|modules?|components?|databases?|queues?|apis?|clients?|librar(?:y|ies)|packages?|gateways?|balancers?|caches?|schedulers?|pipelines?|frontends?|backends?|endpoints?)\b/i,
    words: 'server worker service module database queue',
  },
  {
    asked: asked('initiatives|features|enhancements'),
    cue: /\b(?:feat(?:ures?)?|initiatives?|enhancements?|adds?|added|introduc(?:e|es|ed)|implement(?:s|ed)?|launch(?:es|ed)?|buil(?:d|ds|ding|t)|import(?:s|ed)?|new)\b/i,
    words: 'feature added new built initiative',
  },
];

const kindsIn = (query: string): readonly StatementKind[] =>
  languageOf(query) === ENGLISH ? KINDS.filter(({ asked: names }) => names.test(query)) : [];

/** Whether a statement is of a kind that the query asks for. */
export function isOfAskedKind(query: string): (text: string) => boolean {
  const kinds = kindsIn(query);
  return (text) => kinds.some(({ cue }) => cue.test(text));
}

/** The query with words that find the statements of the kinds that it asks for. */
export function withKindWords(query: string): string {
  const words = kindsIn(query).map((kind) => kind.words);
  return words.length === 0 ? query : [query, words.join(' ')].join('\n\n');
}
