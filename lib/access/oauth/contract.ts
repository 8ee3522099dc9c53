import { z } from 'zod';
import { ACCESS_LEVELS } from '#lib/access/keys/literals';
import { CONNECTION_LIFETIMES } from '#lib/access/oauth/literals';
import { idText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';

const MAX_BANKS = 1000;
const consoleOperation = { tag: 'Console', auth: 'session', nulls: 'sent' } as const;
const params = z.object({ request_id: z.string().min(1).max(128) });

export const connectionRequest = z.object({
  application: z.string().nullable().describe('The name that the application gives itself. Nobody has verified it. null: none.'),
  client_host: z
    .string()
    .nullable()
    .describe('The host that publishes the description of the application; null: the application registered itself.'),
  website: z.string().nullable(),
  redirect_host: z.string().describe('Where the answer is sent: the host, with its scheme if that is not https.'),
  bank_id: z.string().nullable().describe('The bank of the address that the application connects to; null: the person chooses.'),
  access: z.enum(ACCESS_LEVELS).describe('What the application asks for.'),
});

const answered = z.object({ redirect_to: z.string().describe('The address at which the authorization continues.') });

export const getConnectionRequest = operation({
  ...consoleOperation,
  id: 'get_connection_request',
  method: 'GET',
  path: '/api/console/connections/{request_id}',
  summary: 'Get what an application asks for',
  permission: null,
  params,
  response: connectionRequest,
  errors: [404],
});

export const decideConnection = operation({
  ...consoleOperation,
  id: 'decide_connection',
  method: 'POST',
  path: '/api/console/connections/{request_id}',
  summary: 'Grant an application access',
  description: 'Creates a key of the organization, which the application uses by its tokens.',
  permission: 'bank.read',
  params,
  body: z.object({
    bank_ids: z.array(idText()).min(1).max(MAX_BANKS).nullable().describe('null: every bank, present and future.'),
    access: z.enum(ACCESS_LEVELS),
    expires_in: z.enum(CONNECTION_LIFETIMES),
  }),
  response: answered,
  errors: [404, 409],
});

export const refuseConnection = operation({
  ...consoleOperation,
  id: 'refuse_connection',
  method: 'DELETE',
  path: '/api/console/connections/{request_id}',
  summary: 'Refuse an application access',
  permission: null,
  params,
  response: answered,
  errors: [404],
});

const connection = z.object({
  key_id: z.string(),
  application: z.string(),
  organization: z.object({ slug: z.string(), name: z.string() }),
  bank_ids: z.array(z.string()).nullable().describe('null: every bank.'),
  access: z.enum(ACCESS_LEVELS),
  created_at: timestampOut(),
  last_used_at: timestampOut().nullable().describe('Accurate to one minute.'),
  expires_at: timestampOut(),
});
export type Connection = z.output<typeof connection>;

export const listConnections = operation({
  ...consoleOperation,
  id: 'list_connections',
  method: 'GET',
  path: '/api/console/account/connections',
  summary: 'List the applications that the caller connected',
  description: 'In every organization, the newest first. Only those that still have access.',
  permission: null,
  response: z.object({ items: z.array(connection) }),
});

export const endConnection = operation({
  ...consoleOperation,
  id: 'end_connection',
  method: 'DELETE',
  path: '/api/console/account/connections/{key_id}',
  summary: 'End the access of an application that the caller connected',
  description: 'Applies to its next request. An application without access counts as ended.',
  permission: null,
  params: z.object({ key_id: uuidText('key') }),
  response: z.object({ ended: z.int() }),
  errors: [400, 404],
});
