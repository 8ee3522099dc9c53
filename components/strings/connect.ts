import { translated } from '#components/strings/translated';
import type { AccessLevel } from '#lib/access/keys/literals';

/** Texts of the page on which a person lets an application use their memory. */
export const connect = translated('connect', {
  pageTitle: 'Connect an application',
  title: (application: string) => `Connect ${application}`,
  purpose: (host: string) => `It asks for access to your memory. Your answer is sent to ${host}.`,
  publisher: (host: string) => `It is published by ${host}.`,
  unverified: 'Nobody has verified the name of the application. Continue only if you started this yourself.',
  signedInAs: 'Signed in as {email}',
  organization: 'Organization',
  bank: 'Bank',
  bankMissing: 'This bank does not exist here. Create it in the console, or change the address in the application.',
  banksMissing: 'Choose the banks.',
  access: 'Access',
  accesses: {
    read: { label: 'Read', help: 'Search and read memories, documents and mental models.' },
    write: { label: 'Read and write', help: 'Also store, correct and delete memories, documents and mental models.' },
  } satisfies Record<AccessLevel, { label: string; help: string }>,
  never: 'It can never change settings, keys or members, or delete a bank.',
  expires: 'Expires',
  revocable: 'You can end its access at any time on your account page, and so can an Admin on the page API keys.',
  allow: 'Allow access',
  allowing: 'Connecting',
  refuse: 'Refuse',
  refusing: 'Refusing',
  loadFailed: 'Could not load the request',
  over: 'This request is over',
  overText: 'It has expired or was answered already. Start again in the application.',
  failed: 'This application could not be connected',
  failedText:
    'The request has expired, or this server does not know the application any more. Remove the connection in the application, then connect again.',
  failedCode: (code: string) => `Error: ${code}`,
  noOrganization: 'You belong to no organization, so there is nothing to share.',
  toConsole: 'To the console',
});
