import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SIGN_IN } from './lib/api/surface.ts';

/** Read at build time: the toasts' library puts one style into the page without a nonce, so the policy names that style by its hash. */
const toastStyleHash = () => {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/index\.js$/, 'index.mjs'),
    'utf8',
  );
  const style = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (!style) throw new Error('sonner no longer writes its style the way next.config.mjs expects');
  return `'sha256-${createHash('sha256').update(JSON.parse(style)).digest('base64')}'`;
};

/** TypeScript that runs outside the bundles, with all files of ours that it imports. */
const sourcesOf = (file, files = new Set()) => {
  if (files.has(file)) return [];
  files.add(file);
  const imports = readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(
    /^(?:import|export) (?!type )[^;]* from '#(lib\/[^']+)';$/gm,
  );
  for (const [, name] of imports) sourcesOf(`${name}.ts`, files);
  return [...files];
};

/** The server entry, which `serve.mjs` and `worker.mjs` start. */
const SERVER = ['lib/api/server/serve.ts', 'lib/api/server/worker.ts'];

/** What operators run beside the server, in the project and in the container. */
const TOOLS = ['scripts/backup.ts', 'scripts/restore.ts', 'scripts/reset.ts', 'lib/access/keys/codec.ts'];

/** Read at run time by path, so the tracer cannot see them. */
const READ_AT_RUN_TIME = [
  'drizzle/*.sql',
  '.cache/database/*.tar.gz',
  'lib/base/db/*.mjs',
  ...['lib/memory/retain/reading-thread.ts', ...SERVER, ...TOOLS].flatMap((file) => sourcesOf(file)),
  'scripts/key.mjs',
  // Packages that the bundles contain, for the tools outside them.
  'node_modules/{drizzle-orm,zod,croner,uuidv7}/**/{package.json,*.js}',
  'node_modules/stemmer/**',
  'lib/api/monitoring/*.mjs',
  'lib/models/embeddings/static-en-256/**',
  'node_modules/@electric-sql/pglite{,-pgvector}/package.json',
  'node_modules/@electric-sql/pglite{,-pgvector}/dist/**',
];

/** What only readers of the code want. */
const NEVER_READ = ['**/*.map', 'node_modules/@electric-sql/**/*.{d.ts,d.cts,cjs}'];

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  env: { TOAST_STYLE_HASH: toastStyleHash() },
  outputFileTracingRoot: path.resolve(import.meta.dirname),
  outputFileTracingIncludes: { '/**': READ_AT_RUN_TIME },
  outputFileTracingExcludes: { '/**': NEVER_READ },
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@electric-sql/pglite-pgvector',
    'pg',
    'pg-boss',
    '@neondatabase/serverless',
    'ws',
    'pino',
    'prom-client',
    'wink-nlp',
    'wink-eng-lite-web-model',
    'gpt-tokenizer',
    'chrono-node',
  ],
  // For what `proxy.ts` does not handle; the API sets the header itself.
  headers: () =>
    [SIGN_IN, ...readdirSync(path.join(import.meta.dirname, 'public')).map((name) => `/${name}`)].map((source) => ({
      source,
      headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }],
    })),
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // A page that is asked for while the server is away is waited for; otherwise the browser's own error page would take the place of ours.
    useOffline: true,
    // Writing it is a fifth of a build, which only the next one on the same files gets back.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  // Replies of the API are compressed by the kernel, pages and their files by the server entry.
  compress: false,
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // `npm run typecheck` does it, apart from the build.
  typescript: { ignoreBuildErrors: true },
};
