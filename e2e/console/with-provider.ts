import type { SignedInMember } from '#e2e/console/world';
import { answerTo, signIn } from '#e2e/fixtures/console';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import { getMe } from '#lib/access/people/contract';
import { putBank } from '#lib/memory/banks/contract';

const OWNER = { email: 'vera.lind@example.org', password: 'correct horse battery staple' };
export const ORG = 'default';

/** A separate server with a scripted language model, a signed-in Owner, and one bank. */
export interface ServerWithProvider {
  readonly url: string;
  readonly provider: LocalProvider;
  readonly owner: SignedInMember;
  stop(): Promise<void>;
}

/**
 * `use`: the prefix of the settings of the model, `LLM` or that of a single use. Automatic
 * consolidation is off.
 */
export async function startProvided(bank: string, model: string, use: 'LLM' | 'REFLECT_LLM'): Promise<ServerWithProvider> {
  const store = await openStore();
  const provider = await startLocalProvider();
  const server = await startServer({
    env: {
      ...store.env,
      SERVICE_API_LOG_LEVEL: 'error',
      SERVICE_API_OWNER_EMAIL: OWNER.email,
      SERVICE_API_OWNER_PASSWORD: OWNER.password,
      [`SERVICE_API_${use}_PROVIDER`]: 'openai-compatible',
      [`SERVICE_API_${use}_MODEL`]: model,
      [`SERVICE_API_${use}_BASE_URL`]: provider.url,
      SERVICE_API_ENABLE_AUTO_CONSOLIDATION: 'false',
    },
  });
  const cookie = await signIn(server.url, OWNER);
  const { person } = await answerTo(server.url, cookie, getMe);
  await answerTo(server.url, cookie, putBank, { org: ORG, path: { bank_id: bank }, body: {} });
  return {
    url: server.url,
    provider,
    owner: { ...OWNER, userId: person.id, name: person.name, role: 'owner', cookie },
    async stop() {
      await server.stop();
      await provider.stop();
      await store.drop();
    },
  };
}
