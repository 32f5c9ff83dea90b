/** A value that follows another one as soon as it stays the same for a while. */
import { useEffect, useState } from 'react';

export function useSettled<T>(value: T, stillMs: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), stillMs);
    return () => clearTimeout(timer);
  }, [value, stillMs]);
  return settled;
}
