/** The scrolling part of a screen, with room for what is fixed at its foot. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './screen.module.css';

export interface ScreenBodyProps {
  /** What is fixed below: the tab bar, a `CtaBar`, or nothing. */
  readonly foot?: 'tab' | 'cta' | 'none';
  readonly isPadded?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function ScreenBody({ foot = 'none', isPadded, className, children }: ScreenBodyProps) {
  const room = { tab: styles.overTab, cta: styles.overCta, none: styles.body }[foot];
  return <main className={classNames(room, isPadded && styles.padded, className)}>{children}</main>;
}

export interface CtaBarProps {
  /** Opaque with a hairline; without it the page fades out behind the button. */
  readonly isSolid?: boolean;
  /** One full button, or two that share the width. */
  readonly children: ReactNode;
}

/** The bar with the screen's main action. */
export function CtaBar({ isSolid = true, children }: CtaBarProps) {
  return (
    <div className={classNames(styles.cta, isSolid && styles.solid)}>
      <div className={styles.pair}>{children}</div>
    </div>
  );
}
