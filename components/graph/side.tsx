'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, EyeOff, Focus, Link2, Pin, PinOff, Plus, Route, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { OneEntity } from '#components/entities/entity-drawer';
import { entityQuery } from '#components/entities/queries';
import { shortLabel } from '#components/graph/draw/look';
import type { GraphEdge, GraphNode, NodeLinks } from '#components/graph/model';
import { NodeMark } from '#components/graph/node-mark';
import { EXPANSION, type GraphContext, neighborsQuery } from '#components/graph/queries';
import { categoryOf } from '#components/graph/show';
import { EdgeDetails, PageLink, pageOf } from '#components/graph/side-edge';
import { OneMemory } from '#components/memories/memory-drawer';
import { memoryQuery } from '#components/memories/queries';
import { entities } from '#components/strings/entities';
import { graph as t } from '#components/strings/graph';
import { FactBadge } from '#components/ui/bead';
import { Button, IconButton } from '#components/ui/button';
import { Scroller } from '#components/ui/scroller';

/**
 * How the viewport moves to the selection: to its center, only if it is not visible, or not at all.
 */
export type PanMode = 'fly' | 'reveal' | 'stay';

export interface NodeActs {
  readonly select: (id: string | null, how?: PanMode) => void;
  readonly expand: (id: string) => void;
  readonly hide: (id: string) => void;
  readonly isolate: (id: string) => void;
  readonly pin: (id: string) => void;
  readonly way: (id: string) => void;
  readonly link: (edge: GraphEdge) => void;
}

interface SideProps {
  panel: RefObject<HTMLElement | null>;
  asking: GraphContext;
  node: GraphNode | null;
  edge: GraphEdge | null;
  /** Resolves the ends of links in the scene. */
  nodeOf: (id: string) => GraphNode | undefined;
  ties: NodeLinks;
  /** Neighbors of the node, as the server defines them, that are in the picture, visible or not. */
  aboutIt: ReadonlySet<string>;
  isPinned: boolean;
  /** The request has filters. */
  isNarrowed: boolean;
  /** The start of an unfinished path. */
  wayFrom: string | null;
  isExpanding: boolean;
  acts: NodeActs;
  onStep: (by: 1 | -1) => void;
  /** Incremented when the keyboard opens the details. */
  focused: number;
  onLeave: () => void;
}

/**
 * Details of the selected node or link. Does not take the focus by itself, so that keyboard
 * navigation in the picture continues.
 */
export function Side(props: SideProps) {
  const { panel, asking, node, edge, nodeOf, acts, onStep, focused, onLeave } = props;
  // Requests since this component was mounted: details that open later do not take the focus.
  const answered = useRef(focused);
  useEffect(() => {
    if (answered.current === focused) return;
    answered.current = focused;
    panel.current?.focus({ preventScroll: true });
  }, [focused, panel]);
  /** Following an entry replaces the list, so the focus stays in the details. */
  const follow = (act: () => void) => {
    act();
    panel.current?.focus({ preventScroll: true });
  };
  const [source, target] = edge ? [nodeOf(edge.source), nodeOf(edge.target)] : [];
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t.details}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
      className="relative z-10 flex w-[320px] shrink-0 animate-[settle_350ms] flex-col border-line border-s bg-surface outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 phone:fixed phone:inset-x-0 phone:bottom-[calc(57px+env(safe-area-inset-bottom))] phone:z-30 phone:max-h-[46dvh] phone:w-full phone:rounded-t-xl phone:border-t phone:border-s-0 phone:shadow-3"
    >
      <div className="flex h-10 shrink-0 items-center gap-0.5 border-line border-b pe-2 ps-4 phone:h-13">
        <h2 className="flex min-w-0 grow items-center gap-2 font-semibold">
          {node ? (
            <>
              <NodeMark node={node} size={12} />
              <bdi className="min-w-0 truncate" title={node.label}>
                {shortLabel(node)}
              </bdi>
            </>
          ) : (
            t.edge
          )}
        </h2>
        {node && (
          <>
            <IconButton icon={ArrowUp} size="sm" label={t.previous} onClick={() => onStep(-1)} />
            <IconButton icon={ArrowDown} size="sm" label={t.next} onClick={() => onStep(1)} />
          </>
        )}
        {node && <PageLink href={pageOf(asking, node)} label={t.openPage} />}
        <IconButton icon={X} size="sm" label={t.close} onClick={() => acts.select(null)} />
      </div>
      <Scroller
        key={node?.id ?? edge?.id}
        label={node?.label ?? t.edge}
        className="grid min-h-0 grow content-start gap-4 p-4 [&>*]:min-w-0"
      >
        {node && <p className="text-muted">{node.kind === 'entity' ? entities.kinds[categoryOf(node)] : <FactBadge kind={node.kind} />}</p>}
        {node && <Buttons {...props} node={node} />}
        {node && (
          <Neighbors
            {...props}
            node={node}
            onFollow={(id) => follow(() => acts.select(id))}
            onLink={(tie) => follow(() => acts.link(tie))}
          />
        )}
        {node && (
          <div className="border-line-soft border-t pt-4">
            {node.kind === 'entity' ? <Entity id={node.id} {...props} /> : <Memory id={node.id} {...props} />}
          </div>
        )}
        {edge && source && target && (
          <EdgeDetails asking={asking} edge={edge} source={source} target={target} onSelect={(id) => follow(() => acts.select(id))} />
        )}
      </Scroller>
    </aside>
  );
}

