/** What was checked of the evidence, item by item: PASS or FAIL, and why it fails. */
import { Note, Pill } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Verdict } from '../verify-evidence.ts';
import styles from './detail.module.css';

const NAMES = {
  shape: 'futures.checkShape',
  terms: 'futures.checkTerms',
  receipt: 'futures.checkReceipt',
  head: 'futures.checkHead',
  chain: 'futures.checkChain',
  opening: 'futures.checkOpening',
  closing: 'futures.checkClosing',
  result: 'futures.checkResult',
  record: 'futures.checkRecord',
  heard: 'futures.checkHeard',
} as const;

export function CheckList({ verdict: { items, keys } }: { verdict: Verdict }) {
  const t = useT();
  const failed = items.filter(({ pass }) => !pass).length;
  return (
    <div>
      <div role="status">
        <Note kind={failed > 0 ? 'warn' : 'info'}>
          {failed === 0 ? t('futures.allHolds') : t('futures.someFail', { count: failed })}
        </Note>
      </div>
      <ul className={styles.checks}>
        {items.map(({ name, pass, why }) => (
          <li key={name}>
            <span>
              {t(NAMES[name])}
              {/* The finding is the verifier's own, the same as in its offline form. */}
              {!pass && <small lang="en">{why}</small>}
            </span>
            <Pill kind={pass ? 'done' : 'bad'}>{t(pass ? 'futures.pass' : 'futures.fail')}</Pill>
          </li>
        ))}
        <li>
          <span>
            {t('futures.checkedWith')}
            {keys.map((key) => (
              <small key={key} className={styles.key}>
                {key}
              </small>
            ))}
          </span>
        </li>
      </ul>
    </div>
  );
}
