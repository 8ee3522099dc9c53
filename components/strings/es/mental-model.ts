import { listed, number, plural } from '#components/strings/counted';
import { nDays, nFacts, nHours, nLines, nMinutes, nParts, nSeconds, nSources, nTokens, nWords } from '#components/strings/es/counts';
import { dryRun } from '#components/strings/es/dry-run';
import type { mentalModel as english } from '#components/strings/mental-model';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';
import type { ModeFallback, RefreshCause } from '#lib/memory/mental-models/literals';

/** A name quoted within a sentence, cut to 60 characters. */
export const shortly = (name: string): string => `“${cut(name, 60)}”`;

/** "1 día", "90 minutos" */
const intervalText = (s: number): string =>
  s % 86_400 === 0 ? nDays(s / 86_400) : s % 3600 === 0 ? nHours(s / 3600) : s % 60 === 0 ? nMinutes(s / 60) : nSeconds(s);

const causes = {
  create: 'al crearse',
  asked: 'a petición',
  cron: 'programada',
  consolidation: 'después de la consolidación',
} satisfies Record<RefreshCause, string>;
/** The cause of a refresh within a sentence. */
const causeText = (cause: RefreshCause, who: string): string => (cause === 'asked' ? `a petición de ${who}` : causes[cause]);

const reasons = {
  no_baseline_content: 'no había contenido que cambiar',
  source_query_changed: 'cambió su pregunta',
  structured_doc_unreadable: 'no se pudieron leer los bloques del documento guardado',
  delta_ops_failed: 'el modelo de lenguaje no devolvió cambios utilizables',
  delta_ops_all_skipped: 'no se pudo aplicar ningún cambio del modelo de lenguaje',
} satisfies Record<ModeFallback, string>;

const changed = (n: number): string => plural(n, { one: '# cambio', other: '# cambios' });

