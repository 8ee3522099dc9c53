'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { EllipsisVertical } from 'lucide-react';
import { About } from '#components/mental-models/about';
import { useWho } from '#components/mental-models/actor';
import { DocumentPanels, EvidencePanel, useDocument } from '#components/mental-models/document';
import { type InsideProps, MentalModelWorkspace } from '#components/mental-models/mental-model-workspace';
import { comparePath } from '#components/mental-models/paths';
import { versionsQuery } from '#components/mental-models/queries';
import { VersionLine } from '#components/mental-models/version-line';
import { useBank, useConsole } from '#components/shell/console-context';
import { mentalModel as t } from '#components/strings/mental-model';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { CopyButton } from '#components/ui/copy';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { useMedia } from '#components/ui/media';
import { CodeBlock, Panel } from '#components/ui/page';
import { Read } from '#components/ui/read';
import { Notice, Skeleton } from '#components/ui/states';
import type { MentalModel } from '#lib/memory/mental-models/contract';

const LATEST = 6;
/** Minimum width for the details next to the document. An open memory takes more space. */
const BESIDE = '(width >= 64rem)';
const BESIDE_DRAWER = '(width >= 96rem)';

/** A mental model: its document, with the sources of every block. */
export const MentalModelPage = ({ id }: { id: string }) => (
  <MentalModelWorkspace id={id} tab="document">
    {(props) => <Inside key={props.model.id} {...props} />}
  </MentalModelWorkspace>
);

function Inside({ model, isDrawn, onOpen }: InsideProps) {
  const isBeside = useMedia(isDrawn ? BESIDE_DRAWER : BESIDE);
  const document = useDocument(model);
  return (
    <div className={cx('grid items-start gap-4 [&>*]:min-w-0', isBeside && 'grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]')}>
      <DocumentPanels model={model} of={document} isBeside={isBeside} onOpen={onOpen} />
      <div className="grid gap-4 [&>*]:min-w-0">
        <Panel title={t.about}>
          <About model={model} version={document.version.data} />
        </Panel>
        <Latest model={model} />
        <Structured model={model} />
        <EvidencePanel model={model} of={document} onOpen={onOpen} />
      </div>
    </div>
  );
}

/** The latest versions, with links to their changes. */
function Latest({ model }: { model: MentalModel }) {
  const { organization } = useConsole();
  const bankId = useBank();
  const who = useWho();
  const slug = organization.slug;
  const versions = useInfiniteQuery(versionsQuery(slug, bankId, model.id));
  const total = versions.data?.pages[0]?.total ?? 0;
  return (
    <Panel
      title={t.versions}
      note={
        <Link href={comparePath(slug, bankId, model.id)} className="link">
          {t.compare}
        </Link>
      }
    >
      <Read
        of={{ ...versions, data: versions.data?.pages.flatMap(({ items }) => items) }}
        failed={t.versionsFailed}
        loading={<Skeleton className="w-3/5" />}
        className="!p-0"
      >
        {(read) => (
          <Thread label={t.versionsOf}>
            {read.slice(0, LATEST).map((one, i) => (
              <ThreadItem key={one.version} bead={<Bead kind="model" hollow={!one.is_current} />}>
                {one.version === 0 ? (
                  <VersionLine version={one} before={read[i + 1]} who={who} />
                ) : (
                  <Link
                    href={comparePath(slug, bankId, model.id, { from: one.version - 1, to: one.version })}
                    className="block rounded-sm hover:text-accent-text"
                  >
                    <VersionLine version={one} before={read[i + 1]} who={who} />
                  </Link>
                )}
              </ThreadItem>
            ))}
            {total > LATEST && (
              <ThreadItem bead={<EllipsisVertical strokeWidth={1.75} className="text-faint" />}>
                <Link href={comparePath(slug, bankId, model.id)} className="link phone:-my-3 phone:inline-block phone:py-3">
                  {t.allVersions(total)}
                </Link>
              </ThreadItem>
            )}
          </Thread>
        )}
      </Read>
    </Panel>
  );
}

function Structured({ model: { reflect_response } }: { model: MentalModel }) {
  const { structured_output: output, structured_output_error: failure } = reflect_response ?? {};
  if (!output && !failure) return null;
  const text = output ? JSON.stringify(output, null, 2) : '';
  return (
    <Panel title={t.structured} note={output && <CopyButton text={text} what={t.copyStructured} />}>
      {failure && (
        <Notice tone="warn">
          <b>{t.structuredFailed}</b> {failure}
        </Notice>
      )}
      {output && <CodeBlock label={t.structured}>{text}</CodeBlock>}
    </Panel>
  );
}
