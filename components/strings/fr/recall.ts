import { fixed, number, plural } from '#components/strings/counted';
import { TAG_MODE_TEXTS } from '#components/strings/fr/ui';
import type { recall as english } from '#components/strings/recall';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => plural(n, { one: '# souvenir', other: '# souvenirs' });

const tagModes: Translation<typeof english.tags.short> = {
  any: 'au moins un',
  all: 'tous',
  any_strict: 'au moins un, strict',
  all_strict: 'tous, strict',
  exact: 'exact',
};

/** What a recall includes with the memories. */
const included = { entities: 'entités', chunks: 'segments', sources: 'faits sources', prefer: 'observations d’abord' };

const budgets: Translation<typeof english.budget.names> = { low: 'bas', mid: 'moyen', high: 'élevé' };

const omissions: Readonly<Record<string, string | undefined>> = {
  same_as_source: 'identique à sa source',
  covered_by_observation: 'couvert par une observation ci-dessus',
  min_score: 'sous le score final minimal',
  result_limit: 'au-delà du nombre maximal de résultats',
  token_budget: 'au-delà de la limite de tokens',
};
const omissionText = (reason: string): string => omissions[reason] ?? reason.replaceAll('_', ' ');

const failures: Readonly<Record<string, string | undefined>> = {
  not_configured: 'non configuré',
  nothing_to_do: 'rien à faire',
  timeout: 'délai dépassé',
  rate_limited: 'débit limité',
  unreachable: 'injoignable',
  provider_error: 'erreur du fournisseur',
  paused: 'en pause',
  refused: 'refus du modèle',
  malformed: 'réponse inutilisable',
  cut_off: 'réponse tronquée',
  too_long: 'texte trop long',
  unauthorized: 'clé refusée',
  rejected: 'modèle ou requête refusés',
  aborted: 'arrêté',
};
/** Why a model was not used, within a sentence. */
const failureText = (failure: string): string => failures[failure] ?? failure.replaceAll('_', ' ');

