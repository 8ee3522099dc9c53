import { number, plural } from '#components/strings/counted';
import type { dryRun as english } from '#components/strings/dry-run';
import type { Translation } from '#components/strings/translated';

/** What the language model was called for, by `scope`. */
const calls: Readonly<Record<string, string | undefined>> = {
  change_document: 'modification du document',
  write_document: 'rédaction du document',
  fill_in: 'sortie structurée',
};

export const dryRun: Translation<typeof english> = {
  title: 'Simulation',
  before: 'Avant de la lancer',
  costsModel:
    'Une simulation fait tout ce que fait une actualisation, sauf écrire. Si un modèle de langage est configuré, elle coûte autant de tokens qu’une actualisation.',
  takes: 'Aucune option : elle utilise la question, la portée et le type d’actualisation du modèle.',
  writes: 'Elle n’écrit rien : ni version, ni opération, ni date d’actualisation.',
  lastCost: (text) => `La dernière actualisation a coûté : ${text}.`,
  run: 'Lancer',
  runAgain: 'Relancer',
  runningText: 'Lecture des souvenirs et préparation du document. Cela peut durer autant qu’une actualisation.',
  stop: 'Arrêter',
  stopped: 'Simulation arrêtée ; rien n’a été écrit.',
  failed: 'La simulation a échoué',
  at: 'Dernière exécution : {time}. Ce résultat reste dans cet onglet jusqu’à sa fermeture.',
  verdicts: {
    content_written: 'Écrirait une nouvelle version',
    content_unchanged: 'Ne changerait pas le contenu',
    content_preserved_no_new_facts: 'Ne changerait pas le document : aucun fait nouveau',
    refresh_failed_empty_candidate: 'Échouerait sans changer le document',
    refresh_failed_delta_not_applied: 'Échouerait sans changer le document',
  },
  verdictText: {
    content_written: 'Les modifications sont affichées ci-dessous.',
    content_unchanged: 'Les souvenirs actuels donnent le même texte. Seule la date d’actualisation changerait.',
    content_preserved_no_new_facts:
      'Aucun souvenir de sa portée n’est plus récent que la dernière actualisation : aucun modèle de langage n’est appelé.',
    refresh_failed_empty_candidate: 'Le nouveau document serait vide. Une actualisation ne remplace jamais un contenu par rien.',
    refresh_failed_delta_not_applied:
      'Les modifications n’ont pas pu être appliquées. Une actualisation ne remplace jamais un contenu par une supposition.',
  },
  noEvidence: 'Aucun souvenir ne correspond à sa question et aucune de ses sources ne subsiste : le document deviendrait vide.',
  mode: 'Actualisation',
  modeSame: (mode) => `${mode}, comme défini`,
  modeOther: (asked, got) => `${got} au lieu de ${asked}`,
  modeOtherBecause: (asked, got, why) => `${got} au lieu de ${asked}, car ${why}`,
  method: 'Rédaction',
  took: 'Durée',
  cost: 'Tokens',
  size: 'Nouvelle taille',
  window: 'Données lues',
  range: 'Fenêtre',
  windowFull: 'Tous les souvenirs de sa portée, dernier instant : {until}',
  windowDelta: 'Souvenirs écrits dans cet intervalle : {after} → {until}',
  windowNone: 'Aucun nouveau souvenir dans sa portée depuis cet instant : {until}',
  revisions: (after, to) =>
    after !== null && after >= to
      ? `révision ${number(to)} de la banque`
      : after === null
        ? `jusqu’à la révision ${number(to)} de la banque`
        : `révisions ${number(after + 1)} à ${number(to)} de la banque`,
  watermark: 'Souvenir le plus récent de la portée',
  watermarkNone: 'aucun',
  scope: 'Portée',
  scopeAll: 'tous les souvenirs de la banque',
  scopeUntagged: 'souvenirs sans tag',
  tagsMatch: (mode) => `tags_match: ${mode}`,
  group: {
    everything: 'tout',
    nothing: 'rien',
    and: (parts) => parts.join(' et '),
    or: (parts) => parts.join(' ou '),
    not: (what) => `sauf ${what}`,
    within: (what) => `(${what})`,
    noTags: 'aucun tag',
  },
  leaf: {
    any: (tags) => `au moins un de ${tags}, ou sans tag`,
    all: (tags) => `tous de ${tags}, ou sans tag`,
    any_strict: (tags) => `au moins un de ${tags}`,
    all_strict: (tags) => `tous de ${tags}`,
    exact: (tags) => `exactement ${tags}`,
  },
  matches: {
    any: 'avec au moins un de ces tags, ou sans tag',
    all: 'avec tous ces tags, ou sans tag',
    any_strict: 'avec au moins un de ces tags',
    all_strict: 'avec tous ces tags',
    exact: 'avec exactement ces tags',
  },
  types: 'Types',
  typesAll: 'tous',
  modelsExcluded: 'Les autres modèles mentaux sont exclus.',
  facts: 'Souvenirs lus et cités',
  factsText: 'Nombre de souvenirs lus pour chaque type, et nombre que le document citerait.',
  retrieved: (n) => plural(n, { one: '# lu', other: '# lus' }),
  used: (n) => plural(n, { one: '# cité', other: '# cités' }),
  ofType: { world: 'Monde', experience: 'Expérience', observation: 'Observation', 'mental-models': 'Modèles mentaux' },
  pair: (type, retrieved, used) =>
    `${type} : ${plural(retrieved, { one: '# lu', other: '# lus' })}, ${plural(used, { one: '# cité', other: '# cités' })}`,
  factsNone: 'Aucun souvenir n’a été lu.',
  changes: 'Contenu stocké et nouveau contenu',
  verified: 'Vérifié',
  verifiedText: 'Le diff du serveur, appliqué au contenu stocké, donne exactement cet aperçu.',
  unverified: 'Non vérifié',
  unverifiedText: 'Le diff du serveur, appliqué au contenu stocké, ne donne pas cet aperçu.',
  unverifiedMoved: 'Le contenu stocké a changé depuis la préparation de la simulation.',
  noDiff: 'Le contenu ne changerait pas.',
  stored: 'stocké',
  would: 'nouveau',
  diff: 'le diff',
  operations: 'Opérations',
  operationsFull: 'Une actualisation complète n’a pas d’opérations : elle écrit tout le document.',
  operationsNone: 'Aucune opération ne serait appliquée.',
  real: 'Actualiser maintenant',
  realText: 'Les mêmes souvenirs sont lus, sauf s’il en arrive de nouveaux. Un modèle de langage peut formuler le texte autrement.',
  moved: {
    version: 'Le modèle a changé après cette simulation.',
    refreshed: 'Vous avez actualisé le modèle après cette simulation.',
    settings: 'Les paramètres du modèle ont changé après cette simulation.',
    memories: 'Des souvenirs de sa portée ont changé après cette simulation.',
  },
  movedText: 'Relancez-la pour un résultat à jour.',
  trace: 'Étapes',
  found: (n) => plural(n, { one: '# trouvé', other: '# trouvés' }),
  tools: { recall: 'Souvenirs', search_observations: 'Observations', search_mental_models: 'Modèles mentaux' },
  asked: (scope) => `Modèle de langage : ${calls[scope] ?? scope.replaceAll('_', ' ')}`,
};
