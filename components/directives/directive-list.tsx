'use client';

import { Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { type HandleEvents, useDrag } from '#components/directives/drag';
import { movedTo, newPriorities } from '#components/directives/order';
import { useMove, useShownOrder, useUpdate } from '#components/directives/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { number } from '#components/strings/counted';
import { directives as t } from '#components/strings/directives';
import { Badge } from '#components/ui/badge';
import { IconButton } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { cx } from '#components/ui/cx';
import { announce } from '#components/ui/live';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu';
import { toast } from '#components/ui/toast';
import type { Directive } from '#lib/memory/directives/contract';

export type OpenDirective = { readonly kind: 'edit' | 'remove'; readonly directive: Directive };

interface DirectiveListProps {
  items: readonly Directive[];
  /** The ids of those that the question of the preview follows; null without a preview. */
  matching: ReadonlySet<string> | null;
  isStale: boolean;
  onOpen: (open: OpenDirective) => void;
}

/** The directives in the order of the prompt, which their handles change. */
export function DirectiveList({ items, matching, isStale, onOpen }: DirectiveListProps) {
  const { organization, lockedBy } = useConsole();
  const bankId = useBank();
  const lock = lockedBy('bank.write');
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<string | null>(null);
  const move = useMove(organization.slug, bankId);
  const showOrder = useShownOrder(organization.slug, bankId);

  const drop = (id: string, to: number) => {
    if (items[to]?.id === id) return;
    const ordered = movedTo(items, id, to);
    const changes = newPriorities(ordered, id);
    focused.current = id;
    showOrder(ordered, changes);
    announce(t.movedTo(ordered.find((one) => one.id === id)?.name ?? '', to + 1, items.length));
    move.mutate(changes, { onError: (error) => toast.failed(t.moveFailed, error) });
  };
  const { dragged, handleOf, onList } = useDrag(list, drop);

  // A row that moves in the document loses the focus of its handle.
  useLayoutEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(focused.current)}"] [data-handle]`)?.focus();
    focused.current = null;
  });

  const shown = dragged ? movedTo(items, dragged.id, dragged.to) : items;
  return (
    <ul
      ref={list}
      aria-label={t.list}
      aria-busy={isStale || undefined}
      className={cx('transition-opacity duration-120', isStale && 'opacity-60', dragged && 'cursor-grabbing')}
      {...onList}
    >
      {shown.map((directive, at) => (
        <Row
          key={directive.id}
          directive={directive}
          isDragged={dragged?.id === directive.id}
          applies={matching?.has(directive.id) ?? null}
          lock={lock}
          handle={{
            label: t.move(directive.name, at + 1, shown.length),
            onKey: (by) => drop(directive.id, Math.min(items.length - 1, Math.max(0, at + by))),
            pointer: lock ? {} : handleOf(directive.id, at),
          }}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  directive: Directive;
  isDragged: boolean;
  applies: boolean | null;
  lock: string | null;
  handle: { readonly label: string; readonly onKey: (by: 1 | -1) => void; readonly pointer: Partial<HandleEvents> };
  onOpen: DirectiveListProps['onOpen'];
}

function Row({ directive, isDragged, applies, lock, handle, onOpen }: RowProps) {
  const { name, content, tags, priority, is_active } = directive;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    handle.onKey(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li
      data-row={directive.id}
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-line-soft border-b px-3 py-2.5 last:border-b-0',
        isDragged && 'bg-hover shadow-2',
        applies === false && 'bg-sunken',
      )}
    >
      <IconButton
        icon={GripVertical}
        label={handle.label}
        tooltip={false}
        locked={lock}
        data-handle=""
        className="cursor-grab touch-none active:cursor-grabbing"
        {...handle.pointer}
        {...(!lock && { onKeyDown })}
      />
      <div className="grid min-w-0 gap-1 pt-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className={cx('min-w-0 font-medium [overflow-wrap:anywhere]', !is_active && 'text-faint')}>
            {name}
          </span>
          {tags.map((tag) => (
            <span key={tag} dir="auto" className="max-w-40 truncate text-12 text-faint">
              #{tag}
            </span>
          ))}
          {applies !== null && <Badge tone={applies ? 'ok' : 'plain'}>{applies ? t.applies : t.appliesNot}</Badge>}
        </div>
        <p dir="auto" className="line-clamp-3 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          {content}
        </p>
        <p className="text-12 text-faint">
          {tags.length === 0 ? t.untagged : t.tagged} {t.priority(number(priority))}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Active directive={directive} lock={lock} />
        <Menu label={t.acts(name)} trigger={<IconButton icon={Ellipsis} label={t.acts(name)} tooltip={false} />}>
          <MenuItem icon={Pencil} locked={lock} onSelect={() => onOpen({ kind: 'edit', directive })}>
            {t.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger locked={lock} onSelect={() => onOpen({ kind: 'remove', directive })}>
            {t.remove}
          </MenuItem>
        </Menu>
      </div>
    </li>
  );
}

function Active({ directive: { id, name, is_active }, lock }: { directive: Directive; lock: string | null }) {
  const { organization } = useConsole();
  const update = useUpdate(organization.slug, useBank());
  const isActive = update.isPending && update.variables.body?.is_active != null ? update.variables.body.is_active : is_active;
  return (
    <Checkbox
      label={
        <>
          <span className="phone:sr-only">{t.active}</span>
          <span className="sr-only"> {name}</span>
        </>
      }
      checked={isActive}
      {...(lock && { locked: lock, hideLabel: true })}
      onChange={(event) =>
        update.mutate({ id, body: { is_active: event.target.checked } }, { onError: (error) => toast.failed(t.saveFailed(name), error) })
      }
    />
  );
}
