export const NODE_KINDS = ['folder', 'page'] as const;
export type KnowledgeNodeKind = (typeof NODE_KINDS)[number];

/**
 * The files of an export:
 * - `ids`: one file per page, named by its id, and one with its earlier texts.
 * - `names`: folders and pages under their names, with links between pages that name each other.
 */
export const EXPORT_LAYOUTS = ['ids', 'names'] as const;
export type ExportLayout = (typeof EXPORT_LAYOUTS)[number];
