import type { TriggerBody, TriggerPatch } from '#lib/memory/mental-models/fields';

/** The refresh trigger of a page. Pure. */

/**
 * That of new pages. Without a language model, a fact that nothing repeats has no observation, so
 * pages also read facts.
 */
export const newPageTrigger = ({ hasModel }: { readonly hasModel: boolean }): TriggerBody => ({
  mode: 'delta',
  fact_types: hasModel ? ['observation'] : null,
  exclude_mental_models: true,
  refresh_after_consolidation: true,
  keep_trace: false,
});

/**
 * A trigger with the fields that a request sent. Null resets a field; null does not change the
 * fields that need a value. Of the two automatic refreshes, the one that is set replaces the other.
 */
export function patchedTrigger(trigger: TriggerBody, patch: TriggerPatch | null | undefined): TriggerBody {
  const { mode, exclude_mental_models, keep_trace, refresh_after_consolidation, ...sent } = patch ?? {};
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return {
    ...trigger,
    ...given,
    mode: mode ?? trigger.mode,
    exclude_mental_models: exclude_mental_models ?? trigger.exclude_mental_models,
    keep_trace: keep_trace ?? trigger.keep_trace,
    refresh_after_consolidation: refresh_after_consolidation ?? (sent.refresh_cron ? false : trigger.refresh_after_consolidation),
    ...(refresh_after_consolidation && { refresh_cron: null }),
  };
}
