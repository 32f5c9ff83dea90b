/** Marks the document while it scrolls, so that price tints pause (design language §2). */
import { useEffect } from 'react';

const SETTLE_MS = 150;

/** Sets `data-scrolling` on `<html>` from the first scroll event until 150 ms after the last. */
export function useScrollingMark(): void {
  useEffect(() => {
    const root = document.documentElement;
    let timer: number | undefined;
    const settle = () => {
      timer = undefined;
      delete root.dataset.scrolling;
    };
    const onScroll = () => {
      if (timer === undefined) root.dataset.scrolling = '';
      else window.clearTimeout(timer);
      timer = window.setTimeout(settle, SETTLE_MS);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.clearTimeout(timer);
      settle();
    };
  }, []);
}
