import { z } from 'zod';
import { SIGN_IN_METHODS } from '#lib/access/sessions/literals';
import { MAX_PASSWORD, MIN_PASSWORD } from '#lib/base/bounds';
import { nameText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { LOCALE_CHOICES, ROLES } from '#lib/base/literals';

const MAX_NAME = 200;
/** The maximum length of an email address in SMTP. */
const MAX_EMAIL = 254;

/** Only the length is required, and blanks at the ends count; common passwords are rejected. */
export const newPassword = () =>
  z
    .string()
    .min(MIN_PASSWORD)
    .max(MAX_PASSWORD)
    .refine((password) => password.trim() !== '', 'must not be blank')
    .describe(`${MIN_PASSWORD} to ${MAX_PASSWORD} characters. Must not be blank or the address of the account.`);
export const personName = () => nameText(MAX_NAME).describe('The display name of the person.');
/**
 * In an email address, a host outside ASCII is converted to its DNS form: `müller.de` is
 * `xn--mller-kva.de`.
 */
export function asciiHost(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const host = email.slice(at);
  if (at === 0 || !/[^ -~]/.test(host) || /[\s/?#:@\\%[\]]/.test(host)) return email;
  const url = `http://${host}`;
  return URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email;
}

export const emailText = () =>
  z
    .string()
    .trim()
    .overwrite(asciiHost)
    .max(MAX_EMAIL)
    .pipe(z.email())
    .describe('Case-insensitive. Stored in lower case, with an international domain in ASCII.');

/** The token of a link that works once. */
export const linkToken = z.object({ token: z.string().min(1).max(64) });

export const organizationOfPerson = z.object({
  id: z.string(),
  slug: z.string().describe('Used in the header X-Organization and in URLs. Never changes.'),
  name: z.string(),
  role: z.enum(ROLES),
});

/** The language of the console. */
const localeChoice = () =>
  z.enum(LOCALE_CHOICES).describe('The language of the console. `browser`: the first language of the browser that the console has.');

export const me = z.object({
  person: z.object({ id: z.string(), email: z.string(), name: z.string(), has_password: z.boolean(), locale: localeChoice() }),
  session_id: z.string(),
  method: z.enum(SIGN_IN_METHODS).describe('The sign-in method of this session.'),
  organizations: z.array(organizationOfPerson).describe('By name.'),
  origin: z.string().nullable().describe('The public URL of the console, as configured by the operator; null: not configured.'),
  version: z.object({ api_version: z.string(), storage: z.enum(['embedded', 'postgres']), llm: z.boolean() }),
});
export type Me = z.output<typeof me>;

export const session = z.object({
  id: z.string(),
  is_current: z.boolean(),
  method: z.enum(SIGN_IN_METHODS),
  user_agent: z.string(),
  address: z.string(),
  created_at: timestampOut(),
  last_seen_at: timestampOut().describe('Accurate to one minute.'),
  expires_at: timestampOut().describe('When the session ends at the latest. It ends earlier after a day without a request.'),
});
export type Session = z.output<typeof session>;

const common = { tag: 'Console', nulls: 'sent', permission: null } as const;
const ofPerson = { ...common, auth: 'session' } as const;
const ofVisitor = { ...common, auth: 'visitor' } as const;

export const getMe = operation({
  ...ofPerson,
  id: 'get_session',
  method: 'GET',
  path: '/api/console/session',
  summary: 'Get the signed-in person with their organizations',
  response: me,
});

export const updateMe = operation({
  ...ofPerson,
  id: 'update_account',
  method: 'PATCH',
  path: '/api/console/account',
  summary: "Change one's own name or language",
  body: z.object({ name: personName().optional(), locale: localeChoice().optional() }),
  response: me,
});

export const changePassword = operation({
  ...ofPerson,
  id: 'change_password',
  method: 'POST',
  path: '/api/console/account/password',
  summary: "Change one's own password",
  description:
    'Ends every other session of the person. A wrong current password is a 403 `forbidden` and counts like a failed sign-in. 409 for a person without a password: an admin can create a link for them.',
  body: z.object({ current_password: z.string().min(1).max(MAX_PASSWORD), new_password: newPassword() }),
  response: z.object({ sessions_ended: z.int() }),
  errors: [409, 429],
});

export const listSessions = operation({
  ...ofPerson,
  id: 'list_sessions',
  method: 'GET',
  path: '/api/console/account/sessions',
  summary: "List one's own sessions",
  description: 'Active sessions, most recently used first.',
  response: z.object({ items: z.array(session) }),
});

export const endSession = operation({
  ...ofPerson,
  id: 'end_session',
  method: 'DELETE',
  path: '/api/console/account/sessions/{session_id}',
  summary: "End one of one's own sessions",
  description: 'Applies to its next request. A session that has already ended counts as ended.',
  params: z.object({ session_id: uuidText('session') }),
  response: z.object({ ended: z.int() }),
  errors: [400, 404],
});

export const endOtherSessions = operation({
  ...ofPerson,
  id: 'end_other_sessions',
  method: 'DELETE',
  path: '/api/console/account/sessions',
  summary: "End all of one's own sessions except this one",
  response: z.object({ ended: z.int() }),
});

export const listProviders = operation({
  ...ofVisitor,
  id: 'list_providers',
  method: 'GET',
  path: '/api/console/providers',
  summary: 'List the sign-in methods',
  response: z.object({
    is_on: z.boolean().describe('If false, nobody can sign in; `off_because` contains the reason.'),
    off_because: z.string().nullable(),
    providers: z.array(z.object({ id: z.enum(SIGN_IN_METHODS), name: z.string() })),
    needs_owner: z.boolean().describe('Whether there is no owner yet. The terminal of the server then shows the set-up link.'),
  }),
});

export const getSetup = operation({
  ...ofVisitor,
  id: 'get_setup',
  method: 'GET',
  path: '/api/console/setup/{token}',
  summary: 'Get the person of a set-up link',
  description: '404 for an unknown link, 410 for a used or expired one.',
  params: linkToken,
  response: z.object({ organization: z.object({ slug: z.string(), name: z.string() }), expires_at: timestampOut() }),
  errors: [404, 410],
});

export const doSetup = operation({
  ...ofVisitor,
  id: 'set_up',
  method: 'POST',
  path: '/api/console/setup/{token}',
  summary: 'Become the first Owner',
  description: 'The account can then sign in. Works once.',
  params: linkToken,
  body: z.object({ email: emailText(), name: personName(), password: newPassword() }),
  response: z.object({ email: z.string(), organization: organizationOfPerson }),
  status: 201,
  errors: [404, 409, 410],
});

export const getReset = operation({
  ...ofVisitor,
  id: 'get_reset',
  method: 'GET',
  path: '/api/console/reset/{token}',
  summary: 'Get the person of a reset link',
  description: '404 for an unknown link, 410 for a used or expired one.',
  params: linkToken,
  response: z.object({ email: z.string(), expires_at: timestampOut() }),
  errors: [404, 410],
});

export const doReset = operation({
  ...ofVisitor,
  id: 'reset_password',
  method: 'POST',
  path: '/api/console/reset/{token}',
  summary: 'Choose a new password',
  description: 'Ends every session of the person. Works once.',
  params: linkToken,
  body: z.object({ password: newPassword() }),
  response: z.object({ email: z.string(), sessions_ended: z.int() }),
  errors: [404, 410],
});
