#!/usr/bin/env node
// npm run dev:llm [-- PORT]: a language model, embeddings and a reranker on this machine that cost
// nothing. They answer from the words of the prompt. e2e/fixtures/llm/faults.ts describes how to
// make them fail (by the model's name, or POST /script).
import { startLocalProvider } from '#e2e/fixtures/llm';

const USAGE = 'npm run dev:llm [-- PORT]: a language model on this machine that costs nothing, on port 4010 by default.';

const [given = '4010'] = process.argv.slice(2);
const port = /^\d{1,5}$/.test(given) && Number(given) < 65_536 ? Number(given) : null;
if (given === '--help' || given === '-h') {
  console.log(USAGE);
  process.exit();
}
if (port === null) {
  console.error(`${JSON.stringify(given)} is not a valid port.\n${USAGE}`);
  process.exit(1);
}

const { url } = await startLocalProvider({ port }).catch((error) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken; name another one: npm run dev:llm -- PORT` : error.message);
  process.exit(1);
});
console.log(`The local provider listens on ${url}. Start the service with it:

SERVICE_API_LLM_PROVIDER=openai-compatible SERVICE_API_LLM_MODEL=dev SERVICE_API_LLM_BASE_URL=${url} npm start

Let the next request fail:  curl -s ${url.replace('/v1', '')}/script -d '{"faults":[{"kind":"status","status":429,"retryAfter":"3"}]}'`);
