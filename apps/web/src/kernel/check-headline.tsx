/** The result of checks that ran on this device: a disc with its headline, and a card of single checks. */
import { Card, checkIcon, closeIcon, Icon, VisuallyHidden } from '@tern/ui';
import type { ReactNode, Ref } from 'react';
import { useT } from '../platform/i18n/i18n.tsx';
import styles from './check-headline.module.css';

/** "missing": every check passed, and what was looked for is not there. */
export type CheckLook = 'done' | 'failed' | 'missing' | 'running' | 'notRun';

const ICONS = { done: checkIcon, failed: closeIcon, missing: closeIcon } as const;

export interface CheckHeadlineProps {
  look: CheckLook;
  title: string;
  /** Receives focus and is scrolled into view. */
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** The status disc, its headline, and a line about it. */
export function CheckHeadline({ look, title, ref, children }: CheckHeadlineProps) {
  const icon = look in ICONS ? ICONS[look as keyof typeof ICONS] : undefined;
  return (
    <div ref={ref} tabIndex={-1} role="status" className={styles.headline}>
      <span className={styles.disc} data-look={look} aria-hidden="true">
        {icon !== undefined && <Icon of={icon} size={26} />}
      </span>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.note}>{children}</p>
      </div>
    </div>
  );
}

/** Around groups of checks. */
export function CheckCard({ children }: { children: ReactNode }) {
  return <Card className={styles.checks ?? ''}>{children}</Card>;
}

/** Rows of checks. Without a title, the only group of its card. */
export function CheckGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section>
      {title !== undefined && <h3>{title}</h3>}
      <ul>{children}</ul>
    </section>
  );
}

export interface CheckRowProps {
  name: string;
  pass: boolean;
  /** The value beside it. */
  found?: ReactNode;
}

export function CheckRow({ name, pass, found }: CheckRowProps) {
  const t = useT();
  return (
    <li className={styles.row} data-failed={!pass}>
      <Icon of={pass ? checkIcon : closeIcon} size={18} />
      <span>
        {name}{' '}
        <VisuallyHidden>{t(pass ? 'common.checkPassed' : 'common.checkFailed')}</VisuallyHidden>
      </span>
      {found !== undefined && <span className={styles.found}>{found}</span>}
    </li>
  );
}
