import { applyPatch } from 'diff';
import { z } from 'zod';
import { isWritten } from '#components/mental-models/wording';
import { type DryRunRefresh, dryRunRefreshMentalModel, type MentalModel } from '#lib/memory/mental-models/contract';

/** A dry run in the session storage of this tab, and checks of whether it is out of date. */

export interface StoredRun {
  /** ISO 8601. */
  readonly at: string;
  readonly result: DryRunRefresh;
  readonly basis: Basis;
}

const basis = z.object({ settings: z.string(), reasons: z.array(z.string()), revision: z.number() });

/** The inputs of a run other than the document. */
export type Basis = Readonly<z.output<typeof basis>>;

type RefreshSettings = Pick<MentalModel, 'name' | 'source_query' | 'tags' | 'max_tokens' | 'trigger' | 'stale_reasons' | 'stale_revision'>;

/** Takes a model that was read before the run, so that changes between the two count as changes. */
export function basisOf({ name, source_query, tags, max_tokens, trigger, stale_reasons, stale_revision }: RefreshSettings): Basis {
  // The refresh schedule does not affect the result of a refresh.
  const { refresh_cron: _, refresh_after_consolidation: __, min_refresh_interval_seconds: ___, keep_trace: ____, ...how } = trigger ?? {};
  return {
    settings: JSON.stringify([name, source_query, tags, max_tokens, how]),
    reasons: stale_reasons ?? [],
    revision: stale_revision ?? 0,
  };
}

const keyOf = (org: string, bankId: string, id: string): string => `dry-run ${[org, bankId, id].map(encodeURIComponent).join(' ')}`;

/** Omits the results of tools, which are not shown again, to save space. */
const lean = (result: DryRunRefresh): DryRunRefresh => ({
  ...result,
  trace: { ...result.trace, tool_calls: result.trace.tool_calls.map((call) => ({ ...call, output: null })) },
});

export function storeRun(org: string, bankId: string, id: string, { at, result, basis }: StoredRun): void {
  try {
    sessionStorage.setItem(keyOf(org, bankId, id), JSON.stringify({ at, result: lean(result), basis }));
  } catch {
    // Without session storage, the run is shown until the next reload.
  }
}

const shape = z.object({ at: z.string(), result: dryRunRefreshMentalModel.response, basis });

/** Returns null if there is none or if another version of this page stored it. */
export function readStoredRun(org: string, bankId: string, id: string): StoredRun | null {
  try {
    const read = shape.safeParse(JSON.parse(sessionStorage.getItem(keyOf(org, bankId, id)) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The stored content, or an empty string if it is only a placeholder. */
export const storedOf = (model: Pick<MentalModel, 'content' | 'state'>): string => (isWritten(model) ? (model.content ?? '') : '');

export type Verdict = 'verified' | 'unverified' | 'moved';

/** Whether the server's diff, applied to the stored content, produces exactly its preview. */
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

export type StaleCause = 'version' | 'settings' | 'memories';

/**
 * Why a run is out of date: another document, other settings or new memories. Null if no cause is
 * known.
 */
export function movedBy(
  model: RefreshSettings & Pick<MentalModel, 'content' | 'state' | 'version'>,
  { result, basis: then }: StoredRun,
): StaleCause | null {
  if (model.version !== result.version || storedOf(model) !== result.current_content) return 'version';
  const now = basisOf(model);
  if (now.settings !== then.settings) return 'settings';
  return now.revision > then.revision || now.reasons.some((reason) => !then.reasons.includes(reason)) ? 'memories' : null;
}
