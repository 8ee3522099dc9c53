import { number, plural } from '#components/strings/counted';
import type { reflect as english } from '#components/strings/reflect';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => plural(n, { one: '# souvenir', other: '# souvenirs' });
const found = (n: number): string => plural(n, { one: '# résultat', other: '# résultats' });

export const reflect: Translation<typeof english> = {
  title: 'Réflexion',
  purpose: 'Posez une question à la banque et obtenez une réponse, avec des sources pour chaque affirmation.',
  question: 'Question',
  placeholder: 'Que voulez-vous savoir…',
  ask: 'Réfléchir',
  asking: 'Réflexion…',
  stop: 'Arrêter',
  needsQuestion: 'Saisissez une question.',
  longQuestion: (most) => `${number(most)} caractères au plus.`,
  refused: 'Une option contient du JSON non valide. Ouvrez l’option signalée.',
  options: 'Options',
  reset: 'Réinitialiser les options',
  failed: 'La réflexion a échoué',
  costs: {
    unknown:
      'Avec un modèle de langage, cela coûte des tokens ; le budget bas coûte le moins. Si aucun souvenir ne répond à la question, aucun modèle n’est appelé.',
    nothing:
      'Aucun modèle de langage n’est configuré pour la réflexion : les règles intégrées répondent avec des phrases stockées, sans coûter de tokens.',
    model: (model, budget, withFields) =>
      `Appelle ${model} et coûte des tokens : ${{ low: 'un appel', mid: 'jusqu’à 10 étapes', high: 'jusqu’à 20 étapes' }[budget]}${
        withFields ? ', plus une pour le schéma' : ''
      }. Si aucun souvenir ne répond à la question, il n’est pas appelé.`,
  },
  first: 'Aucune réponse pour l’instant',
  firstText:
    'La réponse vient seulement des modèles mentaux, des observations et des faits qui correspondent. Sélectionnez une citation pour voir sa source. Si aucun souvenir ne répond à la question, c’est indiqué.',
  linked: 'Ce lien contient une question',
  linkedText:
    'Elle est posée quand vous appuyez sur Réfléchir, et non à l’ouverture du lien, car un modèle de langage peut coûter des tokens.',
  firstCurl: 'Une commande curl de réflexion',
  exampleQuestions: [
    'Qu’est-ce qui a changé ces dernières semaines ?',
    'Quelles sont les préférences de chacun, et pourquoi ?',
    'Qu’a-t-on promis, et à qui ?',
  ],
  fill: (question) => `Utiliser la question « ${question} »`,
  budget: {
    help: 'Quantité lue. Bas : une recherche et un appel de modèle. Moyen et élevé : le modèle cherche lui-même, en 10 ou 20 étapes au plus.',
    tokensHelp: (least, most) => `De ${number(least)} à ${number(most)}. Par défaut : 4 096.`,
  },
  models: {
    label: 'Modèles mentaux',
    all: 'avec modèles mentaux',
    none: 'sans modèles mentaux',
    but: (n) => plural(n, { one: '# exclu', other: '# exclus' }),
    use: 'Utiliser les modèles mentaux',
    useHelp: 'Ils sont lus en premier, avec les mêmes tags.',
    each: 'Utiliser seulement',
    failed: 'Impossible de charger les modèles mentaux.',
    empty: 'Cette banque n’a pas de modèles mentaux.',
    others: 'Autres ID exclus, séparés par des virgules',
    shown: (n, total) => plural(n, { one: `# affiché sur ${number(total)}.`, other: `# affichés sur ${number(total)}.` }),
  },
  schema: {
    label: 'Schéma de réponse',
    none: 'texte seul',
    some: (n) => plural(n, { one: 'schéma de # champ', other: 'schéma de # champs' }),
    wrong: 'schéma non valide',
    field: 'Schéma JSON d’un objet',
    help: 'La réponse est renvoyée dans ces champs, en plus du texte. Types : string, number, integer, boolean, array et object, sur 5 niveaux au plus.',
    rules: 'Sans modèle de langage, seule une liste unique de chaînes est possible. Elle contient les affirmations.',
    fault: (why) => `Schéma non valide : ${why}.`,
    example: 'Exemple',
    tidy: 'Mettre en forme',
    empty: 'Retirer',
  },
  schemaExample: {
    type: 'object',
    properties: {
      points: { type: 'array', items: { type: 'string' }, description: 'L’essentiel de la réponse' },
    },
    required: ['points'],
  },
  trace: {
    label: 'Trace',
    names: { full: 'complète', brief: 'brève', none: 'aucune' },
    of: { full: 'trace complète', brief: 'trace brève', none: 'sans trace' },
    help: 'Complète : la requête et les résultats de chaque recherche. Brève : la requête seulement. Aucune : ni l’une ni les autres. Les étapes sont toujours affichées.',
  },
  copy: {
    label: 'Copier en',
    text: 'Texte',
    textWhat: 'la réponse en texte, avec ses citations',
    answer: 'JSON',
    answerWhat: 'la réponse entière en JSON',
  },
  answer: {
    title: 'Réponse',
    coming: 'Réflexion…',
    waiting: 'Pas encore de réponse. Les étapes montrent la progression.',
    changed: 'La question ou ses options ont changé. Appuyez sur Réfléchir pour la reposer.',
    announce: (n) => plural(n, { one: 'Réponse avec # source.', other: 'Réponse avec # sources.' }),
    announceNone: 'Aucune réponse.',
    asked: 'question posée {time}',
    saved: 'question posée {time}, conservée jusqu’au rechargement de la page',
    took: (text) => `en ${text}`,
    structured: 'Champs du schéma',
    structuredWhat: 'les champs en JSON',
    structuredFailed: 'Les champs du schéma n’ont pas pu être remplis.',
  },
  methods: {
    model: { name: 'rédigée par un modèle de langage', help: 'Une affirmation n’est affichée que si ses citations sont valides.' },
    extractive: {
      name: 'phrases stockées, mot pour mot',
      help: 'Les règles intégrées ont choisi les phrases stockées les plus proches de la question, sans modèle de langage. Vérifiez si elles y répondent.',
    },
    none: { name: 'aucune réponse', help: 'Phrase fixe, car aucun souvenir ne répond à la question.' },
  },
  stopped: 'Arrêtée',
  stoppedText:
    'Le serveur a cessé de traiter la question. Rien n’a été stocké. Les appels de modèle faits jusque-là figurent sous Utilisation.',
  cite: (mark, kind) => `Source ${number(mark)}, ${kind}`,
  evidence: {
    title: 'Preuves',
    used: 'Citées',
    unused: 'Trouvées, non citées',
    usedList: 'Sources citées',
    unusedList: 'Sources trouvées mais non citées',
    of: (cited, all) => plural(cited, { one: `# citée sur ${number(all)}`, other: `# citées sur ${number(all)}` }),
    kinds: {
      world: (n) => plural(n, { one: '# fait sur le monde', other: '# faits sur le monde' }),
      experience: (n) => plural(n, { one: '# expérience', other: '# expériences' }),
      observation: (n) => plural(n, { one: '# observation', other: '# observations' }),
      mental_model: (n) => plural(n, { one: '# modèle mental', other: '# modèles mentaux' }),
    },
    cited: (n) => `citée ${number(n)} fois`,
    nothingUsed: 'La réponse n’a pas de citations.',
    allUsed: 'Tous les résultats sont cités.',
    more: (n) =>
      plural(n, {
        one: 'Les recherches du modèle en ont trouvé # autre. Utilisez une trace complète pour la voir.',
        other: 'Les recherches du modèle en ont trouvé # autres. Utilisez une trace complète pour les voir.',
      }),
    show: (n) => plural(n, { one: 'Afficher # autre', other: 'Afficher # autres' }),
  },
  none: {
    free: 'Rien n’a été inventé et aucun modèle de langage n’a été appelé.',
    asked: 'Le modèle de langage n’a pas trouvé de réponse dans les résultats, et rien n’a été inventé.',
    filters: 'Les options restreignent les sources. Sans elles, il y a peut-être une réponse.',
    ways: 'Essayez les mots qu’emploient les souvenirs, vérifiez ce que trouve le rappel, ou ajoutez un document à ce sujet.',
    recall: 'Ouvrir le rappel',
    add: 'Ajouter un document',
    unsupportedText: 'Seules les affirmations aux citations valides sont affichées. Consultez les étapes, ou essayez un autre budget.',
  },
  steps: {
    title: 'Étapes',
    list: 'Étapes, dans l’ordre',
    untilFailed: 'Étapes avant l’échec, dans l’ordre',
    waiting: 'En cours',
    seconds: (n) => `${number(n)} s`,
    tools: {
      search_mental_models: 'Recherche de modèles mentaux',
      search_observations: 'Recherche d’observations',
      recall: 'Recherche de faits',
      expand: 'Lecture de sources',
    },
    model: 'Appel du modèle de langage',
    check: 'Vérification des affirmations',
    accepted: (accepted, all) =>
      `${number(accepted)} sur ${plural(all, { one: '# affirmation acceptée', other: '# affirmations acceptées' })}`,
    rejected: (n) => plural(n, { one: '# citation rejetée', other: '# citations rejetées' }),
    begun: (after, took) => `début après ${after}, durée ${took}`,
    attempt: (n) => `tentative ${number(n)}`,
    scopes: { final: 'pour la réponse', structured: 'pour les champs' },
    turn: (n) => `tour ${number(n)}`,
    found: (n) => (n === 0 ? 'aucun résultat' : found(n)),
    known: (n) =>
      `requête répétée : ${n === 0 ? 'aucun résultat' : plural(n, { one: 'le même résultat', other: 'les mêmes # résultats' })}`,
    failed: 'échec',
    query: (text) => `« ${text} »`,
    ids: (n, depth) =>
      depth === 'behind'
        ? `sources de ${memories(n)}`
        : `${memories(n)}, ${{ chunk: 'avec leur segment', document: 'avec leur document' }[depth] ?? `en ${depth}`}`,
    show: 'Résultats',
    showOf: (what) => `Résultats : ${what}`,
    ms: (n) => (n < 10_000 ? `${number(Math.round(n))} ms` : `${number(Math.round(n / 100) / 10)} s`),
    tokens: (input, output, cached = 0) =>
      `${number(input)} tokens en entrée${cached > 0 ? `, dont ${number(cached)} en cache` : ''}, ${number(output)} en sortie`,
    unreported: 'Le fournisseur n’a pas indiqué les tokens utilisés.',
    noTokens: 'Aucun modèle de langage n’a été appelé : aucun token utilisé.',
    total: (text) => `${text} au total`,
    cost: 'Tokens',
    notes: 'Notes',
  },
};
