import { z } from 'zod';
import { exactLimit, searchText, timestampIn, timestampOut } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { AUDIT_ACTIONS, AUDIT_ACTOR_KINDS, AUDIT_TARGET_KINDS } from '#lib/base/literals';

/** Lines of one export; a narrower filter reaches the rest. */
export const MAX_EXPORT = 10_000;

const filter = {
  actor: z.string().max(512).optional().describe('An id of a person or key, or part of the label.'),
  action: z.array(z.enum(AUDIT_ACTIONS)).optional().describe('Repeat the name for several.'),
  target: z.string().max(512).optional().describe('An id of what was acted on, or part of its label.'),
  from: timestampIn().optional().describe('Not before.'),
  to: timestampIn().optional().describe('Before.'),
  q: searchText()
    .optional()
    .describe(
      'Part of the actor, the target, the action or the request id, or of the id of the document, memory or mental model that it was about.',
    ),
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
  summary: 'List what was done in the organisation',
  description: 'The newest first. The next page is asked for with the `next_cursor` of this one.',
  query: z.object({ ...filter, limit: exactLimit(50, 1, 200), cursor: z.string().max(200).optional() }),
  response: z.object({ items: z.array(auditEntry), next_cursor: z.string().nullable() }),
});

export const exportAuditJson = operation({
  ...auditOperation,
  id: 'export_audit_json',
  path: '/api/console/audit/export.json',
  summary: 'The log as JSON',
  description: `The newest ${MAX_EXPORT} lines that match.`,
  query: z.object(filter),
  response: z.object({ items: z.array(auditEntry), truncated: z.boolean() }),
  attachment: 'audit.json',
});

export const exportAuditCsv = operation({
  ...auditOperation,
  id: 'export_audit_csv',
  path: '/api/console/audit/export.csv',
  summary: 'The log as CSV',
  description: `The newest ${MAX_EXPORT} lines that match. A cell that a spreadsheet could take for a formula begins with an apostrophe.`,
  query: z.object(filter),
  response: z.string(),
  mediaType: 'text/csv; charset=utf-8',
  attachment: 'audit.csv',
});
