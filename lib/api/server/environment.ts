import { existsSync } from 'node:fs';

/**
 * The settings that the framework needs before the application reads all of them
 * (`lib/api/env.ts`).
 */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `.env` of the current folder and sets what the framework reads from the environment. */
export function prepareEnvironment(dev: boolean): Address {
  if (existsSync('.env')) process.loadEnvFile('.env');
  Object.assign(process.env, { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: dev ? 'development' : 'production' });
  return { host: process.env.SERVICE_API_HOST || '127.0.0.1', port: Number(process.env.PORT || 3000) };
}

/** Lets the framework take its configuration from the build. */
export function setBuiltConfig(config: unknown): void {
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
