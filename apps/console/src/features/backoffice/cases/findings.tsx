/** Why a case is open: each alert with its points, which add up. */
import { Icon, warningIcon } from '@tern/ui';
import { Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { hrefOf } from '../../../platform/address.ts';
import type { Case } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { one: labels } = caseTexts;

export function Findings({ found: { findings, points, why } }: { found: Case }) {
  return (
    <section className={styles.card}>
      <Part title={labels.findings} aside={<span>{labels.score(findings.length, points)}</span>}>
        <ul className={styles.lines}>
          {findings.map(({ ID, found, points: own, hitId, hitState }) => (
            <li key={ID}>
              <Icon of={warningIcon} size={16} className={styles.alert} />
              <p>
                <b>{hitId === null ? why : found}</b>
                {hitId === null && <span>{found}</span>}
                {hitId !== null && (
                  <span>
                    {hitState !== null && labels.hitStates[hitState]} ·{' '}
                    <a href={hrefOf(pages.screening, { hit: String(hitId) })}>{labels.openHit}</a>
                  </span>
                )}
              </p>
              <span className={styles.faint}>{labels.points(own)}</span>
            </li>
          ))}
        </ul>
      </Part>
    </section>
  );
}
