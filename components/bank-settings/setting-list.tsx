'use client';

import { Pencil, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import {
  type EffectiveSetting,
  effectiveSetting,
  GROUPS,
  type SettingGroup,
  valueText,
  variableOf,
} from '#components/bank-settings/settings';
import { bankSettings as t } from '#components/strings/bank-settings';
import { useAhead } from '#components/ui/ahead';
import { Badge, type Tone } from '#components/ui/badge';
import { Button, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Panel } from '#components/ui/page';
import { Tooltip } from '#components/ui/tooltip';
import type { BankConfigResponse, SettingName } from '#lib/memory/settings/contract';

const loadForm = () => import('#components/bank-settings/edit-form').then((part) => ({ default: part.EditForm }));
const EditForm = lazy(loadForm);

const TONES: Record<EffectiveSetting['origin'], Tone> = { default: 'plain', environment: 'info', bank: 'accent' };

interface SettingListProps {
  group: SettingGroup;
  config: BankConfigResponse;
  /** Why settings cannot be changed, or null. */
  lock: string | null;
  /** Placed below another panel. */
  isSecond?: boolean;
  /** The setting whose form is open. */
  editing: SettingName | null;
  /** null: closes the form */
  onEdit: (name: SettingName | null) => void;
  onReset: (name: SettingName) => void;
}

const ORIGINS: readonly EffectiveSetting['origin'][] = ['bank', 'environment', 'default'];

/** The settings of a group, those that differ from the default first. */
export function SettingList({ group, config, lock, isSecond = false, editing, onEdit, onReset }: SettingListProps) {
  useAhead(loadForm);
  const settings = GROUPS[group].map((name) => effectiveSetting(config, name));
  return (
    <Panel flush {...(isSecond && { title: t.settingsTitle })}>
      {!isSecond && <h2 className="sr-only">{t.tabs[group]}</h2>}
      <ul aria-label={t.listOf(t.tabs[group])}>
        {ORIGINS.flatMap((origin) => settings.filter((setting) => setting.origin === origin)).map((setting) => (
          <SettingRow
            key={setting.name}
            setting={setting}
            isEditing={setting.name === editing}
            lock={lock}
            onEdit={onEdit}
            onReset={onReset}
          />
        ))}
      </ul>
    </Panel>
  );
}

function SettingRow({
  setting,
  isEditing,
  lock,
  onEdit,
  onReset,
}: { setting: EffectiveSetting; isEditing: boolean } & Pick<SettingListProps, 'lock' | 'onEdit' | 'onReset'>) {
  const { name, value, origin } = setting;
  const button = useRef<HTMLButtonElement>(null);
  const { label, meaning } = t.settings[name];
  const isNothing = value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  return (
    <li className="grid items-start gap-x-6 gap-y-2 border-line-soft border-b px-4 py-2 last:border-b-0 phone:grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_96px]">
      <div className="min-w-0 phone:col-span-full">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 className="font-medium">{label}</h3>
          <code className="break-all text-11 text-faint">{name}</code>
        </div>
        <p className="text-12 text-muted">{meaning}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p className={cx('line-clamp-4 whitespace-pre-line break-words tabular-nums', isNothing ? 'text-faint' : 'text-ink')}>
          {valueText(name, value)}
        </p>
        <OriginLine setting={setting} />
      </div>
      <div className="flex items-center justify-end gap-1">
        {origin === 'bank' && (
          <IconButton icon={RotateCcw} size="sm" label={t.resetOf(label)} locked={lock} onClick={() => onReset(name)} />
        )}
        <Button
          ref={button}
          size="sm"
          icon={Pencil}
          locked={lock}
          aria-label={t.editOf(label)}
          aria-expanded={isEditing}
          onClick={() => onEdit(isEditing ? null : name)}
        >
          {t.edit}
        </Button>
      </div>
      {isEditing && (
        <Suspense fallback={null}>
          <EditForm
            setting={setting}
            onClose={() => {
              onEdit(null);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </li>
  );
}

/** The origin of a value, and the inherited value. */
export function OriginLine({ setting: { name, origin, inherited, idle } }: { setting: EffectiveSetting }) {
  if (idle !== null) return <p className="text-12 text-warn-text">{t.idle(idle)}</p>;
  const variable = variableOf(name);
  const means =
    origin === 'bank'
      ? t.originMeans.bank(valueText(name, inherited))
      : origin === 'environment'
        ? t.originMeans.environment(variable ?? t.origins.environment)
        : t.originMeans.default;
  return (
    <p className="flex min-w-0 max-w-full flex-wrap items-center gap-x-2 gap-y-0.5 text-12 text-faint">
      {origin === 'bank' ? (
        <>
          <Badge tone={TONES.bank}>{t.origins.bank}</Badge>
          <span className="line-clamp-2 min-w-0">{means}</span>
        </>
      ) : (
        <Tooltip text={means}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is explained can be reached by keys */}
          <span tabIndex={0} className="rounded-sm">
            <Badge tone={TONES[origin]}>{t.origins[origin]}</Badge>
          </span>
        </Tooltip>
      )}
    </p>
  );
}
