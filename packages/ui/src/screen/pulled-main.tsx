/** A page with pull to refresh. */
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../content/visually-hidden.tsx';
import { useUiTexts } from '../ui-texts.ts';
import { usePullDown } from './pull-down.ts';
import styles from './pulled-main.module.css';

export interface PulledMainProps {
  readonly className: string | undefined;
  readonly onRefresh: () => Promise<unknown>;
  readonly children: ReactNode;
}

export function PulledMain({ className, onRefresh, children }: PulledMainProps) {
  const texts = useUiTexts();
  const { page, phase, touch } = usePullDown(onRefresh);
  return (
    <main ref={page} className={classNames(className, styles[phase])} {...touch}>
      {phase !== 'idle' && (
        <div className={styles.mark} aria-hidden="true">
          <svg className={styles.ring} viewBox="0 0 22 22">
            <circle cx="11" cy="11" r="9" pathLength="1" />
          </svg>
        </div>
      )}
      <div role="status">
        {phase === 'busy' && <VisuallyHidden>{texts.loading}</VisuallyHidden>}
      </div>
      {children}
    </main>
  );
}
