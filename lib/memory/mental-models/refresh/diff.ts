import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

const CONTEXT = 3;

/** Unified, from `current` to `preview`, as any `patch` applies it byte for byte; empty when nothing differs. */
export function unifiedDiff(current: string, preview: string): string {
  if (current === preview) return '';
  return createTwoFilesPatch('current', 'preview', current, preview, undefined, undefined, {
    context: CONTEXT,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
