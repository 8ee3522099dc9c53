'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type Control, Controller, type DefaultValues, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { BankChoice } from '#components/keys/bank-choice';
import { childDaysOf, endOf } from '#components/keys/expiry';
import { bankChoicesQuery } from '#components/keys/queries';
import { keys as t } from '#components/strings/keys';
import { ui } from '#components/strings/ui';
import { Checkbox } from '#components/ui/checkbox';
import { ChoiceGrid } from '#components/ui/choice';
import { Field, Input } from '#components/ui/field';
import { Phrase } from '#components/ui/phrase';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure } from '#components/ui/states';
import { momentText, useNow } from '#components/ui/time';
import { createKey } from '#lib/access/keys/contract';
import type { KeyExpiry } from '#lib/access/keys/literals';
import { ApiError } from '#lib/api/call';
import { MAX_CUSTOM_DAYS, MAX_KEY_NAME } from '#lib/base/bounds';
import { defined } from '#lib/base/defined';
import { type CallerKind, may } from '#lib/base/roles';

/** The request body, with the confirmation that a key without expiry needs. */
const draft = defined(createKey.body)
  .and(z.object({ isNeverMeant: z.boolean() }))
  .superRefine(({ expires_in, isNeverMeant }, context) => {
    if (expires_in === 'never' && !isNeverMeant) context.addIssue({ code: 'custom', path: ['isNeverMeant'], message: t.neverNeeded });
  });
type Draft = z.input<typeof draft>;
export type NewKey = z.input<NonNullable<(typeof createKey)['body']>>;

/** There is no default for the banks, so that the scope is chosen deliberately. */
const EMPTY: DefaultValues<Draft> = {
  name: '',
  expires_in: '90_days',
  expires_in_days: null,
  create_scoped_keys: false,
  isNeverMeant: false,
};
const EXPIRIES = ['1_hour', '1_day', '7_days', '30_days', '90_days', '1_year', 'custom', 'never'] as const satisfies readonly KeyExpiry[];

export interface CreateKeyProps {
  org: string;
  isOpen: boolean;
  onClose: () => void;
  onCreate: (body: NewKey) => void;
  busy: boolean;
  error: unknown;
}

export function CreateKey({ isOpen, ...rest }: CreateKeyProps) {
  return isOpen ? <CreateForm {...rest} /> : null;
}

/** Errors that do not belong to a visible field. */
const isGeneral = (error: unknown): boolean =>
  error !== null &&
  error !== undefined &&
  !(error instanceof ApiError && error.issues.some(({ loc }) => loc[1] === 'allowed_bank_ids' || loc[1] === 'name'));

function CreateForm({ org, onClose, onCreate, busy, error }: Omit<CreateKeyProps, 'isOpen'>) {
  const form = useForm<Draft>({ resolver: zodResolver(draft), defaultValues: EMPTY, mode: 'onSubmit' });
  const { control, register, handleSubmit, formState } = form;
  const { errors } = formState;
  const expiry = useWatch({ control, name: 'expires_in' });
  const name = useWatch({ control, name: 'name' });
  const nameError = errors.name && (name.trim() === '' ? t.nameMissing : t.nameLong(MAX_KEY_NAME));
  const serverBankError =
    error instanceof ApiError && error.issues.some(({ loc }) => loc[1] === 'allowed_bank_ids') ? t.banksUnknown : null;
  const childDays = useChildDays(control);
  const submit = handleSubmit(({ isNeverMeant: _, expires_in_days, create_scoped_keys, ...body }) =>
    onCreate({
      ...body,
      create_scoped_keys: create_scoped_keys === true && childDays !== 0,
      ...(body.expires_in === 'custom' && { expires_in_days }),
    }),
  );
  return (
    <Sheet
      onClose={onClose}
      title={t.create}
      purpose={t.createPurpose}
      sentence={<Overview control={control} org={org} />}
      onSubmit={(event) => void submit(event)}
      isWritten={!busy && formState.isDirty}
      actions={
        <SheetActions isSpread hint={ui.keyboard.ctrlEnter} busy={busy} busyLabel={t.creating}>
          {t.create}
        </SheetActions>
      }
    >
      <Failure failed={t.createFailed} error={isGeneral(error) && error} />
      <Field label={t.name} help={t.nameHelp} error={nameError}>
        <Input {...register('name')} placeholder={t.namePlaceholder} autoComplete="off" autoFocus />
      </Field>
      <Expiry
        control={control}
        errors={errors}
        expiry={expiry}
        onChosen={(next) => {
          if (next !== 'custom') form.resetField('expires_in_days');
          if (childDaysOf(next, null) === 0) form.setValue('create_scoped_keys', false);
        }}
      />
      <Controller
        control={control}
        name="allowed_bank_ids"
        render={({ field }) => (
          <BankChoice
            org={org}
            value={field.value}
            onChange={field.onChange}
            error={errors.allowed_bank_ids ? t.banksMissing : serverBankError}
          />
        )}
      />
      <div className="rounded-md border border-line px-3 py-2.5">
        <Controller
          control={control}
          name="create_scoped_keys"
          render={({ field: { value, ...field } }) => (
            <Checkbox
              {...field}
              label={t.mint}
              help={childDays === null ? t.mintHelp : `${t.mintHelp} ${t.mintDays(childDays)}`}
              locked={childDays === 0 ? t.mintLocked : null}
              checked={value === true && childDays !== 0}
            />
          )}
        />
      </div>
    </Sheet>
  );
}

