/**
 * npm run reset -- EMAIL: prints a link with which this person chooses a new password; the link
 * appears nowhere else. Use it for people for whom nobody in the console may create one: the last
 * Owner, or a person with a higher role in another organization. Works while the server runs and
 * while it is stopped.
 */

import { operatorLink } from '#lib/access/people/operator';
import { readEnv } from '#lib/api/env';
import { argumentOf, orExit } from '#lib/base/db/command';
import { DatabaseRefusal } from '#lib/base/db/errors';

const address = argumentOf('npm run reset -- EMAIL   prints a link with which this person chooses a new password');

await orExit(async () => {
  if (!address) throw new DatabaseRefusal('Name the person: npm run reset -- EMAIL');
  const { email, url, expiresAt } = await operatorLink(readEnv(), address);
  console.log(`This link sets a new password for ${email} and signs in as this person.`);
  console.log(`It works once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC; earlier links no longer work.\n\n  ${url}\n`);
});
