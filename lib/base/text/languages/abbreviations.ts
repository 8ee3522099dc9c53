/**
 * Abbreviations with a full stop, by language. English ones are read by the model of
 * `lib/base/text/language.ts`. An entry must be certain: a word that also ends sentences ("im" in
 * Polish) is listed only if what follows decides.
 */

/**
 * How an abbreviation behaves before the next word:
 * - `open` never ends a sentence: "z. B.", "Dr."
 * - `usual` ends one only before a capitalized function word: "5 Mio. Euro", "5 Mio. Das ist viel."
 * - `closing` ends one unless a small letter or a digit follows: "usw."
 * - `number` ends one unless a number follows: "no. 5" and "dijo que no."
 */
export type AbbreviationKind = 'open' | 'usual' | 'closing' | 'number';

export interface Abbreviations {
  /**
   * By the word without its last full stop, in small letters. Parts of one abbreviation are joined
   * by full stops without blanks: "z.b". A key after "=" is compared as written, because the other
   * case is another word: "max." and "Max".
   */
  readonly kinds: ReadonlyMap<string, AbbreviationKind>;
  /** the words that are abbreviations only behind a number, and then `closing`: "1985 г." */
  readonly afterNumber: ReadonlySet<string>;
  /** ends of words that are `closing`: "Goethestr." */
  readonly ending: RegExp | null;
}

type AbbreviationLists = Partial<Record<AbbreviationKind | 'afterNumber', string>> & { readonly ending?: RegExp };

const KINDS: readonly AbbreviationKind[] = ['open', 'usual', 'closing', 'number'];
const wordsOf = (list = ''): string[] => list.split(/\s+/).filter(Boolean);

/** Written in texts of many languages. The entries of a language replace them. */
const SHARED: AbbreviationLists = { open: 'dr prof mr mrs vs', closing: 'etc' };

function abbreviations(lists: AbbreviationLists): Abbreviations {
  const entries = [SHARED, lists].flatMap((some) => KINDS.flatMap((kind) => wordsOf(some[kind]).map((word) => [word, kind] as const)));
  return { kinds: new Map(entries), afterNumber: new Set(wordsOf(lists.afterNumber)), ending: lists.ending ?? null };
}

