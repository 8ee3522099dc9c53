import type { Unit } from '#components/mental-models/units';
import type { Part } from '#components/mental-models/words';

/** Whether a unit is at another position on the other side, and its differences there by word. */
export type Place = { readonly isMoved: false } | { readonly isMoved: true; readonly parts: readonly Part[] };

/** One position of a comparison. */
export type Row =
  | { readonly is: 'same'; readonly from: Unit; readonly to: Unit }
  /** The text is equal; the evidence differs. */
  | { readonly is: 'evidence'; readonly from: Unit; readonly to: Unit }
  | { readonly is: 'changed'; readonly from: Unit; readonly to: Unit; readonly parts: readonly Part[] }
  | ({ readonly is: 'removed'; readonly from: Unit; readonly to: null } & Place)
  | ({ readonly is: 'added'; readonly from: null; readonly to: Unit } & Place);
