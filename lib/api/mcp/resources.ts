import {
  getDocument,
  getMentalModel,
  getProfile,
  getStats,
  listBanks,
  listDocuments,
  listMentalModels,
  listObservations,
} from '#lib/api/calls';
import type { CallOperation } from '#lib/api/mcp/tool';

/** What clients can attach to a conversation: banks, documents, mental models and observations. */

export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType: string;
}

export interface ResourcePage {
  readonly resources: readonly McpResource[];
  readonly nextCursor?: string;
}

export interface ResourceContent {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** The calls of a resource count as calls of the tool that returns the same. */
export type CallerFor = (tool: string) => CallOperation;

const JSON_TYPE = 'application/json';
const MARKDOWN = 'text/markdown';
const PLAIN = 'text/plain';
const PAGE = 100;

const uriOf = (...path: readonly string[]): string => `memory://${path.map(encodeURIComponent).join('/')}`;

export const TEMPLATES = [
  {
    uriTemplate: 'memory://{bank_id}',
    name: 'bank',
    title: 'Bank',
    description: 'The profile and statistics of a bank.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'memory://{bank_id}/documents/{document_id}',
    name: 'document',
    title: 'Document',
    description: 'The text of a document.',
    mimeType: PLAIN,
  },
  {
    uriTemplate: 'memory://{bank_id}/mental-models/{mental_model_id}',
    name: 'mental_model',
    title: 'Mental model',
    description: 'The text of a mental model.',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: 'memory://{bank_id}/observations',
    name: 'observations',
    title: 'Observations',
    description: `The latest ${PAGE} summaries of what the bank contains.`,
    mimeType: MARKDOWN,
  },
] as const;

/** The offset in a cursor; another text begins at the first page. */
const offsetOf = (cursor: string | undefined): number => (cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0);
const nextOf = (offset: number, total: number): { nextCursor?: string } =>
  offset + PAGE < total ? { nextCursor: String(offset + PAGE) } : {};

async function listBankResources(call: CallOperation, offset: number): Promise<ResourcePage> {
  const { banks, total } = await call(listBanks, { query: { limit: PAGE, offset } });
  return {
    resources: banks.map(({ bank_id, name, mission }) => ({
      uri: uriOf(bank_id),
      name: bank_id,
      title: name,
      mimeType: JSON_TYPE,
      ...(mission && { description: mission }),
    })),
    ...nextOf(offset, total),
  };
}

/** The first page begins with the bank, its observations and its mental models. */
async function listResourcesOf(callerFor: CallerFor, bankId: string, offset: number): Promise<ResourcePage> {
  const { items: documents, total } = await callerFor('list_documents')(listDocuments, { bankId, query: { limit: PAGE, offset } });
  const listed = documents.map(({ id }) => ({ uri: uriOf(bankId, 'documents', id), name: id, mimeType: PLAIN }));
  if (offset > 0) return { resources: listed, ...nextOf(offset, total) };
  const models = await callerFor('list_mental_models')(listMentalModels, { bankId, query: { detail: 'metadata', limit: 1000 } });
  const [bank, , , observations] = TEMPLATES;
  return {
    resources: [
      { uri: uriOf(bankId), name: bankId, description: bank.description, mimeType: bank.mimeType },
      { uri: uriOf(bankId, 'observations'), name: observations.name, title: observations.title, mimeType: observations.mimeType },
      ...models.items.map(({ id, name }) => ({ uri: uriOf(bankId, 'mental-models', id), name: id, title: name, mimeType: MARKDOWN })),
      ...listed,
    ],
    ...nextOf(offset, total),
  };
}

/** Lists the resources of a bank, or the banks if `bankId` is null. */
export const listResources = (callerFor: CallerFor, bankId: string | null, cursor: string | undefined): Promise<ResourcePage> =>
  bankId === null ? listBankResources(callerFor('list_banks'), offsetOf(cursor)) : listResourcesOf(callerFor, bankId, offsetOf(cursor));

/** The decoded segments of a URI; null if it is not one of these resources. */
function segmentsOf(uri: string): readonly string[] | null {
  const path = /^memory:\/\/([^?#]+)$/.exec(uri)?.[1];
  try {
    return path?.split('/').map(decodeURIComponent) ?? null;
  } catch {
    return null;
  }
}

async function textOf(
  callerFor: CallerFor,
  [bankId = '', kind, ...rest]: readonly string[],
): Promise<{ text: string; mimeType: string } | null> {
  if (kind === undefined) {
    const profile = await callerFor('get_bank')(getProfile, { bankId });
    const stats = await callerFor('get_bank_stats')(getStats, { bankId });
    return { mimeType: JSON_TYPE, text: JSON.stringify({ ...profile, stats }) };
  }
  if (kind === 'observations' && rest.length === 0) {
    const { items } = await callerFor('list_memories')(listObservations, { bankId, query: { limit: PAGE } });
    return { mimeType: MARKDOWN, text: items.map(({ text }) => `- ${text}`).join('\n') };
  }
  const id = rest.join('/');
  if (id === '') return null;
  if (kind === 'documents') {
    const document = await callerFor('get_document')(getDocument, { bankId, params: { document_id: id } });
    return { mimeType: PLAIN, text: document.original_text ?? '' };
  }
  if (kind !== 'mental-models') return null;
  const query = { detail: 'content' as const };
  const model = await callerFor('get_mental_model')(getMentalModel, { bankId, params: { mental_model_id: id }, query });
  return { mimeType: MARKDOWN, text: model.content ?? '' };
}

/**
 * Reads a resource; null if the URI is not one of ours, or of another bank than `onlyBank`. Throws
 * `ApiError`.
 */
export async function readResource(callerFor: CallerFor, uri: string, onlyBank: string | null): Promise<ResourceContent | null> {
  const segments = segmentsOf(uri);
  if (!segments?.[0] || (onlyBank !== null && segments[0] !== onlyBank)) return null;
  const found = await textOf(callerFor, segments);
  return found && { uri, ...found };
}
