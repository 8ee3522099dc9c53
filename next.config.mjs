import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SIGN_IN } from './lib/api/surface.ts';

/**
 * The toast library inserts a style element without a nonce, so the content security policy allows
 * it by its hash. Computed at build time.
 */
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

/** A TypeScript file that runs outside the bundles, and all project files that it imports. */
const sourcesOf = (file, files = new Set()) => {
  if (files.has(file)) return [];
  files.add(file);
  const imports = readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(
    /^(?:import|(?:import|export) (?!type )[^;]* from) '#(lib\/[^']+)';$/gm,
  );
  for (const [, name] of imports) sourcesOf(`${name}.ts`, files);
  return [...files];
};

/** The entry points that `serve.mjs` and `worker.mjs` start. */
const SERVER = ['lib/api/server/serve.ts', 'lib/api/server/worker.ts'];

/** Tools for operators. They run in the project and in the container. */
const TOOLS = ['scripts/backup.ts', 'scripts/restore.ts', 'scripts/reset.ts', 'lib/access/keys/codec.ts'];

/** Files that are read by path at run time, so that the tracer of Next.js cannot find them. */
const READ_AT_RUN_TIME = [
  'drizzle/*.sql',
  '.cache/database/*.tar.gz',
  'lib/base/db/*.mjs',
  ...['lib/memory/retain/reading-thread.ts', ...SERVER, ...TOOLS].flatMap((file) => sourcesOf(file)),
  'scripts/key.mjs',
  'scripts/mcp.mjs',
  // The bundles contain these packages, but the tools run outside the bundles.
  'node_modules/{drizzle-orm,zod,croner,uuidv7}/**/{package.json,*.js}',
  'node_modules/{stemmer,eld,negotiator,entities}/**',
  'node_modules/postal-mime/{package.json,dist/esm/*.js}',
  'node_modules/{htmlparser2,domhandler,domutils,domelementtype,dom-serializer}/{package.json,dist/**}',
  'lib/api/monitoring/*.mjs',
  'lib/memory/recall/retrieval/cached/*.mjs',
  'lib/models/embeddings/static-{en,multi}-256/**',
  'node_modules/libpg-query/wasm/*.wasm',
  'node_modules/@electric-sql/pglite{,-pgvector}/package.json',
  'node_modules/@electric-sql/pglite{,-pgvector}/dist/**',
];

/** Files that are not needed at run time. */
const UNUSED_AT_RUN_TIME = ['**/*.map', 'node_modules/@electric-sql/**/*.{d.ts,d.cts,cjs}'];

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  env: { TOAST_STYLE_HASH: toastStyleHash() },
  outputFileTracingRoot: path.resolve(import.meta.dirname),
  outputFileTracingIncludes: { '/**': READ_AT_RUN_TIME },
  outputFileTracingExcludes: { '/**': UNUSED_AT_RUN_TIME },
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
    'postal-mime',
    'htmlparser2',
    'libpg-query',
    'oidc-provider',
    'light-my-request',
  ],
  // For paths that `proxy.ts` does not match. The API sets the header itself.
  headers: () =>
    [SIGN_IN, ...readdirSync(path.join(import.meta.dirname, 'public')).map((name) => `/${name}`)].map((source) => ({
      source,
      headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }],
    })),
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // A navigation while the server is unreachable waits. Without this, the browser would replace
    // the console with its own error page.
    useOffline: true,
    // Writing the cache takes a fifth of the build, and only a later build in the same folder
    // benefits.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  // `lib/api/encoding.ts` compresses API responses; the server entry compresses pages and static
  // files.
  compress: false,
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // `npm run typecheck` checks types.
  typescript: { ignoreBuildErrors: true },
};
