'use client';

import { useEffect, useState } from 'react';

/** The value once it has stood still for `ms`: what is typed becomes one question instead of one per letter. */
export function useSettled<Value>(value: Value, ms = 200): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
