/** The scrolling part of a screen, with room for what is fixed at its foot. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { usePinnedFoot } from './pinned-foot.ts';
import { PulledMain } from './pulled-main.tsx';
import styles from './screen.module.css';

export interface ScreenBodyProps {
  /** What is fixed at the foot: the tab bar, a `CtaBar`, or nothing. */
  readonly foot?: 'tab' | 'cta' | 'none';
  readonly isPadded?: boolean;
  readonly className?: string;
  /** Enables pull to refresh; resolves when the refresh is done. */
  readonly onRefresh?: () => Promise<unknown>;
  readonly children: ReactNode;
}

export function ScreenBody(props: ScreenBodyProps) {
  const { foot = 'none', isPadded, onRefresh, children } = props;
  const room = { tab: styles.overTab, cta: styles.overCta, none: styles.body }[foot];
  const className = classNames(room, isPadded && styles.padded, props.className);
  if (!onRefresh) return <main className={className}>{children}</main>;
  return (
    <PulledMain className={className} onRefresh={onRefresh}>
      {children}
    </PulledMain>
  );
}

export interface CtaBarProps {
  /** Opaque with a hairline; without it the page fades out behind the button. */
  readonly isSolid?: boolean;
  /** One full-width button, or two that share the width. */
  readonly children: ReactNode;
  /** One line below it: what enables a disabled button. */
  readonly note?: string | undefined;
}

/** The bar with the screen's main action. */
export function CtaBar({ isSolid = true, children, note }: CtaBarProps) {
  return (
    <div
      ref={usePinnedFoot<HTMLDivElement>()}
      className={classNames(styles.cta, isSolid && styles.solid)}
    >
      <div className={styles.pair}>{children}</div>
      {note !== undefined && <p className={styles.ctaNote}>{note}</p>}
    </div>
  );
}
