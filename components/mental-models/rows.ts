import type { Unit } from '#components/mental-models/units';
import type { Part } from '#components/mental-models/words';

/** One place of a comparison. */
export type Row =
  | { readonly is: 'same'; readonly from: Unit; readonly to: Unit }
  /** its words are the same, what proves them is not */
  | { readonly is: 'evidence'; readonly from: Unit; readonly to: Unit }
  | { readonly is: 'changed'; readonly from: Unit; readonly to: Unit; readonly parts: readonly Part[] }
  | { readonly is: 'removed'; readonly from: Unit; readonly to: null; readonly isMoved: boolean }
  | { readonly is: 'added'; readonly from: null; readonly to: Unit; readonly isMoved: boolean };