export const mentalModel: Translation<typeof english> = {
  title: 'Modelo mental',
  back: 'Todos los modelos mentales',
  reading: 'Cargando el modelo mental',
  failed: 'No se pudo cargar el modelo mental',
  missing: 'Modelo mental no encontrado',
  missingText: (id) => `Este banco no tiene el modelo mental ${id}. Puede que se haya eliminado.`,
  tabs: 'Secciones del modelo mental',
  document: 'Documento',
  compare: 'Comparar',
  versions: 'Versiones',
  states: {
    generating: 'Generando',
    ready: 'Listo',
    empty: 'Vacío',
    failed: 'Última actualización fallida',
  },
  fresh: 'Al día',
  staleReasons: {
    never_refreshed: 'nunca se ha actualizado',
    new_memories: 'aún no ha leído recuerdos de su ámbito',
    memories_gone: 'se eliminaron recuerdos de su ámbito',
    sources_gone: 'cambiaron algunas de sus fuentes',
    source_query_changed: 'cambió su pregunta',
  },
  staleShort: ([reason]) =>
    reason === undefined
      ? 'Desactualizado'
      : {
          never_refreshed: 'Sin actualizar',
          new_memories: 'Recuerdos nuevos',
          memories_gone: 'Recuerdos eliminados',
          sources_gone: 'Fuente cambiada',
          source_query_changed: 'Pregunta cambiada',
        }[reason],
  staleBecause: (reasons) => `Desactualizado: ${listed(reasons)}`,

  refresh: 'Actualizar',
  refreshing: 'Poniendo en cola…',
  refreshCosts: 'Reescribe el documento en segundo plano. Si hay un modelo de lenguaje configurado, consume tokens.',
  refreshQueued: (name) => `${shortly(name)} se está actualizando`,
  refreshJoined: 'Se unió a la actualización que ya estaba en espera.',
  refreshQueuedText: 'La bandeja de operaciones avisa cuando termina.',
  refreshFailed: (name) => `No se pudo poner en cola una actualización de ${shortly(name)}`,
  dryRun: 'Simulación',
  edit: 'Editar',
  openInKnowledge: 'Abrir en Conocimiento',
  more: 'Más',
  clear: 'Vaciar contenido',
  clearTitle: (name) => `¿Vaciar “${name}”?`,
  clearText: 'El documento queda vacío. Su contenido actual se conserva en las versiones y se puede restaurar.',
  clearNext: 'La próxima actualización es completa: lee los recuerdos de su ámbito más cercanos a la pregunta y reescribe el documento.',
  clearAlone: 'Su activador se conserva y lo actualizará automáticamente.',
  clearing: 'Vaciando…',
  cleared: (name) => `Se vació ${shortly(name)}`,
  clearedText: 'La próxima actualización lo reescribe.',
  remove: 'Eliminar',
  removeTitle: (name) => `¿Eliminar “${name}”?`,
  removeText:
    'Elimina el documento con todas sus versiones y cancela su actualización en curso o en espera. Los recuerdos se conservan. No se puede deshacer.',
  removing: 'Eliminando…',
  removed: (name) => `Se eliminó ${shortly(name)}`,
  restore: (version) => `Restaurar v${version}`,
  restoreTitle: (version) => `¿Restaurar la versión ${version}?`,
  restoreText: (version, next) =>
    `Restaura el contenido, los bloques y las fuentes de v${version} como una versión nueva, v${next}. El contenido actual se conserva en las versiones.`,
  restoreNext: (version) =>
    `El nombre, la pregunta, las etiquetas y el activador no cambian. La próxima actualización lee lo posterior a v${version}.`,
  restoreDeletedSources: (n, isByItself) =>
    `${plural(n, {
      one: '# de sus fuentes se eliminó o invalidó después. Los bloques basados en ella se marcan',
      other: '# de sus fuentes se eliminaron o invalidaron después. Los bloques basados en ellas se marcan',
    })}, y ${isByItself ? 'una actualización automática' : 'la próxima actualización'} quita los bloques sin respaldo.`,
  restoreEmpty: 'Esta versión está vacía: el documento queda vacío.',
  restoring: 'Restaurando…',
  restored: (version, name) => `Se restauró la versión ${version} de ${shortly(name)}`,
  isCurrent: 'Esta es la versión actual',

  writing: 'Se está generando.',
  writingText:
    'Una actualización lee los recuerdos de su ámbito que coinciden con la pregunta y escribe el documento. Aparece aquí cuando termina.',
  waitingRefresh: 'Hay una actualización en curso o en espera.',
  retrying: 'La actualización sigue fallando:',
  retryingShort: 'Reintentando',
  retryNow: 'Reintentando ahora.',
  retryAt: 'Próximo reintento: {time}.',
  emptyTitle: 'Aún sin contenido',
  emptyCleared: 'Se vació el contenido. La próxima actualización reescribe el documento.',
  emptyRestored: 'Se restauró una versión vacía. La próxima actualización reescribe el documento.',
  emptyNoEvidence: 'Ningún recuerdo de su ámbito coincide con la pregunta. Memoriza algo sobre ella y después actualiza.',
  emptyPlain: 'Actualízalo para generar el documento con los recuerdos del banco.',
  lastError: 'La última actualización falló.',
  lastErrorContent: 'Se conserva el contenido anterior.',
  seeOperation: 'Ver operación',
  operationId: 'ID de la operación',
  sources: nSources,
  sourcesOf: 'Fuentes de este bloque',
  openSources: (n) => `Mostrar ${nSources(n)} de este bloque`,
  unproven: 'sin fuente',
  moreSources: (n) => `y ${number(n)} más: selecciona para mostrarlas todas`,
  blockChanged: ({ deleted, edited, of }) => {
    if (deleted === of)
      return plural(of, {
        one: 'Su fuente se eliminó o invalidó: la próxima actualización quita este bloque.',
        other: 'Todas sus fuentes se eliminaron o invalidaron: la próxima actualización quita este bloque.',
      });
    if (edited === of)
      return plural(of, {
        one: 'Su fuente se editó después: la próxima actualización reescribe este bloque.',
        other: 'Todas sus fuentes se editaron después: la próxima actualización reescribe este bloque.',
      });
    const changes = listed([
      ...(deleted === 0 ? [] : [plural(deleted, { one: '# se eliminó o invalidó', other: '# se eliminaron o invalidaron' })]),
      ...(edited === 0 ? [] : [plural(edited, { one: '# se editó', other: '# se editaron' })]),
    ]);
    return `De sus ${nSources(of)}, ${changes} después: la próxima actualización reescribe este bloque${deleted > 0 ? ' con las demás' : ''}.`;
  },
  blockRewritten: ({ of, deleted, invalidated, moved, edited }) => {
    if (of === 1) return 'Su fuente se editó: reescrito con su texto actual.';
    const some = (n: number, one: string, other: string) => (n === 0 ? [] : [plural(n, { one: `# ${one}`, other: `# ${other}` })]);
    const changes = [
      some(deleted, 'eliminada', 'eliminadas'),
      some(invalidated, 'invalidada', 'invalidadas'),
      some(moved, 'fuera del ámbito', 'fuera del ámbito'),
      some(edited, 'editada', 'editadas'),
    ];
    return `De sus ${nSources(of)}: ${listed(changes.flat())}. Reescrito con las restantes.`;
  },
  deletedSource: 'Recuerdo eliminado',
  sourceStates: { live: '', edited: 'editado después', invalidated: 'invalidado después', deleted: 'eliminado después' },
  noDocument: 'No se pudieron leer los bloques; este es el texto sin procesar.',
  evidence: 'Evidencia',
  evidenceNone: 'El documento no tiene citas.',
  cited: (n) => plural(n, { one: 'en # bloque', other: 'en # bloques' }),
  structured: 'Salida estructurada',
  structuredFailed: 'No se pudo crear la salida estructurada:',
  copyStructured: 'la salida estructurada',
  copyContent: 'Copiar como Markdown',
  contentMarkdown: 'el documento como Markdown',
  about: 'Detalles',
  facts: {
    state: 'Estado',
    trigger: 'Activador',
    next: 'Próxima actualización',
    last: 'Última actualización',
    lastGood: 'Última actualización correcta',
    tokens: 'Tamaño',
    tags: 'Etiquetas',
    method: 'Escrito por',
    usage: 'Consumo de la última actualización',
    usageGood: 'Consumo de esa actualización',
    id: 'ID',
  },
  sizeOf: (blocks, sources) => `${plural(blocks, { one: '# bloque', other: '# bloques' })}, ${nSources(sources)}`,
  tokensOf: (tokens, budget) => `${number(tokens)} de ${nTokens(budget)}`,
  methods: (method) => (method === 'extractive' ? 'frases literales de los recuerdos, sin modelo de lenguaje' : method),
  noTags: 'ninguna: lee todos los recuerdos, con o sin etiquetas',
  usageNone: 'sin tokens: no se llamó a ningún modelo de lenguaje',
  usage: (input, output) => `${nTokens(input)} de entrada, ${number(output)} de salida`,
  triggers: {
    delta: 'aplica los recuerdos nuevos',
    full: 'reescribe el documento',
    consolidation: 'después de cada consolidación',
    cron: (words) => `${words.charAt(0).toLowerCase()}${words.slice(1)}, UTC`,
    hand: 'solo a petición',
    both: (when, how) => `${when}; ${how}`,
    atMost: (when, seconds) => `${when}, como máximo una vez cada ${intervalText(seconds)}`,
  },

  version: (n) => `v${n}`,
  versionsOf: 'Versiones, las más recientes primero',
  versionsFailed: 'No se pudieron cargar las versiones',
  versionFailed: 'No se pudo cargar la versión',
  olderVersions: 'Versiones anteriores',
  allVersions: (n) => plural(n, { one: 'Ver # versión', other: 'Ver las # versiones' }),
  changes: { create: 'creado', refresh: 'actualizado', clear: 'vaciado', restore: 'restaurado', edit: 'editado' },
  restoredBy: (version, who) => `${version === null ? 'restaurado' : `restaurado a v${version}`}, por ${who}`,
  modes: { full: 'completo', delta: 'incremental' },
  causes,
  by: (who) => `por ${who}`,
  withoutKey: 'una llamada sin clave',
  createdBy: (who) => `creado por ${who}`,
  clearedBy: (who) => `vaciado por ${who}`,
  versionWritten: '{time}, {cause}',
  current: 'actual',
  wordsOf: (n, change = 0) => `${nWords(n)}${change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${number(Math.abs(change))})`}`,
  firstVersion: 'la primera versión',
  factsChange: (added, dropped) =>
    `${[added > 0 && `+${number(added)}`, dropped > 0 && `−${number(dropped)}`].filter(Boolean).join(' ')} ${plural(added + dropped, { one: 'hecho', other: 'hechos' })}`,
  pickFrom: 'Lado A, antes',
  pickTo: 'Lado B, después',
  pick: (version) => `Comparar v${version}`,
  pickHelp: 'A es la versión anterior; B, la posterior.',
  pickAs: { from: 'A', to: 'B' },
  swap: 'Intercambiar lados',
  reversed:
    'El lado A es más reciente: la diferencia muestra qué cambiaría al volver al lado B. “Por qué cambió” sigue el orden cronológico.',
  step: 'Usa [ y ] para ver el par anterior o siguiente',
  withCurrent: 'Comparar con la actual',

  comparing: 'Comparando…',
  compareTitle: 'Comparar versiones',
  compareNone: 'Solo hay una versión',
  compareNoneText: 'Cuando una actualización cambie el documento, podrás comparar aquí ambas versiones.',
  same: 'Estas versiones son idénticas',
  sameText: 'El contenido, los bloques y las fuentes son iguales.',
  sameLines: 'Las líneas son iguales. La otra vista compara los bloques y sus fuentes.',
  level: (n) => `Encabezado de nivel ${n}`,
  sameBlanks: 'Solo difieren en espacios en blanco, que se ignoran.',
  summary: (changes) => (changes === 0 ? 'Sin cambios' : changed(changes)),
  words: (added, removed) => `+${number(added)} −${number(removed)} palabras`,
  summarySpoken: (changes, added, removed) =>
    `${changed(changes)}, ${plural(added, { one: '# palabra insertada', other: '# palabras insertadas' })}, ${plural(removed, {
      one: '# palabra eliminada',
      other: '# palabras eliminadas',
    })}`,
  layout: 'Disposición',
  unified: 'Unificada',
  split: 'Dividida',
  rendered: 'Con formato',
  raw: 'Markdown',
  ignoreBlanks: 'Ignorar espacios en blanco',
  nextChange: 'Cambio siguiente',
  previousChange: 'Cambio anterior',
  at: (at, total) => `Cambio ${number(at)} de ${number(total)}`,
  copyPatch: 'Copiar como parche',
  difference: 'Diferencia',
  folded: (lines, parts) =>
    lines < parts
      ? plural(parts, { one: '# parte sin cambios', other: '# partes sin cambios' })
      : `${plural(lines, { one: '# línea sin cambios', other: '# líneas sin cambios' })} en ${nParts(parts)}`,
  foldedLines: (lines) => plural(lines, { one: '# línea sin cambios', other: '# líneas sin cambios' }),
  unfold: (lines, parts) => `Mostrar ${lines < parts ? nParts(parts) : nLines(lines)}`,
  line: (n) => `Línea ${n}`,
  rows: {
    same: '',
    removed: 'Bloque eliminado',
    added: 'Bloque insertado',
    movedFrom: 'Bloque movido, posición anterior',
    movedTo: 'Bloque movido, posición nueva',
    changedFrom: 'Bloque cambiado, antes',
    changedTo: 'Bloque cambiado, después',
    evidence: 'Mismo texto, fuentes distintas',
    removedLine: 'Línea eliminada',
    addedLine: 'Línea insertada',
  },
  moved: 'movido',
  evidenceChanged: 'mismo texto, fuentes distintas',
  marks: { deleted: 'eliminado:', inserted: 'insertado:', ends: 'fin' },

  why: 'Por qué cambió',
  wroteOf: {
    create: (v) => `${v}: se creó el modelo mental.`,
    clear: (v, who) => `${v}: ${who} lo vació.`,
    restore: (v, who, from) => `${v}: ${who} restauró ${from}.`,
    delta: (v, cause, who) => `${v}: actualización incremental, ${causeText(cause, who)}.`,
    full: (v, cause, who) => `${v}: actualización completa, ${causeText(cause, who)}.`,
    fullBecause: (v, cause, who, why) =>
      `${v}: actualización completa, ${causeText(cause, who)}; se solicitó una incremental, pero ${reasons[why]}.`,
  },
  reasons,
  spent: nTokens,
  spentNone: 'sin tokens',
  versionsBetween: 'Versiones intermedias',
  inBetween: (shown, all) => `Se muestran las últimas ${number(shown)} de ${number(all)} versiones.`,
  showOlder: (n, hidden) =>
    n < hidden
      ? plural(n, { one: 'Mostrar # anterior', other: 'Mostrar # anteriores' })
      : plural(n, { one: 'Mostrar la primera', other: 'Mostrar las # primeras' }),
  whySame: 'Ambos lados son la misma versión.',
  whyFacts: 'Hechos',
  factCounts: (added, dropped, unchanged) =>
    `${plural(added, { one: '# añadido', other: '# añadidos' })}, ${plural(dropped, { one: '# descartado', other: '# descartados' })}, ${number(unchanged)} sin cambios`,
  factAdded: 'Añadido',
  factDropped: 'Descartado',
  factUnchanged: 'Sin cambios',
  factsNone: 'Ninguna de las versiones cita un hecho.',
  showUnchanged: (n) => `Mostrar ${number(n)} sin cambios`,
  showMore: (n, hidden) => (n < hidden ? `Mostrar ${number(n)} de ${number(hidden)} más` : `Mostrar ${number(n)} más`),
  operations: 'Operaciones',
  operationsNone: 'No hay operaciones con bloques: se reescribió todo el documento.',
  ops: {
    append_block: (at) => `Añadir a ${at}`,
    insert_block: (at) => `Insertar en ${at}`,
    replace_block: (at) => `Cambiar en ${at}`,
    remove_block: (at) => `Quitar de ${at}`,
    add_section: (at) => `Añadir la sección ${at}`,
    remove_section: (at) => `Quitar la sección ${at}`,
    replace_section_blocks: (at) => `Reescribir ${at}`,
    rename_section: (at) => `Cambiar el nombre a ${at}`,
  },
  unknownOp: (op) => op.replaceAll('_', ' ') || 'Un cambio desconocido',
  ofSection: (heading) => `“${heading}”`,
  ofPreamble: 'la introducción',
  ofDeletedSection: 'una sección eliminada',
  opCauses: {
    new_fact: 'un hecho nuevo',
    new_value: 'un hecho más reciente tiene otro valor',
    source_changed: 'cambió una fuente',
    source_edited: 'se editó una fuente',
    source_gone: 'se eliminó una fuente',
    left_empty: 'se quedó sin contenido',
    budget: 'el documento no debe superar su tamaño',
    model: 'lo eligió el modelo de lenguaje',
  },
  factsIn: nFacts,
  skips: {
    malformed: 'omitido: mal formado',
    unknown_section: 'omitido: ID de sección desconocido',
    unknown_block: 'omitido: ID de bloque desconocido',
    empty_text: 'omitido: texto vacío',
    empty_heading: 'omitido: encabezado vacío',
    no_sources: 'omitido: ningún recuerdo lo respalda',
    foreign_source: 'omitido: cita un recuerdo que no se leyó',
    too_many_operations: 'omitido: demasiados cambios',
    no_change: 'omitido: sin cambios',
    loses_sources: 'omitido: quitaría evidencia válida sin reemplazarla',
    fixed_block: 'omitido: una persona fijó este bloque',
  },
  skipped: 'Omitido',
  retractions: {
    gone: 'eliminado',
    invalidated: 'invalidado',
    edited: 'editado',
    out_of_scope: 'fuera del ámbito',
  },

  dry: dryRun,
};
