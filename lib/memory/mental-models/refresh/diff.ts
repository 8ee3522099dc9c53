import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

const CONTEXT = 3;

/**
 * A unified diff from `current` to `preview`, which any `patch` applies byte for byte. Empty if
 * they are equal.
 */
export function unifiedDiff(current: string, preview: string): string {
  if (current === preview) return '';
  return createTwoFilesPatch('current', 'preview', current, preview, undefined, undefined, {
    context: CONTEXT,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
