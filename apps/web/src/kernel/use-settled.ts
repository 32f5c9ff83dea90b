/** Waits until an input rests: a call for each keystroke would be too many. */
import { useEffect, useState } from 'react';

const REST_MS = 250;

/** The value once it has not changed for a quarter of a second; until then the one before. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
