import type { RefreshOutcome } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { addUsage, NO_USAGE, type Usage } from '#lib/base/usage';
import { configOf } from '#lib/memory/banks/config';
import { applied } from '#lib/memory/directives/use';
import { blocksOf, citedIds, EMPTY_DOCUMENT, readDocument, renderDocument } from '#lib/memory/mental-models/refresh/document';
import { factsOf, findEvidence, NOTHING_FOUND, type RefreshEvidence, readTokens } from '#lib/memory/mental-models/refresh/find';
import { type RefreshInput, readInput } from '#lib/memory/mental-models/refresh/input';
import { FAILURES, type Mode, modeOf } from '#lib/memory/mental-models/refresh/mode';
import { type RefreshEnd, toRefreshPlan } from '#lib/memory/mental-models/refresh/outcome';
import type { DocumentTask } from '#lib/memory/mental-models/refresh/planner';
import {
  type Document,
  type MentalModelState,
  type PlanRefresh,
  type RefreshCall,
  type RefreshPlan,
  type RefreshReads,
  type RefreshScope,
  scopeOf,
} from '#lib/memory/mental-models/refresh/port';
import { planRetraction, type RetractionPlan, type SourceStates } from '#lib/memory/mental-models/refresh/retract';
import { structuredOf } from '#lib/memory/mental-models/refresh/structured';
import { inCalls } from '#lib/memory/mental-models/refresh/window';
import { changeDocument, describeFor, type WriteCost, writeDocument } from '#lib/memory/mental-models/refresh/write';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { type CallFor, type LanguageModel, LlmError } from '#lib/models/llm/port';
import { unusableWords } from '#lib/models/llm/unusable';

/**
 * Plans what a refresh would write, and why. It uses a read-only handle, and no transaction during
 * model calls. It makes all decisions: the commit makes none. A dry run consists of the plan alone.
 */

/** Fewer sources than this may all be replaced by new ones. */
const FEW = 6;

/**
 * A delta does not rewrite: it is implausible that more than half of the evidence becomes wrong at
 * once.
 */
function losesMost(before: Document, after: Document, { stateOf }: SourceStates): boolean {
  const cited = new Set(citedIds(after));
  const live = citedIds(before).filter((id) => stateOf(id) === 'live');
  return live.length >= FEW && live.filter((id) => !cited.has(id)).length > live.length / 2;
}

/** Looks up a memory that is already cited or was found. */
function nowOf(found: RefreshEvidence, { now }: SourceStates): SourceStates['now'] {
  const fresh = new Map(factsOf(found).map((one) => [one.id, one]));
  return (id) => {
    const one = fresh.get(id);
    return one && one.kind !== 'mental_model' ? { ...one, kind: one.kind, state: 'valid' } : now(id);
  };
}

export const planRefresh: PlanRefresh = (reads, scope, state, call) => new Refresh(reads, scope, state, call).plan();

class Refresh {
  private readonly reads: RefreshReads;
  private readonly scope: BankScope;
  private readonly state: MentalModelState;
  private readonly call: RefreshCall;
  private readonly filter: RefreshScope;
  private readonly mode: Mode;
  private readonly model: LanguageModel | null;
  private readonly stored: Document | null;
  private readonly begun = performance.now();
  private readonly recordedAt = new Date().toISOString();
  private usage: Usage = NO_USAGE;
  private llmCalls: { scope: string; durationMs: number }[] = [];

  constructor(reads: RefreshReads, scope: BankScope, state: MentalModelState, call: RefreshCall) {
    this.reads = reads;
    this.scope = scope;
    this.state = state;
    this.call = call;
    this.filter = scopeOf(state);
    this.mode = modeOf(state);
    this.model = reads.models.of('reflect', scope);
    this.stored = state.content === '' ? EMPTY_DOCUMENT : readDocument(state.document);
  }

  async plan(): Promise<RefreshPlan> {
    this.call.signal.throwIfAborted();
    const moment = await this.read();
    if (this.mode.effective === 'delta' && this.stored === null) {
      return this.toPlan(moment, NOTHING_FOUND, this.failed('structured_doc_unreadable'));
    }
    const { portion, pin } = moment;
    const found = await findEvidence(this.reads, this.scope, this.state, this.filter, { portion, upTo: pin.revision }, this.call);
    this.call.signal.throwIfAborted();
    const end = this.mode.effective === 'full' ? await this.full(moment, found) : await this.delta(moment, found);
    return this.toPlan(moment, found, end);
  }

