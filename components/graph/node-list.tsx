'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { shortLabel } from '#components/graph/draw/look';
import type { GraphNode, NodeLinks } from '#components/graph/model';
import { NodeMark } from '#components/graph/node-mark';
import { graph as t } from '#components/strings/graph';
import { cx } from '#components/ui/cx';
import { PHONE, useMedia } from '#components/ui/media';
import { Scroller } from '#components/ui/scroller';
import { defined } from '#lib/base/defined';

/** The nodes of the picture as a list, most linked first. */
export function NodeList({
  nodes,
  ties,
  selected,
  fresh,
  onSelect,
}: {
  nodes: readonly GraphNode[];
  ties: NodeLinks;
  selected: string | null;
  fresh: ReadonlySet<string>;
  onSelect: (id: string) => void;
}) {
  const box = useRef<HTMLElement>(null);
  const isPhone = useMedia(PHONE);
  const rows = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => box.current,
    estimateSize: () => (isPhone ? 44 : 27),
    overscan: 8,
  });
  const at = nodes.findIndex(({ id }) => id === selected);
  const latest = useRef(rows);
  latest.current = rows;
  useEffect(() => {
    if (at >= 0) latest.current.scrollToIndex(at, { align: 'auto' });
  }, [at]);
  return (
    <section aria-label={t.inView} className="flex min-h-0 grow flex-col border-line border-t">
      <div className="flex items-baseline justify-between gap-2 px-4 pt-3 pb-1.5">
        <h2 className="font-medium">{t.inView}</h2>
        <span className="text-12 text-faint tabular-nums">{t.byLinks(nodes.length)}</span>
      </div>
      <Scroller ref={box} label={t.nodeList} className="min-h-40 grow pb-2 phone:max-h-80">
        <ul aria-label={t.nodeList} className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, size }) => {
            const node = defined(nodes[index]);
            const links = ties.get(node.id)?.length ?? 0;
            const isSelected = node.id === selected;
            return (
              <li
                key={node.id}
                aria-setsize={nodes.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  aria-pressed={isSelected}
                  onClick={() => onSelect(node.id)}
                  className={cx(
                    'flex size-full items-center gap-2 border-s-2 px-3.5 text-left rtl:text-right focus-visible:-outline-offset-2',
                    isSelected ? 'border-accent bg-selected font-medium' : 'border-transparent hover:bg-hover',
                  )}
                >
                  <NodeMark node={node} />
                  <bdi className="min-w-0 grow truncate">{shortLabel(node)}</bdi>
                  {fresh.has(node.id) && <span aria-hidden className="size-2 shrink-0 rounded-full border border-accent" />}
                  <span className="text-12 text-faint tabular-nums">
                    <span aria-hidden>{links}</span>
                    <span className="sr-only">{t.links(links)}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </Scroller>
    </section>
  );
}
