import type { Unit } from '#components/mental-models/units';
import type { DiffPart } from '#components/mental-models/words';

/** Whether a unit has another position in the other version, and if so its differences by word. */
export type UnitMove = { readonly isMoved: false } | { readonly isMoved: true; readonly parts: readonly DiffPart[] };

/** One position of a comparison. */
export type ComparisonRow =
  | { readonly is: 'same'; readonly from: Unit; readonly to: Unit }
  /** The text is equal; the evidence differs. */
  | { readonly is: 'evidence'; readonly from: Unit; readonly to: Unit }
  | { readonly is: 'changed'; readonly from: Unit; readonly to: Unit; readonly parts: readonly DiffPart[] }
  | ({ readonly is: 'removed'; readonly from: Unit; readonly to: null } & UnitMove)
  | ({ readonly is: 'added'; readonly from: null; readonly to: Unit } & UnitMove);
