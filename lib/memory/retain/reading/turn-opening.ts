import type { ExportForm } from '#lib/memory/retain/reading/exports';
import type { Stamp } from '#lib/memory/retain/reading/stamps';

/** Where a turn begins. */
export interface TurnOpening {
  readonly line: number;
  /** null: a remark of the chat itself ("Ann left the group") */
  readonly speaker: string | null;
  /** offset of the words in the line */
  readonly bodyAt: number;
  readonly stamp: Stamp | null;
  /** by a role marker, which may have an end marker */
  readonly isMarked?: true;
  /** a stamp without a speaker */
  readonly isRemark?: true;
  /** an exporter may have added parts below the words */
  readonly isExported?: true;
  /** in a log or export of a chat: how it names the speaker */
  readonly form?: ChatForm;
}

/**
 * `titled`, `headed`: on a line of its own, behind or before the time. `timed`: below the time.
 * `spaced`: only blanks separate it from the words.
 */
export type ChatForm = ExportForm | 'relayed' | 'titled' | 'headed' | 'timed' | 'spaced';
