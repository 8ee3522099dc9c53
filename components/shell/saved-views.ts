/**
 * Saved views of a list: a name and the filters and order of the URL. Stored in this browser, per
 * user, organization, bank and page.
 */
export interface SavedView {
  readonly name: string;
  /** The search part of the URL, without "?". */
  readonly search: string;
}

const MAX_VIEWS = 30;
export const MAX_VIEW_NAME = 60;

/** Parameters of what is open on a page, not of its list. */
const OPEN = ['offset', 'create', 'add', 'open', 'tab', 'op', 'unfold', 'entry', 'fold'];

/** The part of the URL that a view saves. `open`: further parameters that it omits. */
export function viewOf(params: URLSearchParams, open: readonly string[] = []): string {
  const view = new URLSearchParams(params);
  for (const name of [...OPEN, ...open]) view.delete(name);
  view.sort();
  return view.toString();
}

/** The views with another one, in the order of their names. A view of the same name is replaced. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...withoutView(views, view.name), view].sort((a, b) => a.name.localeCompare(b.name)).slice(0, MAX_VIEWS);

export const withoutView = (views: readonly SavedView[], name: string): SavedView[] => views.filter((each) => each.name !== name);

function isView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof search === 'string';
}

/** The stored views. Anything else is ignored. */
export function parseViews(text: string): SavedView[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
}

export interface ViewsOwner {
  readonly userId: string;
  /** The path of the list. */
  readonly path: string;
}

const nameOf = ({ userId, path }: ViewsOwner): string => `views:${userId}:${path}`;

export function readViews(owner: ViewsOwner): SavedView[] {
  try {
    return parseViews(localStorage.getItem(nameOf(owner)) ?? '[]');
  } catch {
    // The browser refuses storage.
    return [];
  }
}

/** Stores the views of a list. Returns false if the browser refuses storage. */
export function writeViews(owner: ViewsOwner, views: readonly SavedView[]): boolean {
  try {
    if (views.length === 0) localStorage.removeItem(nameOf(owner));
    else localStorage.setItem(nameOf(owner), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}
