import { type DateLanguage, list, numbered, offsets } from '#lib/base/text/date-languages/table';

/** Verbs of movement and becoming, whose past is formed with "être". */
const MOVED =
  '(?:allé|arrivé|parti|venu|revenu|devenu|né|mort|tombé|resté|monté|remonté|descendu|entré|rentré|retourné|sorti|passé|décédé|intervenu|parvenu)(?:e|s|es)?';
const PARTICIPLE =
  '(?<!(?<!\\p{L})(?:une?|l[ea]s?|des|du|deux|trois|quatre|de|en|au|aux|cette?|m[aeo]n?|s[ao]n|t[ao]n|notre|votre|leur) )(?!(?:congés?|musée|lycée|karaté|café|bébé|randonnée|soirée|journée|réalité|santé|beaucoup|jeu|lieu|bureau|menu|début|début)(?!\\p{L}))(?:\\p{L}{2,}(?:é|ée|és|ées)|vu|lu|bu|eu|su|dû|pu|voulu|reçu|perdu|vendu|rendu|attendu|entendu|répondu|tenu|obtenu|couru|connu|vécu|cru|plu|battu|mordu|fondu|reconnu|disparu|paru|fallu|cousu|rompu|mis|pris|compris|appris|repris|promis|permis|admis|dit|fait|écrit|conduit|construit|produit|traduit|inscrit|fini|dormi|choisi|servi|senti|réussi|suivi|rempli|offert|ouvert|découvert|souffert|peint|joint)(?:e|s|es)?';
const IMPERFECT =
  '(?:all|fais|travaill|habit|viv|pens|voul|pouv|dev|ven|jou|mange|parl|part|dorm|attend|pleuv|neige|buv|lis|écriv)(?:ais|ait|ions|iez|aient)|(?!(?:parfait|imparfait|souhait|satisfait|bienfait|méfait|forfait|refait|défait|plait|connait|parait|nait)(?!\\p{L}))\\p{L}{2,}(?<!r)ait';

export const fr: DateLanguage = {
  code: 'fr',
  order: 'day first',
  months: list('janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre'),
  shortMonths: list('janv?, févr?, mars, avr, mai, juin, juil, août, sept, oct, nov, déc'),
  weekdays: list('lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche'),
  seasons: ['printemps', 'été', 'automne', 'hiver'],
  units: {
    minute: 'minutes?',
    hour: 'heures?',
    day: 'jours?',
    weekend: 'week-?ends?|fin de semaine',
    week: 'semaines?',
    month: 'mois',
    quarter: 'trimestres?',
    year: 'ans?|années?',
    decade: 'décennies?',
  },
  plurals: 'semaines|années|ans|jours|heures|minutes|trimestres',
  numbers: numbered(
    'une? = 1, deux = 2, trois|quelques = 3, quatre = 4, cinq = 5, six = 6, sept = 7, huit = 8, neuf = 9, dix = 10, onze = 11, douze = 12, quinze = 15, vingt = 20',
  ),
  dayWords: [['premier', 1]],
  days: offsets(
    "avant-hier|avant hier = -2, hier|la nuit dernière|cette nuit = -1, aujourd' ?hui|ce matin|ce soir|cet après-midi = 0, demain = 1, après-demain|après demain = 2",
  ),
  relative: [['weekend', -1, 'le week-end passé']],
  last: { before: 'derni(?:er|ère)', after: 'derni(?:er|ère)|passée?|précédente?' },
  this: { before: 'cet(?:te)?|ce', after: 'en cours' },
  next: { before: 'prochaine?', after: 'prochaine?|suivante?|qui vient|à venir' },
  nextWeekday: 'coming',
  ago: ['il y a (?:environ |près de )?{n} {unit}', 'ça fait {n} {unit}'],
  ahead: ['dans {n} {unit}', "d'ici {n} {unit}"],
  recent: ['(?:ces|les|des) {n} derni(?:er|ère)s {unit}'],
  coming: ['(?:ces|les) {n} prochaine?s {unit}'],
  ordinal: '(?:er)?',
  of: "(?:de |d')",
  ofYear: "(?:de l'année|de|en) ?",
  yearTemplates: ["(?:en l'an|de l'année|l'année|en année) {y}"],
  in: { before: "en|au(?: mois d[e'])?|du(?: mois d[e'])?|pour|d[eu]|l'|de l'|d'|pendant l[e']|à l'|cet|le mois d[e']" },
  on: 'le|du|au|dès le|depuis le',
  weekend: '(?:le|ce|au|pendant le|pour le) week-?end',
  since: { before: "depuis(?: le| la| l')?|à partir d[eu]|dès(?: le)?" },
  sincePast: { before: "depuis(?: le| la| l')?" },
  before: { before: "avant(?: le| la| l')?" },
  after: { before: "après(?: le| la| l')?" },
  until: { before: "jusqu'(?:au|en|à)|d'ici(?: le| la| à)?|au plus tard le" },
  to: "au|à|jusqu'(?:au|en|à)",
  and: 'et(?: le)?',
  between: 'entre(?: le)?',
  early: { before: "(?:au )?(?:début|commencement)(?: d[eu]| de l')?" },
  mid: { before: "(?:mi-?|(?:à la |au )?(?:mi-|milieu d[eu]|milieu de l'))" },
  late: { before: "(?:à la )?fin(?: d[eu]| de l')?" },
  every: 'chaque|tous les|toutes les|les?|un',
  joint: "de la|de l'|de|du|d'|en|au|le|l'",
  past: `étai[ts]|étaient|étions|avai[ts]|avaient|avions|\\p{L}{2,}(?:(?<!r)aient|èrent|irent)|fut|furent|${IMPERFECT}|(?:j.ai|ai|as|a|avons|avez|ont)(?: [^\\s.!?]+){0,3}? ${PARTICIPLE}|(?:suis|es|est|sommes|êtes|sont)(?: [^\\s.!?]+){0,2}? ${MOVED}|(?:me suis|t.es|s.est|nous sommes|vous êtes|se sont)(?: [^\\s.!?]+){0,2}? ${PARTICIPLE}`,
  future:
    'serai?|seront|sera|serons|aurai?|aura|auront|ira|irai|irons|vais|va|allons|allez|vont|\\p{L}{3,}(?:erai|era|erons|erez|eront|irai|ira|irons|iront)|doi[ts]|devons|prévue?s?|faut|veux|veut|rendez-vous|on se voit|arrive|part',
  present:
    'est|sont|c.est|j.ai|ai|avons|ont|y a|pars|partons|fais|faisons|fait|passe|passons|prends|prenons|prend|viens|vient|viennent|fête|fêtons|joue|jouons|vole|volons|commence|commencent|finit|ouvre|ferme|me marie|rentre|rentrons|reprends',
};
