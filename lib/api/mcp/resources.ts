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
import { compact, excerptOf } from '#lib/api/mcp/compact';
import { fittingAny, MAX_LENGTH } from '#lib/api/mcp/fit';
import type { CallOperation } from '#lib/api/mcp/tool';
import { profileOf, statsOf } from '#lib/api/mcp/tools/banks';
import { EXCERPT } from '#lib/api/mcp/tools/documents';

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

export interface ResourceCaller {
  /** The calls of a resource count as calls of the tool that returns the same. */
  readonly callerFor: (tool: string) => CallOperation;
  /** whether the caller may call a tool; what only a hidden tool returns is hidden too */
  readonly offers: (tool: string) => boolean;
}

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

type TemplateName = (typeof TEMPLATES)[number]['name'];

/** The tool that returns the same as a resource. */
const TOOL_OF: Readonly<Record<TemplateName, string>> = {
  bank: 'get_bank',
  document: 'get_document',
  mental_model: 'get_mental_model',
  observations: 'list_memories',
};

export const templatesFor = ({ offers }: Pick<ResourceCaller, 'offers'>): readonly (typeof TEMPLATES)[number][] =>
  TEMPLATES.filter(({ name }) => offers(TOOL_OF[name]));

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

async function listDocumentResources({ callerFor, offers }: ResourceCaller, bankId: string, offset: number): Promise<ResourcePage> {
  if (!offers('list_documents') || !offers('get_document')) return { resources: [] };
  const { items, total } = await callerFor('list_documents')(listDocuments, { bankId, query: { limit: PAGE, offset } });
  const resources = items.map(({ id }) => ({ uri: uriOf(bankId, 'documents', id), name: id, mimeType: PLAIN }));
  return { resources, ...nextOf(offset, total) };
}

async function listModelResources({ callerFor, offers }: ResourceCaller, bankId: string): Promise<readonly McpResource[]> {
  if (!offers('list_mental_models') || !offers('get_mental_model')) return [];
  const { items } = await callerFor('list_mental_models')(listMentalModels, { bankId, query: { detail: 'metadata', limit: 1000 } });
  return items.map(({ id, name }) => ({ uri: uriOf(bankId, 'mental-models', id), name: id, title: name, mimeType: MARKDOWN }));
}

/** The first page begins with the bank, its observations and its mental models. */
async function listResourcesOf(caller: ResourceCaller, bankId: string, offset: number): Promise<ResourcePage> {
  const documents = await listDocumentResources(caller, bankId, offset);
  if (offset > 0) return documents;
  const [bank, , , observations] = TEMPLATES;
  return {
    ...documents,
    resources: [
      ...(caller.offers(TOOL_OF.bank)
        ? [{ uri: uriOf(bankId), name: bankId, description: bank.description, mimeType: bank.mimeType }]
        : []),
      ...(caller.offers(TOOL_OF.observations)
        ? [{ uri: uriOf(bankId, 'observations'), name: observations.name, title: observations.title, mimeType: observations.mimeType }]
        : []),
      ...(await listModelResources(caller, bankId)),
      ...documents.resources,
    ],
  };
}

/** Lists the resources of a bank, or the banks if `bankId` is null. */
export async function listResources(caller: ResourceCaller, bankId: string | null, cursor: string | undefined): Promise<ResourcePage> {
  const offset = offsetOf(cursor);
  if (bankId !== null) return listResourcesOf(caller, bankId, offset);
  const isListed = caller.offers('list_banks') && caller.offers(TOOL_OF.bank);
  return isListed ? listBankResources(caller.callerFor('list_banks'), offset) : { resources: [] };
}

/** The decoded segments of a URI; null if it is not one of these resources. */
function segmentsOf(uri: string): readonly string[] | null {
  const path = /^memory:\/\/([^?#]+)$/.exec(uri)?.[1];
  try {
    return path?.split('/').map(decodeURIComponent) ?? null;
  } catch {
    return null;
  }
}

interface ResourceId {
  readonly bankId: string;
  readonly kind: TemplateName;
  /** of a document or mental model */
  readonly id: string;
}

const KINDS: Readonly<Record<string, TemplateName>> = { documents: 'document', 'mental-models': 'mental_model' };

/** What a URI names; null if it is not one of these resources. */
function resourceIdOf(uri: string): ResourceId | null {
  const [bankId, folder, ...rest] = segmentsOf(uri) ?? [];
  if (!bankId) return null;
  if (folder === undefined) return { bankId, kind: 'bank', id: '' };
  const id = rest.join('/');
  if (folder === 'observations') return id === '' ? { bankId, kind: 'observations', id } : null;
  const kind = Object.hasOwn(KINDS, folder) ? KINDS[folder] : undefined;
  return kind === undefined || id === '' ? null : { bankId, kind, id };
}

/** The beginning of a long document, and how to read on. */
function documentText(id: string, whole: string): string {
  const { text, length, next } = excerptOf(whole, 0, EXCERPT);
  if (next === null) return text;
  const rest = JSON.stringify({ document_id: id, text_offset: next });
  return `${text}\n\n[These are ${next} of ${length} characters. Call get_document with ${rest} for the next ones.]`;
}

async function bankText(call: CallOperation, bankId: string): Promise<string> {
  const profile = await call(getProfile, { bankId });
  const { bank_id: _, ...stats } = statsOf(await call(getStats, { bankId }));
  return JSON.stringify({ ...profileOf(profile), ...compact({ stats: compact(stats) }) });
}

type ResourceText = Pick<ResourceContent, 'text' | 'mimeType'>;

const READERS: Readonly<Record<TemplateName, (call: CallOperation, resource: ResourceId) => Promise<ResourceText>>> = {
  bank: async (call, { bankId }) => ({ mimeType: JSON_TYPE, text: await bankText(call, bankId) }),
  observations: async (call, { bankId }) => {
    const { items } = await call(listObservations, { bankId, query: { limit: PAGE } });
    const { items: fitted } = fittingAny(
      items.map(({ text }) => `- ${text}`),
      MAX_LENGTH,
    );
    return { mimeType: MARKDOWN, text: fitted.join('\n') };
  },
  document: async (call, { bankId, id }) => {
    const document = await call(getDocument, { bankId, params: { document_id: id } });
    return { mimeType: PLAIN, text: documentText(id, document.original_text ?? '') };
  },
  mental_model: async (call, { bankId, id }) => {
    const model = await call(getMentalModel, { bankId, params: { mental_model_id: id }, query: { detail: 'content' } });
    return { mimeType: MARKDOWN, text: model.content ?? '' };
  },
};

/**
 * Reads a resource; null if the URI is not one of ours, or of another bank than `onlyBank`, and the
 * name of the hidden tool if the caller may not call the one that returns the same. Throws
 * `ApiError`.
 */
export async function readResource(
  { callerFor, offers }: ResourceCaller,
  uri: string,
  onlyBank: string | null,
): Promise<ResourceContent | { readonly hiddenTool: string } | null> {
  const resource = resourceIdOf(uri);
  if (!resource || (onlyBank !== null && resource.bankId !== onlyBank)) return null;
  const tool = TOOL_OF[resource.kind];
  if (!offers(tool)) return { hiddenTool: tool };
  return { uri, ...(await READERS[resource.kind](callerFor(tool), resource)) };
}
