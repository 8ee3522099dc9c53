'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { SESSIONS_KEY, sessionsQuery } from '#components/account/queries';
import { account as t } from '#components/strings/account';
import { Button } from '#components/ui/button';
import { Field, PasswordInput } from '#components/ui/field';
import { Panel } from '#components/ui/page';
import { Failure } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { useSendOnce } from '#components/ui/use-once';
import type { Me } from '#lib/access/people/contract';
import { ApiError, call } from '#lib/api/call';
import { changePassword } from '#lib/api/calls';
import { MAX_PASSWORD, MIN_PASSWORD } from '#lib/base/bounds';

interface Draft {
  current_password: string;
  new_password: string;
}

const EMPTY: Draft = { current_password: '', new_password: '' };

/** The validation error of a new password, or true. */
const checkNew = (next: string, { current_password }: Draft): true | string => {
  if (next.length < MIN_PASSWORD) return t.nextShort(next.length);
  if (next.length > MAX_PASSWORD) return t.nextLong;
  return next === current_password ? t.nextSame : true;
};

export function PasswordPanel({ me }: { me: Me }) {
  return (
    <Panel title={t.password} note={<span className="text-12 text-faint">{t.methodNow[me.method]}</span>}>
      {me.person.has_password ? (
        <Change email={me.person.email} />
      ) : (
        <div className="grid gap-1 text-muted">
          <p className="font-medium text-ink">{t.noPassword}</p>
          <p>{t.noPasswordWhy}</p>
        </div>
      )}
    </Panel>
  );
}

function Change({ email }: { email: string }) {
  const cache = useQueryClient();
  const { data: sessions } = useQuery(sessionsQuery());
  const others = sessions?.filter(({ is_current }) => !is_current).length;
  const { register, handleSubmit, formState, reset, setError, setFocus } = useForm<Draft>({ defaultValues: EMPTY });
  const change = useMutation({
    mutationFn: (body: Draft) => call(changePassword, { body }),
    gcTime: 0,
    onSuccess: ({ sessions_ended }) => {
      reset(EMPTY);
      toast.done(t.changed, { detail: t.ended(sessions_ended) });
      void cache.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'forbidden') return;
      setError('current_password', { message: error.detail });
      setFocus('current_password');
    },
  });
  const submit = handleSubmit(useSendOnce(change));
  const isWrong = change.error instanceof ApiError && change.error.code === 'forbidden';
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {/* Password managers need the name of the account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label={t.current} error={formState.errors.current_password?.message}>
        <PasswordInput autoComplete="current-password" {...register('current_password', { required: t.currentMissing })} />
      </Field>
      <Field label={t.next} help={t.nextHelp} error={formState.errors.new_password?.message}>
        <PasswordInput autoComplete="new-password" {...register('new_password', { validate: checkNew })} />
      </Field>
      <Failure failed={t.changeFailed} error={!isWrong && change.error} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-48 text-12 text-faint">{others === undefined ? '' : t.willEnd(others)}</p>
        <Button type="submit" busy={change.isPending} busyLabel={t.changing} className="phone:grow">
          {t.change}
        </Button>
      </div>
    </form>
  );
}