const TABLES: Readonly<Record<string, Abbreviations>> = {
  de: abbreviations({
    open: `hr hrn =Fr dipl ing mag st hl z.b z.t z.zt d.h i.d.r u.u o.g m.e v.a a.d s.o s.u ca inkl exkl evtl ggf vgl sog insb bzw bspw zzgl abzgl
      =max =min lt geb gest tel abb nr kap bd`,
    usual: 'mio mrd tsd',
    closing: `usw u.a u.ä o.ä u.v.m etc jh jhd v.chr n.chr e.v a.m jan feb mrz apr aug sept okt nov dez`,
    number: 'art abs',
    ending: /\p{L}{3}str$/u,
  }),
  es: abbreviations({
    open: `sr sra srta sres sras dra dña dn profa ing lic arq gral mons av avda avd pza pzo sta sto p.ej ej tel teléf núm nro pág págs pp cap vol fig depto dpto
      aprox máx mín excmo ilmo mtro mtra ee`,
    usual: 'hnos',
    closing: 'ee.uu a.c d.c a.m p.m s.a s.l ud uds vd vds cía',
    number: 'no nos art',
  }),
  fr: abbreviations({
    open: 'mm mme mmes mlle mlles p.ex av bd boul chap fig vol pp tél env cf =max =min',
    closing: 'ex s.a s.a.r.l janv févr avr juil sept oct nov déc',
    number: 'no art',
  }),
  pt: abbreviations({
    open: 'sr sra srs srta dra eng profa av exmo exma ilmo ilma sto sta p.ex tel pág págs pp cap vol fig núm aprox máx mín depto',
    closing: 'a.c d.c s.a ltda cia',
    number: 'no art',
  }),
  it: abbreviations({
    open: `sig sigg sig.ra sig.na dott dott.ssa d.ssa prof.ssa ing avv arch geom rag mons on egr p.es es pag pagg pp cap vol fig tel nr ca c.so v.le p.za p.zza
      =max =min`,
    closing: 'ecc a.c d.c s.p.a s.r.l gen feb apr giu lug ott nov dic',
    number: 'art',
  }),
  nl: abbreviations({
    open: `dhr mevr mw drs ing ir ds st bijv =bv d.w.z o.a m.a.w i.p.v t.o.v m.b.t n.a.v t.a.v i.v.m m.n nr blz pag hfst fig tel ca incl excl resp zgn evt ong
      =max =min`,
    closing: 'enz b.v n.v a.u.b a.s jl z.s.m v.chr n.chr mln mld jan feb mrt apr aug sept okt nov dec',
    number: 'art',
    ending: /\p{L}{3}str$/u,
  }),
  pl: abbreviations({
    open: 'np tzn tj tzw m.in inż hab ks św śp ul al pl os pt nr str tel godz zob por ur woj płk kpt mjr sp',
    usual: 'gen',
    closing: 'itd itp p.n.e n.e o.o tys mln mld',
    number: 'ok ust rys tab art dn',
    afterNumber: 'r w zł gr godz min',
  }),
  ru: abbreviations({
    open: `ул просп пер пл наб бул обл гр тов проф акад доц инж стр рис табл гл тел напр см т.е т.к т.н и.о кв корп св пос дер зам`,
    usual: 'пр англ лат нем греч',
    closing: 'т.д т.п др тыс млн млрд руб коп долл н.э янв февр авг сент окт нояб дек',
    number: 'ок ст',
    afterNumber: 'г гг в вв ч мин сек см м км кг',
  }),
  uk: abbreviations({
    open: 'вул просп пров пл бул обл проф акад доц див напр т.зв стор рис табл гл тел св буд кв корп зав заст',
    usual: 'англ лат нім',
    closing: 'т.д т.п т.ін ін тис млн млрд грн коп н.е',
    number: 'ст',
    afterNumber: 'р рр ст год хв сек см м км кг',
  }),
  tr: abbreviations({
    open: 'doç yrd =Sn =Hz sok cad mah blv tel bkz örn öğr.gör m.ö m.s',
    usual: 'av',
    closing: 'vb vs vd ltd şti a.ş',
    number: 'no',
    afterNumber: 'yy',
  }),
  el: abbreviations({
    open: 'κα κος κ.κ δρ καθ αγ λεωφ οδ αρ τηλ σελ βλ δηλ λ.χ κεφ',
    // "π.χ." is "for example", "π.Χ." is "before Christ"
    usual: 'π.χ',
    closing: `μ.χ κλπ κ.λπ κ.λ.π κτλ κ.τ.λ κ.ά π.μ μ.μ εκατ δισ χιλ αι τ.μ τ.χλμ α.ε ιαν φεβ απρ ιουν ιουλ αυγ σεπ οκτ νοε δεκ`,
  }),
  ro: abbreviations({
    open: 'dl dna ing av str bd bld nr jud mun tel pag fig cap vol sf aprox',
    usual: 'sc',
    closing: 'ex ș.a ş.a ș.a.m.d ş.a.m.d î.hr d.hr s.r.l s.a ian feb apr iun iul aug sept oct nov dec mil mld',
    number: 'art bl ap et',
  }),
  sv: abbreviations({
    open: 't.ex bl.a d.v.s dvs s.k p.g.a pga f.d fr.o.m t.o.m nr kl ca ev inkl exkl tel kap =max resp jfr ang enl',
    closing: 'm.m m.fl o.s.v osv f.kr e.kr f.n milj mdr jan feb apr aug sept okt nov dec',
    afterNumber: 'st',
  }),
  cs: abbreviations({
    open: `mudr mgr ing judr phdr rndr mvdr bc doc sv nám ul čp tj tzv tzn např popř příp resp str tel obr kap odst hl mj vč srov plk kpt`,
    usual: 'tř gen',
    closing: 'apod atd atp aj n.l př.n.l stol tis mil mld s.r.o a.s',
    number: 'max min cca',
    afterNumber: 'hod min',
  }),
  id: abbreviations({
    open: 'drs dra ir hj jl jln kec kab kel prov tel telp yth bpk sdr sdri =Tn =Ny =PT tgl pkl a.n u.p s.d',
    usual: 'cv',
    closing: 'dll dsb dst dkk',
    number: 'no hlm hal rp',
  }),
  vi: abbreviations({
    open: 'ts ths th.s pgs gs bs ks tp =TX =TT vd',
    closing: 'v.v',
    number: 'tr sđt',
  }),
  // single letters, such as the "د." of a doctor, are abbreviations in any language with them
  ar: abbreviations({ afterNumber: 'م ه هـ' }),
  fa: abbreviations({ afterNumber: 'م' }),
  hi: abbreviations({ open: 'डॉ डा प्रो पं कु स्व मि रु नं कि.मी ई.पू' }),
};

const NEUTRAL = abbreviations({});

/** The abbreviations of a language other than English; for one without a table, those of many. */
export const abbreviationsOf = (language: string): Abbreviations => TABLES[language] ?? NEUTRAL;
