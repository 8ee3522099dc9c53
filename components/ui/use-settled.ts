'use client';

import { useEffect, useState } from 'react';

/** The value once it has not changed for `ms` milliseconds, to debounce queries. */
export function useSettled<Value>(value: Value, ms = 200): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
