import type { blockDecisions as english } from '#components/strings/block-decisions';
import { number } from '#components/strings/counted';
import { shortly } from '#components/strings/es/mental-model';
import type { Translation } from '#components/strings/translated';

const were = (n: number, of: number, one: string, more: string): string =>
  of === 1 ? `Su fuente ${one}` : `${number(n)} de sus ${number(of)} fuentes ${n === 1 ? one : more}`;

export const blockDecisions: Translation<typeof english> = {
  menu: (text) => `Acciones de ${shortly(text)}`,
  pin: 'Fijar',
  pinMeans: 'Las actualizaciones conservan su texto.',
  unpin: 'Dejar de fijar',
  reword: 'Reformular',
  rewordMeans: 'Las actualizaciones conservan su redacción.',
  original: 'Usar el texto original',
  remove: 'Quitar',
  removeMeans: 'Las actualizaciones no lo recuperan.',
  add: 'Añadir un bloque debajo',
  addLast: 'Añadir un bloque',
  addTitle: 'Añadir bloque',
  addHelp: 'Markdown. Las actualizaciones conservan este bloque. No necesita fuentes.',
  drop: 'Eliminar',
  marks: { pin: 'Fijado', reword: 'Reformulado', add: 'Añadido' },
  decided: '{mark} por {who}, {time}',
  done: { pin: 'Bloque fijado', reword: 'Bloque reformulado', remove: 'Bloque quitado', add: 'Bloque añadido' },
  undone: { pin: 'El bloque ya no está fijado', reword: 'Texto original restaurado', remove: 'Bloque restaurado', add: 'Bloque eliminado' },
  undo: 'Deshacer',
  failed: 'No se pudo cambiar el bloque',
  formTitle: 'Reformular el bloque',
  text: 'Texto',
  textHelp: 'Markdown. Las actualizaciones conservan este texto. El bloque mantiene sus fuentes.',
  textMissing: 'Escriba un texto.',
  originalText: 'Texto original',
  save: 'Guardar',
  saving: 'Guardando…',
  removed: (n) => `Bloques quitados (${number(n)})`,
  removedText: 'Las actualizaciones no recuperan estas afirmaciones.',
  removedBy: 'Quitado por {who}, {time}',
  restore: 'Restaurar',
  restoring: 'Restaurando…',
  restoreOf: (text) => `Restaurar ${shortly(text)}`,
  purgedText: 'Su texto se eliminó definitivamente.',
  sourceless: 'No queda ninguna de sus fuentes: la afirmación se vuelve a permitir, pero no se muestra ningún texto.',
  lost: (n, of) => `${were(n, of, 'se eliminó o invalidó', 'se eliminaron o invalidaron')} desde entonces.`,
  superseded: (n, of) => `${were(n, of, 'fue reemplazada', 'fueron reemplazadas')} por un recuerdo posterior.`,
  edited: (n, of) => `${were(n, of, 'se editó', 'se editaron')} desde entonces.`,
  madeBy: {
    pin: (who) => `bloque fijado por ${who}`,
    reword: (who) => `bloque reformulado por ${who}`,
    remove: (who) => `bloque quitado por ${who}`,
    add: (who) => `bloque añadido por ${who}`,
  },
  undoneBy: {
    pin: (who) => `bloque liberado por ${who}`,
    reword: (who) => `texto original restaurado por ${who}`,
    remove: (who) => `bloque quitado restaurado por ${who}`,
    add: (who) => `bloque añadido eliminado por ${who}`,
  },
  editedBy: (who) => `editado por ${who}`,
  wrote: (version, what) => `${version}: ${what}.`,
};
