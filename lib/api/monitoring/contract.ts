import { z } from 'zod';
import { operation } from '#lib/base/contract/operation';

const readiness = z.object({
  status: z.literal('healthy'),
  database: z.literal('connected'),
  db_acquire_ms: z.number(),
  db_pool_waiting: z.int(),
  db_pool_in_use: z.int(),
  db_pool_max: z.int(),
  db_pool_idle: z.int(),
  unreachable_cells: z
    .array(z.string())
    .optional()
    .describe(
      'Cells of other databases that do not answer, or whose address the process does not have. Requests for their banks get 503. Only if there are other databases.',
    ),
});

const unready = z.union([
  z.object({ status: z.literal('unhealthy'), reason: z.literal('not_initialized') }),
  z.object({ status: z.literal('unhealthy'), database: z.literal('error'), reason: z.literal('disk_full').optional() }),
]);

const readinessOperation = {
  method: 'GET',
  tag: 'Monitoring',
  auth: 'none',
  permission: null,
  description: 'Returns 200 while the database responds and its disk is not full, otherwise 503. For readiness probes and load balancers.',
  response: readiness,
  otherResponses: { 503: unready },
} as const;

export const health = operation({
  ...readinessOperation,
  id: 'health',
  path: '/health',
  summary: 'Check readiness (alias of /health/ready)',
});
export const healthReady = operation({ ...readinessOperation, id: 'health_ready', path: '/health/ready', summary: 'Check readiness' });

export const healthLive = operation({
  id: 'health_live',
  method: 'GET',
  path: '/health/live',
  tag: 'Monitoring',
  summary: 'Check liveness',
  description: 'Returns 200 while the process serves requests. Does not use the database.',
  auth: 'none',
  permission: null,
  response: z.object({ status: z.literal('alive'), version: z.string(), uptime_seconds: z.number() }),
});

export const FEATURES = [
  'observations',
  'reflect',
  'mental_models',
  'mcp',
  'worker',
  'bank_config_api',
  'bank_llm_health',
  'file_upload_api',
  'document_export_api',
  'document_import_api',
  'audit_log',
  'llm_trace',
  'store_document_text',
] as const;

export const version = operation({
  id: 'version',
  method: 'GET',
  path: '/version',
  tag: 'Monitoring',
  summary: 'Get the API version and features',
  description: 'Features of this deployment. `llm` shows whether a language model is configured, `storage` where memories are stored.',
  auth: 'none',
  permission: null,
  response: z.object({
    api_version: z.string(),
    features: z.object(
      Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean()])) as Record<(typeof FEATURES)[number], z.ZodBoolean>,
    ),
    llm: z.boolean(),
    storage: z.enum(['embedded', 'postgres']),
  }),
  errors: [503],
});

export const versionV1 = operation({
  ...version,
  id: 'version_v1',
  path: '/v1/version',
  summary: 'Get the API version and features (alias)',
});

export const metrics = operation({
  id: 'metrics',
  method: 'GET',
  path: '/metrics',
  tag: 'Monitoring',
  summary: 'Get Prometheus metrics',
  description: 'Text exposition format. Requires a bearer token if SERVICE_API_METRICS_TOKEN is set.',
  auth: 'none',
  permission: null,
  response: z.string(),
  errors: [401, 503],
  mediaType: 'text/plain; version=0.0.4; charset=utf-8',
});
