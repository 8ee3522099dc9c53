import type { Queryable } from '#lib/db/db';
import type { Shown } from '#lib/llm/model/answer';
import type { ExpandInput, ToolName } from '#lib/llm/model/answer-tools';
import type { Evidence, EvidenceLayer, EvidenceServices } from '#lib/reflect/evidence';
import { gather } from '#lib/reflect/gather';
import type { Run } from '#lib/reflect/run';
import { inScope, type ScopeFilter } from '#lib/reflect/scope-filter';
import * as store from '#lib/reflect/store';
import type { BankScope } from '#lib/scope';

/**
 * What a model may do while it answers: look for more. Bank, filter and database are bound here and no tool has an argument for them; what a
 * tool gives is looked at again by the filter, and `expand` takes nothing that was not shown in this run.
 */

/** Tokens of what one use of a tool brings. */
const TOOL_TOKENS = 2048;
const AROUND = 40;
const MAX_EXPANDED = 10;
const MAX_QUERY = 500;

export class Toolbox {
  private readonly reader: Queryable;
  private readonly services: EvidenceServices;
  private readonly scope: BankScope;
  private readonly filter: ScopeFilter;
  private readonly run: Run;

  constructor(reader: Queryable, services: EvidenceServices, scope: BankScope, filter: ScopeFilter, run: Run) {
    this.reader = reader;
    this.services = services;
    this.scope = scope;
    this.filter = filter;
    this.run = run;
  }

  /** Those that the filter leaves anything to find for; a model hears of no others. */
  names(hasModels: boolean): ToolName[] {
    const { factTypes, excludeMentalModels } = this.filter;
    const allows = (...types: readonly string[]) => factTypes === null || factTypes.some((type) => types.includes(type));
    return [
      ...(hasModels && !excludeMentalModels ? (['search_mental_models'] as const) : []),
      ...(allows('observation') ? (['search_observations'] as const) : []),
      ...(allows('world', 'experience') ? (['recall', 'expand'] as const) : []),
      'done',
    ];
  }

  async search(
    tool: 'search_mental_models' | 'search_observations' | 'recall',
    query: string,
    iteration: number,
  ): Promise<readonly Evidence[]> {
    const layer: EvidenceLayer = tool === 'recall' ? 'facts' : tool === 'search_observations' ? 'observations' : 'mental_models';
    const found = await gather(this.reader, this.services, this.scope, this.filter, {
      query: query.slice(0, MAX_QUERY),
      budget: this.run.body.budget,
      layers: [layer],
      maxTokens: { mentalModels: TOOL_TOKENS * 2, observations: TOOL_TOKENS, facts: TOOL_TOKENS },
      signal: this.run.call.signal,
    });
    const items = found.items.filter((one) => inScope(this.filter, one));
    const durationMs = found.layers.reduce((all, one) => all + one.durationMs, 0);
    this.run.noteTool({ tool, input: { query }, found: items, durationMs, iteration });
    return items;
  }

  async expand({ ids, depth }: ExpandInput, shown: Shown, iteration: number): Promise<readonly Evidence[]> {
    this.run.call.signal.throwIfAborted();
    const begun = performance.now();
    const known = ids.slice(0, MAX_EXPANDED).flatMap((name) => shown.of(name) ?? []);
    const units = known.filter(({ kind }) => kind !== 'mental_model');
    const around =
      units.length === 0
        ? []
        : await store.readAround(
            this.reader,
            this.scope,
            units.map(({ id }) => id),
            depth,
            AROUND * 5,
          );
    let left = depth === 'document' ? TOOL_TOKENS * 2 : TOOL_TOKENS;
    const items = around
      .filter((one) => inScope(this.filter, one))
      .slice(0, depth === 'document' ? AROUND * 5 : AROUND)
      .flatMap((one) => {
        left -= one.tokens;
        return left < 0 ? [] : { ...one, score: 0 };
      });
    const durationMs = Math.round(performance.now() - begun);
    this.run.noteTool({ tool: 'expand', input: { ids: known.map(({ id }) => id), depth }, found: items, durationMs, iteration });
    return items;
  }
}
