/** The page layout of every screen: head, optional filter bar, work area with an optional side, fixed footer. */
import { chevronLeftIcon, Icon } from '@tern/ui';
import type { ReactNode } from 'react';
import { toastClearance } from '../platform/toast-clearance.ts';
import styles from './room.module.css';

export interface RoomProps {
  title: ReactNode;
  /** Status pills beside the title. */
  pills?: ReactNode;
  /** One line of facts under the title. */
  line?: ReactNode;
  /** Initials or an icon before the title. */
  lead?: ReactNode;
  /** Link back to the list. */
  back?: { href: string; label: string };
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Tabs or filters; fixed while the rest scrolls. */
  bar?: ReactNode;
  side?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

export function Room(props: RoomProps) {
  const { title, pills, line, lead, back, actions, bar, side, foot, children } = props;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {lead}
        <div className={styles.name}>
          {back !== undefined && (
            <a className={styles.back} href={back.href}>
              <Icon of={chevronLeftIcon} size={14} />
              {back.label}
            </a>
          )}
          <div className={styles.titleLine}>
            <h1>{title}</h1>
            {pills}
          </div>
          {line !== undefined && <p className={styles.line}>{line}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {bar !== undefined && <div className={styles.bar}>{bar}</div>}
      <div className={side === undefined ? styles.scroll : styles.split}>
        <div className={styles.work}>{children}</div>
        {side !== undefined && <aside className={styles.side}>{side}</aside>}
      </div>
      <div ref={toastClearance} className={styles.foot}>
        {foot}
      </div>
    </div>
  );
}
