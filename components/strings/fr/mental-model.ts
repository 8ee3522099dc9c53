import { listed, number, plural } from '#components/strings/counted';
import { dryRun } from '#components/strings/fr/dry-run';
import type { mentalModel as english } from '#components/strings/mental-model';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';

/** A name quoted within a sentence, cut to 60 characters. */
export const shortly = (name: string): string => `« ${cut(name, 60)} »`;

const sources = (n: number): string => plural(n, { one: '# source', other: '# sources' });
const tokens = (n: number): string => plural(n, { one: '# token', other: '# tokens' });
const unchangedParts = (n: number): string => plural(n, { one: '# partie inchangée', other: '# parties inchangées' });
const unchangedLines = (n: number): string => plural(n, { one: '# ligne inchangée', other: '# lignes inchangées' });
const changes = (n: number): string => plural(n, { one: '# modification', other: '# modifications' });

const intervalText = (s: number): string =>
  s % 86_400 === 0
    ? plural(s / 86_400, { one: '# jour', other: '# jours' })
    : s % 3600 === 0
      ? plural(s / 3600, { one: '# heure', other: '# heures' })
      : s % 60 === 0
        ? plural(s / 60, { one: '# minute', other: '# minutes' })
        : plural(s, { one: '# seconde', other: '# secondes' });

const causes: Translation<typeof english.causes> = {
  create: 'à la création',
  asked: 'sur demande',
  cron: 'planifiée',
  consolidation: 'après consolidation',
};
/** The cause of a refresh within a sentence. */
const causeText = (cause: keyof typeof causes, who: string): string => (cause === 'asked' ? `à la demande de ${who}` : causes[cause]);

const reasons: Translation<typeof english.reasons> = {
  no_baseline_content: 'il n’y avait aucun contenu à modifier',
  source_query_changed: 'sa question a été modifiée',
  structured_doc_unreadable: 'les blocs du document stocké n’ont pas pu être lus',
  delta_ops_failed: 'le modèle de langage n’a renvoyé aucune modification utilisable',
  delta_ops_all_skipped: 'aucune des modifications du modèle de langage n’a pu être appliquée',
};

