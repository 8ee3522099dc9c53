import { isDeepStrictEqual } from 'node:util';
import type { RefreshOutcome } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { countTokens } from '#lib/base/text/tokens';
import { addUsage, NO_USAGE, type Usage } from '#lib/base/usage';
import { configOf } from '#lib/memory/banks/config';
import { applied } from '#lib/memory/directives/use';
import { applyDecisions } from '#lib/memory/mental-models/decisions/apply';
import { isFixed, isRejectedBy, repeatsOf } from '#lib/memory/mental-models/decisions/ruling';
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
import { withKindWords } from '#lib/memory/mental-models/rules/statement-kinds';
import { sameWords } from '#lib/memory/observations/rules/claims';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { questionIn } from '#lib/memory/reflect/prompt-question';
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

/** Budget of a writer if fixed blocks take nearly all of it. */
const LEAST_TOKENS = 128;

const fixedIdsOf = ({ rulings }: RefreshInput): ReadonlySet<string> => new Set(rulings.filter(isFixed).map(({ blockId }) => blockId));

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
    const wanted = { query: this.searched, portion, upTo: pin.revision };
    const all = await findEvidence(this.reads, this.scope, this.state, this.filter, wanted, this.call);
    const isRejected = isRejectedBy(moment.rulings);
    const found = { ...all, pages: all.pages.map((page) => page.filter((one) => !isRejected(one))) };
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

  /** Rules cannot follow the instructions next to a question. */
  private get question(): string {
    return questionIn(this.state.sourceQuery);
  }

  /** Instructions about the document would find memories about their words. */
  private get searched(): string {
    return this.model ? this.question : withKindWords(this.question);
  }

  private task({ models, chunks }: RefreshEvidence, facts: readonly Evidence[], { pin, directives, rulings }: RefreshInput): DocumentTask {
    const { name, sourceQuery, maxTokens } = this.state;
    const fixed = rulings.filter(isFixed);
    const decided = {
      fixed: fixed.map(({ text }) => text),
      repeats: new Set(facts.filter(repeatsOf(fixed)).map(({ id }) => id)),
      removed: rulings.flatMap((one) => (isFixed(one) ? [] : one.texts)),
    };
    const language = configOf(this.reads.evidence.env, this.scope.bank).llmOutputLanguage;
    const settings = { mission: pin.mission || null, language, directives: applied(directives) };
    return { name, query: this.model ? sourceQuery : this.question, maxTokens, facts, models, chunks, decided, ...settings };
  }

  /** The document as people decided about its blocks. */
  private decided(document: Document, { rulings, states }: RefreshInput, found: RefreshEvidence): Document {
    const now = nowOf(found, states);
    const cited = new Map(this.state.basedOn.map(({ id, text }) => [id, text]));
    const others = new Set(found.models.map(({ id }) => id));
    const repeating = rulings.some(isFixed) ? factsOf(found).filter(({ kind }) => kind !== 'observation') : [];
    return applyDecisions(document, rulings, {
      now,
      found: repeating.map(({ id, text }) => ({ id, words: sameWords(text) })),
      textOf: (id) => now(id)?.text ?? cited.get(id) ?? null,
      isModel: (id) => others.has(id) || (states.now(id) === null && states.stateOf(id) === 'live'),
    });
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
  private fitted(document: Document, found: RefreshEvidence, moment: RefreshInput) {
    const now = nowOf(found, moment.states);
    const timeOf = (id: string) => now(id)?.mentionedAt ?? null;
    return changeDocument.fitBudget(document, this.state.maxTokens, timeOf, this.seed, fixedIdsOf(moment));
  }

  // --- full ---

  private async full(moment: RefreshInput, found: RefreshEvidence): Promise<RefreshEnd> {
    const facts = factsOf(found);
    if (facts.length === 0) return this.withoutEvidence(moment, found);
    try {
      const whole = this.task(found, facts, moment);
      const fixedTokens = whole.decided.fixed.reduce((sum, text) => sum + countTokens(text), 0);
      const task = { ...whole, maxTokens: Math.max(whole.maxTokens - fixedTokens, LEAST_TOKENS) };
      const written = await this.spending('write_document', writeDocument(this.model, task, this.before, this.seed, this.callFor));
      const { warnings } = written;
      if (blocksOf(written.document).length === 0)
        return this.model && whole.decided.fixed.length === 0
          ? this.failed('empty_candidate', { warnings })
          : this.withoutEvidence(moment, found);
      const document = this.decided(written.document, moment, found);
      const candidate = renderDocument(document);
      const fitted = this.fitted(document, found, moment);
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
  private withoutEvidence(moment: RefreshInput, found: RefreshEvidence): RefreshEnd {
    const retracted = this.retracted(moment, found);
    if (blocksOf(retracted.document).length === 0)
      return {
        outcome: this.outcomeOf(''),
        document: EMPTY_DOCUMENT,
        candidate: '',
        retraction: retracted.retraction,
        isWithoutEvidence: true,
      };
    const content = renderDocument(retracted.document);
    const isChanged = retracted.retraction !== null || !isDeepStrictEqual(retracted.document, this.before);
    const warnings = ['Nothing was found about the query. Blocks with valid sources are unchanged.'];
    const outcome = isChanged ? this.outcomeOf(content) : 'content_preserved_no_new_facts';
    return { outcome, document: retracted.document, retraction: retracted.retraction, warnings };
  }

  // --- delta ---

  private retracted(moment: RefreshInput, found: RefreshEvidence) {
    const { before, seed } = this;
    const { states } = moment;
    const { name, sourceQuery: query, basedOn } = this.state;
    const plan: RetractionPlan = planRetraction(before, basedOn, states, describeFor(query), fixedIdsOf(moment));
    const change = changeDocument.retract(before, plan.operations, { name, query }, states, `${seed} retraction`);
    return { ...change, document: this.decided(change.document, moment, found), retraction: plan.retraction };
  }

  /** Applies page after page, each to the result of the one before it; all of them or none. */
  private async delta(moment: RefreshInput, found: RefreshEvidence): Promise<RefreshEnd> {
    const { states } = moment;
    const retracted = this.retracted(moment, found);
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
          changeDocument.apply(this.model, task, now, { retractedIds, fixedIds: fixedIdsOf(moment) }, seed, this.callFor),
        );
        document = this.decided(changed.document, moment, found);
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
    const fitted = this.fitted(document, found, moment);
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
    if (retraction === null && isDeepStrictEqual(document, this.before))
      return { outcome: 'content_preserved_no_new_facts', document: this.before, operations };
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
