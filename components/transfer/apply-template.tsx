'use client';

import { useQuery } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { useRef, useState } from 'react';
import { isSetting } from '#components/bank-settings/settings';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankSettings } from '#components/strings/bank-settings';
import { templates } from '#components/strings/templates';
import { transfer as t } from '#components/strings/transfer';
import { type TemplateBody, templatePreviewQuery, useApplyTemplate } from '#components/transfer/queries';
import { modelNamesOf, readTemplate, settingsOf } from '#components/transfer/template-file';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { KeyValues } from '#components/ui/page';
import { Sheet, SheetActions } from '#components/ui/sheet';
import { Failure, SkeletonLines } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import type { TemplateImported } from '#lib/memory/templates/contract';
import { GALLERY_IDS, type GalleryId, galleryTemplate } from '#lib/memory/templates/gallery/literals';

interface ChosenTemplate {
  /** Of the gallery; null: a file. */
  readonly id: GalleryId | null;
  readonly name: string;
  readonly body: TemplateBody;
}

/** Applies a template of the gallery or a file to the bank, after a dry run. */
export function ApplyTemplate({ onClose }: { onClose: () => void }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const [chosen, choose] = useState<ChosenTemplate | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const preview = useQuery({ ...templatePreviewQuery(organization.slug, bankId, chosen?.body ?? {}), enabled: chosen !== null });
  const apply = useApplyTemplate(organization.slug, bankId);
  const take = (next: ChosenTemplate | null, why: string | null = null) => {
    choose(next);
    setFault(why);
    setMissing(false);
    apply.reset();
  };
  const readFile = async (file: File) => {
    const read = await readTemplate(file);
    if ('fault' in read) take(null, read.fault);
    else take({ id: null, name: file.name, body: read.body });
  };
  const submit = () => {
    setMissing(chosen === null && fault === null);
    if (chosen === null || !preview.data || apply.isPending) return;
    apply.mutate(chosen.body, {
      onSuccess: ({ operation_ids }) => {
        toast.done(t.applied, operation_ids.length > 0 ? { detail: t.refreshes(operation_ids.length) } : {});
        onClose();
      },
    });
  };
  return (
    <Sheet
      onClose={onClose}
      title={t.applyTemplate}
      purpose={t.applyTemplateText}
      onSubmit={submit}
      isWritten={chosen !== null && !apply.isSuccess}
      actions={
        <SheetActions busy={apply.isPending} busyLabel={t.applying}>
          {t.apply}
        </SheetActions>
      }
    >
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1.5 font-medium">{t.gallery}</legend>
        <div className="flex flex-wrap gap-1.5">
          {GALLERY_IDS.map((id) => (
            <Button
              key={id}
              size="sm"
              aria-pressed={chosen?.id === id}
              onClick={() => take({ id, name: templates[id].name, body: galleryTemplate(id, templates[id]) })}
              className={cx(chosen?.id === id && 'ring-2 ring-accent ring-inset')}
            >
              {templates[id].name}
            </Button>
          ))}
          <FileButton name={chosen?.id === null ? chosen.name : null} onChoose={(file) => void readFile(file)} />
        </div>
        {(fault !== null || isMissing) && (
          <p role="alert" className="text-12 text-bad-text">
            {fault ?? t.choose}
          </p>
        )}
        {chosen === null && fault === null && !isMissing && <p className="text-12 text-faint">{t.choose}</p>}
      </fieldset>
      {chosen !== null && (
        <section aria-label={t.preview} className="grid gap-2">
          <h3 className="font-medium">{t.preview}</h3>
          {preview.data ? (
            <Preview body={chosen.body} changes={preview.data} />
          ) : (
            !preview.isError && <SkeletonLines label={t.previewing} />
          )}
          <Failure failed={t.previewFailed} error={preview.error} />
        </section>
      )}
      <Failure failed={t.applyFailed} error={apply.error} />
    </Sheet>
  );
}

function FileButton({ name, onChoose }: { name: string | null; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="sm"
        icon={FileJson}
        aria-pressed={name !== null}
        onClick={() => input.current?.click()}
        className={cx('max-w-full [&>span]:truncate', name !== null && 'ring-2 ring-accent ring-inset')}
      >
        {name ?? t.templateFile}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        tabIndex={-1}
        aria-label={t.templateFile}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          // Allows choosing the same file again after it was changed.
          target.value = '';
        }}
      />
    </>
  );
}

function Preview({ body, changes }: { body: TemplateBody; changes: TemplateImported }) {
  const models = modelNamesOf(body);
  const namesOf = (ids: readonly string[]) => ids.map((id) => models.get(id) ?? id);
  const groups = [
    { key: t.groups.settings, names: settingsOf(body).map((name) => (isSetting(name) ? bankSettings.settings[name].label : name)) },
    { key: t.groups.modelsCreated, names: namesOf(changes.mental_models_created) },
    { key: t.groups.modelsUpdated, names: namesOf(changes.mental_models_updated) },
    { key: t.groups.directivesCreated, names: changes.directives_created },
    { key: t.groups.directivesUpdated, names: changes.directives_updated },
  ];
  const listed = groups.filter(({ names }) => names.length > 0);
  const isSame = groups.slice(1).every(({ names }) => names.length === 0);
  return (
    <>
      {isSame && <p className="text-muted">{t.noChanges}</p>}
      <KeyValues
        items={listed.map(({ key, names }) => ({
          key,
          value: (
            <ul>
              {names.map((name) => (
                <li key={name} dir="auto">
                  {name}
                </li>
              ))}
            </ul>
          ),
        }))}
      />
    </>
  );
}
