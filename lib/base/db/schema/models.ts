import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#lib/base/db/schema/columns';
import { orgId } from '#lib/base/db/schema/orgs';

const tokens = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * The cost of language models: one row for each request to a provider, never a text. It does not
 * belong to a bank and copies the bank's id: the cost stays known after the bank is deleted, and a
 * probe or a dry run of a missing bank has a row too.
 */
export const llmCalls = pgTable(
  'llm_calls',
  {
    orgId: orgId(),
    id: uuid('id').notNull(),
    bankId: text('bank_id').notNull(),
    /** `retain`, `consolidation`, `reflect`, `embedding` */
    use: text('use').notNull(),
    operation: text('operation').notNull(),
    operationId: text('operation_id'),
    documentId: text('document_id'),
    /** what the operator calls the model */
    configuration: text('configuration').notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    /** one of `MODEL_FAILURES`; null: it succeeded */
    failure: text('failure'),
    /**
     * 1 for the first request of a question; retries and the second try at a schema are counted on
     */
    attempt: integer('attempt').notNull(),
    inputTokens: tokens('input_tokens'),
    outputTokens: tokens('output_tokens'),
    cachedTokens: tokens('cached_tokens'),
    thoughtsTokens: tokens('thoughts_tokens'),
    totalTokens: tokens('total_tokens'),
    durationMs: integer('duration_ms').notNull(),
    startedAt: instant('started_at').notNull(),
    requestId: text('request_id'),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index('llm_calls_org').on(t.orgId, t.startedAt.desc(), t.id.desc()),
    index('llm_calls_bank').on(t.orgId, t.bankId, t.startedAt.desc(), t.id.desc()),
  ],
);