export const mentalModel: Translation<typeof english> = {
  title: 'Modèle mental',
  back: 'Tous les modèles mentaux',
  reading: 'Chargement du modèle mental',
  failed: 'Impossible de charger le modèle mental',
  missing: 'Modèle mental introuvable',
  missingText: (id) => `Cette banque n’a pas de modèle mental ${id}. Il a peut-être été supprimé.`,
  tabs: 'Sections du modèle mental',
  document: 'Document',
  compare: 'Comparer',
  versions: 'Versions',
  states: {
    generating: 'En cours de rédaction',
    ready: 'Prêt',
    empty: 'Vide',
    failed: 'Échec de la dernière actualisation',
  },
  fresh: 'À jour',
  staleReasons: {
    never_refreshed: 'il n’a jamais été actualisé',
    new_memories: 'des souvenirs de sa portée n’ont pas encore été lus',
    memories_gone: 'des souvenirs de sa portée ont été supprimés',
    sources_gone: 'certaines de ses sources ont changé',
    source_query_changed: 'sa question a été modifiée',
  },
  staleShort: ([reason]) =>
    reason === undefined
      ? 'Obsolète'
      : {
          never_refreshed: 'Jamais actualisé',
          new_memories: 'Nouveaux souvenirs',
          memories_gone: 'Souvenirs supprimés',
          sources_gone: 'Source modifiée',
          source_query_changed: 'Question modifiée',
        }[reason],
  staleBecause: (reasons) => `Obsolète : ${listed(reasons)}`,

  refresh: 'Actualiser',
  refreshing: 'Mise en file…',
  refreshCosts: 'Réécrit le document en arrière-plan. Si un modèle de langage est configuré, cela coûte des tokens.',
  refreshQueued: (name) => `Actualisation de ${shortly(name)} en cours`,
  refreshJoined: 'Regroupée avec l’actualisation qui attendait déjà.',
  refreshQueuedText: 'Le panneau des opérations indique quand elle est terminée.',
  refreshFailed: (name) => `Impossible de mettre en file l’actualisation de ${shortly(name)}`,
  dryRun: 'Simulation',
  edit: 'Modifier',
  openInKnowledge: 'Ouvrir dans Connaissances',
  more: 'Plus',
  clear: 'Effacer le contenu',
  clearTitle: (name) => `Effacer le contenu de « ${name} » ?`,
  clearText: 'Le document devient vide. Son contenu actuel reste dans les versions et peut être restauré.',
  clearNext:
    'La prochaine actualisation est complète : elle lit les souvenirs de sa portée les plus proches de la question et réécrit le document.',
  clearAlone: 'Son déclencheur reste en place et l’actualisera automatiquement.',
  clearing: 'Effacement…',
  cleared: (name) => `Contenu de ${shortly(name)} effacé`,
  clearedText: 'La prochaine actualisation le réécrit.',
  remove: 'Supprimer',
  removeTitle: (name) => `Supprimer « ${name} » ?`,
  removeText:
    'Supprime le document avec toutes ses versions et annule son actualisation en cours ou en attente. Les souvenirs restent. Cette action est irréversible.',
  removing: 'Suppression…',
  removed: (name) => `${shortly(name)} supprimé`,
  restore: (version) => `Restaurer v${version}`,
  restoreTitle: (version) => `Restaurer la version ${version} ?`,
  restoreText: (version, next) =>
    `Le contenu, les blocs et les sources de v${version} deviennent une nouvelle version, v${next}. Le contenu actuel reste dans les versions.`,
  restoreNext: (version) =>
    `Le nom, la question, les tags et le déclencheur ne changent pas. La prochaine actualisation lit ce qui est plus récent que v${version}.`,
  restoreDeletedSources: (n, isByItself) =>
    `${plural(n, {
      one: '# de ses sources a été supprimée ou invalidée depuis. Les blocs fondés sur elle sont signalés',
      other: '# de ses sources ont été supprimées ou invalidées depuis. Les blocs fondés sur elles sont signalés',
    })}, et ${isByItself ? 'une actualisation automatique' : 'la prochaine actualisation'} retire les blocs sans appui.`,
  restoreEmpty: 'Cette version est vide : le document devient vide.',
  restoring: 'Restauration…',
  restored: (version, name) => `Version ${version} de ${shortly(name)} restaurée`,
  isCurrent: 'C’est la version actuelle',

  writing: 'En cours de rédaction.',
  writingText:
    'Une actualisation lit les souvenirs de sa portée qui répondent à la question et rédige le document. Il s’affichera ici dès qu’il sera prêt.',
  waitingRefresh: 'Une actualisation est en cours ou en attente.',
  retrying: 'L’actualisation échoue à chaque tentative :',
  retryingShort: 'Nouvelle tentative',
  retryNow: 'Nouvelle tentative en cours.',
  retryAt: 'Prochaine tentative {time}.',
  emptyTitle: 'Aucun contenu pour l’instant',
  emptyCleared: 'Le contenu a été effacé. La prochaine actualisation réécrit le document.',
  emptyRestored: 'Une version vide a été restaurée. La prochaine actualisation réécrit le document.',
  emptyNoEvidence: 'Aucun souvenir de sa portée ne répond à la question. Mémorisez quelque chose à ce sujet, puis actualisez.',
  emptyPlain: 'Actualisez-le pour rédiger le document à partir des souvenirs de la banque.',
  lastError: 'La dernière actualisation a échoué.',
  lastErrorContent: 'Le contenu précédent reste en place.',
  seeOperation: 'Voir l’opération',
  operationId: 'l’ID de l’opération',
  sources,
  sourcesOf: 'Sources de ce bloc',
  openSources: (n) => plural(n, { one: 'Afficher # source de ce bloc', other: 'Afficher les # sources de ce bloc' }),
  unproven: 'aucune source',
  moreSources: (n) =>
    plural(n, { one: 'et # autre : sélectionnez pour tout afficher', other: 'et # autres : sélectionnez pour tout afficher' }),
  blockChanged: ({ deleted, edited, of }) => {
    if (deleted === of)
      return of === 1
        ? 'Sa source a été supprimée ou invalidée : la prochaine actualisation retire ce bloc.'
        : 'Toutes ses sources ont été supprimées ou invalidées : la prochaine actualisation retire ce bloc.';
    if (edited === of)
      return of === 1
        ? 'Sa source a été modifiée depuis : la prochaine actualisation réécrit ce bloc.'
        : 'Toutes ses sources ont été modifiées depuis : la prochaine actualisation réécrit ce bloc.';
    const parts = listed([
      ...(deleted === 0 ? [] : [plural(deleted, { one: '# a été supprimée ou invalidée', other: '# ont été supprimées ou invalidées' })]),
      ...(edited === 0 ? [] : [plural(edited, { one: '# a été modifiée', other: '# ont été modifiées' })]),
    ]);
    return `De ses ${sources(of)}, ${parts} depuis : la prochaine actualisation réécrit ce bloc${deleted > 0 ? ' avec le reste' : ''}.`;
  },
  blockRewritten: ({ of, deleted, invalidated, moved, edited }) => {
    if (of === 1) return 'Sa source a été modifiée : réécrit à partir de son texte actuel.';
    const some = (n: number, one: string, other: string) => (n === 0 ? [] : [plural(n, { one: `# ${one}`, other: `# ${other}` })]);
    const changes = [
      some(deleted, 'supprimée', 'supprimées'),
      some(invalidated, 'invalidée', 'invalidées'),
      some(moved, 'hors de la portée', 'hors de la portée'),
      some(edited, 'modifiée', 'modifiées'),
    ];
    return `De ses ${sources(of)} : ${listed(changes.flat())}. Réécrit à partir des autres.`;
  },
  deletedSource: 'Souvenir supprimé',
  sourceStates: { live: '', edited: 'modifié depuis', invalidated: 'invalidé depuis', deleted: 'supprimé depuis' },
  noDocument: 'Les blocs n’ont pas pu être lus ; voici le texte brut.',
  evidence: 'Preuves',
  evidenceNone: 'Le document n’a pas de citations.',
  cited: (n) => plural(n, { one: 'dans # bloc', other: 'dans # blocs' }),
  structured: 'Sortie structurée',
  structuredFailed: 'Impossible de créer la sortie structurée :',
  copyStructured: 'la sortie structurée',
  copyContent: 'Copier en Markdown',
  contentMarkdown: 'le document en Markdown',
  about: 'Détails',
  facts: {
    state: 'État',
    trigger: 'Déclencheur',
    next: 'Prochaine actualisation',
    last: 'Dernière actualisation',
    lastGood: 'Dernière actualisation réussie',
    tokens: 'Taille',
    tags: 'Tags',
    method: 'Rédaction',
    usage: 'Coût de la dernière actualisation',
    usageGood: 'Coût de cette actualisation',
    id: 'ID',
  },
  sizeOf: (blocks, sourceCount) => `${plural(blocks, { one: '# bloc', other: '# blocs' })}, ${sources(sourceCount)}`,
  tokensOf: (n, budget) => `${number(n)} sur ${tokens(budget)}`,
  methods: (method) => (method === 'extractive' ? 'phrases exactes des souvenirs, sans modèle de langage' : method),
  noTags: 'aucun : lit tous les souvenirs, avec ou sans tag',
  usageNone: 'aucun token : aucun modèle de langage n’a été appelé',
  usage: (input, output) => `${tokens(input)} en entrée, ${number(output)} en sortie`,
  triggers: {
    delta: 'applique les nouveaux souvenirs',
    full: 'réécrit le document',
    consolidation: 'après chaque consolidation',
    cron: (words) => `${words.charAt(0).toLowerCase()}${words.slice(1)}, UTC`,
    hand: 'seulement sur demande',
    both: (when, how) => `${when} ; ${how}`,
    atMost: (when, seconds) => `${when}, à ${intervalText(seconds)} d’intervalle au moins`,
  },

  version: (n) => `v${n}`,
  versionsOf: 'Versions, les plus récentes d’abord',
  versionsFailed: 'Impossible de charger les versions',
  versionFailed: 'Impossible de charger la version',
  olderVersions: 'Versions plus anciennes',
  allVersions: (n) => plural(n, { one: 'Voir # version', other: 'Voir les # versions' }),
  changes: { create: 'création', refresh: 'actualisation', clear: 'effacement', restore: 'restauration', edit: 'modification' },
  restoredBy: (version, who) => `${version === null ? 'restauration' : `restauration de v${version}`} par ${who}`,
  modes: { full: 'complète', delta: 'différentielle' },
  causes,
  by: (who) => `par ${who}`,
  withoutKey: 'un appel sans clé',
  createdBy: (who) => `création par ${who}`,
  clearedBy: (who) => `effacement par ${who}`,
  versionWritten: '{time}, {cause}',
  current: 'actuelle',
  wordsOf: (n, change = 0) =>
    `${plural(n, { one: '# mot', other: '# mots' })}${change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${number(Math.abs(change))})`}`,
  firstVersion: 'première version',
  factsChange: (added, dropped) =>
    `${[added > 0 && `+${number(added)}`, dropped > 0 && `−${number(dropped)}`].filter(Boolean).join(' ')} ${added + dropped === 1 ? 'fait' : 'faits'}`,
  pickFrom: 'Côté A, avant',
  pickTo: 'Côté B, après',
  pick: (version) => `Comparer v${version}`,
  pickHelp: 'A est la version d’avant, B celle d’après.',
  pickAs: { from: 'A', to: 'B' },
  swap: 'Inverser les côtés',
  reversed:
    'Le côté A est plus récent : la différence montre ce que changerait un retour au côté B. « Pourquoi il a changé » suit l’ordre chronologique.',
  step: 'Touches [ et ] pour la paire plus ancienne ou plus récente',
  withCurrent: 'Comparer à la version actuelle',

  comparing: 'Comparaison…',
  compareTitle: 'Comparer les versions',
  compareNone: 'Il n’y a qu’une version',
  compareNoneText: 'Quand une actualisation modifie le document, vous pouvez comparer les deux versions ici.',
  same: 'Ces versions sont identiques',
  sameText: 'Le contenu, les blocs et les sources sont les mêmes.',
  sameLines: 'Les lignes sont les mêmes. L’autre affichage compare les blocs et leurs sources.',
  level: (n) => `Titre de niveau ${n}`,
  sameBlanks: 'Seuls les espaces diffèrent, et ils sont ignorés.',
  summary: (n) => (n === 0 ? 'Aucune modification' : changes(n)),
  words: (added, removed) => `+${number(added)} −${number(removed)} mots`,
  summarySpoken: (n, added, removed) =>
    `${changes(n)}, ${plural(added, { one: '# mot ajouté', other: '# mots ajoutés' })}, ${plural(removed, {
      one: '# mot supprimé',
      other: '# mots supprimés',
    })}`,
  layout: 'Disposition',
  unified: 'Unifiée',
  split: 'Côte à côte',
  rendered: 'Mis en forme',
  raw: 'Markdown',
  ignoreBlanks: 'Ignorer les espaces',
  nextChange: 'Modification suivante',
  previousChange: 'Modification précédente',
  at: (at, total) => `Modification ${at} sur ${total}`,
  copyPatch: 'Copier le patch',
  difference: 'Différence',
  folded: (lines, parts) =>
    lines < parts ? unchangedParts(parts) : `${unchangedLines(lines)} en ${plural(parts, { one: '# partie', other: '# parties' })}`,
  foldedLines: unchangedLines,
  unfold: (lines, parts) =>
    lines < parts
      ? plural(parts, { one: 'Afficher # partie', other: 'Afficher # parties' })
      : plural(lines, { one: 'Afficher # ligne', other: 'Afficher # lignes' }),
  line: (n) => `Ligne ${n}`,
  rows: {
    same: '',
    removed: 'Bloc supprimé',
    added: 'Bloc ajouté',
    movedFrom: 'Bloc déplacé, ancienne position',
    movedTo: 'Bloc déplacé, nouvelle position',
    changedFrom: 'Bloc modifié, avant',
    changedTo: 'Bloc modifié, après',
    evidence: 'Même texte, autres sources',
    removedLine: 'Ligne supprimée',
    addedLine: 'Ligne ajoutée',
  },
  moved: 'déplacé',
  evidenceChanged: 'même texte, autres sources',
  marks: { deleted: 'supprimé :', inserted: 'ajouté :', ends: 'fin' },

  why: 'Pourquoi il a changé',
  wroteOf: {
    create: (v) => `${v} : création du modèle.`,
    clear: (v, who) => `${v} : effacement par ${who}.`,
    restore: (v, who, from) => `${v} : restauration de ${from} par ${who}.`,
    delta: (v, cause, who) => `${v} : actualisation différentielle, ${causeText(cause, who)}.`,
    full: (v, cause, who) => `${v} : actualisation complète, ${causeText(cause, who)}.`,
    fullBecause: (v, cause, who, why) =>
      `${v} : actualisation complète, ${causeText(cause, who)} ; une actualisation différentielle était demandée, mais ${reasons[why]}.`,
  },
  reasons,
  spent: tokens,
  spentNone: 'aucun token',
  versionsBetween: 'Versions intermédiaires',
  inBetween: (shown, all) => `Affichage des ${number(shown)} dernières versions sur ${number(all)}.`,
  showOlder: (n, hidden) =>
    n < hidden
      ? plural(n, { one: 'Afficher # plus ancienne', other: 'Afficher # plus anciennes' })
      : plural(n, { one: 'Afficher la première', other: 'Afficher les # premières' }),
  whySame: 'Les deux côtés sont la même version.',
  whyFacts: 'Faits',
  factCounts: (added, dropped, unchanged) =>
    [
      plural(added, { one: '# ajouté', other: '# ajoutés' }),
      plural(dropped, { one: '# retiré', other: '# retirés' }),
      plural(unchanged, { one: '# inchangé', other: '# inchangés' }),
    ].join(', '),
  factAdded: 'Ajouté',
  factDropped: 'Retiré',
  factUnchanged: 'Inchangé',
  factsNone: 'Aucune des deux versions ne cite de fait.',
  showUnchanged: (n) => plural(n, { one: 'Afficher # inchangé', other: 'Afficher # inchangés' }),
  showMore: (n, hidden) =>
    n < hidden
      ? plural(n, { one: `Afficher # autre sur ${number(hidden)}`, other: `Afficher # autres sur ${number(hidden)}` })
      : plural(n, { one: 'Afficher # autre', other: 'Afficher # autres' }),
  operations: 'Opérations',
  operationsNone: 'Aucune opération sur les blocs : tout le document a été réécrit.',
  ops: {
    append_block: (at) => `Ajout à la fin : ${at}`,
    insert_block: (at) => `Insertion : ${at}`,
    replace_block: (at) => `Mise à jour : ${at}`,
    remove_block: (at) => `Suppression : ${at}`,
    add_section: (at) => `Nouvelle section : ${at}`,
    remove_section: (at) => `Suppression de section : ${at}`,
    replace_section_blocks: (at) => `Réécriture : ${at}`,
    rename_section: (at) => `Nouveau titre : ${at}`,
  },
  unknownOp: (op) => op.replaceAll('_', ' ') || 'Modification inconnue',
  ofSection: (heading) => `« ${heading} »`,
  ofPreamble: 'début du document',
  ofDeletedSection: 'section supprimée',
  opCauses: {
    new_fact: 'un nouveau fait',
    new_value: 'un fait plus récent donne une autre valeur',
    source_changed: 'une source a changé',
    source_edited: 'une source a été modifiée',
    source_gone: 'une source a été supprimée',
    left_empty: 'il ne lui reste aucun contenu',
    budget: 'le document doit respecter sa taille',
    model: 'choix du modèle de langage',
  },
  factsIn: (n) => plural(n, { one: '# fait', other: '# faits' }),
  skips: {
    malformed: 'ignorée : mal formée',
    unknown_section: 'ignorée : ID de section inconnu',
    unknown_block: 'ignorée : ID de bloc inconnu',
    empty_text: 'ignorée : texte vide',
    empty_heading: 'ignorée : titre vide',
    no_sources: 'ignorée : aucun souvenir ne l’appuie',
    foreign_source: 'ignorée : elle cite un souvenir qui n’a pas été lu',
    too_many_operations: 'ignorée : trop de modifications',
    no_change: 'ignorée : aucun changement',
    loses_sources: 'ignorée : elle retirerait des preuves valides sans les remplacer',
    fixed_block: 'ignorée : une personne a fixé ce bloc',
  },
  skipped: 'Opérations ignorées',
  retractions: {
    gone: 'supprimé',
    invalidated: 'invalidé',
    edited: 'modifié',
    out_of_scope: 'hors de la portée',
  },

  dry: dryRun,
};
