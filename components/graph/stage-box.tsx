'use client';

import { Maximize, Minus, Plus } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import type { Insets } from '#components/graph/draw/aim';
import type { Stage } from '#components/graph/draw/stage';
import type { Busy } from '#components/graph/perform';
import { graph as t } from '#components/strings/graph';
import { Button, IconButton } from '#components/ui/button';

interface FieldProps {
  field: RefObject<HTMLDivElement | null>;
  box: RefObject<HTMLDivElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  isDone: boolean;
  nodes: number;
  edges: number;
  selected: string | null;
}

/** The area of the picture, which can be navigated with the keyboard. */
export const StageField = ({ field, box, onKeyDown, isDone, nodes, edges, selected }: FieldProps) => (
  <div
    ref={field}
    role="application"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is walked by keys
    tabIndex={0}
    aria-label={t.canvas}
    aria-describedby="graph-help"
    onKeyDown={onKeyDown}
    data-layout={isDone ? 'done' : 'running'}
    data-nodes={nodes}
    data-edges={edges}
    data-selected={selected ?? ''}
    className="absolute inset-0 scroll-mt-11 focus-visible:outline-2 focus-visible:-outline-offset-2"
  >
    <p id="graph-help" className="sr-only">
      {t.canvasHelp}
    </p>
    {/* Coordinates run from left to right. */}
    <div ref={box} dir="ltr" className="absolute inset-0 bg-[radial-gradient(var(--line-soft)_1px,transparent_1px)] bg-[size:20px_20px]" />
  </div>
);

export const ZoomButtons = ({ stage }: { stage: Stage | null }) => (
  <div className="grid shrink-0 overflow-hidden rounded-md border border-line bg-surface shadow-2">
    <IconButton icon={Plus} label={t.zoomIn} onClick={() => stage?.zoomBy(1.4)} />
    <IconButton icon={Minus} label={t.zoomOut} onClick={() => stage?.zoomBy(1 / 1.4)} />
    <IconButton icon={Maximize} label={t.fit} onClick={() => stage?.fit(true)} />
  </div>
);

interface WayNoteProps {
  text: string;
  leave: string;
  onLeave: () => void;
  /** The nodes of the path in order. */
  nodes?: readonly { readonly id: string; readonly name: string }[];
  onNode?: (id: string) => void;
}

/** The note for a path, unfinished or shown with its nodes, with a button to leave it. */
export const WayNote = ({ text, leave, onLeave, nodes = [], onNode }: WayNoteProps) => (
  <div className="grid min-w-0 gap-1 justify-self-start rounded-md border border-accent-line bg-accent-tint px-3 py-1.5 text-accent-text">
    <div role="status" className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate">{text}</span>
      <Button size="sm" onClick={onLeave}>
        {leave}
      </Button>
    </div>
    {nodes.length > 0 && (
      <ol aria-label={t.path} className="flex max-h-24 flex-wrap items-center gap-x-1.5 overflow-y-auto text-12">
        {nodes.map(({ id, name }, at) => (
          <li key={id} className="flex min-w-0 max-w-full items-center gap-1.5">
            {at > 0 && (
              <span aria-hidden className="rtl:-scale-x-100">
                →
              </span>
            )}
            <button
              type="button"
              onClick={() => onNode?.(id)}
              dir="auto"
              title={name}
              className="link min-w-0 max-w-48 truncate phone:min-h-11"
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    )}
  </div>
);

export const BusyNote = ({ busy, onCancel }: { busy: Busy; onCancel: () => void }) => (
  <div role="status" className="flex items-center gap-2 justify-self-start rounded-md border border-line bg-surface px-3 py-1.5 shadow-2">
    <span className="tabular-nums">{busy.what === 'layout' ? t.laying(busy.share) : t.expanding}</span>
    {busy.what === 'layout' && (
      <Button size="sm" onClick={onCancel}>
        {t.cancel}
      </Button>
    )}
  </div>
);

/**
 * The covered parts of the picture. The details are at the end of the line, or at the bottom on a
 * phone, where they have the full width.
 */
export function insetsOf(box: Element | null, above: HTMLElement | null, below: HTMLElement | null, side: Element | null): Insets {
  const picture = box?.getBoundingClientRect();
  const details = side?.getBoundingClientRect();
  const isBelow = picture && details && details.left <= picture.left && details.right >= picture.right;
  const isAtLeft = picture && details && !isBelow && details.left <= picture.left;
  return {
    top: picture && above ? above.getBoundingClientRect().bottom - picture.top : 0,
    bottom: Math.max(picture && below ? picture.bottom - below.getBoundingClientRect().top : 0, isBelow ? picture.bottom - details.top : 0),
    left: isAtLeft ? details.right - picture.left : 0,
    right: picture && details && !isBelow && !isAtLeft ? picture.right - details.left : 0,
  };
}
