/**
 * npm run reset -- EMAIL: a link by which this person chooses a new password, printed here and nowhere else. For whom nobody in the console
 * may make one: the last Owner, or somebody with a higher role in another organisation. While the server runs, or when it is stopped.
 */

import { operatorLink } from '#lib/access/people/operator';
import { readEnv } from '#lib/api/env';
import { argumentOf, orExit } from '#lib/base/db/command';
import { DatabaseRefusal } from '#lib/base/db/errors';

const address = argumentOf('npm run reset -- EMAIL   a link by which this person chooses a new password');

await orExit(async () => {
  if (!address) throw new DatabaseRefusal('Name the person: npm run reset -- EMAIL');
  const { email, url, expiresAt } = await operatorLink(readEnv(), address);
  console.log(`Whoever opens this link chooses a new password for ${email} and is then signed in as this person.`);
  console.log(
    `It works once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC; links made before do not work any more.\n\n  ${url}\n`,
  );
});
