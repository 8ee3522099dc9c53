import type { BankScope } from '#lib/base/scope';
import { selectDirectives } from '#lib/memory/directives/service';
import type { DirectiveUse } from '#lib/memory/directives/use';
import { type Ruling, rulingsOf } from '#lib/memory/mental-models/decisions/ruling';
import { readDecisions } from '#lib/memory/mental-models/decisions/store';
import { citedIds } from '#lib/memory/mental-models/refresh/document';
import { readTokens } from '#lib/memory/mental-models/refresh/find';
import type { Document, MentalModelState, RefreshReads, RefreshScope } from '#lib/memory/mental-models/refresh/port';
import { type SourceStates, sourceStatesOf } from '#lib/memory/mental-models/refresh/retract';
import { type Pin, readModels, readPin, readRevisions, readSources } from '#lib/memory/mental-models/refresh/store';
import { type Portion, portionOf } from '#lib/memory/mental-models/refresh/window';
import { tagsOf } from '#lib/memory/reflect/scope-filter';

/** The data that a refresh reads from one snapshot, before any model call. */
export interface RefreshInput {
  readonly pin: Pin;
  readonly states: SourceStates;
  /** for a delta: the part of the new memories that it reads */
  readonly portion: Portion | null;
  readonly directives: readonly DirectiveUse[];
  /** what people decided about blocks */
  readonly rulings: readonly Ruling[];
}

export interface RefreshInputQuery {
  readonly state: MentalModelState;
  readonly filter: RefreshScope;
  readonly document: Document;
  readonly isDelta: boolean;
}

/** Reads everything in one transaction. */
export function readInput(
  { reader }: RefreshReads,
  scope: BankScope,
  { state, filter, document, isDelta }: RefreshInputQuery,
): Promise<RefreshInput> {
  const { basedOn, builtScopes, seenRevision: after, trigger } = state;
  return reader.snapshot(async (tx) => {
    const rulings = rulingsOf(await readDecisions(tx, scope, state.id));
    // Sources of a decided block may be in no document any more.
    const known = new Map([...rulings.flatMap(({ cited }) => cited), ...basedOn].map((one) => [one.id, one]));
    const others = [...known.values()].flatMap(({ id, kind }) => (kind === 'mental_model' ? id : []));
    const ids = [...new Set([...known.keys(), ...citedIds(document)])];
    const pin = await readPin(tx, scope, filter);
    if (pin === null) throw new Error('The bank of a mental model is missing');
    const sources = await readSources(tx, scope, ids);
    const models = await readModels(tx, scope, others);
    const upTo = pin.revision;
    const portion = isDelta ? portionOf(after, upTo, await readRevisions(tx, scope, filter, { after, upTo }), readTokens(trigger)) : null;
    const directives = await selectDirectives(tx, scope, { tags: tagsOf(filter) });
    const states = sourceStatesOf({ basedOn: [...known.values()], sources, models, filter, builtScopes });
    return { pin, states, portion, directives, rulings };
  });
}
