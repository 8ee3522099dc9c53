import { useEffect } from 'react';
import { useBank } from '#components/shell/console-context';
import { clipped, titleOf } from '#components/shell/title';

/** Names in the title of the tab what a page of a bank is about, as soon as that is known: its address holds only an id. `part`: which page of it. */
export function useTitle(name: string | undefined, part?: string): void {
  const bankId = useBank();
  useEffect(() => {
    if (name !== undefined) document.title = titleOf(...(part === undefined ? [] : [part]), clipped(name), bankId);
  }, [name, part, bankId]);
}