interface ExpiryProps {
  control: Control<Draft>;
  errors: { expires_in_days?: unknown; isNeverMeant?: unknown };
  expiry: KeyExpiry;
  onChosen: (expiry: KeyExpiry) => void;
}

/** Input that is not an integer is rejected instead of rounded. */
const daysOf = (typed: string): number | null => {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
};

function Expiry({ control, errors, expiry, onChosen }: ExpiryProps) {
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{t.expires}</span>
      <Controller
        control={control}
        name="expires_in"
        render={({ field }) => (
          <ChoiceGrid
            label={t.expires}
            value={field.value}
            onChange={(next) => {
              field.onChange(next);
              onChosen(next);
            }}
            choices={EXPIRIES.map((value) => ({ value, label: t.expiries[value] }))}
          />
        )}
      />
      {expiry === 'custom' && (
        <Controller
          control={control}
          name="expires_in_days"
          render={({ field: { value: _, onChange, ...field } }) => (
            <Field label={t.days} error={errors.expires_in_days ? t.daysBound(MAX_CUSTOM_DAYS) : null} className="mt-1.5">
              <Input {...field} inputMode="numeric" autoComplete="off" onChange={(event) => onChange(daysOf(event.target.value))} />
            </Field>
          )}
        />
      )}
      {expiry === 'never' ? (
        <Controller
          control={control}
          name="isNeverMeant"
          render={({ field: { value, ...field } }) => (
            <div className="mt-1.5 rounded-md bg-warn-tint px-3 py-2.5">
              <Checkbox
                {...field}
                checked={value}
                label={t.neverMeant}
                help={<span className="text-muted">{t.neverMeantHelp}</span>}
                aria-invalid={Boolean(errors.isNeverMeant)}
              />
              {errors.isNeverMeant ? (
                <p role="alert" className="mt-1 ps-6 text-12 text-bad-text">
                  {t.neverNeeded}
                </p>
              ) : null}
            </div>
          )}
        />
      ) : (
        <End control={control} />
      )}
    </div>
  );
}

const useEnd = (control: Control<Draft>) => {
  const now = useNow();
  const [expiry, days] = useWatch({ control, name: ['expires_in', 'expires_in_days'] });
  return endOf(expiry, days, now);
};

const useChildDays = (control: Control<Draft>): number | null =>
  childDaysOf(...useWatch({ control, name: ['expires_in', 'expires_in_days'] }));

function End({ control }: { control: Control<Draft> }) {
  const end = useEnd(control);
  return end ? <p className="text-12 text-faint">{t.endsAt(momentText(end))}</p> : null;
}

/** The permissions of such keys, from the table that the server uses. */
export function verbsOf(kind: CallerKind): string[] {
  return (Object.keys(t.verbs) as (keyof typeof t.verbs)[])
    .filter((permission) => may(kind, permission))
    .map((permission) => t.verbs[permission]);
}

/** Summarizes the new key in a sentence that follows the form. */
function Overview({ control, org }: { control: Control<Draft>; org: string }) {
  const end = useEnd(control);
  const [banks, isTicked] = useWatch({ control, name: ['allowed_bank_ids', 'create_scoped_keys'] });
  const mints = useChildDays(control) !== 0 && isTicked;
  const total = useQuery(bankChoicesQuery(org, '')).data?.total ?? null;
  if (end === undefined || banks === undefined || banks?.length === 0) return t.notYet;
  return (
    <Phrase
      text={t.can(verbsOf(banks === null ? 'unrestricted_key' : 'restricted_key'), end === null, mints === true)}
      banks={<b>{banks === null ? t.everyBank : t.nBanks(banks.length, total)}</b>}
      never={<b>{t.neverExpires}</b>}
      time={end !== null && <b>{momentText(end)}</b>}
    />
  );
}
