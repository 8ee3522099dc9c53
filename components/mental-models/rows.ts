import type { Unit } from '#components/mental-models/units';
import type { Part } from '#components/mental-models/words';

/** Whether it stands in another place of the other side, and how it differs there, word by word. */
export type Place = { readonly isMoved: false } | { readonly isMoved: true; readonly parts: readonly Part[] };

/** One place of a comparison. */
export type Row =
  | { readonly is: 'same'; readonly from: Unit; readonly to: Unit }
  /** its words are the same, what proves them is not */
  | { readonly is: 'evidence'; readonly from: Unit; readonly to: Unit }
  | { readonly is: 'changed'; readonly from: Unit; readonly to: Unit; readonly parts: readonly Part[] }
  | ({ readonly is: 'removed'; readonly from: Unit; readonly to: null } & Place)
  | ({ readonly is: 'added'; readonly from: null; readonly to: Unit } & Place);
