/** The part of a screen that stays under the paper strip while the rest scrolls. */
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
  /** Teal for the personal centre, green for new coins; give `AppColumn` the same status colour. */
  readonly colour: 'my' | 'ieo';
  readonly children: ReactNode;
}

/** A coloured header with a rosette in its corner; it scrolls away with the page. */
export function HeaderBand({ colour, children }: HeaderBandProps) {
  return (
    <header className={classNames(styles.band, styles[colour])}>
      <Engraving place="header" />
      {children}
    </header>
  );
}
