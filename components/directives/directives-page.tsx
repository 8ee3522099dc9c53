'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { parseAsBoolean, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { DirectiveList, type OpenDirective } from '#components/directives/directive-list';
import { DirectiveSheet } from '#components/directives/directive-sheet';
import { NO_QUESTION, Preview, type QuestionTags, useMatching } from '#components/directives/preview';
import { directivesQuery, useDelete } from '#components/directives/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { ListPage } from '#components/shell/list-page';
import { directives as t } from '#components/strings/directives';
import { Button } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { ListPanel } from '#components/ui/read';
import { Empty } from '#components/ui/states';
import { toast } from '#components/ui/toast';
import { useRead } from '#components/ui/use-read';
import type { Directive } from '#lib/memory/directives/contract';

const parsers = {
  /** The form for a new directive is open. */
  create: parseAsBoolean.withDefault(false),
};

export function DirectivesPage() {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const [{ create: isCreating }, set] = useQueryStates(parsers);
  const [open, setOpen] = useState<OpenDirective | null>(null);
  const [question, setQuestion] = useState<QuestionTags>(NO_QUESTION);
  const list = useRead(useQuery(directivesQuery(organization.slug, bankId)));
  const matching = useMatching(question);
  const hasSome = (list.data?.items.length ?? 0) > 0;
  const close = () => setOpen(null);
  const create = (
    <Button look="primary" icon={Plus} locked={lockedBy('bank.write')} onClick={() => void set({ create: true })}>
      {t.create}
    </Button>
  );
  return (
    <ListPage
      title={t.title}
      purpose={t.purpose}
      actions={hasSome && create}
      names={parsers}
      filters={hasSome && <Preview question={question} set={setQuestion} error={matching.error} />}
      dialogs={
        <>
          {isCreating && <DirectiveSheet directive={null} onClose={() => void set({ create: null })} />}
          {open?.kind === 'edit' && <DirectiveSheet directive={open.directive} onClose={close} />}
          {open?.kind === 'remove' && <DeleteDirective directive={open.directive} onClose={close} />}
        </>
      }
    >
      <ListPanel of={list} failed={t.failed} footer={({ total }) => total > 0 && t.foot(total)}>
        {({ items }, isStale) =>
          items.length === 0 && !list.error ? (
            <Empty bead="model" title={t.emptyTitle} action={create}>
              <p>{t.emptyText}</p>
            </Empty>
          ) : (
            <DirectiveList items={items} matching={matching.ids} isStale={isStale} onOpen={setOpen} />
          )
        }
      </ListPanel>
    </ListPage>
  );
}

function DeleteDirective({ directive: { id, name }, onClose }: { directive: Directive; onClose: () => void }) {
  const { organization } = useConsole();
  const remove = useDelete(organization.slug, useBank());
  return (
    <ConfirmDialog
      of={remove}
      onClose={onClose}
      texts={{ title: t.removeTitle(name), action: t.remove, busyLabel: t.removing, failed: t.removeFailed }}
      destructive
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            onClose();
            toast.done(t.removed(name));
          },
        })
      }
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
