/** The 375 px column around every screen, with the paper strip. */
import type { ReactNode } from 'react';
import styles from './app-column.module.css';
import { DesktopBackdrop, type DesktopTexts } from './desktop-backdrop.tsx';
import { PaperStrip, type PaperStripProps } from './paper-strip.tsx';
import { useScrollingMark } from './scrolling-mark.ts';
import { StatusBar, type StatusColour } from './status-bar.tsx';
import { useWideScreen } from './wide-screen.ts';

export interface AppColumnProps {
  readonly statusColour?: StatusColour;
  /** The strip's text; `undefined` only if the server says that the money is real. */
  readonly paper: PaperStripProps | undefined;
  /** A message on every page: a `NoticeStrip`, or nothing. */
  readonly notice?: ReactNode;
  readonly desktop: DesktopTexts;
  readonly children: ReactNode;
}

export function AppColumn(props: AppColumnProps) {
  const { statusColour = 'canvas', paper, notice, desktop, children } = props;
  const isWide = useWideScreen();
  useScrollingMark();
  return (
    <>
      {isWide && <DesktopBackdrop {...desktop} />}
      <div className={styles.app}>
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

/** A line below the paper strip that stays while the page scrolls: an icon, `<b>`, `<span>`. */
export function NoticeStrip({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      {children}
    </div>
  );
}
