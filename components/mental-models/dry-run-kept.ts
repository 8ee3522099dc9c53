import { applyPatch } from 'diff';
import { z } from 'zod';
import { isWritten } from '#components/mental-models/model-words';
import { type DryRunRefresh, dryRunRefreshMentalModel, type MentalModel } from '#lib/memory/mental-models/contract';

/** A dry run as this tab keeps it, and what can be said of it later. */

export interface Kept {
  /** ISO 8601 */
  readonly at: string;
  readonly result: DryRunRefresh;
  readonly basis: Basis;
}

const basis = z.object({ settings: z.string(), reasons: z.array(z.string()), revision: z.number() });

/** What a run went by, beside the document. */
export type Basis = Readonly<z.output<typeof basis>>;

type Read = Pick<MentalModel, 'name' | 'source_query' | 'tags' | 'max_tokens' | 'trigger' | 'stale_reasons' | 'stale_revision'>;

/** Of a model read before the run: what changes between the two is told as a change, never missed. */
export function basisOf({ name, source_query, tags, max_tokens, trigger, stale_reasons, stale_revision }: Read): Basis {
  // When it is refreshed says nothing about what a refresh does.
  const { refresh_cron: _, refresh_after_consolidation: __, min_refresh_interval_seconds: ___, keep_trace: ____, ...how } = trigger ?? {};
  return {
    settings: JSON.stringify([name, source_query, tags, max_tokens, how]),
    reasons: stale_reasons ?? [],
    revision: stale_revision ?? 0,
  };
}

const keyOf = (org: string, bankId: string, id: string): string => `dry-run ${[org, bankId, id].map(encodeURIComponent).join(' ')}`;

/** Without what the tools found: nobody looks at it again, and there is little room. */
const lean = (result: DryRunRefresh): DryRunRefresh => ({
  ...result,
  trace: { ...result.trace, tool_calls: result.trace.tool_calls.map((call) => ({ ...call, output: null })) },
});

export function keep(org: string, bankId: string, id: string, { at, result, basis }: Kept): void {
  try {
    sessionStorage.setItem(keyOf(org, bankId, id), JSON.stringify({ at, result: lean(result), basis }));
  } catch {
    // A browser that keeps nothing shows it until the next reload.
  }
}

const shape = z.object({ at: z.string(), result: dryRunRefreshMentalModel.response, basis });

/** null: there is none, or it is of another version of this page. */
export function kept(org: string, bankId: string, id: string): Kept | null {
  try {
    const read = shape.safeParse(JSON.parse(sessionStorage.getItem(keyOf(org, bankId, id)) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** What is stored; a line that stands in for content is none. */
export const storedOf = (model: Pick<MentalModel, 'content' | 'state'>): string => (isWritten(model) ? (model.content ?? '') : '');

export type Verdict = 'verified' | 'unverified' | 'moved';

/** Whether the server's diff, applied to what is stored now, gives its preview to the letter. */
export function verify(
  stored: string,
  { diff, current_content, preview_content }: Pick<DryRunRefresh, 'diff' | 'current_content' | 'preview_content'>,
): Verdict {
  if (stored !== current_content) return 'moved';
  if (diff === '') return stored === preview_content ? 'verified' : 'unverified';
  try {
    return applyPatch(stored, diff, { fuzzFactor: 0, autoConvertLineEndings: false }) === preview_content ? 'verified' : 'unverified';
  } catch {
    return 'unverified';
  }
}

export type Moved = 'version' | 'settings' | 'memories';

/** What makes a run out of date: another document, other settings, or memories that it has not read. null: nothing that is known. */
export function movedBy(model: Read & Pick<MentalModel, 'content' | 'state' | 'version'>, { result, basis: then }: Kept): Moved | null {
  if (model.version !== result.version || storedOf(model) !== result.current_content) return 'version';
  const now = basisOf(model);
  if (now.settings !== then.settings) return 'settings';
  return now.revision > then.revision || now.reasons.some((reason) => !then.reasons.includes(reason)) ? 'memories' : null;
}
