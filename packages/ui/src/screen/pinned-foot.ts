/** Publishes how much of the window's foot is covered, so that toasts are placed above it. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

const pinned = new Set<HTMLElement>();

function write(): void {
  const { style } = document.documentElement;
  const tallest = Math.max(0, ...[...pinned].map((element) => element.offsetHeight));
  if (tallest > 0) style.setProperty('--foot', `${tallest}px`);
  else style.removeProperty('--foot');
}

/** For elements fixed at the foot: `<div ref={usePinnedFoot()}>`. Counts while its page is shown. */
export function usePinnedFoot<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    pinned.add(element);
    const sizes = new ResizeObserver(write);
    sizes.observe(element);
    write();
    return () => {
      pinned.delete(element);
      sizes.disconnect();
      write();
    };
  }, []);
  return ref;
}
