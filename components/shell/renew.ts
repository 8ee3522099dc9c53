import type { QueryClient } from '@tanstack/react-query';

/** The second and third part of a query key are the organization and the bank. */
const renewing = (areas: readonly string[]) => (client: QueryClient, org: string, bankId: string) =>
  Promise.all(areas.map((area) => client.invalidateQueries({ queryKey: [area, org, bankId] })));

/** Areas of the query cache with mental models. A page of the knowledge base is one. */
const MODELS = ['mental-models', 'knowledge'];
/**
 * Areas with memories, or with what is derived from them. The results of recall and the picture of
 * the graph stay until the user asks again.
 */
const CONTENT = ['memories', 'observations', 'documents', 'entities', 'stats', 'overview', ...MODELS];

/** After background work. Operations are polled, and their list reports the end of the work. */
export const renewContent = renewing(CONTENT);
/** After a change of memories, documents, observations or entities, which may queue work. */
export const renewAfterChange = renewing([...CONTENT, 'operations']);
/** After a change of mental models or of the knowledge base, which may queue work. */
export const renewModels = renewing([...MODELS, 'operations']);
