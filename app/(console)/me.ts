import { headers } from 'next/headers';
import { connection } from 'next/server';
import { cache } from 'react';
import type { Me } from '#lib/access/people/contract';
import { meOfCookie } from '#lib/access/people/page';
import { app, appIfReady } from '#lib/api/app';
import { versionInfo } from '#lib/api/monitoring/service';

/** The signed-in user, or null. Read once per request. */
export const me = cache(async (): Promise<Me | null> => {
  await connection();
  const services = app();
  const person = await meOfCookie(services, (await headers()).get('cookie'));
  if (!person) return null;
  const { api_version, storage, llm } = versionInfo(services.env);
  return { ...person, origin: services.signIn.origin, version: { api_version, storage, llm } };
});

/** Like `me`, for pages that work without a database: also null while it is unreachable. */
export async function meIfReady(): Promise<Me | null> {
  await connection();
  return appIfReady() ? me().catch(() => null) : null;
}
