'use client';

import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { homePath, loginPath } from '#components/shell/paths';
import { useSignOut } from '#components/shell/use-sign-out';
import { signInWithPassword } from '#components/sign-in/credentials';
import { invitationQuery, resetQuery, setupQuery } from '#components/sign-in/queries';
import { Waiting } from '#components/sign-in/sign-in-page';
import { VisitorTitle } from '#components/sign-in/visitor-frame';
import { signIn as t } from '#components/strings/sign-in';
import { Button, ButtonLink } from '#components/ui/button';
import { Field, Input, PasswordInput } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { ErrorState, messageOf } from '#components/ui/states';
import { momentText } from '#components/ui/time';
import { useSendOnce } from '#components/ui/use-once';
import { ApiError, call } from '#lib/api/call';
import { acceptInvitation, doReset, doSetup } from '#lib/api/calls';
import { MAX_PASSWORD, MIN_PASSWORD } from '#lib/base/bounds';

/** Pages of one-time links. Each ends with an account that can sign in with the new password. */

/** Never resolves, so that the form stays busy until the page unloads. */
const leaveFor = (path: string): Promise<never> => {
  window.location.replace(path);
  return new Promise(() => {});
};

/** The link has been used. If the sign-in fails (rate limit), redirects to the sign-in page. */
const enter = async (email: string, password: string, path: string): Promise<never> => {
  try {
    await signInWithPassword({ email, password });
  } catch {
    return leaveFor(`/login?${new URLSearchParams({ returnTo: path, email, made: 'true' })}`);
  }
  return leaveFor(path);
};

interface BrokenProps {
  error: unknown;
  retry: () => void;
  /** A user is signed in. */
  isIn: boolean;
  /** The path of an invitation, which shows its user after a sign-in that they are a member. */
  invitationPath: string | null;
}

function Broken({ error, retry, isIn, invitationPath }: BrokenProps) {
  const status = error instanceof ApiError ? error.status : 0;
  if (status !== 410 && status !== 404) return <ErrorState title={t.linkFailed} error={error} onRetry={retry} className="!px-0" />;
  const mayBeUsed = status === 410 && !isIn && invitationPath !== null;
  const { title, text } = mayBeUsed ? t.invite.ended : status === 410 ? t.expired : t.none;
  return (
    <>
      <VisitorTitle title={title} purpose={text} />
      <ButtonLink href={isIn ? '/' : mayBeUsed ? loginPath(invitationPath) : '/login'} size="lg" className="justify-self-start">
        {isIn ? t.toConsole : t.toSignIn}
      </ButtonLink>
    </>
  );
}

/** The link belongs to another account, for example in a shared browser or for a second address. */
function ForAnother({ email }: { email: string }) {
  const leave = useSignOut(() => window.location.reload());
  return (
    <>
      <VisitorTitle title={t.others.title} purpose={t.others.text} />
      <p className="text-muted">
        <Phrase text={t.others.signedIn} email={<b className="font-medium text-ink [overflow-wrap:anywhere]">{email}</b>} />
      </p>
      <div className="grid gap-2">
        <Button
          look="primary"
          size="lg"
          busy={leave.isPending || leave.isSuccess}
          busyLabel={t.others.leaving}
          onClick={() => leave.mutate()}
        >
          {t.others.use}
        </Button>
        <ButtonLink href="/" size="lg">
          {t.others.keep}
        </ButtonLink>
      </div>
      <div role="alert" className={leave.error ? 'text-bad-text' : 'hidden'}>
        {leave.error && messageOf(leave.error)}
      </div>
    </>
  );
}

interface Values {
  email: string;
  name: string;
  password: string;
}

interface AccountFormProps {
  asks: readonly (keyof Values)[];
  /** Displayed, not editable, so that browsers store the password for it. */
  email?: string;
  action: UseMutationResult<unknown, Error, Values>;
  submit: string;
  submitting: string;
  until: string;
}

function AccountForm({ asks, email, action, submit, submitting, until }: AccountFormProps) {
  const [values, setValues] = useState<Values>({ email: '', name: '', password: '' });
  const [isChecked, check] = useState(false);
  const sendOnce = useSendOnce(action);
  const put = (field: keyof Values) => (event: { target: { value: string } }) => setValues({ ...values, [field]: event.target.value });
  const missing = {
    email: asks.includes('email') && values.email.trim() === '' ? t.missing.email : null,
    name: asks.includes('name') && values.name.trim() === '' ? t.missing.name : null,
    password: values.password.length < MIN_PASSWORD ? t.missing.newPassword : null,
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    check(true);
    if (Object.values(missing).every((issue) => issue === null)) sendOnce(values);
  };
  const issue = (field: keyof Values) =>
    (isChecked ? missing[field] : null) ?? (action.error instanceof ApiError ? action.error.issueOf(field) : null);
  const isFieldless = action.error !== null && !(action.error instanceof ApiError && action.error.issues.length > 0);
  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      {asks.includes('email') ? (
        <Field label={t.email} error={issue('email')}>
          <Input size="lg" type="email" autoComplete="username" value={values.email} onChange={put('email')} autoFocus />
        </Field>
      ) : (
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      )}
      {asks.includes('name') && (
        <Field label={t.name} help={t.nameHelp} error={issue('name')}>
          <Input size="lg" autoComplete="name" value={values.name} onChange={put('name')} autoFocus={!asks.includes('email')} />
        </Field>
      )}
      <Field label={t.newPassword} help={t.newPasswordHelp} error={issue('password')}>
        <PasswordInput size="lg" autoComplete="new-password" maxLength={MAX_PASSWORD} value={values.password} onChange={put('password')} />
      </Field>
      <div role="alert" className={isFieldless ? 'text-bad-text' : 'hidden'}>
        {isFieldless && messageOf(action.error)}
      </div>
      <Button type="submit" look="primary" size="lg" busy={action.isPending} busyLabel={submitting}>
        <span className="min-w-0 truncate">{submit}</span>
      </Button>
      <p className="text-12 text-faint">{t.works(momentText(until))}</p>
    </form>
  );
}

