import { listed, number, plural } from '#components/strings/counted';
import type { extract as english } from '#components/strings/extract';
import type { Translation } from '#components/strings/translated';

const differs = { words: 'mots', type: 'type', dates: 'dates', entities: 'entités', tags: 'étiquettes', speaker: 'locuteur' };
const chunks = (n: number): string => plural(n, { one: '# segment', other: '# segments' });

export const extract: Translation<typeof english> = {
  title: 'Extraction',
  purpose:
    'Aperçu des faits qu’une mémorisation extrairait d’un texte, avec les paramètres de la banque et d’autres paramètres côte à côte. Rien n’est stocké.',
  text: 'Texte',
  textPlaceholder: 'Collez une conversation, une note, un e-mail…',
  textMissing: 'Saisissez un texte.',
  textLong: (max) => `${number(max)} caractères au plus.`,
  textNotInAddress: 'L’URL contient les options, mais pas le texte.',
  characters: (n) => plural(n, { one: '# caractère', other: '# caractères' }),
  example: 'Insérer un exemple',
  exampleText:
    'Ana: Je me suis installée à Porto en mars parce que le studio y est moins cher.\nBen: Super ! Je peux te rendre visite en juin ? Je suis allergique aux chats, alors je dormirai à l’hôtel.\nAna: Juin, c’est parfait. Appelle-moi la veille de ton arrivée, je travaille tard le vendredi.\nBen: D’accord. Mon train arrive samedi à dix heures.',
  context: 'Contexte',
  contextHelp: 'D’où vient le texte, en quelques mots.',
  time: 'Mentionné',
  timeHelp: 'Une date, avec ou sans heure. Laissez vide pour maintenant ; « unset » pour aucune date.',
  timeWrong: 'Date non valide. Utilisez la forme 2026-05-06 ou 2026-05-06T10:00Z, ou « unset ».',

  candidate: 'Variante',
  candidateHelp: 'Les champs laissés vides utilisent les paramètres de la banque.',
  asBank: (value) => `banque : ${value}`,
  candidateNone: 'Changez un paramètre pour extraire le texte une seconde fois avec lui.',
  candidateSet: (n) => plural(n, { one: '# paramètre diffère', other: '# paramètres diffèrent' }),
  clear: 'Effacer',
  moreOptions: 'Étiquettes et JSON',
  configFailed: 'Impossible de charger les paramètres de la banque',

  run: 'Extraire',
  runBoth: 'Extraire deux fois et comparer',
  running: 'Extraction…',
  stop: 'Arrêter',
  costs: (calls) =>
    `Appelle le modèle ${calls === 1 ? 'environ une fois' : `environ ${number(calls)} fois`}, une fois par segment. Cela coûte des tokens.`,
  costsNoCall: 'Ces paramètres n’utilisent pas de modèle : aucun token n’est consommé.',
  costsUnknown: 'Appelle un modèle une fois par segment, si un modèle est configuré. Cela coûte des tokens.',
  costsNothing: 'Aucun modèle n’est configuré pour la mémorisation : les règles intégrées s’appliquent et aucun token n’est consommé.',
  stored: 'Rien n’est stocké et aucune banque n’est créée.',
  curl: 'Copier en curl',
  curlOwn: 'l’appel avec les paramètres de la banque',
  curlCandidate: 'l’appel avec la variante',

  sides: { own: 'Paramètres de la banque', candidate: 'Variante' },
  failed: {
    own: 'L’extraction avec les paramètres de la banque a échoué',
    candidate: 'L’extraction avec la variante a échoué',
  },
  method: {
    model: 'extrait par un modèle de langage',
    extractive: 'extrait par les règles intégrées',
    chunks: 'sans extraction : chaque segment est un fait',
  },
  facts: (n) => plural(n, { one: '# fait', other: '# faits' }),
  chunks,
  tokens: (input, output, cached) =>
    `${number(input)} tokens en entrée${cached > 0 ? `, dont ${number(cached)} en cache` : ''}, ${number(output)} en sortie`,
  noTokens: 'aucun token',
  failedChunks: (n, of) =>
    `${number(n)} sur ${chunks(of)} en échec : réponse du modèle inutilisable. Une mémorisation ferait de nouvelles tentatives.`,
  none: 'Aucun fait trouvé.',

  result: 'Faits extraits',
  resultOf: 'Faits des deux extractions, côte à côte',
  ranAt: 'extraction {time}',
  changedSince: 'Le texte ou les options ont changé depuis.',
  summary: { matched: 'communs', added: 'ajoutés', missing: 'manquants' },
  summaryMeans: {
    matched: 'dans les deux',
    added: 'seulement dans la variante',
    missing: 'seulement avec les paramètres de la banque',
  },
  tokenDifference: (own, candidate) =>
    own === candidate
      ? `${number(own)} tokens chacune`
      : `${number(own)} tokens avec les paramètres de la banque, ${number(candidate)} avec la variante`,
  show: 'Faits affichés',
  views: { all: 'Tous', differences: 'Différences' },
  same: 'Les deux extractions sont identiques.',
  differsIn: (what) => `différences : ${what.map((each) => differs[each]).join(', ')}`,
  matchedBy:
    'Deux faits se correspondent si leurs mots sont les mêmes, sans tenir compte de la casse, de la ponctuation et des espaces, ou si la plupart de leurs mots sont les mêmes.',
  onlyOwn: 'absent de la variante',
  onlyCandidate: 'ajouté par la variante',
  noEntities: 'aucune entité',
  said: (speaker) => `dit par ${speaker}`,
  because: (places) => `causé par ${listed(places.map((at) => `le fait ${at + 1}`))}`,
  emptyTitle: 'Aucune extraction pour l’instant',
  emptyText: 'Collez un texte et lancez l’extraction. Chaque fait s’affiche avec son type, ses dates, ses entités et son coût.',
};
