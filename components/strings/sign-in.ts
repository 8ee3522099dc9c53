import { translated } from '#components/strings/translated';
import { ui } from '#components/strings/ui';
import type { Role } from '#lib/base/literals';

/** Texts of sign-in, setup, invitation and password reset. */
export const signIn = translated('signIn', {
  product: 'Memory Bank',
  title: 'Sign in',
  purpose: 'To the console of this memory store.',
  with: (provider: string) => `Continue with ${provider}`,
  leaving: 'Redirecting to the provider',
  or: 'or with email',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in',
  forgotten:
    'Forgot your password? An Owner or Admin of your organization can create a reset link on the Members page. Otherwise the operator of the server can create one with {command}.',
  forgottenCommand: 'npm run reset',
  failed: 'The email or password is wrong.',
  waitSeconds: (left: string) => `Too many attempts. Try again in ${left}.`,
  left: (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`),
  errors: {
    no_account: 'No account or open invitation here has the email address that the provider verified. Ask for an invitation.',
    other_identity:
      'Your address belongs to an account here that is linked to another identity at this provider. Ask an Owner or Admin for a reset link, and sign in with the password that you choose there.',
    unverified: 'Your email address is not verified at the provider. Verify it there, then try again.',
    failed: 'The provider did not sign you in. Try again.',
  },
  off: 'Sign-in is disabled',
  made: 'Your password is set and the link is used up. Sign in with the password. If you are asked to wait, it will work afterwards.',
  ended: 'Your session ended: you were signed out elsewhere, or it expired. Sign in to continue where you were.',
  needsOwner: 'There is no Owner yet. The server’s terminal shows a link to create the first one.',
  unreadable: 'Could not load the sign-in options',
  missing: {
    email: 'Enter your email address.',
    password: 'Enter your password.',
    name: 'Enter a name.',
    newPassword: 'Use at least 8 characters.',
  },
  /** An error without a message of its own. */
  footer: (version: string) => `API ${version}`,
  name: 'Your name',
  nameHelp: 'Shown to others, in lists and in the audit log.',
  newPassword: 'Password',
  newPasswordHelp: 'At least 8 characters. Longer is better.',
  setup: {
    title: (organization: string) => `Become the Owner of ${organization}`,
    purpose: 'The first account has all permissions and can invite others.',
    submit: 'Create account',
    submitting: 'Creating account',
  },
  invite: {
    title: (organization: string) => `Join ${organization}`,
    purpose: (by: string | null, role: Role) =>
      `${by ?? 'A former member'} invites you as ${role === 'admin' ? 'an' : 'a'} ${ui.roles[role]}.`,
    for: 'The invitation is for {email}.',
    accept: 'Accept invitation',
    accepting: 'Joining',
    create: 'Create account and join',
    signIn: 'Sign in and join',
    signInText: 'You already have an account with this address. Sign in, and you return here.',
    joined: (organization: string) => `You are a member of ${organization}`,
    joinedText: 'You have already used this invitation. Nothing more is needed.',
    open: (organization: string) => `Open ${organization}`,
    ended: {
      title: 'This invitation has ended',
      text: 'If you have used it, you are a member: sign in. Otherwise it was canceled or has expired; ask for a new one.',
    },
  },
  reset: {
    title: 'Choose a new password',
    purpose: (email: string) => `For ${email}. Every session of this account ends.`,
    submit: 'Set password',
    submitting: 'Setting password',
  },
  /** Tab titles. They do not contain details of the link; the page shows those. */
  titles: { invite: 'Invitation', reset: 'Choose a new password', setup: 'Set-up' },
  works: (until: string) => `This link works once, until ${until}.`,
  reading: 'Reading the link',
  expired: { title: 'This link no longer works', text: 'It was already used, was revoked or has expired. Ask for a new one.' },
  none: { title: 'This link is not valid here', text: 'It is incomplete. Ask for a new one.' },
  others: {
    title: 'This link is not for this account',
    signedIn: 'You are signed in as {email}.',
    text: 'The link is incomplete, or it was made for another address.',
    use: 'Sign out and use this link',
    leaving: 'Signing out',
    keep: 'Stay signed in and go to the console',
  },
  needsScript: 'The console needs JavaScript. Enable it for this address, then reload the page.',
  linkFailed: 'Could not load the link',
  toSignIn: 'Go to sign-in',
  toConsole: 'Go to the console',
});
