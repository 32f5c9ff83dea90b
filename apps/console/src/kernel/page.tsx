/** The layout of every screen: head, optional filter bar, work area of parts with an optional side, fixed footer. */
import { chevronLeftIcon, classNames, Icon, Inline } from '@tern/ui';
import type { ReactNode } from 'react';
import styles from './page.module.css';
import { texts } from './texts.ts';
import { areShortcutsOn } from '../platform/shortcuts.ts';

export interface PageProps {
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
  /** For the width of a phone. */
  isSideWide?: boolean;
  foot?: ReactNode;
  children: ReactNode;
}

export function Page(props: PageProps) {
  const { title, pills, line, lead, back, actions, bar, side, foot, children } = props;
  const { isSideWide = false } = props;
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
          <Inline gap={10} rowGap={4} align="center" isWrapped>
            <h1>{title}</h1>
            {pills}
          </Inline>
          {line !== undefined && <p className={styles.line}>{line}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {bar !== undefined && <div className={styles.bar}>{bar}</div>}
      <div
        className={
          side === undefined ? styles.scroll : classNames(styles.split, isSideWide && styles.wide)
        }
      >
        <div className={styles.work}>{children}</div>
        {side !== undefined && <aside className={styles.side}>{side}</aside>}
      </div>
      <div ref={toastClearance} className={styles.foot}>
        {foot}
      </div>
    </div>
  );
}

const PROPERTY = '--toast-clearance';

/** A `ref` for the footer: publishes its height as a CSS variable that positions the toasts. */
export function toastClearance(footer: HTMLElement | null): (() => void) | undefined {
  if (footer === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty(PROPERTY, `${footer.offsetHeight}px`),
  );
  observer.observe(footer);
  return () => {
    observer.disconnect();
    style.removeProperty(PROPERTY);
  };
}

type Key = readonly [keys: readonly string[], does: string];

const LIST_KEYS: readonly Key[] = [
  [['J', 'K'], texts.keys.move],
  [['↵'], texts.keys.enter],
];

export interface KeysHintProps {
  /** Shortcuts besides those of every list, and what they do: `[['E'], 'export']`. */
  more?: readonly Key[];
  /** At the right end. */
  children?: ReactNode;
}

/** The footer of a screen with its shortcuts. */
export function KeysHint({ more = [], children }: KeysHintProps) {
  return (
    <div className={styles.keys}>
      {areShortcutsOn() &&
        [...LIST_KEYS, ...more].map(([names, does]) => (
          <span key={does}>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
            {does}
          </span>
        ))}
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

export interface PartProps {
  title: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a screen. */
export function Part({ title, aside, children }: PartProps) {
  const heading = <h2>{title}</h2>;
  return (
    <section className={styles.part}>
      {aside ? (
        <div className={styles.partHead}>
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

export interface FactsProps {
  rows: readonly (readonly [name: string, value: ReactNode])[];
  className?: string | undefined;
}

/** Names and values. */
export function Facts({ rows, className = styles.facts }: FactsProps) {
  return (
    <dl className={className}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
