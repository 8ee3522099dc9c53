import type { Db } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import type { KnowledgeFile, KnowledgeNode } from '#lib/memory/knowledge/contract';
import { PageNames } from '#lib/memory/knowledge/links';
import type { ExportLayout } from '#lib/memory/knowledge/literals';
import { indexMarkdown, logMarkdown, pageMarkdown } from '#lib/memory/knowledge/markdown';
import { type ExportPaths, exportPaths } from '#lib/memory/knowledge/paths';
import * as store from '#lib/memory/knowledge/store';
import { toPage } from '#lib/memory/knowledge/view';
import { getHistory } from '#lib/memory/mental-models/service';

/** Pages whose texts are in memory at once. */
const PAGE = 50;
/** Earlier texts of one page. */
const MAX_LOG = 20;

/**
 * The files of an export, one after the other, so that the texts need not fit into memory. Any
 * writer can take them: JSON, or an archive. `roots`: the tree of all pages. A page that is deleted
 * meanwhile is omitted.
 */
export async function* exportFiles(
  db: Db,
  scope: BankScope,
  roots: readonly KnowledgeNode[],
  layout: ExportLayout,
): AsyncGenerator<KnowledgeFile> {
  const paths = exportPaths(roots, layout);
  yield { path: 'index.md', content: indexMarkdown(paths.index) };
  const links = layout === 'names' ? namesOf(paths) : null;
  const ids = [...paths.byPage.keys()];
  for (let i = 0; i < ids.length; i += PAGE) {
    const rows = new Map((await store.readTexts(db, scope, ids.slice(i, i + PAGE))).map((row) => [row.id, row]));
    for (const id of ids.slice(i, i + PAGE)) {
      const [row, file] = [rows.get(id), paths.byPage.get(id)];
      if (!row || !file) continue;
      const { body, ...page } = toPage(row);
      const content = links ? links.linked(row.content, { id, path: file.path }) : row.content;
      yield {
        path: file.path,
        content: pageMarkdown({ ...page, description: row.source_query, timestamp: page.timestamp ?? '' }, content),
      };
      if (layout === 'ids') yield* logOf(db, scope, row);
    }
  }
}

function namesOf({ byPage }: ExportPaths): PageNames {
  const names = new PageNames();
  for (const [id, { path, name }] of byPage) names.add(name, { id, path });
  return names;
}

async function* logOf(db: Db, scope: BankScope, { id, mental_model_id: modelId }: store.PageTextRow): AsyncGenerator<KnowledgeFile> {
  const history = await getHistory(db, scope, modelId, { limit: MAX_LOG, offset: 0 }).catch((error: unknown) => {
    // It was deleted meanwhile.
    if (error instanceof ServiceError && error.code === 'not_found') return [];
    throw error;
  });
  const entries = history.flatMap(({ version, previous_content, changed_at }) =>
    version > 1 && previous_content ? [{ replacedAt: changed_at, content: previous_content }] : [],
  );
  if (entries.length > 0) yield { path: `${id}.log.md`, content: logMarkdown(entries) };
}

/** The JSON text of a `KnowledgePageBundle`, in parts. */
export async function* bundleText(files: AsyncIterable<KnowledgeFile>): AsyncGenerator<string> {
  let before = '{"files":[';
  for await (const file of files) {
    yield before + JSON.stringify(file);
    before = ',';
  }
  yield ']}';
}
