import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, AUDIT_TARGET_KINDS } from '#lib/access/audit/literals';
import { exactLimit, offsetParam, searchText, timestampIn, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { TRANSPORTS } from '#lib/base/literals';

/** The most lines of one export; a narrower filter returns the rest. */
export const MAX_EXPORT = 10_000;

const filter = {
  actor: z.string().max(512).optional().describe('The id of a person or key, or part of its label.'),
  action: z.array(z.enum(AUDIT_ACTIONS)).optional().describe('Repeat the parameter for several actions.'),
  target: z.string().max(512).optional().describe('The id of the target, or part of its label.'),
  from: timestampIn().optional().describe('Not before.'),
  to: timestampIn().optional().describe('Before.'),
  q: searchText()
    .optional()
    .describe('Part of the actor, target, action or request id, or of the id of the changed document, memory or mental model.'),
};

export const auditEntry = z.object({
  id: z.string(),
  at: timestampOut(),
  actor: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), id: z.string().nullable(), label: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  target: z.object({ kind: z.enum(AUDIT_TARGET_KINDS), id: z.string().nullable(), label: z.string() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  request_id: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEntryView = z.output<typeof auditEntry>;

const auditOperation = { method: 'GET', tag: 'Console', auth: 'session', permission: 'audit.view', nulls: 'sent' } as const;

export const listAudit = operation({
  ...auditOperation,
  id: 'list_audit',
  path: '/api/console/audit',
  summary: 'List the audit log of the organization',
  description: 'Newest first, unless `order` is `asc`. `next_cursor` requests the next page, in the same order.',
  query: z.object({
    ...filter,
    order: z.enum(['desc', 'asc']).default('desc'),
    limit: exactLimit(50, 1, 200),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({ items: z.array(auditEntry), next_cursor: z.string().nullable() }),
});

export const exportAuditJson = operation({
  ...auditOperation,
  id: 'export_audit_json',
  path: '/api/console/audit/export.json',
  summary: 'Export the audit log as JSON',
  description: `The newest ${MAX_EXPORT} matching entries.`,
  query: z.object(filter),
  response: z.object({ items: z.array(auditEntry), truncated: z.boolean() }),
  attachment: 'audit.json',
});

export const exportAuditCsv = operation({
  ...auditOperation,
  id: 'export_audit_csv',
  path: '/api/console/audit/export.csv',
  summary: 'Export the audit log as CSV',
  description: `The newest ${MAX_EXPORT} matching entries. A cell that a spreadsheet could interpret as a formula begins with an apostrophe.`,
  query: z.object(filter),
  response: z.string(),
  mediaType: 'text/csv; charset=utf-8',
  attachment: 'audit.csv',
});

/** Names of the public API for changes to a bank. They match the operation ids of its clients. */
export const BANK_AUDIT_ACTIONS = {
  'bank.create': 'create_bank',
  'bank.configure': 'update_bank_config',
  'bank.clear': 'clear_memories',
  'bank.delete': 'delete_bank',
  'bank.document_delete': 'delete_document',
  'bank.memory_delete': 'delete_memory',
  'bank.memories_change': 'update_memory',
  'bank.entity_delete': 'delete_entity',
  'bank.purge': 'purge',
  'bank.export': 'export_bank',
  'bank.import': 'import_bank',
  'bank.clone': 'clone_bank',
  'bank.move': 'move_bank',
  'bank.model_create': 'create_mental_model',
  'bank.model_update': 'update_mental_model',
  'bank.model_edit': 'edit_mental_model',
  'bank.model_clear': 'clear_mental_model',
  'bank.model_restore': 'restore_mental_model',
  'bank.model_delete': 'delete_mental_model',
  'bank.directive_create': 'create_directive',
  'bank.directive_update': 'update_directive',
  'bank.directive_delete': 'delete_directive',
  'bank.folder_create': 'create_knowledge_folder',
  'bank.page_create': 'create_knowledge_page',
  'bank.node_update': 'update_knowledge_node',
  'bank.node_delete': 'delete_knowledge_node',
} as const satisfies Partial<Record<(typeof AUDIT_ACTIONS)[number], string>>;

/** Periods of the statistics, in days. */
export const AUDIT_PERIODS = { '1d': 1, '7d': 7, '30d': 30 } as const;
export type AuditPeriod = keyof typeof AUDIT_PERIODS;

const bankAudit = { method: 'GET', tag: 'Banks', auth: 'key', permission: 'audit.view', errors: [404] } as const;
const auditAction = () =>
  searchText()
    .optional()
    .describe(`One of ${Object.values(BANK_AUDIT_ACTIONS).join(', ')}. Any other name matches nothing.`);

const bankAuditEntry = z.object({
  id: z.string(),
  action: z.string(),
  transport: z.enum(TRANSPORTS),
  bank_id: z.string(),
  started_at: timestampOut(),
  ended_at: timestampOut(),
  duration_ms: z.null().describe('Durations are not recorded.'),
  request: z.null().describe('Request bodies are not recorded.'),
  response: z.null().describe('Response bodies are not recorded.'),
  metadata: z
    .record(z.string(), z.unknown())
    .describe('`actor` (`kind`, `id`, `label`), `request_id`, and the changed fields in `before` and `after`.'),
});
export type BankAuditEntry = z.output<typeof bankAuditEntry>;

export const listAuditLogs = operation({
  ...bankAudit,
  id: 'list_audit_logs',
  path: '/v1/default/banks/{bank_id}/audit-logs',
  summary: 'List the changes to a bank',
  description:
    'Newest first. The log records changes to settings, mental models, the knowledge base and directives, edits, and deletions, but not retain and recall.',
  query: z.object({
    action: auditAction(),
    transport: searchText().optional().describe('http or mcp. Any other value matches nothing.'),
    start_date: timestampIn().optional().describe('Inclusive.'),
    end_date: timestampIn().optional().describe('Exclusive.'),
    limit: exactLimit(50, 1, 500),
    offset: offsetParam(),
  }),
  response: z.object({ bank_id: z.string(), total: z.int(), limit: z.int(), offset: z.int(), items: z.array(bankAuditEntry) }),
  nulls: 'sent',
});

export const getAuditLog = operation({
  ...bankAudit,
  id: 'get_audit_log',
  path: '/v1/default/banks/{bank_id}/audit-logs/{log_id}',
  summary: 'Get one change to a bank',
  params: z.object({ log_id: uuidText('audit log') }),
  response: bankAuditEntry,
  errors: [400, 404],
  nulls: 'sent',
});

export const auditLogStats = operation({
  ...bankAudit,
  id: 'audit_log_stats',
  path: '/v1/default/banks/{bank_id}/audit-logs/stats',
  summary: 'Count the changes to a bank by day',
  description: 'Days are UTC. Days without an entry are omitted. An unknown period counts as 7d.',
  query: z.object({ action: auditAction(), period: searchText().default('7d') }),
  response: z.object({
    bank_id: z.string(),
    period: z.enum(['1d', '7d', '30d']),
    trunc: z.literal('day'),
    start: timestampOut(),
    buckets: z.array(z.object({ time: timestampOut(), actions: z.record(z.string(), z.int()), total: z.int() })),
  }),
});
