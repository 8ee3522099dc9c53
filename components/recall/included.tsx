'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CategoryMark } from '#components/entities/category-mark';
import { categoriesQuery } from '#components/recall/queries';
import { useMemoryPath } from '#components/recall/results';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { recall as t } from '#components/strings/recall';
import { Badge } from '#components/ui/badge';
import { Bead } from '#components/ui/bead';
import { CopyableCode } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { Notice } from '#components/ui/states';
import type { Tab } from '#components/ui/tabs';
import type { RecallResponse } from '#lib/memory/recall/contract';

/** Tabs of the included entities, chunks and source facts, and of the response as JSON. */
export function includedTabs(answer: RecallResponse): Tab[] {
  const { trace: _, ...plain } = answer;
  const [entities, chunks, source_facts] = [answer.entities ?? {}, answer.chunks ?? {}, answer.source_facts ?? {}];
  const tabs: readonly (Tab | false)[] = [
    has(entities) && {
      id: 'entities',
      label: t.included.entities,
      count: Object.keys(entities).length,
      content: <Entities entities={entities} />,
    },
    has(chunks) && {
      id: 'chunks',
      label: t.included.chunks,
      count: Object.keys(chunks).length,
      content: <Chunks chunks={chunks} />,
    },
    has(source_facts) && {
      id: 'sources',
      label: t.included.sources,
      count: Object.keys(source_facts).length,
      content: <Sources facts={source_facts} isCut={answer.source_facts_truncated === true} />,
    },
    { id: 'json', label: t.included.json, content: <Json text={JSON.stringify(plain, null, 2)} /> },
  ];
  return tabs.filter((tab) => tab !== false).map((tab) => ({ ...tab, content: <div className="pb-4">{tab.content}</div> }));
}

const has = (map: object): boolean => Object.keys(map).length > 0;

function Entities({ entities }: { entities: NonNullable<RecallResponse['entities']> }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const ids = Object.values(entities).map(({ entity_id }) => entity_id);
  const { data: categories } = useQuery(categoriesQuery(organization.slug, bankId, ids));
  return (
    <ul className="flex flex-wrap gap-1.5">
      {Object.values(entities).map(({ entity_id, canonical_name }) => {
        const category = categories?.get(entity_id);
        return (
          <li key={entity_id} className="max-w-full">
            <Link
              href={bankPath(organization.slug, bankId, 'entities', entity_id)}
              className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-sm border border-line px-1.5 text-12 hover:bg-hover phone:h-11 phone:px-3"
            >
              {category ? <CategoryMark category={category} /> : <Bead kind="entity" size={11} />}
              <span className="truncate" dir="auto">
                {canonical_name}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const Item = ({ head, children }: { head: ReactNode; children: string }) => (
  <li className="border-line-soft border-b py-2.5 first:pt-0 last:border-b-0 last:pb-0">
    <p className="mb-1 flex flex-wrap items-center gap-2 text-12 text-faint">{head}</p>
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  </li>
);

const Chunks = ({ chunks }: { chunks: NonNullable<RecallResponse['chunks']> }) => (
  <ol>
    {Object.values(chunks).map(({ id, text, chunk_index, truncated }) => (
      <Item
        key={id}
        head={
          <>
            {t.included.chunk(chunk_index)}
            {truncated && <Badge tone="warn">{t.included.cut}</Badge>}
          </>
        }
      >
        {text}
      </Item>
    ))}
  </ol>
);

function Sources({ facts, isCut }: { facts: NonNullable<RecallResponse['source_facts']>; isCut: boolean }) {
  const pathOf = useMemoryPath();
  return (
    <>
      {isCut && <Notice className="mb-3">{t.included.truncated}</Notice>}
      <ul>
        {Object.values(facts).map(({ id, text, type, document_id }) => (
          <Item
            key={id}
            head={
              <>
                <Bead kind={type} size={10} />
                <Link href={pathOf(id)} dir="auto" className="link max-w-full truncate">
                  {document_id ?? t.why.open}
                </Link>
              </>
            }
          >
            {text}
          </Item>
        ))}
      </ul>
    </>
  );
}

const Json = ({ text }: { text: string }) => (
  <CopyableCode label={t.included.jsonOf} text={text} className="[&_section]:max-h-96 [&_section]:overflow-y-auto" />
);