function Linked<Data>({
  query,
  isIn = false,
  invitationPath = null,
  children,
}: Partial<Pick<BrokenProps, 'isIn' | 'invitationPath'>> & {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? (
    <Broken error={query.error} retry={() => void query.refetch()} isIn={isIn} invitationPath={invitationPath} />
  ) : (
    <Waiting />
  );
}

export function SetupPage({ token }: { token: string }) {
  const query = useQuery(setupQuery(token));
  const action = useMutation({
    mutationFn: async (body: Values) => {
      const { email, organization } = await call(doSetup, { params: { token }, body });
      await enter(email, body.password, homePath(organization.slug));
    },
    gcTime: 0,
  });
  return (
    <Linked query={query}>
      {({ organization, expires_at }) => (
        <>
          <VisitorTitle title={t.setup.title(organization.name)} purpose={t.setup.purpose} />
          <AccountForm
            asks={['email', 'name', 'password']}
            action={action}
            submit={t.setup.submit}
            submitting={t.setup.submitting}
            until={expires_at}
          />
        </>
      )}
    </Linked>
  );
}

export function ResetPage({ token }: { token: string }) {
  const query = useQuery(resetQuery(token));
  const action = useMutation({
    mutationFn: async ({ password }: Values) => {
      const { email } = await call(doReset, { params: { token }, body: { password } });
      await enter(email, password, '/');
    },
    gcTime: 0,
  });
  return (
    <Linked query={query}>
      {({ email, expires_at }) => (
        <>
          <VisitorTitle title={t.reset.title} purpose={t.reset.purpose(email)} />
          <AccountForm
            asks={['password']}
            email={email}
            action={action}
            submit={t.reset.submit}
            submitting={t.reset.submitting}
            until={expires_at}
          />
        </>
      )}
    </Linked>
  );
}

/** `signedInAs`: email address of the signed-in user, or null. */
export function InvitePage({ token, signedInAs }: { token: string; signedInAs: string | null }) {
  const query = useQuery(invitationQuery(token));
  const action = useMutation({
    mutationFn: async (values: Values | null) => {
      const body = values ? { name: values.name, password: values.password } : {};
      const { email, organization } = await call(acceptInvitation, { params: { token }, body });
      const path = homePath(organization.slug);
      if (values) await enter(email, values.password, path);
      else await leaveFor(path);
    },
    gcTime: 0,
  });
  const accept = useSendOnce(action);
  const path = `/invite/${encodeURIComponent(token)}`;
  if (signedInAs !== null && query.error instanceof ApiError && query.error.status === 404) return <ForAnother email={signedInAs} />;
  return (
    <Linked query={query} isIn={signedInAs !== null} invitationPath={path}>
      {({ organization, role, email, invited_by, expires_at, next }) =>
        next === 'joined' ? (
          <>
            <VisitorTitle title={t.invite.joined(organization.name)} purpose={t.invite.joinedText} />
            <ButtonLink look="primary" size="lg" href={homePath(organization.slug)}>
              {t.invite.open(organization.name)}
            </ButtonLink>
          </>
        ) : (
          <>
            <VisitorTitle title={t.invite.title(organization.name)} purpose={t.invite.purpose(invited_by, role)} />
            <p className="text-muted">
              <Phrase text={t.invite.for} email={<b className="font-medium text-ink">{email}</b>} />
            </p>
            {next === 'create_account' && (
              <AccountForm
                asks={['name', 'password']}
                email={email}
                action={action as UseMutationResult<unknown, Error, Values>}
                submit={t.invite.create}
                submitting={t.invite.accepting}
                until={expires_at}
              />
            )}
            {next === 'accept' && (
              <>
                <Button look="primary" size="lg" busy={action.isPending} busyLabel={t.invite.accepting} onClick={() => accept(null)}>
                  {t.invite.accept}
                </Button>
                <div role="alert" className={action.error ? 'text-bad-text' : 'hidden'}>
                  {action.error && messageOf(action.error)}
                </div>
                <p className="text-12 text-faint">{t.works(momentText(expires_at))}</p>
              </>
            )}
            {next === 'sign_in' && (
              <>
                <p className="text-muted">{t.invite.signInText}</p>
                <ButtonLink look="primary" size="lg" href={`${loginPath(path)}&email=${encodeURIComponent(email)}`}>
                  {t.invite.signIn}
                </ButtonLink>
              </>
            )}
          </>
        )
      }
    </Linked>
  );
}
