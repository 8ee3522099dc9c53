import type { CitedFact, CurrentSource, RefreshFact, RefreshPlan } from '#lib/memory/mental-models/refresh/port';
import type { Evidence } from '#lib/memory/reflect/evidence';

/** Evidence as it is stored with a document. Pure. */

const stamp = (date: Date | null): string | null => date?.toISOString() ?? null;
/**
 * Maximum characters of another mental model that are stored as evidence; its versions contain the
 * whole text.
 */
const MODEL_TEXT = 500;

const textOf = ({ kind, name, text }: Evidence): string => (kind === 'mental_model' ? `${name}: ${text}`.slice(0, MODEL_TEXT) : text);

export const citedOf = (one: Evidence): CitedFact => ({
  id: one.id,
  kind: one.kind,
  text: textOf(one),
  context: one.context,
  occurredStart: stamp(one.occurredStart),
  occurredEnd: stamp(one.occurredEnd),
  mentionedAt: stamp(one.mentionedAt),
});

export const citedNow = (one: CurrentSource): CitedFact => ({
  id: one.id,
  kind: one.kind,
  text: one.text,
  context: one.context,
  occurredStart: stamp(one.occurredStart),
  occurredEnd: stamp(one.occurredEnd),
  mentionedAt: stamp(one.mentionedAt),
});

export const factOf = (one: Evidence): RefreshFact => ({
  ...citedOf(one),
  revision: one.kind === 'mental_model' ? null : one.revision,
  score: one.score,
});

/**
 * The cited sources of a document, in the order of the text: as found by this refresh, else in
 * their current state, else as cited before.
 */
export function basedOnOf(
  ids: readonly string[],
  found: readonly Evidence[],
  now: (id: string) => CurrentSource | null,
  before: readonly CitedFact[],
): CitedFact[] {
  const fresh = new Map(found.map((one) => [one.id, one]));
  const known = new Map(before.map((one) => [one.id, one]));
  return ids.flatMap((id) => {
    const evidence = fresh.get(id);
    if (evidence) return citedOf(evidence);
    const source = now(id);
    return source ? citedNow(source) : (known.get(id) ?? []);
  });
}

export function changesOf(before: readonly string[], after: readonly string[]): RefreshPlan['evidence'] {
  const had = new Set(before);
  const has = new Set(after);
  return {
    added: after.filter((id) => !had.has(id)),
    dropped: before.filter((id) => !has.has(id)),
    unchanged: after.filter((id) => had.has(id)),
  };
}
