'use client';

import { useQuery } from '@tanstack/react-query';
import { Maximize2 } from 'lucide-react';
import { shortLabel } from '#components/graph/draw/look';
import type { GraphEdge, GraphNode } from '#components/graph/model';
import { NodeMark } from '#components/graph/node-mark';
import { type GraphContext, namingBothQuery } from '#components/graph/queries';
import { listPath } from '#components/memories/paths';
import { bankPath } from '#components/shell/paths';
import { number } from '#components/strings/counted';
import { graph as t } from '#components/strings/graph';
import { Button, buttonClass } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { KeyValues } from '#components/ui/page';

type NodeReference = Pick<GraphNode, 'id' | 'kind' | 'label'>;

/** The page of an entity or a memory. */
export const pageOf = ({ org, bankId }: GraphContext, { id, kind }: Pick<GraphNode, 'id' | 'kind'>): string =>
  bankPath(org, bankId, kind === 'entity' ? 'entities' : 'memories', id);

export const PageLink = ({ href, label }: { href: string; label: string }) => (
  <Link href={href} aria-label={label} title={label} className={buttonClass('ghost', 'sm', '!px-0 size-6 shrink-0 phone:size-11')}>
    <Maximize2 size={14} strokeWidth={1.75} aria-hidden />
  </Link>
);

interface EdgeProps {
  asking: GraphContext;
  edge: GraphEdge;
  source: GraphNode;
  target: GraphNode;
  onSelect: (id: string) => void;
}

/** A link with its ends, and for two entities the memories that mention both. */
export function EdgeDetails({ asking, edge, source, target, onSelect }: EdgeProps) {
  const isTogether = edge.kind === 'together';
  return (
    <>
      <p className="font-semibold text-16">{t.edgeKinds[edge.kind]}</p>
      <section aria-label={t.edgeBetween} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {[source, target].map((node) => (
          <div key={node.id} className="flex items-start gap-1">
            <button
              type="button"
              onClick={() => onSelect(node.id)}
              className="flex min-h-7 min-w-0 grow items-center gap-2 rounded-sm text-left rtl:text-right hover:bg-hover phone:min-h-11"
            >
              <NodeMark node={node} size={12} />
              <bdi className="line-clamp-3 min-w-0 [overflow-wrap:anywhere]">{node.label}</bdi>
            </button>
            <PageLink href={pageOf(asking, node)} label={t.openPageOf(shortLabel(node))} />
          </div>
        ))}
      </section>
      <KeyValues items={[{ key: t.edgeWeight, value: isTogether ? t.edgeCount(edge.weight) : number(edge.weight) }]} />
      {isTogether && <NamingBoth asking={asking} source={source} target={target} />}
    </>
  );
}

const SHOWN = 8;

function NamingBoth({ asking, source, target }: Pick<EdgeProps, 'asking' | 'source' | 'target'>) {
  const [rarer, other] = source.mentions <= target.mentions ? [source, target] : [target, source];
  const read = useQuery(namingBothQuery(asking, rarer.id, other.id));
  const { org, bankId } = asking;
  const found: readonly NodeReference[] = read.data?.nodes ?? [];
  return (
    <section aria-label={t.namingBoth} aria-busy={read.isPending} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="font-medium">{t.namingBoth}</h3>
      {read.isPending && <p className="text-muted">{t.reading}</p>}
      {read.isError && (
        <p className="text-muted">
          {t.namingBothFailed}{' '}
          <Button size="sm" onClick={() => void read.refetch()}>
            {t.again}
          </Button>
        </p>
      )}
      <ul>
        {found.slice(0, SHOWN).map((memory) => (
          <li key={memory.id}>
            <Link
              href={pageOf(asking, memory)}
              className="-mx-2 flex min-h-7 items-start gap-2 rounded-sm px-2 py-1 hover:bg-hover phone:min-h-11"
            >
              <span className="mt-1">
                <NodeMark node={memory} />
              </span>
              <bdi className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{memory.label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {read.data && (found.length > SHOWN || !read.data.isAll) && (
        <Link href={listPath(org, bankId, { entity: rarer.id })} className="justify-self-start text-accent-text hover:underline">
          {t.namingBothMore(shortLabel(rarer))}
        </Link>
      )}
    </section>
  );
}
