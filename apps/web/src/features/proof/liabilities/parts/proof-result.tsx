/** The result of checking a receipt of balances: headline, one balance, the checks, and what they do not prove. */
import { Card, formatDate, Note, Stack, Text } from '@tern/ui';
import { useState } from 'react';
import {
  CheckCard,
  CheckGroup,
  CheckHeadline,
  CheckRow,
} from '../../../../kernel/check-headline.tsx';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { FilterChips } from '../../../../kernel/record-row.tsx';
import { useSession } from '../../../../kernel/session.ts';
import { useIsSimulated } from '../../../../kernel/site-config.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import type { CheckedBalances, CountedBalance } from '../check-balances.ts';
import styles from './balance-proof.module.css';
import { PathDrawing } from './path-drawing.tsx';
import { Reserves } from './reserves.tsx';

/** Displayed at least. */
const PLACES = 2;

export type ProofLook = 'proven' | 'failed' | 'missing' | 'next';

/** A valid receipt that counts nothing is "next" for who joined after the total was taken, otherwise "missing". */
export function lookOf(
  { checks, balances, takenAt }: CheckedBalances,
  joinedAt: string | undefined,
): ProofLook {
  if (checks.some(({ pass }) => !pass)) return 'failed';
  if (balances.length > 0) return 'proven';
  return joinedAt !== undefined && Date.parse(joinedAt) > Date.parse(takenAt) ? 'next' : 'missing';
}

const TITLES = {
  proven: 'liabilities.proven',
  failed: 'liabilities.notProven',
  missing: 'liabilities.missing',
  next: 'liabilities.next',
} as const;
const HEADLINES = { proven: 'done', failed: 'failed', missing: 'missing', next: 'notRun' } as const;

export function ProofResult({ checked }: { checked: CheckedBalances }) {
  const { t, locale } = useI18n();
  const isPaper = useIsSimulated();
  const look = lookOf(checked, useSession()?.user.CreatedAt);
  // Where nothing is counted, no balance is said to be.
  const isEmpty = look === 'missing' || look === 'next';
  const checks = checked.checks.filter(({ name }) => !isEmpty || name !== 'counted');
  const failed = checked.checks.find(({ pass }) => !pass);
  const takenAt = formatDate(checked.takenAt, { locale });
  const assets = checked.balances.map(({ asset }) => asset).join(', ');
  const found = { counted: assets, addsUp: undefined, signed: takenAt };
  return (
    <Stack gap={12}>
      <CheckHeadline look={HEADLINES[look]} title={t(TITLES[look])}>
        {t('liabilities.checkedAt', { time: formatDate(checked.at, { locale }) })}
      </CheckHeadline>
      {failed && (
        <Note kind="warn">
          {/* The text is the verifier's own, the same as in its offline command. */}
          <p lang="en">{failed.why}</p>
          <p>{t('liabilities.keep')}</p>
        </Note>
      )}
      {look === 'missing' && <p>{t('liabilities.missingText', { time: takenAt })}</p>}
      {look === 'next' && <p>{t('liabilities.nextText', { time: takenAt })}</p>}
      {look === 'proven' && <Balances balances={checked.balances} />}
      <CheckCard>
        <CheckGroup>
          {checks.map(({ name, pass }) => (
            <CheckRow
              key={name}
              name={t(`liabilities.${name}`)}
              pass={pass}
              found={pass ? found[name] : undefined}
            />
          ))}
        </CheckGroup>
      </CheckCard>
      <Text size="cap" tone="faint">
        {t(isPaper ? 'liabilities.limits' : 'liabilities.limitsReal')}
      </Text>
      {!isPaper && checked.total && <Reserves total={checked.total} />}
    </Stack>
  );
}

function Balances({ balances }: { balances: readonly CountedBalance[] }) {
  const { t } = useI18n();
  const [selected, select] = useState(balances[0]?.asset ?? '');
  const balance = balances.find(({ asset }) => asset === selected) ?? balances[0];
  if (balance === undefined) return null;
  // The choice above names the coin otherwise.
  const unit = balances.length === 1 ? { unit: balance.asset } : {};
  return (
    <>
      {balances.length > 1 && (
        <div className={styles.coins}>
          <FilterChips
            label={t('liabilities.coin')}
            options={balances.map(({ asset }) => ({ key: asset, label: asset }))}
            value={balance.asset}
            onChange={select}
          />
        </div>
      )}
      <Card className={styles.balance ?? ''}>
        <dl className={styles.sums}>
          <div>
            <Text as="dt" size="cap" tone="faint">
              {t('liabilities.yours')}
            </Text>
            <dd>
              <ExactAmount value={balance.own} places={PLACES} {...unit} />
            </dd>
          </div>
          <div>
            <Text as="dt" size="cap" tone="faint">
              {t('liabilities.all')}
            </Text>
            <dd>
              <ExactAmount value={balance.total} places={PLACES} {...unit} />
            </dd>
          </div>
        </dl>
        <PathDrawing balance={balance} />
      </Card>
    </>
  );
}
