import type { CitedFact, RefreshFact, RefreshPlan, SourceNow } from '#lib/memory/mental-models/refresh/port';
import type { Evidence } from '#lib/memory/reflect/evidence';

/** Evidence as it is kept with a document. Pure. */

const stamp = (date: Date | null): string | null => date?.toISOString() ?? null;
/** Of another model so much is kept as evidence; the whole stands in its own versions. In characters. */
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

export const citedNow = (one: SourceNow): CitedFact => ({
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

/** What a document cites, in the order of the text: as it was found now, else as it stands now, else as it was cited before. */
export function basedOnOf(
  ids: readonly string[],
  found: readonly Evidence[],
  now: (id: string) => SourceNow | null,
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
    kept: after.filter((id) => had.has(id)),
  };
}
