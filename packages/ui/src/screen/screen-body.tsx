/** The scrolling part of a screen, its sections, and what is fixed at its foot. */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useId } from 'react';
import { classNames } from '../class-names.ts';
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

/** Elements fixed at the foot; toasts are placed above the tallest. */
const pinned = new Set<HTMLElement>();

function write(): void {
  const { style } = document.documentElement;
  const tallest = Math.max(0, ...[...pinned].map((element) => element.offsetHeight));
  if (tallest > 0) style.setProperty('--foot', `${tallest}px`);
  else style.removeProperty('--foot');
}

/** For elements fixed at the foot: `<div ref={usePinnedFoot()}>`. Counts while its page is shown. */
export function usePinnedFoot<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    pinned.add(element);
    const sizes = new ResizeObserver(write);
    sizes.observe(element);
    write();
    return () => {
      pinned.delete(element);
      sizes.disconnect();
      write();
    };
  }, []);
  return ref;
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

export interface SectionProps {
  readonly title: string;
  /** A `TextButton`, `Switch` or small `Segmented` on the right. */
  readonly aside?: ReactNode;
  /** The title is a label above a card, in a body with padding. */
  readonly isQuiet?: boolean;
  readonly children?: ReactNode;
}

/** A titled part of a screen. */
export function Section({ title, aside, isQuiet = false, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames(isQuiet && styles.quiet)}>
      <div className={styles.sectionHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
