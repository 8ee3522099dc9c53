'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { safeReturn } from '#components/shell/paths';
import { SignInError, signInWith, signInWithPassword } from '#components/sign-in/credentials';
import { providersQuery } from '#components/sign-in/queries';
import { VisitorTitle } from '#components/sign-in/visitor-frame';
import { signIn as t } from '#components/strings/sign-in';
import { Button } from '#components/ui/button';
import { Field, Input, PasswordInput } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { ReadFailed } from '#components/ui/read';
import { messageOf, Notice, Skeleton } from '#components/ui/states';
import { useSendOnce } from '#components/ui/use-once';

const isKnown = (code: string): code is keyof typeof t.errors => code in t.errors;

/** Seconds until `until`, or 0. */
function useCountdown(until: number | null): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null || now === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

export function SignInPage() {
  const [{ returnTo, error, email: known, made, ended }] = useQueryStates({
    returnTo: parseAsString,
    error: parseAsString,
    email: parseAsString,
    made: parseAsBoolean,
    ended: parseAsBoolean,
  });
  const target = safeReturn(returnTo) ?? '/';
  const ways = useQuery(providersQuery);
  const leave = useMutation({ mutationFn: (provider: string) => signInWith(provider, target) });

  if (ways.error && !ways.data) {
    return <ReadFailed read={ways} title={t.unreadable} className="!px-0" />;
  }
  if (!ways.data) return <Waiting />;
  const { is_on, off_because, needs_owner, providers } = ways.data;
  if (!is_on) {
    return (
      <>
        <VisitorTitle title={t.off} />
        <Notice tone="warn">{off_because}</Notice>
      </>
    );
  }
  const others = providers.filter(({ id }) => id !== 'password');
  const hasPassword = others.length < providers.length;
  return (
    <>
      <VisitorTitle title={t.title} purpose={t.purpose} />
      {needs_owner && <Notice tone="info">{t.needsOwner}</Notice>}
      {ended && error === null && <Notice tone="info">{t.ended}</Notice>}
      {made && <Notice tone="info">{t.made}</Notice>}
      {error !== null && <Notice tone="bad">{isKnown(error) ? t.errors[error] : t.errors.failed}</Notice>}
      {others.length > 0 && (
        <div className="grid gap-2">
          {others.map(({ id, name }) => (
            <Button
              key={id}
              size="lg"
              icon={LogIn}
              busy={leave.isPending && leave.variables === id}
              busyLabel={t.leaving}
              onClick={() => leave.mutate(id)}
            >
              {t.with(name)}
            </Button>
          ))}
        </div>
      )}
      {leave.error && (
        <div role="alert" className="text-bad-text">
          {wordsOf(leave.error)}
        </div>
      )}
      {others.length > 0 && hasPassword && (
        <div className="flex items-center gap-3 text-12 text-faint">
          <span className="h-px grow bg-line" />
          {t.or}
          <span className="h-px grow bg-line" />
        </div>
      )}
      {hasPassword && <PasswordForm email={known ?? ''} target={target} />}
    </>
  );
}

const wordsOf = (error: unknown): string =>
  error instanceof SignInError ? (error.code === 'sign_in_failed' ? t.failed : error.message) : messageOf(error);

function PasswordForm({ email: known, target }: { email: string; target: string }) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [isChecked, check] = useState(false);
  const [until, wait] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const left = useCountdown(until);
  const enter = useMutation({
    mutationFn: () => signInWithPassword({ email: email.trim(), password }),
    onSuccess: () => window.location.assign(target),
    onError: (error) => {
      wait(error instanceof SignInError && error.retryAfter !== null ? Date.now() + error.retryAfter * 1000 : null);
      setPassword('');
      check(false);
      field.current?.focus();
    },
  });
  const enterOnce = useSendOnce(enter);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(true);
    if (email.trim() !== '' && password !== '' && left === 0) enterOnce();
  };
  const refusal = left > 0 ? t.waitSeconds(t.left(left)) : enter.error && until === null ? wordsOf(enter.error) : null;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t.email} error={isChecked && email.trim() === '' ? t.missing.email : null}>
        <Input
          size="lg"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            // The server limits each account separately, so another email clears the countdown.
            if (until !== null) wait(null);
            if (enter.error) enter.reset();
          }}
          autoFocus={known === ''}
        />
      </Field>
      <Field label={t.password} error={isChecked && password === '' && !enter.isPending ? t.missing.password : null}>
        <PasswordInput
          ref={field}
          size="lg"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoFocus={known !== ''}
        />
      </Field>
      <div role="alert" className={refusal ? 'text-bad-text tabular-nums' : 'hidden'}>
        {refusal}
      </div>
      <Button
        type="submit"
        look="primary"
        size="lg"
        busy={enter.isPending || enter.isSuccess}
        busyLabel={t.submitting}
        locked={left > 0 ? t.waitSeconds(t.left(left)) : null}
      >
        {t.submit}
      </Button>
      <p className="text-12 text-faint">
        <Phrase text={t.forgotten} command={<code>{t.forgottenCommand}</code>} />
      </p>
    </form>
  );
}

export const Waiting = () => (
  <div role="status" aria-label={t.reading} className="grid gap-5">
    <Skeleton className="!h-6 w-2/3" />
    <Skeleton className="!h-9" />
    <Skeleton className="!h-9" />
    <Skeleton className="!h-9" />
  </div>
);
