/** A message on every page, below the paper strip. */
import type { ReactNode } from 'react';
import { type Press, Pressable } from '../actions/pressable.tsx';
import { classNames } from '../class-names.ts';
import styles from './notice-strip.module.css';

export interface NoticeStripProps {
  /** Where it leads: then it is an alert that someone has to look at. */
  readonly link?: Press;
  readonly children: ReactNode;
}

/** A line below the paper strip that stays while the page scrolls: an icon, `<b>`, `<span>`. */
export function NoticeStrip({ link, children }: NoticeStripProps) {
  if (link === undefined) {
    return (
      <div className={styles.notice} role="status">
        {children}
      </div>
    );
  }
  return (
    <div role="alert">
      <Pressable {...link} className={classNames(styles.notice, styles.alert)}>
        {children}
      </Pressable>
    </div>
  );
}
