import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '#e2e/fixtures/browser';
import { answerTo, callAs, join, signIn } from '#e2e/fixtures/console';
import { type Oidc, openOidc } from '#e2e/fixtures/oidc';
import { freshEmail } from '#e2e/fixtures/people';
import { openWorld, type World } from '#e2e/fixtures/world';
import { getMe, listProviders } from '#lib/access/people/contract';
import { createInvitation, listInvitations } from '#lib/access/people/invitations/contract';

/**
 * Sign-in through a real OpenID provider: only known or invited people are accepted, and only by an
 * address that the provider has verified.
 */

let oidc: Oidc;
let world: World;
beforeAll(async () => {
  oidc = await openOidc();
  world = await openWorld({
    SERVICE_API_AUTH_OIDC_ISSUER: oidc.issuer,
    SERVICE_API_AUTH_OIDC_ID: oidc.clientId,
    SERVICE_API_AUTH_OIDC_SECRET: oidc.clientSecret,
  });
  oidc.allow(world.server.url);
});
afterAll(async () => {
  await world?.close();
  await oidc?.close();
});

const SESSION = 'next-auth.session-token';
type Claims = Parameters<Oidc['become']>[0];

/** Signs in through the provider. Returns the final address and the person. */
async function come(claims: Claims, browser = new Browser()): Promise<{ end: string; browser: Browser; isIn: boolean }> {
  oidc.become(claims);
  const { url } = world.server;
  const csrf = (await browser.go(`${url}/api/auth/csrf`)).json as { csrfToken: string };
  const begun = await browser.go(`${url}/api/auth/signin/oidc`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
    body: `${new URLSearchParams({ csrfToken: csrf.csrfToken, callbackUrl: '/o/x', json: 'true' })}`,
  });
  const there = (begun.json as { url: string }).url;
  expect(there.startsWith(oidc.issuer), begun.everything).toBe(true);
  const { url: end } = await browser.follow(there, ({ pathname }) => pathname === '/login' || pathname === '/o/x');
  return { end: end.pathname + end.search, browser, isIn: browser.has(url, SESSION) };
}

const person = (email: string, more: Partial<Claims> = {}): Claims => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  name: 'Pat',
  ...more,
});
const meOf = (browser: Browser) => answerTo(world.server.url, browser.cookies(world.server.url), getMe);
const invite = (email: string) => {
  const { slug, owner } = world.people.alpha;
  return answerTo(world.server.url, owner.cookie, createInvitation, { org: slug, body: { email, role: 'admin' } });
};

describe('a provider', () => {
  it('is offered', async () => {
    const { providers } = await answerTo(world.server.url, null, listProviders);
    expect(providers.map(({ id }) => id)).toEqual(['password', 'oidc']);
  });

  it('signs in no unknown person', async () => {
    expect(await come(person(freshEmail('unknown')))).toMatchObject({ end: '/login?error=no_account', isIn: false });
  });

  it("signs in a member by the verified address, and from then on by the provider's own id of the person", async () => {
    const { email, userId } = world.people.alpha.member;
    const first = await come(person(email.toUpperCase()));
    expect(first).toMatchObject({ end: '/o/x', isIn: true });
    expect(await meOf(first.browser)).toMatchObject({ person: { id: userId, email }, method: 'oidc' });
    const again = await come({ ...person(freshEmail('changed'), { email_verified: false }), sub: person(email.toUpperCase()).sub });
    expect(await meOf(again.browser)).toMatchObject({ person: { id: userId, email } });
  });

  it('explains the conflict if the address belongs to an account of another identity', async () => {
    const email = freshEmail('renamed');
    await invite(email);
    await come(person(email));
    const other = person(email, { sub: `other ${email}` });
    expect(await come(other)).toMatchObject({ end: '/login?error=other_identity', isIn: false });
    expect(await come({ ...other, email_verified: false })).toMatchObject({ end: '/login?error=unverified', isIn: false });
  });

  it('signs in an invited person, creates the account and accepts', async () => {
    const email = freshEmail('invited');
    await invite(email);
    const { end, browser } = await come(person(email));
    expect(end).toBe('/o/x');
    expect(await meOf(browser)).toMatchObject({
      person: { email, name: 'Pat', has_password: false },
      organizations: [{ slug: world.people.alpha.slug, role: 'admin' }],
    });
    const { slug, owner } = world.people.alpha;
    const { items } = await answerTo(world.server.url, owner.cookie, listInvitations, { org: slug, query: { status: 'accepted' } });
    expect(items.map((one) => one.email)).toContain(email);
  });

  it('ends the password and the sessions of a person who created an account for the address before', async () => {
    const { url } = world.server;
    const [email, password] = [freshEmail('squatted'), 'the password of a squatter'];
    await join(url, (await invite(email)).path, { name: 'Squatter', password });
    const squatter = await signIn(url, { email, password });
    const { browser } = await come(person(email));
    expect(await meOf(browser)).toMatchObject({ person: { email, has_password: false } });
    expect((await callAs(url, squatter, getMe)).json).toMatchObject({ code: 'session_ended' });
    await expect(signIn(url, { email, password })).rejects.toThrow('could not sign in');
  });

  it.each([
    ['unverified', { email_verified: false }],
    ['of which it does not say whether it is verified', { email_verified: undefined }],
    ['that it does not tell', { email: undefined }],
  ])('signs in nobody by an address %s, member or invited', async (_, more) => {
    const invited = freshEmail('invited');
    await invite(invited);
    for (const email of [world.people.alpha.admin.email, invited])
      expect(await come(person(email, { ...more, sub: `other ${email} ${JSON.stringify(more)}` }))).toMatchObject({
        end: '/login?error=unverified',
        isIn: false,
      });
  });

  it('rejects a browser that has not started the sign-in', async () => {
    oidc.become(person(world.people.alpha.owner.email));
    const { url } = world.server;
    const attacker = new Browser();
    const csrf = (await attacker.go(`${url}/api/auth/csrf`)).json as { csrfToken: string };
    const begun = await attacker.go(`${url}/api/auth/signin/oidc`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
      body: `${new URLSearchParams({ csrfToken: csrf.csrfToken, json: 'true' })}`,
    });
    const callback = await attacker.follow((begun.json as { url: string }).url, ({ pathname }) =>
      pathname.startsWith('/api/auth/callback'),
    );
    const victim = new Browser();
    await victim.go(callback.url.href);
    expect(victim.has(url, SESSION)).toBe(false);
  });
});
