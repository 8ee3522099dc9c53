'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'prefetch'>;

/**
 * A link within the console. Prefetches its target on hover, touch or focus. Visible links do not
 * prefetch, because a page with ten links would trigger ten requests.
 */
export function Link({ onPointerEnter, onTouchStart, onFocus, ...rest }: LinkProps) {
  const [isNear, come] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isNear ? null : false}
      onPointerEnter={(event) => {
        come(true);
        onPointerEnter?.(event);
      }}
      onTouchStart={(event) => {
        come(true);
        onTouchStart?.(event);
      }}
      onFocus={(event) => {
        come(true);
        onFocus?.(event);
      }}
    />
  );
}
