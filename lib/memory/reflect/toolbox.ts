import type { Evidence, EvidenceLayer, EvidenceSource, GatheredEvidence } from '#lib/memory/reflect/evidence';
import { gather } from '#lib/memory/reflect/gather';
import type { Shown } from '#lib/memory/reflect/model/answer';
import type { ExpandInput, ToolName } from '#lib/memory/reflect/model/answer-tools';
import { withResolvedTags } from '#lib/memory/reflect/resolved-tags';
import type { ReflectRun } from '#lib/memory/reflect/run';
import { inScope, tagsOf } from '#lib/memory/reflect/scope-filter';
import * as store from '#lib/memory/reflect/store';

/**
 * The tools of a model during an answer: further searches. Bank, filter and database are bound
 * here, and no tool has an argument for them. `expand` accepts only evidence that was shown in this
 * run.
 */

/** Tokens of the result of one tool call. */
const TOOL_TOKENS = 2048;
const AROUND = 40;
const MAX_EXPANDED = 10;
const MAX_QUERY = 500;

/** Identifies a search in one layer; bank, filter and budget are the same within a run. */
const keyOf = (layer: EvidenceLayer, query: string): string => `${layer} ${query.trim().replace(/\s+/g, ' ')}`;

export class Toolbox {
  private readonly source: EvidenceSource;
  private readonly run: ReflectRun;
  /**
   * earlier searches and their results; incomplete ones are not cached, because a repetition may
   * find more
   */
  private readonly known = new Map<string, readonly Evidence[]>();

  /** `first`: the results of the first search. */
  constructor(source: EvidenceSource, run: ReflectRun, first: GatheredEvidence) {
    this.source = source;
    this.run = run;
    if (first.without.length === 0) for (const { layer, items } of first.layers) this.known.set(keyOf(layer, run.query), items);
  }

  /** The tools for which the filter leaves results; a model is offered no others. */
  names(hasModels: boolean): ToolName[] {
    const { factTypes, excludeMentalModels } = this.source.filter;
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
    const startMs = this.run.since();
    const key = keyOf(layer, query);
    const known = this.known.get(key);
    if (known) {
      this.run.noteTool({ tool, input: { query }, found: known, isKnown: true, startMs, durationMs: 0, iteration });
      return known;
    }
    const found = await gather(this.source, {
      query: query.slice(0, MAX_QUERY),
      budget: this.run.body.budget,
      layers: [layer],
      maxTokens: { mentalModels: TOOL_TOKENS * 2, observations: TOOL_TOKENS, facts: TOOL_TOKENS },
      signal: this.run.call.signal,
    });
    const { items } = found;
    this.run.noteWithout(found.without);
    if (found.without.length === 0) this.known.set(key, items);
    this.run.noteTool({ tool, input: { query }, found: items, startMs, durationMs: this.run.since() - startMs, iteration });
    return items;
  }

  async expand({ ids, depth }: ExpandInput, shown: Shown, iteration: number): Promise<readonly Evidence[]> {
    this.run.call.signal.throwIfAborted();
    const startMs = this.run.since();
    const known = ids.slice(0, MAX_EXPANDED).flatMap((name) => shown.of(name) ?? []);
    const units = known.filter(({ kind }) => kind !== 'mental_model');
    const around =
      units.length === 0
        ? []
        : await withResolvedTags(this.source, async ({ reader, scope, filter }) => {
            const ids = units.map(({ id }) => id);
            const read = await store.readAround(reader, scope, ids, { depth, limit: AROUND * 5, tags: tagsOf(filter) });
            return read.filter((one) => inScope(filter, one));
          });
    let left = depth === 'document' ? TOOL_TOKENS * 2 : TOOL_TOKENS;
    const items = around.slice(0, depth === 'document' ? AROUND * 5 : AROUND).flatMap((one) => {
      left -= one.tokens;
      return left < 0 ? [] : { ...one, score: 0 };
    });
    const input = { ids: known.map(({ id }) => id), depth };
    this.run.noteTool({ tool: 'expand', input, found: items, startMs, durationMs: this.run.since() - startMs, iteration });
    return items;
  }
}
