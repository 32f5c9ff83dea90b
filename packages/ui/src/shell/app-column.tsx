/** The 375 px column around every screen, with the paper strip. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { classNames } from '../class-names.ts';
import { rem } from '../rem.ts';
import styles from './app-column.module.css';
import { DesktopBackdrop, type DesktopTexts } from './desktop-backdrop.tsx';
import { StatusBar, type StatusColour } from './status-bar.tsx';

export interface AppColumnProps {
  readonly statusColour?: StatusColour;
  /** The strip's text; `undefined` only if the server says that the money is real. */
  readonly paper: PaperStripProps | undefined;
  /** A message on every page: a `NoticeStrip`, or nothing. */
  readonly notice?: ReactNode;
  readonly desktop: DesktopTexts;
  /** Uses the width of a large window: for pages of tables and charts. */
  readonly isWide?: boolean | undefined;
  readonly children: ReactNode;
}

export function AppColumn(props: AppColumnProps) {
  const { statusColour = 'canvas', paper, notice, desktop, isWide = false, children } = props;
  const hasBackdrop = useWideScreen() && !isWide;
  useScrollingMark();
  return (
    <>
      {hasBackdrop && <DesktopBackdrop {...desktop} />}
      <div className={classNames(styles.app, isWide && styles.wide)}>
        <div className={styles.top}>
          <StatusBar colour={statusColour} />
          {paper !== undefined && <PaperStrip {...paper} />}
          {notice}
        </div>
        {children}
      </div>
    </>
  );
}

export interface PaperStripProps {
  /** "Paper money" */
  readonly name: string;
  /** "balances have no real value" */
  readonly meaning: string;
}

/** The gold strip on every screen: the money is not real. */
export function PaperStrip({ name, meaning }: PaperStripProps) {
  return (
    <section aria-label={name}>
      <div className={styles.paper} role="note">
        <b>{name}</b>
        <i aria-hidden="true" />
        <span>{meaning}</span>
      </div>
    </section>
  );
}

/** Price tints pause while the page scrolls. */
const SETTLE_MS = 150;

/** Sets `data-scrolling` on `<html>` from the first scroll event until 150 ms after the last. */
function useScrollingMark(): void {
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

const WIDE = `(min-width: ${rem(430.02)})`;

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is wider than a phone. */
function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    // Prerendering assumes a phone, the usual case.
    () => false,
  );
}
