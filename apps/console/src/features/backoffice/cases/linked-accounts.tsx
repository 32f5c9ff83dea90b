/** Accounts that have something in common with the customer's, each with its case. */
import { bankIcon, globeIcon, Icon, laptopIcon, userIcon, withdrawIcon } from '@tern/ui';
import { Part } from '../../../kernel/page.tsx';
import { pages } from '../../../kernel/pages.ts';
import { hrefOf } from '../../../platform/address.ts';
import type { Case } from './api.ts';
import styles from './cases.module.css';
import { caseTexts } from './texts.ts';

const { one: labels } = caseTexts;
type Linked = Case['linked'][number];

const ICONS: Readonly<Record<Linked['ground'], string>> = {
  device: laptopIcon,
  destination: withdrawIcon,
  payee: bankIcon,
  bank: bankIcon,
  network: globeIcon,
  inviter: userIcon,
  invited: userIcon,
};

export function LinkedAccounts({ linked }: { linked: readonly Linked[] }) {
  return (
    <Part title={labels.linked}>
      {linked.length === 0 ? (
        <p className={styles.quiet}>{labels.noLinked}</p>
      ) : (
        <ul className={styles.lines} aria-label={labels.linked}>
          {linked.map((one) => (
            <li key={`${one.memberId} ${one.ground}`}>
              <Icon of={ICONS[one.ground]} size={16} className={styles.faint} />
              <p>
                <a href={hrefOf(pages.customers, { id: String(one.memberId) })}>
                  {one.memberName !== '' && <b>{one.memberName} </b>}
                  {one.memberId}
                </a>
                <span>{labels.grounds[one.ground](one.value, one.times)}</span>
              </p>
              <CaseOf linked={one} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function CaseOf({ linked: { caseId, caseOutcome } }: { linked: Linked }) {
  if (caseId === null) return null;
  return (
    <a className={styles.faint} href={hrefOf(pages.cases, { id: String(caseId) })}>
      {caseOutcome === null ? labels.caseNo(caseId) : caseTexts.outcomes[caseOutcome]}
    </a>
  );
}
