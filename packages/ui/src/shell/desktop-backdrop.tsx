/** The background around the column on a wide screen: two rosettes, logo, tagline, labels. */
import type { ReactNode } from 'react';
import { BrandMark } from '../icons/marks.tsx';
import styles from './app-column.module.css';
import { Engraving } from './engraving.tsx';

export interface DesktopTexts {
  /** One or two lines at the bottom left. */
  readonly pitch: ReactNode;
  /** "Paper money simulation", hidden with real money. */
  readonly simulation?: string | undefined;
  /** "v1.3.5" */
  readonly version?: string | undefined;
}

export function DesktopBackdrop({ pitch, simulation, version }: DesktopTexts) {
  return (
    <aside className={styles.desk}>
      <Engraving place="desk" className={styles.bottomLeft} />
      <Engraving place="desk" className={styles.topRight} />
      <div className={styles.pitch}>
        <span className={styles.mark}>
          <BrandMark size={30} />
        </span>
        <p>{pitch}</p>
      </div>
      <p className={styles.labels}>
        {simulation !== undefined && <span>{simulation}</span>}
        {version !== undefined && <span>{version}</span>}
      </p>
    </aside>
  );
}