  private read(): Promise<RefreshInput> {
    const { state, filter, before: document } = this;
    return readInput(this.reads, this.scope, { state, filter, document, isDelta: this.mode.effective === 'delta' });
  }

  /** The current document; empty if there is none or if it is invalid. */
  private get before(): Document {
    return this.stored ?? EMPTY_DOCUMENT;
  }

  private task({ models, chunks }: RefreshEvidence, facts: readonly Evidence[], { pin, directives }: RefreshInput): DocumentTask {
    const { name, sourceQuery, maxTokens } = this.state;
    const language = configOf(this.reads.evidence.env, this.scope.bank).llmOutputLanguage;
    const settings = { mission: pin.mission || null, language, directives: applied(directives) };
    return { name, query: sourceQuery, maxTokens, facts, models, chunks, ...settings };
  }

  private get callFor(): CallFor {
    const { operation, operationId, signal } = this.call;
    return { scope: this.scope, operation, operationId, signal };
  }

  private get seed(): string {
    return `${this.state.id} ${this.state.version}`;
  }

  private spend({ usage, llmCalls }: WriteCost): void {
    this.usage = addUsage(this.usage, usage);
    this.llmCalls.push(...llmCalls);
  }

  /** Counts an unusable answer at the same cost as a usable one. */
  private async spending<T extends WriteCost>(scope: string, work: Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      const done = await work;
      this.spend(done);
      return done;
    } catch (error) {
      if (error instanceof LlmError)
        this.spend({ usage: error.usage, llmCalls: [{ scope, durationMs: Math.round(performance.now() - begun) }] });
      throw error;
    }
  }

  /** Fits a document into its budget, for both rules and language models. */
  private fitted(document: Document, found: RefreshEvidence, states: SourceStates) {
    const now = nowOf(found, states);
    return changeDocument.fitBudget(document, this.state.maxTokens, (id) => now(id)?.mentionedAt ?? null, this.seed);
  }

  // --- full ---

  private async full(moment: RefreshInput, found: RefreshEvidence): Promise<RefreshEnd> {
    const { states } = moment;
    const facts = factsOf(found);
    if (facts.length === 0) return this.withoutEvidence(states);
    try {
      const task = this.task(found, facts, moment);
      const written = await this.spending('write_document', writeDocument(this.model, task, this.before, this.seed, this.callFor));
      const candidate = renderDocument(written.document);
      const { warnings } = written;
      if (candidate === '') return this.model ? this.failed('empty_candidate', { warnings }) : this.withoutEvidence(states);
      const fitted = this.fitted(written.document, found, states);
      const outcome = this.outcomeOf(renderDocument(fitted.document));
      return { outcome, document: fitted.document, candidate, warnings: [...warnings, ...fitted.warnings] };
    } catch (error) {
      if (!(error instanceof LlmError) || error.kind !== 'content') throw error;
      return this.failed('unusable_candidate', {}, error);
    }
  }

  /**
   * Nothing is known about the query. Blocks with valid sources are preserved; without any, the
   * document becomes explicitly empty.
   */
  private withoutEvidence(states: SourceStates): RefreshEnd {
    const retracted = this.retracted(states);
    if (blocksOf(retracted.document).length === 0)
      return {
        outcome: this.outcomeOf(''),
        document: EMPTY_DOCUMENT,
        candidate: '',
        retraction: retracted.retraction,
        isWithoutEvidence: true,
      };
    const content = renderDocument(retracted.document);
    const isChanged = retracted.retraction !== null;
    const warnings = ['Nothing was found about the query. Blocks with valid sources are unchanged.'];
    const outcome = isChanged ? this.outcomeOf(content) : 'content_preserved_no_new_facts';
    return { outcome, document: retracted.document, retraction: retracted.retraction, warnings };
  }

  // --- delta ---

  private retracted(states: SourceStates) {
    const { before, seed } = this;
    const { name, sourceQuery: query, basedOn } = this.state;
    const plan: RetractionPlan = planRetraction(before, basedOn, states, describeFor(query));
    const change = changeDocument.retract(before, plan.operations, { name, query }, states, `${seed} retraction`);
    return { ...change, retraction: plan.retraction };
  }

  /** Applies page after page, each to the result of the one before it; all of them or none. */
  private async delta(moment: RefreshInput, found: RefreshEvidence): Promise<RefreshEnd> {
    const { states } = moment;
    const retracted = this.retracted(states);
    const { retraction } = retracted;
    const calls = this.callsOf(found, retracted.document);
    if (calls.length === 0) return this.withoutNews(retracted);
    let { document } = retracted;
    const now = nowOf(found, states);
    const applied = [...retracted.applied];
    const skipped = [...retracted.skipped];
    const operations = { applied, skipped };
    try {
      for (const [i, fresh] of calls.entries()) {
        this.call.signal.throwIfAborted();
        const task = { ...this.task(found, fresh, moment), document };
        const seed = i === 0 ? this.seed : `${this.seed} ${i}`;
        const retractedIds = i === 0 ? (retraction?.blockIds ?? []) : [];
        const changed = await this.spending(
          'change_document',
          changeDocument.apply(this.model, task, now, retractedIds, seed, this.callFor),
        );
        document = changed.document;
        applied.push(...changed.applied);
        skipped.push(...changed.skipped);
        if (changed.applied.length === 0 && changed.skipped.some(({ reason }) => reason !== 'no_change'))
          return this.failed('delta_ops_all_skipped', { operations, retraction });
      }
    } catch (error) {
      if (!(error instanceof LlmError) || error.kind !== 'content') throw error;
      return this.failed('delta_ops_failed', { retraction }, error);
    }
    if (blocksOf(document).length === 0 && blocksOf(retracted.document).length > 0)
      return this.failed('would_be_empty', { operations, retraction });
    if (this.model && losesMost(retracted.document, document, states)) return this.failed('would_lose_most', { operations, retraction });
    const fitted = this.fitted(document, found, states);
    applied.push(...fitted.applied);
    const outcome = this.outcomeOf(renderDocument(fitted.document));
    return { outcome, document: fitted.document, candidate: renderDocument(document), operations, retraction, warnings: fitted.warnings };
  }

  /**
   * The new memories, page by page. A language model sees at most its budget at once; rules read a
   * page whole.
   */
  private callsOf({ pages }: RefreshEvidence, document: Document): Evidence[][] {
    const cited = new Set(citedIds(document));
    const news = pages.map((page) => page.filter(({ id }) => !cited.has(id))).filter((page) => page.length > 0);
    return this.model ? news.flatMap((page) => inCalls(page, readTokens(this.state.trigger))) : news;
  }

  private withoutNews({ document, applied, skipped, retraction }: ReturnType<Refresh['retracted']>): RefreshEnd {
    const content = renderDocument(document);
    const operations = { applied, skipped };
    if (retraction === null) return { outcome: 'content_preserved_no_new_facts', document: this.before, operations };
    if (content === '') return { outcome: this.outcomeOf(''), document: EMPTY_DOCUMENT, operations, retraction, isWithoutEvidence: true };
    return { outcome: this.outcomeOf(content), document, candidate: content, operations, retraction };
  }

  // --- result ---

  private outcomeOf(content: string): RefreshOutcome {
    return content === this.state.content ? 'content_unchanged' : 'content_written';
  }

  private failed(code: keyof typeof FAILURES, more: Partial<RefreshEnd> = {}, error: LlmError | null = null): RefreshEnd {
    const isMode = code === 'structured_doc_unreadable' || code === 'delta_ops_failed' || code === 'delta_ops_all_skipped';
    return {
      ...more,
      outcome: this.mode.effective === 'full' ? 'refresh_failed_empty_candidate' : 'refresh_failed_delta_not_applied',
      document: this.before,
      ...(isMode && { reason: code }),
      failure: { code, message: error ? `${FAILURES[code].slice(0, -1)}: ${unusableWords(error.failure)}.` : FAILURES[code] },
    };
  }

  private async toPlan(moment: RefreshInput, found: RefreshEvidence, end: RefreshEnd): Promise<RefreshPlan> {
    const { state, filter, mode, before, recordedAt, llmCalls } = this;
    const content = renderDocument(end.document);
    const structured = end.failure ? null : await structuredOf(this.model, state, content, this.callFor);
    if (structured) this.spend(structured);
    const course = { state, filter, mode, before, moment, found, structured, recordedAt, llmCalls, usage: this.usage };
    return toRefreshPlan({ ...course, model: this.model?.id ?? null, durationMs: Math.round(performance.now() - this.begun) }, end);
  }
}
