/** Moves focus to the page's heading when the page is shown, so that screen readers announce it. */
import { useEffect, useRef } from 'react';

let isFirstPage = true;

/** Place it inside a loaded page; the first page of the visit keeps the focus. */
export function PageFocus() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isFirstPage) {
      isFirstPage = false;
      return;
    }
    const page = marker.current?.closest('[data-page]');
    const heading = page?.querySelector<HTMLElement>('h1');
    // A page with an autofocused field has already taken the focus.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (!heading || (isTyping && page?.contains(document.activeElement))) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return <span ref={marker} hidden />;
}
