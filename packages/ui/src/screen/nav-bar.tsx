/** Back, the page's title, and at most one action. */
import type { ReactNode } from 'react';
import { IconButton } from '../actions/button.tsx';
import type { Press } from '../actions/pressable.tsx';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import { chevronLeftIcon } from '../icons/interface-icons.ts';
import { useUiTexts } from '../ui-texts.ts';
import styles from './screen.module.css';

export interface NavBarProps {
  /** The page's `h1`; a long one ends in an ellipsis. */
  readonly title: string;
  /** The title is announced but not shown, for pages that start with something larger. */
  readonly isTitleHidden?: boolean;
  /** The back link; without it there is no arrow. */
  readonly back?: Press;
  /** One `IconButton` or `TextButton`. */
  readonly action?: ReactNode;
}

export function NavBar({ title, isTitleHidden, back, action }: NavBarProps) {
  const texts = useUiTexts();
  return (
    <div className={styles.nav}>
      <div>
        {back !== undefined && <IconButton icon={chevronLeftIcon} label={texts.back} {...back} />}
      </div>
      {/* Page changes move focus here. */}
      <h1 tabIndex={-1}>{isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}</h1>
      <div className={styles.action}>{action}</div>
    </div>
  );
}

export interface BigTitleProps {
  readonly title: string;
  /** Next to the title: a `Pill`. */
  readonly aside?: ReactNode;
  /** `IconButton`s on the right. */
  readonly actions?: ReactNode;
}

/** The left-aligned title of a tab page. */
export function BigTitle({ title, aside, actions }: BigTitleProps) {
  return (
    <div className={styles.bigTitle}>
      <div className={styles.beside}>
        <h1 tabIndex={-1}>{title}</h1>
        {aside}
      </div>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
