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
    const page = marker.current?.closest('[data-page]');
    const heading = page?.querySelector<HTMLElement>('h1');
    // A page that was opened to type in has taken the focus itself.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (!heading || (isTyping && page?.contains(document.activeElement))) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return <span ref={marker} hidden />;
}
