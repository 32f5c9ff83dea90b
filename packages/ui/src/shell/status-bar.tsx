/** The block behind the phone's status bar, and the browser's theme colour. */
import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './app-column.module.css';

/** `my` is the teal of the account page, `ieo` the green of new coins. */
export type StatusColour = 'canvas' | 'my' | 'ieo';

function themeColourMeta(): HTMLMetaElement {
  const found = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (found) return found;
  const meta = document.createElement('meta');
  meta.name = 'theme-color';
  return document.head.appendChild(meta);
}

/** Keeps `<meta name="theme-color">` in sync with its own colour, also when the theme changes. */
export function StatusBar({ colour = 'canvas' }: { readonly colour?: StatusColour }) {
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const meta = themeColourMeta();
    const read = () => {
      if (block.current) meta.content = getComputedStyle(block.current).backgroundColor;
    };
    read();
    const element = block.current;
    // The colour has a transition, so the value read immediately is still the old one.
    element?.addEventListener('transitionend', read);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      element?.removeEventListener('transitionend', read);
      observer.disconnect();
    };
  }, [colour]);
  return <div ref={block} className={classNames(styles.status, styles[colour])} />;
}