function Buttons({
  asking,
  node,
  ties,
  aboutIt: here,
  nodeOf,
  isPinned,
  isNarrowed,
  wayFrom,
  isExpanding,
  acts,
}: SideProps & { node: GraphNode }) {
  const { data: around } = useQuery(neighborsQuery(asking, node.id));
  // Hidden or filtered nodes are part of the picture: an expansion adds only missing ones, or the
  // missing links to those that are there.
  const left = around ? around.total - around.nodes.filter(({ id }) => nodeOf(id)).length : null;
  const others = (around?.edges ?? []).flatMap(({ source, target }) => (source === node.id ? target : target === node.id ? source : []));
  const links = new Set(others.filter((id) => nodeOf(id) && !here.has(id))).size;
  const hiddenNeighbors = here.size - new Set((ties.get(node.id) ?? []).map(({ other }) => other)).size;
  const nothing = hiddenNeighbors > 0 ? t.expandHidden(hiddenNeighbors) : t.expandNone;
  return (
    <div className="flex flex-wrap gap-1.5">
      <Button
        size="sm"
        icon={Plus}
        locked={left === 0 && links === 0 ? nothing : null}
        busy={isExpanding}
        busyLabel={t.expanding}
        onClick={() => acts.expand(node.id)}
      >
        {left === 0 && links > 0 ? t.expandLinks(links) : t.expand(left ?? EXPANSION)}
      </Button>
      <Button size="sm" icon={isPinned ? PinOff : Pin} onClick={() => acts.pin(node.id)}>
        {isPinned ? t.unpin : t.pin}
      </Button>
      <Button size="sm" icon={Route} onClick={() => acts.way(node.id)}>
        {wayFrom === null ? t.pathFrom : wayFrom === node.id ? t.pathStop : t.pathTo}
      </Button>
      <Button size="sm" icon={Focus} onClick={() => acts.isolate(node.id)}>
        {t.isolate}
      </Button>
      <Button size="sm" icon={EyeOff} onClick={() => acts.hide(node.id)}>
        {t.hide}
      </Button>
      <p className="basis-full text-12 text-faint">{left === 0 ? links === 0 && nothing : isNarrowed && t.expandWide}</p>
    </div>
  );
}

const SHOWN = 8;

interface NeighborsProps extends SideProps {
  node: GraphNode;
  onFollow: (id: string) => void;
  onLink: (edge: GraphEdge) => void;
}

function Neighbors({ node, ties, nodeOf, onFollow, onLink }: NeighborsProps) {
  const [isAll, setAll] = useState(false);
  const mine = ties.get(node.id) ?? [];
  const most = mine.reduce((max, { edge }) => Math.max(max, edge.weight), 0) || 1;
  return (
    <section aria-label={t.neighbors} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="flex items-baseline justify-between font-medium">
        {t.neighbors}
        <span className="font-normal text-12 text-faint tabular-nums">{mine.length}</span>
      </h3>
      {mine.length === 0 && <p className="text-muted">{t.neighborsNone}</p>}
      <ul>
        {mine.slice(0, isAll ? 200 : SHOWN).map(({ edge, other }) => {
          const one = nodeOf(other);
          return (
            one && (
              <li
                key={edge.id}
                className="flex items-center"
                onKeyDown={(event) => {
                  if (event.key.toLowerCase() !== 'l' || event.ctrlKey || event.metaKey || event.altKey) return;
                  event.preventDefault();
                  onLink(edge);
                }}
              >
                <button
                  type="button"
                  onClick={() => onFollow(other)}
                  className="-ms-2 flex min-h-7 min-w-0 grow items-center gap-2 rounded-sm px-2 text-left rtl:text-right hover:bg-hover phone:min-h-11"
                >
                  <NodeMark node={one} />
                  <bdi className="min-w-0 grow truncate">{shortLabel(one)}</bdi>
                  {edge.kind === 'together' ? (
                    <>
                      <span aria-hidden className="h-1 w-14 shrink-0 rounded-full bg-sunken">
                        <span className="block h-1 rounded-full bg-control" style={{ width: `${(edge.weight / most) * 100}%` }} />
                      </span>
                      <span className="w-6 text-end text-12 text-faint tabular-nums">{edge.weight}</span>
                    </>
                  ) : (
                    <span className="shrink-0 text-12 text-faint">{t.edgeKinds[edge.kind]}</span>
                  )}
                </button>
                <IconButton icon={Link2} size="sm" label={t.openLink(shortLabel(one))} onClick={() => onLink(edge)} />
              </li>
            )
          );
        })}
      </ul>
      {!isAll && mine.length > SHOWN && (
        <Button size="sm" look="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          {t.neighborsMore(mine.length - SHOWN)}
        </Button>
      )}
    </section>
  );
}

function Entity({ id, asking, acts }: SideProps & { id: string }) {
  const one = useQuery(entityQuery(asking.org, asking.bankId, id));
  return <OneEntity read={one} isNamed={false} leave={<Button onClick={() => acts.select(null)}>{t.close}</Button>} />;
}

function Memory({ id, asking, acts }: SideProps & { id: string }) {
  const one = useQuery(memoryQuery(asking.org, asking.bankId, id));
  return <OneMemory read={one} onLeave={<Button onClick={() => acts.select(null)}>{t.close}</Button>} />;
}
