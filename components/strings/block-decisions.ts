import { number } from '#components/strings/counted';
import { shortly } from '#components/strings/mental-model';
import { translated } from '#components/strings/translated';
import type { BlockDecisionKind } from '#lib/base/literals';

const were = (n: number, of: number): string =>
  of === 1 ? 'Its source was' : `${number(n)} of its ${number(of)} sources ${n === 1 ? 'was' : 'were'}`;

/** Texts of what people decide about blocks of a mental model. */
export const blockDecisions = translated('blockDecisions', {
  menu: (text: string) => `Actions for ${shortly(text)}`,
  pin: 'Pin',
  pinMeans: 'Refreshes keep its text.',
  unpin: 'Unpin',
  reword: 'Reword',
  rewordMeans: 'Refreshes keep your text.',
  original: 'Use the original text',
  remove: 'Remove',
  removeMeans: 'Refreshes do not bring it back.',
  add: 'Add a block below',
  addLast: 'Add a block',
  addTitle: 'Add block',
  addHelp: 'Markdown. Refreshes keep this block. It needs no sources.',
  /** Deletes a block that a person added. */
  drop: 'Delete',
  marks: { pin: 'Pinned', reword: 'Reworded', add: 'Added' },
  /** Who decided, and when. */
  decided: '{mark} by {who}, {time}',
  done: { pin: 'Block pinned', reword: 'Block reworded', remove: 'Block removed', add: 'Block added' } satisfies Record<
    BlockDecisionKind,
    string
  >,
  undone: {
    pin: 'Block unpinned',
    reword: 'Original text restored',
    remove: 'Block restored',
    add: 'Block deleted',
  } satisfies Record<BlockDecisionKind, string>,
  undo: 'Undo',
  failed: 'Could not change the block',
  formTitle: 'Reword block',
  text: 'Text',
  textHelp: 'Markdown. Refreshes keep this text. The block keeps its sources.',
  textMissing: 'Enter a text.',
  originalText: 'Original text',
  save: 'Save',
  saving: 'Saving…',
  removed: (n: number) => `Removed blocks (${number(n)})`,
  removedText: 'Refreshes do not bring these statements back.',
  removedBy: 'Removed by {who}, {time}',
  restore: 'Restore',
  restoring: 'Restoring…',
  restoreOf: (text: string) => `Restore ${shortly(text)}`,
  purgedText: 'Its text was purged.',
  sourceless: 'None of its sources remains: restoring allows the statement again, but shows no text.',
  /** What happened to the sources of a fixed block. */
  lost: (n: number, of: number) => `${were(n, of)} deleted or invalidated since.`,
  superseded: (n: number, of: number) => `${were(n, of)} replaced by a later memory.`,
  edited: (n: number, of: number) => `${were(n, of)} edited since.`,
  madeBy: {
    pin: (who: string) => `block pinned by ${who}`,
    reword: (who: string) => `block reworded by ${who}`,
    remove: (who: string) => `block removed by ${who}`,
    add: (who: string) => `block added by ${who}`,
  } satisfies Record<BlockDecisionKind, (who: string) => string>,
  undoneBy: {
    pin: (who: string) => `block unpinned by ${who}`,
    reword: (who: string) => `original text restored by ${who}`,
    remove: (who: string) => `removed block restored by ${who}`,
    add: (who: string) => `added block deleted by ${who}`,
  } satisfies Record<BlockDecisionKind, (who: string) => string>,
  editedBy: (who: string) => `edited by ${who}`,
  wrote: (version: string, what: string) => `${version}: ${what}.`,
});
