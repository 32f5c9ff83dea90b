/** The sticky top of a screen, below the paper strip. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Engraving } from '../shell/engraving.tsx';
import styles from './screen.module.css';

export interface ScreenHeaderProps {
  /** Lets a hero's engraving show through. */
  readonly isClear?: boolean;
  readonly children: ReactNode;
}

export function ScreenHeader({ isClear = false, children }: ScreenHeaderProps) {
  return <header className={classNames(styles.header, isClear && styles.clear)}>{children}</header>;
}

export interface HeaderBandProps {
  /** Teal for the account page, green for new coins; set the same status colour on `AppColumn`. */
  readonly colour: 'my' | 'ieo';
  readonly children: ReactNode;
}

/** A coloured header with a rosette in its corner; it scrolls with the page. */
export function HeaderBand({ colour, children }: HeaderBandProps) {
  return (
    <header className={classNames(styles.band, styles[colour])}>
      <Engraving place="header" />
      {children}
    </header>
  );
}
