import path from 'node:path';

/** Read at run time by path, so the tracer cannot see them. */
const READ_AT_RUN_TIME = [
  'drizzle/*.sql',
  '.cache/database/*.tar.gz',
  'lib/db/*.mjs',
  'lib/embeddings/static-en-256/**',
  'node_modules/@electric-sql/pglite{,-pgvector}/package.json',
  'node_modules/@electric-sql/pglite{,-pgvector}/dist/**',
];

/** What only readers of the code want. */
const NEVER_READ = ['**/*.map', 'node_modules/@electric-sql/**/*.{d.ts,d.cts,cjs}'];

/** @type {import('next').NextConfig} */
export default {
  output: 'standalone',
  outputFileTracingRoot: path.resolve(import.meta.dirname),
  outputFileTracingIncludes: { '/**': READ_AT_RUN_TIME },
  outputFileTracingExcludes: { '/**': NEVER_READ },
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@electric-sql/pglite-pgvector',
    'pg',
    '@neondatabase/serverless',
    'ws',
    'pino',
    'prom-client',
    'wink-nlp',
    'wink-eng-lite-web-model',
    'gpt-tokenizer',
    'chrono-node',
  ],
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
  // Replies of the API are compressed by the kernel, pages and their files by the server entry.
  compress: false,
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  // `npm run typecheck` does it, apart from the build.
  typescript: { ignoreBuildErrors: true },
};
