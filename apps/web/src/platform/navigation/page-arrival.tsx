/** Moves focus to the page's heading each time the page is shown, so that a reader hears where it is. */
import { useEffect, useRef } from 'react';

let isFirstPage = true;

/** Put it inside a loaded page; the first page of the visit leaves the focus alone. */
export function PageArrival() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    const heading = marker.current?.closest('[data-page]')?.querySelector<HTMLElement>('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return <span ref={marker} hidden />;
}
