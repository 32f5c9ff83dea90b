/** The result of checking the evidence: headline, differences, and each check with its value. */
import { DateText, Note } from '@tern/ui';
import type { Ref } from 'react';
import {
  CheckCard,
  CheckGroup,
  CheckHeadline,
  CheckRow,
} from '../../../../kernel/check-headline.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Contract } from '../contract-pages.ts';
import { type CheckName, useFoundValues } from '../found-values.ts';
import type { Verification } from '../verify-evidence.ts';
import styles from './check-list.module.css';

const NAMES = {
  shape: 'futures.checkShape',
  terms: 'futures.checkTerms',
  receipt: 'futures.checkReceipt',
  log: 'futures.checkLog',
  head: 'futures.checkHead',
  chain: 'futures.checkChain',
  opening: 'futures.checkOpening',
  closing: 'futures.checkClosing',
  received: 'futures.checkReceived',
  result: 'futures.checkResult',
  record: 'futures.checkRecord',
} as const;

const GROUPS: readonly {
  title: 'futures.groupAgreed' | 'futures.groupPrices' | 'futures.groupResult';
  names: readonly CheckName[];
}[] = [
  { title: 'futures.groupAgreed', names: ['shape', 'terms', 'receipt', 'log'] },
  { title: 'futures.groupPrices', names: ['head', 'chain', 'opening', 'closing', 'received'] },
  { title: 'futures.groupResult', names: ['result', 'record'] },
];

export type Progress = 'running' | 'notRun';

/** The headline before there is a result. */
export function CheckProgress({ progress, ref }: { progress: Progress; ref: Ref<HTMLDivElement> }) {
  const t = useT();
  return (
    <CheckHeadline
      ref={ref}
      look={progress}
      title={t(progress === 'running' ? 'futures.verifying' : 'futures.notChecked')}
    >
      {progress === 'notRun' && t('futures.notCheckedWhy')}
    </CheckHeadline>
  );
}

export interface CheckListProps {
  contract: Contract;
  verification: Verification;
  ref: Ref<HTMLDivElement>;
}

export function CheckList({ contract, verification, ref }: CheckListProps) {
  const t = useT();
  const { items, keys, at } = verification;
  const failed = items.filter(({ pass }) => !pass);
  const [first] = failed;
  const counts = { passed: items.length - failed.length, all: items.length, failed: failed.length };
  return (
    <>
      <CheckHeadline
        ref={ref}
        look={first ? 'failed' : 'done'}
        title={t(first ? 'futures.notProven' : 'futures.verified')}
      >
        {t(first ? 'futures.checksFailed' : 'futures.checksPassed', counts)}
        {', '}
        <DateText at={at} detail="clock" />
      </CheckHeadline>
      {first && (
        <Note kind="warn">
          <b>{t(NAMES[first.name])}</b>
          {/* The text is the verifier's own, the same as in its offline command. */}
          <p lang="en">{first.why}</p>
          <p>{t('futures.keepEvidence')}</p>
        </Note>
      )}
      <CheckCard>
        {GROUPS.map(({ title, names }) => (
          <NamedChecks key={title} title={t(title)} names={names} {...{ contract, verification }} />
        ))}
      </CheckCard>
      <p className={styles.keys}>
        {t('futures.checkedWith')}
        {keys.map((key) => (
          <code key={key}>{key}</code>
        ))}
      </p>
    </>
  );
}

interface NamedChecksProps {
  title: string;
  names: readonly CheckName[];
  contract: Contract;
  verification: Verification;
}

function NamedChecks({ title, names, contract, verification }: NamedChecksProps) {
  const t = useT();
  const found = useFoundValues(contract, verification);
  // Ticks that this device did not receive live were not compared, so no check is shown for them.
  const checks = names.flatMap((name) => verification.items.filter((item) => item.name === name));
  if (checks.length === 0) return null;
  return (
    <CheckGroup title={title}>
      {checks.map(({ name, pass }) => (
        <CheckRow
          key={name}
          name={t(NAMES[name])}
          pass={pass}
          found={pass ? found(name) : t('futures.differs')}
        />
      ))}
    </CheckGroup>
  );
}
