import { useEffect } from 'react';
import { useBank } from '#components/shell/console-context';
import { clipped, titleOf } from '#components/shell/title';

/**
 * Sets the tab title to the subject of a bank page, because its URL contains only an id.
 * `part`: the subpage.
 */
export function useTitle(name: string | undefined, part?: string): void {
  const bankId = useBank();
  useEffect(() => {
    if (name !== undefined) document.title = titleOf(...(part === undefined ? [] : [part]), clipped(name), bankId);
  }, [name, part, bankId]);
}
