/** The one 375 px column every screen lives in, with the paper strip that never leaves it. */
import type { ReactNode } from 'react';
import styles from './app-column.module.css';
import { DesktopBackdrop, type DesktopWords } from './desktop-backdrop.tsx';
import { PaperStrip, type PaperStripProps } from './paper-strip.tsx';
import { useScrollingMark } from './scrolling-mark.ts';
import { StatusBar, type StatusColour } from './status-bar.tsx';
import { useWideScreen } from './wide-screen.ts';

export interface AppColumnProps {
  readonly statusColour?: StatusColour;
  /** The strip's words; `undefined` only when the server says the money is real. */
  readonly paper: PaperStripProps | undefined;
  readonly desktop: DesktopWords;
  readonly children: ReactNode;
}

export function AppColumn({ statusColour = 'canvas', paper, desktop, children }: AppColumnProps) {
  const isWide = useWideScreen();
  useScrollingMark();
  return (
    <>
      {isWide && <DesktopBackdrop {...desktop} />}
      <div className={styles.app}>
        <div className={styles.top}>
          <StatusBar colour={statusColour} />
          {paper !== undefined && <PaperStrip {...paper} />}
        </div>
        {children}
      </div>
    </>
  );
}
