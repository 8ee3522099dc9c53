/** Pages as Markdown with front matter. Pure. */

export interface PageHead {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly timestamp: string;
}

/** Double-quoted: a JSON string is one of YAML too. */
const quoted = (text: string): string => JSON.stringify(text);

/** A text with the front matter of its page. */
export const pageMarkdown = ({ id, name, type, description, tags, timestamp }: PageHead, body: string): string =>
  [
    '---',
    `id: ${quoted(id)}`,
    `type: ${quoted(type)}`,
    `title: ${quoted(name)}`,
    `description: ${quoted(description)}`,
    `tags: [${tags.map(quoted).join(', ')}]`,
    `timestamp: ${quoted(timestamp)}`,
    '---',
    '',
    body,
    '',
  ].join('\n');

/** A page in the index. */
export interface IndexPage {
  readonly kind: 'page';
  readonly name: string;
  readonly description: string;
  /** relative to the index */
  readonly path: string;
}
export interface IndexFolder {
  readonly kind: 'folder';
  readonly name: string;
  readonly children: readonly IndexEntry[];
}
export type IndexEntry = IndexPage | IndexFolder;

/** Text that Markdown shows as it is, on one line. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>]/g, '\\$&').replace(/\s+/g, ' ');

/** A link to a file, relative to the file that contains it. */
export const linkTo = (text: string, path: string): string => `[${text}](${path.split('/').map(encodeURIComponent).join('/')})`;

const linesOf = (entries: readonly IndexEntry[], indent: string): string[] =>
  entries.flatMap((entry) =>
    entry.kind === 'folder'
      ? [`${indent}- **${plain(entry.name)}**`, ...linesOf(entry.children, `${indent}  `)]
      : `${indent}- ${linkTo(plain(entry.name), entry.path)}: ${plain(entry.description)}`,
  );

/** The file that lists all pages. */
export const indexMarkdown = (roots: readonly IndexEntry[]): string =>
  ['---', 'type: "index"', '---', '', ...(roots.length === 0 ? ['_No knowledge pages yet._'] : linesOf(roots, '')), ''].join('\n');

/** The earlier texts of a page, newest first: when each was replaced. */
export const logMarkdown = (entries: readonly { readonly replacedAt: string; readonly content: string }[]): string =>
  entries.map(({ replacedAt, content }) => `## ${replacedAt}\n\n${content}\n`).join('\n');
