/** The risk of a case: three bars and the word, never a colour alone. */
import { classNames } from '@tern/ui';
import type { Risk } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const BARS = { low: 1, medium: 2, high: 3 } as const;

export const RiskBars = ({ risk }: { risk: Risk }) => (
  <span className={classNames(styles.risk, risk === 'high' && styles.high)}>
    <span aria-hidden="true">
      {[1, 2, 3].map((bar) => (
        <i key={bar} className={classNames(bar <= BARS[risk] && styles.bar)} />
      ))}
    </span>
    {caseTexts.risks[risk]}
  </span>
);
