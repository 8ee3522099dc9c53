import { ENGLISH, type Language } from '#lib/base/text/languages/of';

/**
 * Connectives with which a part of a text begins if it states an effect of the part before it, or a
 * reason for it. Pure.
 */
export interface CauseWords {
  readonly statesEffect: (body: string) => boolean;
  readonly statesReason: (body: string) => boolean;
}

/** The sentence states an effect of the sentence before it. */
const EFFECT =
  /^(?:["'“(*_-]\s?)?(?:therefore|thus|hence|consequently|accordingly|as a (?:result|consequence)|because of (?:that|this|it)|due to (?:that|this)|for (?:that|this) reason|that['’]?s why|that is why|this is why|which is why|(?:this|that|which|it) (?:has )?(?:led|caused|resulted|meant|forced|made me|made us)|so (?:i|we|he|she|they|it|the|now|my|our|that['’]?s why)|so,? (?:in the end|i['’]|we['’]))(?!\p{L})/iu;
/** The part states a reason for the part before it. */
const REASON =
  /^(?:because|since|as it turned out|due to|owing to|thanks to|the reason (?:is|was|being)|that['’]?s because|this is because|it['’]?s because)(?!\p{L})/iu;

const ENGLISH_WORDS: CauseWords = {
  statesEffect: (body) => EFFECT.test(body) && !/\?["')]?$/.test(body),
  statesReason: (body) => REASON.test(body),
};

/** Phrases, separated by commas. The longest one at the beginning of a text decides. */
interface CausePhrases {
  readonly effects: string;
  /** always a reason for what precedes */
  readonly reasons: string;
  /**
   * a reason for what precedes only inside a sentence, or if no other clause follows: "Weil es
   * regnete, blieb ich" has its effect behind it
   */
  readonly clauses?: string;
  /** words are not separated by blanks */
  readonly isUnspaced?: boolean;
}

const LANGUAGES: Readonly<Record<string, CausePhrases>> = {
  de: {
    effects:
      'deshalb, deswegen, daher, darum, folglich, infolgedessen, demzufolge, somit, aus diesem grund, das ist der grund, das führte dazu, das hat dazu geführt',
    reasons: 'denn, der grund ist, der grund war, der grund dafür, das liegt daran, das lag daran',
    clauses: 'weil',
  },
  es: {
    effects:
      'por eso, por ello, por lo tanto, por tanto, por consiguiente, en consecuencia, así que, de ahí que, debido a eso, debido a ello, debido a esto, por esa razón, por esta razón, por ese motivo, por este motivo',
    reasons: 'porque, la razón es, la razón era, la razón fue, eso es porque',
    clauses: 'ya que, puesto que, dado que',
  },
  fr: {
    effects:
      "donc, c'est pourquoi, c'est pour ça que, c'est pour cela que, par conséquent, du coup, en conséquence, pour cette raison, à cause de ça, à cause de cela, de ce fait, voilà pourquoi",
    reasons: "car, parce que, parce qu'*, c'est parce que, c'est parce qu'*, la raison est, la raison était",
    clauses: "puisque, puisqu'*",
  },
  pt: {
    effects:
      'por isso, portanto, por conseguinte, consequentemente, por causa disso, devido a isso, por esse motivo, por este motivo, por essa razão, por esta razão, é por isso que',
    reasons: 'porque, pois, isso porque, a razão é, a razão era, a razão foi',
    clauses: 'já que, uma vez que, visto que, dado que',
  },
  it: {
    effects:
      'perciò, quindi, pertanto, dunque, di conseguenza, per questo, per questo motivo, per questa ragione, ecco perché, a causa di questo, a causa di ciò',
    reasons: 'perché, questo perché, il motivo è, il motivo era, la ragione è, la ragione era',
    clauses: 'poiché, siccome, dato che, visto che',
  },
  nl: {
    effects: 'daarom, dus, daardoor, hierdoor, bijgevolg, om die reden, om deze reden, vandaar dat, als gevolg daarvan',
    reasons: 'want, de reden is, de reden was, dat komt doordat, dat komt omdat',
    clauses: 'omdat, aangezien, doordat',
  },
  sv: {
    effects: 'därför, därmed, följaktligen, av den anledningen, på grund av det, det är därför',
    reasons: 'därför att, anledningen är, anledningen var, det beror på',
    clauses: 'eftersom',
  },
  pl: {
    effects: 'dlatego, więc, zatem, toteż, w związku z tym, z tego powodu, w rezultacie, wskutek tego, przez to',
    reasons: 'bo, gdyż, dlatego że, to dlatego że, powodem jest, powodem był, powodem było',
    clauses: 'ponieważ',
  },
  cs: {
    effects: 'proto, a proto, takže, tudíž, z toho důvodu, kvůli tomu, v důsledku toho',
    reasons: 'neboť, důvodem je, důvodem bylo, důvodem byl, to proto že',
    clauses: 'protože, jelikož, poněvadž',
  },
  ro: {
    effects: 'de aceea, prin urmare, așadar, deci, ca urmare, drept urmare, din acest motiv, din această cauză',
    reasons: 'căci, motivul este, motivul era, motivul a fost, asta pentru că',
    clauses: 'pentru că, deoarece, fiindcă, întrucât, din cauză că',
  },
  tr: {
    effects: 'bu yüzden, o yüzden, bu nedenle, bu sebeple, bu sebepten, bundan dolayı, dolayısıyla, sonuç olarak, bunun sonucunda',
    reasons: 'çünkü, zira, bunun nedeni, bunun sebebi',
  },
  vi: {
    effects: 'vì vậy, vì thế, do đó, do vậy, cho nên, bởi vậy, bởi thế, vì lý do đó, kết quả là',
    reasons: 'lý do là',
    clauses: 'vì, bởi vì, tại vì',
  },
  id: {
    effects: 'oleh karena itu, karena itu, maka dari itu, oleh sebab itu, akibatnya, sehingga, makanya, itulah sebabnya',
    reasons: 'soalnya, alasannya, sebab',
    clauses: 'karena, dikarenakan',
  },
  ru: {
    effects: 'поэтому, потому, следовательно, из-за этого, по этой причине, вследствие этого, в результате, так что, вот почему',
    reasons: 'потому что, это потому что, ибо, причина в том',
    clauses: 'так как, поскольку',
  },
  uk: {
    effects: 'тому, отже, через це, з цієї причини, внаслідок цього, у результаті, ось чому',
    reasons: 'тому що, це тому що, бо, причина в тому',
    clauses: 'оскільки, позаяк',
  },
  el: {
    effects:
      "γι' αυτό, γι'αυτό, γι αυτό, επομένως, συνεπώς, άρα, οπότε, ως αποτέλεσμα, εξαιτίας αυτού, για αυτό το λόγο, για αυτόν τον λόγο",
    reasons: 'γιατί, διότι, ο λόγος είναι, ο λόγος ήταν',
    clauses: 'επειδή',
  },
  ar: {
    effects: 'لذلك, ولذلك, لهذا, ولهذا, لهذا السبب, ولهذا السبب, نتيجة لذلك, وبالتالي, بالتالي, بسبب ذلك',
    reasons: 'لأن, لأنه, لأنها, لأني, لأنني, لأننا, لأنهم, لأنك, وذلك لأن, السبب هو',
  },
  fa: {
    effects: 'بنابراین, به همین دلیل, به همین خاطر, برای همین, از این رو, در نتیجه, به این دلیل',
    reasons: 'زیرا, چون که, چونکه, دلیلش',
    clauses: 'چون',
  },
  he: {
    effects: 'לכן, לפיכך, על כן, בגלל זה, מסיבה זו, כתוצאה מכך, עקב כך',
    reasons: 'כי, הסיבה היא, הסיבה הייתה',
    clauses: 'מפני ש*, משום ש*, מכיוון ש*, כיוון ש*',
  },
  hi: {
    effects: 'इसलिए, इस कारण, इसी कारण, इस वजह से, इसी वजह से, अतः, नतीजतन',
    reasons: 'क्योंकि, कारण यह है, वजह यह है',
  },
  ko: {
    effects: '그래서, 그러므로, 따라서, 그 때문에, 그렇기 때문에, 이 때문에, 그 결과, 그런 이유로',
    reasons: '왜냐하면, 왜냐면, 이유는, 그 이유는',
  },
  ja: {
    effects: 'だから, ですから, そのため, このため, それで, したがって, その結果, それゆえ, なので',
    reasons: 'なぜなら, なぜかというと, というのは, というのも, 理由は, その理由は',
    isUnspaced: true,
  },
  zh: {
    effects: '所以, 因此, 因而, 为此, 為此, 正因为如此, 正因為如此, 这就是为什么, 這就是為什麼',
    reasons: '原因是, 这是因为, 這是因為',
    clauses: '因为, 因為',
    isUnspaced: true,
  },
  th: {
    effects: 'ดังนั้น, เพราะฉะนั้น, ด้วยเหตุนี้, เพราะอย่างนั้น',
    reasons: 'เพราะว่า, เนื่องจากว่า',
    isUnspaced: true,
  },
};

type CauseKind = 'effect' | 'reason' | 'clause';

const OPENING = /^["'“„«»(*_¿¡\-–—]\s?/u;
const BEGINNING = 60;
/** The first sentence contains another clause. */
const OTHER_CLAUSE = /^[^.!?…。！？।]*[,،，]/u;
const QUESTION = /[?？؟;\u037e]["'”’»)]?\s*$/u;
const spoken = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\u0307/g, '')
    .replaceAll('’', "'");

interface CauseReader {
  /** the longest phrase at the beginning of a text is group 1; it may have commas: "dlatego, że" */
  readonly pattern: RegExp;
  readonly kinds: ReadonlyMap<string, CauseKind>;
}

function readerOf({ effects, reasons, clauses = '', isUnspaced = false }: CausePhrases): CauseReader {
  const phrases = (
    [
      ['effect', effects],
      ['reason', reasons],
      ['clause', clauses],
    ] as const
  ).flatMap(([kind, list]) =>
    spoken(list)
      .split(/\s*,\s*/)
      .filter(Boolean)
      .map((phrase) => ({ kind, text: phrase.replace('*', ''), isOpen: isUnspaced || phrase.endsWith('*') })),
  );
  const alternatives = phrases
    .toSorted((a, b) => b.text.length - a.text.length)
    .map(({ text, isOpen }) => `${text.replaceAll(' ', ',? ')}${isOpen ? '' : '(?![\\p{L}\\p{M}])'}`);
  return { pattern: new RegExp(`^(${alternatives.join('|')})`, 'u'), kinds: new Map(phrases.map(({ text, kind }) => [text, kind])) };
}

function kindOf(body: string, { pattern, kinds }: CauseReader): CauseKind | null {
  const text = body.replace(OPENING, '');
  const phrase = pattern.exec(spoken(text.slice(0, BEGINNING)))?.[1];
  if (phrase === undefined || QUESTION.test(body)) return null;
  const kind = kinds.get(phrase.replaceAll(',', '')) ?? null;
  if (kind !== 'clause' || /^\p{Ll}/u.test(text)) return kind;
  return OTHER_CLAUSE.test(text) ? null : kind;
}

const wordsOf = (phrases: CausePhrases): CauseWords => {
  const reader = readerOf(phrases);
  return {
    statesEffect: (body) => kindOf(body, reader) === 'effect',
    statesReason: (body) => ['reason', 'clause'].includes(kindOf(body, reader) ?? ''),
  };
};

const NONE: CauseWords = { statesEffect: () => false, statesReason: () => false };
const compiled = new Map<Language, CauseWords>([[ENGLISH, ENGLISH_WORDS]]);

/** The connectives of a language; none if it has none here. */
export function causeWordsOf(language: Language): CauseWords {
  const known = compiled.get(language);
  if (known) return known;
  const phrases = LANGUAGES[language];
  const words = phrases ? wordsOf(phrases) : NONE;
  compiled.set(language, words);
  return words;
}
