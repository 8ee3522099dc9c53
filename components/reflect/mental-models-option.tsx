'use client';

import { useQuery } from '@tanstack/react-query';
import { Option } from '#components/recall/option';
import { TextField } from '#components/recall/text-field';
import { modelNamesQuery } from '#components/reflect/queries';
import type { ReflectOptionProps } from '#components/reflect/question';
import { useBank, useConsole } from '#components/shell/console-context';
import { reflect as t } from '#components/strings/reflect';
import { Checkbox } from '#components/ui/checkbox';
import { itemsIn } from '#components/ui/list-text';
import { Skeleton } from '#components/ui/states';

/** Whether mental models are used, and which are excluded. */
export const MentalModelsOption = ({ asked, set }: ReflectOptionProps) => {
  const { models, without } = asked;
  return (
    <Option
      label={t.models.label}
      isSet={!models || without.length > 0}
      says={!models ? t.models.none : without.length > 0 ? t.models.but(without.length) : t.models.all}
    >
      <Checkbox
        label={t.models.use}
        help={t.models.useHelp}
        checked={models}
        onChange={(event) => set({ models: event.target.checked ? null : false })}
      />
      {models && <Each asked={asked} set={set} />}
    </Option>
  );
};

/** Loaded when it becomes visible. */
function Each({ asked: { without }, set }: ReflectOptionProps) {
  const { organization } = useConsole();
  const { data, error } = useQuery(modelNamesQuery(organization.slug, useBank()));
  if (error) return <p className="text-12 text-bad-text">{t.models.failed}</p>;
  if (!data) return <Skeleton className="w-3/5" />;
  const listed = new Set(data.items.map(({ id }) => id));
  const others = without.filter((id) => !listed.has(id));
  const leaveOut = (ids: readonly string[]) => set({ without: ids.length === 0 ? null : [...ids] });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">{t.models.each}</legend>
      {data.items.length === 0 && <p className="text-12 text-faint">{t.models.empty}</p>}
      {data.items.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<span dir="auto">{name}</span>}
          checked={!without.includes(id)}
          onChange={(event) => leaveOut(event.target.checked ? without.filter((each) => each !== id) : [...without, id])}
        />
      ))}
      {(others.length > 0 || data.items.length < data.total) && (
        <TextField
          label={t.models.others}
          help={t.models.shown(data.items.length, data.total)}
          value={others.join(', ')}
          onChange={(text) => leaveOut([...without.filter((id) => listed.has(id)), ...itemsIn(text)])}
        />
      )}
    </fieldset>
  );
}
