/** Ignores a second press of the same control within 500 ms (spec: double-tap guard). */
import { type MouseEvent, useRef } from 'react';

const GUARD_MS = 500;

/** Whether a press follows an accepted one too soon. Both times in milliseconds. */
export function isRepeatedPress(lastAt: number | undefined, at: number): boolean {
  return lastAt !== undefined && at - lastAt < GUARD_MS;
}

/** Wraps a click handler; an ignored click neither acts nor submits a form. */
export function usePressGuard<E extends HTMLElement>(
  onPress: ((event: MouseEvent<E>) => void) | undefined,
): (event: MouseEvent<E>) => void {
  const lastAt = useRef<number>(undefined);
  return (event) => {
    if (isRepeatedPress(lastAt.current, event.timeStamp)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    lastAt.current = event.timeStamp;
    onPress?.(event);
  };
}