export const recall: Translation<typeof english> = {
  title: 'Rappel',
  purpose:
    'Interrogez la banque comme le ferait un agent, et voyez pourquoi chaque souvenir est renvoyé. Aucun modèle de langage n’est appelé.',
  question: 'Requête',
  placeholder: 'Que sait la banque au sujet de…',
  ask: 'Rappeler',
  asking: 'Recherche…',
  needsQuestion: 'Saisissez une requête.',
  options: 'Options',
  reset: 'Réinitialiser les options',
  failed: 'Le rappel a échoué',
  first: 'Aucun résultat pour l’instant',
  firstText:
    'Saisissez une requête comme le ferait un agent. Chaque souvenir s’affiche avec ses quatre scores et son classement. Vous voyez aussi quels souvenirs ont été omis, et pourquoi. L’URL contient la requête et ses options : vous pouvez la partager.',
  firstCurl: 'Une commande curl de rappel',
  exampleQuestions: [
    'Que s’est-il passé la semaine dernière ?',
    'Qui a promis quelque chose ?',
    'Quelles sont les préférences de chacun ?',
  ],
  types: { label: 'Types', all: 'tous' },
  budget: {
    label: 'Budget',
    help: 'Nombre de candidats examinés : 100, 300 ou 1 000 par défaut.',
    names: budgets,
  },
  tokens: {
    label: 'Tokens au maximum',
    of: (n) => plural(n, { one: '# token', other: '# tokens' }),
    help: 'Les résultats sont ajoutés jusqu’à ce nombre de tokens. Laissez vide pour le paramètre de la banque, 4 096 par défaut.',
  },
  tags: {
    label: 'Tags',
    any: 'sans filtre',
    of: (n, mode) => `${plural(n, { one: '# tag', other: '# tags' })}, ${tagModes[mode]}`,
    exactNone: 'sans tag',
    tree: 'arbre de tags',
    add: 'Tags, séparés par des virgules',
    mode: 'Correspondance des tags',
    modes: TAG_MODE_TEXTS,
    short: tagModes,
    groups: 'Ou un arbre de filtres, en JSON',
    groupsHelp: 'Par exemple [{"or": [{"tags": ["a"]}, {"not": {"tags": ["b"]}}]}]. Il remplace les tags ci-dessus.',
    groupsWrong: 'Ce n’est pas une liste JSON de filtres de tags.',
  },
  time: {
    label: 'Date',
    now: 'maintenant',
    asked: (day) => `au ${day}`,
    window: (from, to) => `du ${from} au ${to}`,
    askedOn: 'Date de la requête',
    askedHelp: '« Le mois dernier » se rapporte à ce jour, à midi UTC. Laissez vide pour maintenant.',
    from: 'Préférer du',
    to: 'au, inclus',
    help: 'Classe d’abord les souvenirs survenus entre ces deux jours, quelles que soient les dates de la requête. Aucun souvenir n’est omis.',
    half: 'Saisissez les deux jours ; un seul n’a pas d’effet.',
  },
  scores: {
    label: 'Scores minimaux',
    none: 'aucun',
    semantic: 'Sémantique : cosinus',
    keyword: 'Mots-clés : part des termes, de 0 à 1',
    reranker: 'Reranker',
    final: 'Final, de 0 à 1',
    help: 'Un score final minimal d’environ 0,5 exclut les résultats hors sujet.',
  },
  include: {
    label: 'Inclure',
    of: (what) => (what.length === 0 ? 'souvenirs seuls' : `avec ${what.map((each) => included[each]).join(', ')}`),
    entities: 'Entités',
    chunks: 'Segments',
    chunksAs: 'selon la banque',
    chunksOff: 'non',
    chunksOn: 'oui',
    sources: 'Faits sources des observations',
    tokens: 'Tokens au maximum',
    sourcesHelp: '-1 signifie sans limite.',
    each: 'Tokens par observation',
    eachHelp: 'Remplace la limite commune.',
    prefer: 'Préférer les observations',
    preferHelp: 'Omet les faits dont une observation renvoyée est dérivée.',
  },
  copy: {
    curl: 'curl',
    python: 'Python',
    typescript: 'TypeScript',
    json: 'JSON',
    what: {
      curl: 'cette requête en commande curl',
      python: 'cette requête en Python',
      typescript: 'cette requête en TypeScript',
      json: 'le corps de cette requête',
    },
    label: 'Copier en',
  },
  retrievers: { semantic: 'Sémantique', keyword: 'Mots-clés', temporal: 'Temporel', graph: 'Graphe' },
  results: {
    title: memories,
    packed: (used, of) => `${number(used)} tokens sur ${number(of)}`,
    list: 'Résultats, les meilleurs d’abord',
    score: (retriever, text) => `${retriever} ${text}`,
    blended: (text) => `score final ${text}`,
    zero: 'aucun',
    why: 'Expliquer le classement',
    noDocument: 'dérivé',
    sources: (n) => plural(n, { one: '# source', other: '# sources' }),
    announce: (n) => plural(n, { one: '# souvenir trouvé.', other: '# souvenirs trouvés.' }),
  },
  none: {
    offTopic: 'Aucun souvenir ne correspond à cette requête',
    offTopicText: (coverage, cosine) =>
      `Aucun souvenir ne contient ${Math.round(coverage * 100)} % des mots pondérés de la requête ni n’a un sens proche (cosinus d’au moins ${number(cosine)}). Cette banque s’abstient : le rappel ne renvoie aucun résultat.`,
    weak: 'Aucun souvenir ne correspond bien à cette requête. Voici les meilleurs résultats.',
    cut: 'Tous les candidats ont été omis',
    cutText: 'Les options ont exclu tous les candidats. La trace indique lesquelles.',
    nothing: 'Aucun candidat trouvé',
    nothingText: 'La banque est vide, ou les types et les tags excluent tous les souvenirs.',
  },
  omitted: {
    title: (n) => `${number(n)} omis`,
    show: 'Afficher',
    hide: 'Masquer',
    more: (n) => plural(n, { one: 'Afficher # autre', other: 'Afficher # autres' }),
    deleted: 'Ce souvenir n’existe plus.',
    failed: 'impossible à charger',
    reason: omissionText,
  },
  trace: {
    title: 'Trace',
    ms: (n) => `${number(n < 10 ? Math.round(n * 10) / 10 : Math.round(n))} ms`,
    plan: 'Plan',
    window: '« {said} » est interprété comme : {range}.',
    windowGiven: 'Période préférée : {range}.',
    onlyTime: (n) =>
      n === 0
        ? 'La requête ne porte que sur cette période, et aucun souvenir n’en fait partie.'
        : plural(n, {
            one: 'La requête ne porte que sur cette période : son # souvenir est renvoyé.',
            other: 'La requête ne porte que sur cette période : ses # souvenirs sont renvoyés, les plus anciens d’abord.',
          }),
    between: (from, to) => `du ${from} au ${to}`,
    open: '…',
    noWindow: 'Aucune date dans la requête.',
    terms: 'Termes cherchés (racines), avec le nombre de souvenirs qui contiennent chacun :',
    noTerms: 'La requête n’a pas de terme significatif.',
    speaker: (name) => `Classe plus haut les propos de ${name}, car la requête porte sur eux.`,
    unembedded: (why) => `La recherche sémantique n’a pas eu lieu : ${failureText(why)}.`,
    retrieverCount: 'Quatre recherches',
    found: (n) => plural(n, { one: 'souvenir', other: 'souvenirs' }),
    notAsked: 'non utilisée',
    rank: 'Classement',
    candidates: (n) => plural(n, { one: '# candidat distinct, après fusion.', other: '# candidats distincts, après fusion.' }),
    fell: (n) =>
      plural(n, {
        one: '# candidat écarté : aucune recherche ne l’a trouvé seule, ou son score est nul.',
        other: '# candidats écartés : aucune recherche ne les a trouvés seule, ou leur score est nul.',
      }),
    reranker: {
      applied: 'Le reranker a fixé l’ordre final.',
      not_configured: 'Aucun reranker n’est configuré.',
      switched_off: 'Le reranker est désactivé pour cette banque.',
    },
    rerankerOther: (state) => `Le reranker n’a pas été utilisé : ${failureText(state.replace('skipped_', ''))}.`,
    pack: 'Sélection',
    selected: (returned, omitted) =>
      `${[
        plural(returned, { one: '# renvoyé', other: '# renvoyés' }),
        ...omitted.map(({ reason, count: n }) => `${number(n)} ${omissionText(reason)}`),
      ].join(', ')}.`,
    total: (ms) => `${ms} sur le serveur`,
    missing: 'La réponse ne contient pas de trace.',
  },
  why: {
    title: (rank) => `Pourquoi le rang ${number(rank)}`,
    open: 'Ouvrir le souvenir',
    bar: 'Parts du score',
    place: (rank, of) => `${number(rank)} sur ${number(of)}`,
    absent: 'non trouvé',
    time: 'Date',
    neighbors: 'Voisins',
    sum: 'Score propre et voisins',
    factors: {
      document: 'son document couvre la requête',
      asked: 'dit par la personne concernée',
      date: 'dans la période',
      opening: 'ouvre son document',
      question: 'est lui-même une question',
      standing: 'instruction permanente',
      recency: 'plus récent',
      quote: 'citation exacte',
    },
    times: (factor) => `×${fixed(factor, 2)}`,
    final: 'Final, mis à l’échelle pour que le meilleur score reflète la qualité de sa réponse',
  },
  included: {
    label: 'Inclus',
    entities: 'Entités',
    chunks: 'Segments',
    sources: 'Faits sources',
    json: 'JSON',
    jsonOf: 'La réponse en JSON, sans sa trace',
    cut: 'tronqué',
    chunk: (n) => `segment ${number(n + 1)}`,
    truncated: 'Certains faits sources dépassaient la limite de tokens.',
  },
};
