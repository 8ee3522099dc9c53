import { ui } from '#components/strings/ui';
import type { Role } from '#lib/literals';

/** Sign-in, set-up, invitation, reset. */
export const signIn = {
  product: 'Memory Bank',
  title: 'Sign in',
  purpose: 'To the console of this memory store.',
  with: (provider: string) => `Continue with ${provider}`,
  leaving: 'Leaving for the provider',
  or: 'or with e-mail',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in',
  forgotten:
    'No password at hand? An Owner or Admin of your organisation makes you a reset link on the page Members. Where nobody can, whoever runs the server makes one with',
  forgottenCommand: 'npm run reset',
  failed: 'This e-mail and password do not open an account here.',
  waitSeconds: (left: string) => `Too many attempts. Try again in ${left}.`,
  left: (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`),
  errors: {
    no_account: 'Nobody here has the address that the provider vouches for, and no invitation is open for it. Ask for an invitation.',
    other_identity:
      'Your address has an account here, which is tied to another identity at this provider. Ask an Owner or Admin for a reset link, and sign in with the password that you choose there.',
    unverified: 'The provider does not vouch for your address. Verify it there, then try again.',
    failed: 'The provider did not sign you in. Try again.',
  },
  off: 'Signing in is switched off',
  needsOwner: 'There is no Owner yet. The terminal of the server shows a link that makes the first one.',
  unreadable: 'The ways to sign in could not be read',
  missing: {
    email: 'Your e-mail address is needed.',
    password: 'Your password is needed.',
    name: 'A name is needed.',
    newPassword: 'At least 8 characters.',
  },
  footer: (version: string) => `API ${version}`,
  name: 'Your name',
  nameHelp: 'How others see you, in lists and in the audit log.',
  newPassword: 'Password',
  newPasswordHelp: 'At least 8 characters; length is what counts.',
  setup: {
    title: (organization: string) => `Become the Owner of ${organization}`,
    purpose: 'The first account. It may do everything here, and invites the others.',
    submit: 'Create the account',
    submitting: 'Creating the account',
  },
  invite: {
    title: (organization: string) => `Join ${organization}`,
    purpose: (by: string | null, role: Role) =>
      `${by ?? 'Somebody who has left since'} invites you as ${role === 'admin' ? 'an' : 'a'} ${ui.roles[role]}.`,
    for: 'The invitation is for',
    accept: 'Accept the invitation',
    accepting: 'Joining',
    create: 'Create an account and join',
    signIn: 'Sign in and join',
    signInText: 'You have an account with this address. Sign in, and you come back here.',
  },
  reset: {
    title: 'Choose a new password',
    purpose: (email: string) => `For ${email}. Every session of this account ends.`,
    submit: 'Set the password',
    submitting: 'Setting the password',
  },
  /** of the tabs: who holds a link is told more on the page */
  titles: { invite: 'Invitation', reset: 'Choose a new password', setup: 'Set-up' },
  works: (until: string) => `This link works once, until ${until}.`,
  reading: 'Reading the link',
  gone: { title: 'This link no longer works', text: 'It was used, withdrawn or is too old. Ask for a new one.' },
  none: { title: 'This link is not for here', text: 'It is incomplete. Ask for it once more.' },
  others: {
    title: 'This link is not for this account',
    signedIn: 'You are signed in as',
    text: 'The link is incomplete, or it was made for another address.',
    use: 'Sign out and use this link',
    leaving: 'Signing out',
    keep: 'Keep me signed in, go to the console',
  },
  needsScript: 'The console needs JavaScript. Allow it for this address, then load the page again.',
  linkFailed: 'The link could not be read',
  toSignIn: 'To the sign-in',
  toConsole: 'To the console',
} as const;
