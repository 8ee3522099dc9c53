import { foldLetters } from '#lib/base/text/languages/letters';

/**
 * What a capital letter means in languages other than English: words that are capitalized at the
 * start of a sentence without being names, titles before names, and names of days and months. All
 * words have folded letters (`foldLetters`).
 */

export interface CapitalRules {
  /** `nouns`: all nouns are capitalized (German) */
  readonly capitals: 'names' | 'nouns';
  /** words before a name at the start of a sentence, besides the stop words of the language */
  readonly openers: ReadonlySet<string>;
  /** words before the name of a person */
  readonly titles: ReadonlySet<string>;
  /** capitalized words that are never names: days, months, polite forms */
  readonly notNames: ReadonlySet<string>;
  /**
   * Finite verbs of a single subject, in languages whose common nouns need an article: the first
   * word of a sentence is a name if one of these follows.
   */
  readonly verbs: ReadonlySet<string>;
  /** Whether a single capitalized word inside a sentence is only the beginning of a longer term. */
  readonly fragment: RegExp | null;
  /**
   * Sentences often begin with a verb ("Visitamos Lisboa"), so that the first of two capitalized
   * words may be one
   */
  readonly beginsWithVerb: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(foldLetters(list).split(/\s+/).filter(Boolean));

interface WordLists {
  readonly capitals?: CapitalRules['capitals'];
  readonly openers?: string;
  readonly titles?: string;
  readonly notNames?: string;
  readonly verbs?: string;
  readonly fragment?: RegExp;
  readonly beginsWithVerb?: boolean;
}

const rules = ({
  capitals = 'names',
  openers = '',
  titles = '',
  notNames = '',
  verbs = '',
  fragment,
  beginsWithVerb = false,
}: WordLists): CapitalRules => ({
  capitals,
  beginsWithVerb,
  fragment: fragment ?? null,
  openers: words(openers),
  titles: words(`dr prof ${titles}`),
  notNames: words(notNames),
  verbs: words(verbs),
});

const RULES: Readonly<Record<string, CapitalRules>> = {
  de: rules({
    capitals: 'nouns',
    openers: `dies diese damals vorher nachher insbesondere anschließend heutzutage oftmals zumindest mindestens höchstens immerhin ebenfalls ebenso genauso ansonsten andererseits einerseits hinzu gegenwärtig derzeit zurzeit seither gestern heute morgen vorgestern übermorgen danach davor dann jetzt nun bald später früher damals inzwischen mittlerweile manchmal oft selten meistens vielleicht hoffentlich leider natürlich
      übrigens außerdem trotzdem deshalb deswegen darum daher somit also sonst zuerst zuletzt schließlich endlich plötzlich eigentlich wahrscheinlich angeblich sicher klar genau ja nein doch hier dort da drüben oben
      unten draußen drinnen links rechts hallo hey hi liebe lieber liebes guten gute herzlichen danke bitte schade toll super gut schön obwohl sobald solange nachdem bevor falls sofern indem wobei sodass statt anstatt
      wegen laut dank gemäß trotz außer innerhalb außerhalb seitdem insgesamt zudem allerdings jedoch dennoch bereits nochmals wieder weiter zwar etwa ungefähr fast kaum sogar besonders vor allem beide mehrere einige
      erst nur auch selbst niemand jemand alles nichts zusammen letzten letzte letztes nächsten nächste nächstes`,
    titles:
      'herr herrn frau doktor professor professorin opa oma onkel tante könig königin kaiser kaiserin papst prinz prinzessin präsident präsidentin graf gräfin pfarrer',
    notNames: `sie ihnen ihr ihre ihrem ihren ihrer ihres du dich dir dein deine euch euer eure ich
      januar jänner februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag montags dienstags mittwochs donnerstags freitags
      samstags sonntags usw bzw etc ca nr ok okay lol haha ps tv lkw pkw cd dvd pc pdf url faq wc km cm kg`,
    verbs: `ist war hat hatte wird wurde kann konnte will wollte muss musste soll sollte darf durfte mag mochte möchte geht ging kommt kam sagt sagte meint meinte wohnt wohnte lebt lebte arbeitet arbeitete liebt
      liebte isst aß trinkt trank spielt spielte fährt fuhr macht machte heißt sieht sah findet fand gibt gab kennt kannte braucht brauchte schreibt schrieb kauft kaufte bringt brachte bekommt bekam studiert studierte
      ruft rief nimmt nahm hilft half steht stand liegt lag erzählt erzählte fragt fragte lernt lernte zieht zog feiert feierte besucht besuchte`,
  }),
  es: rules({
    openers: `ayer hoy mañana anoche anteayer ahora luego después antes siempre nunca quizás quizá tal vez hola gracias adiós buenos buenas bueno buena querido querida señores además mientras durante según excepto salvo incluso
      finalmente primero último última claro vale bien mal aquí allí allá acá ojalá todavía aún apenas casi solo sólo juntos ambos varios muchas muchos mucho mucha algunos algunas ningún ninguna`,
    titles:
      'señor señora señorita sr sra srta don doña doctor doctora profesor profesora tío tía abuelo abuela rey reina papa presidente presidenta',
    notNames: 'usted ustedes ud uds vd vds',
    verbs:
      'es era fue está estaba estuvo ha había tiene tenía tuvo va iba fue vive vivía trabaja trabajaba dice dijo quiere quería puede hace hizo viene vino come juega estudia compró llegó nació sabe ve da dio lleva llevó cree necesita prefiere odia ama',
    beginsWithVerb: true,
  }),
  pt: rules({
    openers: `ontem hoje amanhã anteontem agora depois antes logo sempre nunca talvez olá oi obrigado obrigada adeus bom boa bons boas querido querida caro cara além durante segundo exceto inclusive finalmente primeiro
      último última claro bem mal aqui ali lá cá oxalá ainda apenas quase só juntos ambos vários muitos muitas alguns algumas nenhum nenhuma tudo`,
    titles: 'senhor senhora sr sra srta dom dona doutor doutora dra professor professora tio tia avô avó rei rainha papa presidente',
    notNames: `você vocês janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro segunda terça quarta quinta sexta sábado domingo segunda-feira terça-feira quarta-feira quinta-feira
      sexta-feira`,
    verbs:
      'é era foi está estava esteve tem tinha teve vai ia mora morava vive trabalha trabalhava diz disse quer queria pode faz fez vem veio come joga estuda comprou chegou nasceu sabe vê deu gosta adora prefere odeia ama precisa',
    beginsWithVerb: true,
  }),
  it: rules({
    openers: `ieri oggi domani dopodomani ora adesso poi dopo prima sempre mai forse ciao grazie arrivederci buongiorno buonasera buon buona caro cara inoltre durante secondo eccetto infine finalmente primo ultimo ultima certo bene
      male qui lì là ecco magari ancora appena quasi solo insieme entrambi alcuni alcune molti molte nessuno nessuna purtroppo`,
    titles:
      'signor signore signora signorina sig sigra don donna dott dottor dottore dottoressa professore professoressa zio zia nonno nonna re regina papa presidente',
    notNames: 'lei loro voi',
    verbs:
      'è era fu sta stava ha aveva va andava vive viveva abita abitava lavora lavorava dice ha vuole voleva può fa fece viene venne mangia gioca studia sa vede ama odia preferisce crede deve doveva',
    beginsWithVerb: true,
  }),
  fr: rules({
    openers: `hier aujourd demain maintenant ensuite après avant toujours jamais souvent parfois bonjour salut merci bonsoir bonne bon cher chère chers enfin finalement puis ainsi pourtant cependant toutefois malgré selon durant
      voici voilà peut dommage oui bref hélas heureusement malheureusement ailleurs dehors beaucoup plusieurs certains certaines chaque quelqu personne premièrement désormais bientôt`,
    titles:
      'monsieur madame mademoiselle m mme mlle me maître docteur professeur oncle tante papi mamie roi reine pape président présidente abbé père sœur frère',
    verbs:
      'est était fut sera a avait aura va allait vit vivait habite habitait travaille travaillait dit disait veut voulait peut pouvait fait faisait vient venait mange joue étudie sait voit aime aimait adore déteste préfère pense croit doit devait part parle',
  }),
  nl: rules({
    openers: `gisteren vandaag morgen eergisteren overmorgen nu straks later vroeger altijd nooit soms vaak misschien hallo hoi dag bedankt dank goedemorgen goede beste lieve verder eindelijk eerst laatst zeker goed jammer daarna daarvoor
      daarom daardoor trouwens helaas gelukkig eigenlijk natuurlijk bovendien echter beide sommige enkele iedereen volgens ondanks behalve`,
    titles: 'meneer mevrouw dhr mevr mw juffrouw dokter professor oom tante opa oma koning koningin paus president',
    notNames: 'u uw',
    verbs:
      'is was heeft had wordt werd kan kon wil wilde moet moest zal zou mag gaat ging komt kwam zegt zei woont woonde werkt werkte houdt vindt vond maakt heet eet drinkt speelt studeert koopt kocht belt',
  }),
  sv: rules({
    openers: `igår idag imorgon nyligen nu sedan senare tidigare alltid aldrig ibland ofta kanske hej tack god goda kära bäste bästa dessutom äntligen först sist säkert bra tyvärr därför därefter ändå faktiskt naturligtvis båda några enligt
      trots förutom alla`,
    titles:
      'herr fru fröken doktor professor farbror moster faster morbror farmor farfar mormor morfar kung kungen drottning påven president',
    notNames: 'ni er',
    verbs:
      'är var har hade blir blev kan kunde vill ville måste ska skulle får fick går gick kommer kom säger sa bor bodde jobbar jobbade arbetar arbetade älskar gillar heter äter dricker spelar studerar köpte ringer',
  }),
  pl: rules({
    openers:
      'wczoraj dziś dzisiaj jutro teraz potem później wcześniej zawsze nigdy czasem często może cześć dzień dobry dziękuję dzięki drogi droga ponadto wreszcie najpierw pewnie dobrze niestety dlatego jednak oboje niektórzy według mimo',
    titles: 'pan pani pana panu panią panem państwo doktor profesor wujek ciocia dziadek babcia król królowa papież prezydent',
    notNames: 'ty ci tobie ciebie twój twoja was wam wasz',
    beginsWithVerb: true,
  }),
  cs: rules({
    openers:
      'včera dnes zítra teď potom později dříve vždy nikdy někdy často možná ahoj dobrý den děkuji díky milý milá navíc konečně nejprve jistě dobře bohužel proto však oba někteří podle přes',
    titles: 'pan paní pana panu slečna doktor profesor strýc teta děda babička král královna papež prezident',
    notNames: 'vy vás vám váš vaše ty tobě',
    beginsWithVerb: true,
  }),
  ro: rules({
    openers:
      'ieri azi astăzi mâine acum apoi după înainte mereu niciodată uneori des poate bună salut mulțumesc mersi dragă drag plus în sfârșit întâi desigur bine rău din păcate totuși ambii unii conform ieri-seară',
    titles:
      'domnul doamna domnișoara dl dna dșoara doctorul profesorul profesoara unchiul mătușa bunicul bunica regele regina papa președintele',
    notNames: 'dumneavoastră dvs',
    beginsWithVerb: true,
  }),
  tr: rules({
    openers: `dün bugün yarın şimdi sonra önce hep her zaman asla bazen sık sık belki merhaba selam teşekkürler sevgili ayrıca sonunda ilk tabii iyi maalesef yine fakat üstelik ikisi bazıları göre rağmen geçen gelecek herkes kimse`,
    titles: 'bay bayan sayın doktor profesör hoca amca teyze dede nine kral kraliçe papa',
    notNames: `ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba perşembe cuma cumartesi pazar`,
    beginsWithVerb: true,
  }),
  vi: rules({
    // "Tin lành", "Hiến pháp": of a term of several syllables, only the first is capitalized
    fragment: /^(?!(?:my|phap|duc|nga|uc|nhat|han|lao|bi|phi|trung)$)[a-z]{1,6}$/,
    openers:
      'hôm qua nay mai giờ bây xin chào cảm ơn chào tạm biệt sau trước luôn không bao thỉnh thoảng thường thân mến vâng dạ ừ mẹ bố cha con em gái trai ngày năm tháng tuần sáng chiều tối đêm theo trong ngoài',
    titles: 'ông bà anh chị cô chú bác em thầy tiến sĩ giáo sư',
  }),
  id: rules({
    openers:
      'kemarin hari besok lusa sekarang nanti kemudian lalu selalu kadang sering mungkin halo hai selamat terima kasih makasih akhirnya pertama tentu baik sayangnya walaupun meskipun kedua beberapa semua menurut selama',
    titles: 'pak bu bapak ibu mas mbak bang kak tuan nyonya dokter profesor paman bibi kakek nenek raja ratu paus presiden',
    notNames: `anda senin selasa rabu kamis jumat sabtu minggu januari februari maret april mei juni juli agustus september oktober november desember`,
  }),
  ru: rules({
    // "Верховного суда", "Первой мировой": of several words, only the adjective is capitalized
    fragment: /(?<![сц]к)(?:ого|его|ому|ему|ая|яя|ое|ее|ые|ых|их|ыми|ими|ую|юю|ный|вый|нои|вои|рои)$/,
    openers: `вчера сегодня завтра послезавтра позавчера сейчас потом затем после раньше позже всегда никогда иногда часто может возможно привет здравствуйте здравствуй спасибо пока добрый доброе добрая дорогой дорогая
      кроме наконец сначала конечно хорошо жаль ладно давай поэтому однако впрочем оба некоторые согласно несмотря вообще кстати недавно скоро`,
    titles:
      'господин госпожа господина госпожи гн гжа г доктор профессор дядя тетя дедушка бабушка король королева царь царица папа президент товарищ князь граф',
    notNames: 'вы вас вам вами ваш ваша ваше ваши вашего вашей',
    beginsWithVerb: true,
  }),
  uk: rules({
    fragment: /(?<![сц]ьк)(?:ого|ому|ои|их|ими|ая|ую)$/,
    openers: `вчора сьогодні завтра позавчора зараз потім тоді після раніше пізніше завжди ніколи іноді часто можливо привіт вітаю дякую бувай добрий доброго дорогий дорога крім нарешті спочатку звичайно добре шкода гаразд давай
      тому однак обидва деякі згідно попри взагалі нещодавно скоро`,
    titles: 'пан пані пана панові лікар професор дядько тітка дідусь бабуся король королева цар папа президент князь граф',
    notNames: 'ви вас вам вами ваш ваша ваше ваші',
    beginsWithVerb: true,
  }),
  el: rules({
    openers: `χθες χτες σήμερα αύριο προχθές μεθαύριο τώρα μετά ύστερα πριν πάντα ποτέ μερικές συχνά ίσως γεια καλημέρα καλησπέρα ευχαριστώ αντίο αγαπητέ αγαπητή επίσης τελικά πρώτα σίγουρα καλά δυστυχώς ευτυχώς λοιπόν όμως
      ωστόσο κάποιοι σύμφωνα παρά`,
    titles:
      'κύριος κυρία κύριε κυρίου κ κα δεσποινίς γιατρός δόκτωρ καθηγητής καθηγήτρια θείος θεία παππούς γιαγιά βασιλιάς βασίλισσα πάπας πρόεδρος',
    notNames: `ιανουάριος ιανουαρίου ιανουάριο φεβρουάριος φεβρουαρίου φεβρουάριο μάρτιος μαρτίου μάρτιο απρίλιος απριλίου απρίλιο μάιος μαΐου μάιο ιούνιος ιουνίου ιούνιο ιούλιος ιουλίου ιούλιο αύγουστος αυγούστου
      αύγουστο σεπτέμβριος σεπτεμβρίου σεπτέμβριο οκτώβριος οκτωβρίου οκτώβριο νοέμβριος νοεμβρίου νοέμβριο δεκέμβριος δεκεμβρίου δεκέμβριο μάρτη μάη απρίλη ιούνη ιούλη δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο
      κυριακή πάσχα`,
    beginsWithVerb: true,
  }),
};

/** For other languages: only a capital inside a sentence shows a name. */
const NEUTRAL = rules({ beginsWithVerb: true });

export const capitalRulesOf = (language: string): CapitalRules => RULES[language] ?? NEUTRAL;
