'use client';

import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'prefetch'>;

/**
 * A link within the console. What it leads to is fetched as soon as somebody turns to it, by pointer, finger or keyboard. A link that is
 * merely in sight fetches nothing: of a frame with ten of them every page that opens would ask the server for ten others.
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
