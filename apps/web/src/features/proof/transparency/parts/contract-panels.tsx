/** Who lost money with timed contracts, and whether stakes or new accounts make a difference. */
import { formatAmount, Text, useNumberLocale } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Figures } from '../api.ts';
import { type Group, isFlat, winPoints } from '../view-model.ts';
import { Panel, Table } from './panel.tsx';
import styles from './transparency.module.css';
import { usePrints } from './use-prints.ts';
import { WinChart } from './win-chart.tsx';

type ContractFigures = Figures['contracts'];

export function LostPanel({ contracts }: { contracts: ContractFigures }) {
  const t = useT();
  const { count, share, day, month: monthOf, usdt } = usePrints();
  const { accounts, months, from } = contracts;
  return (
    <Panel
      title={t('transparency.lostHeading')}
      text={t('transparency.lostText', { from: day(from) })}
      note={accounts === null ? undefined : t('transparency.monthsNote')}
    >
      {accounts === null ? (
        <p className={styles.text}>{t('transparency.tooFewAccounts')}</p>
      ) : (
        <>
          <p className={styles.big}>
            <b>{share(accounts.lost, accounts.total)}</b>
            <Text as="span" size="label" tone="soft">
              {t('transparency.lostShare', {
                total: count(accounts.total),
                middle: usdt(accounts.middle),
              })}
            </Text>
          </p>
          <Split accounts={accounts} />
          <Table
            title={t('transparency.lostHeading')}
            heads={[
              t('transparency.month'),
              t('transparency.lostShort'),
              t('transparency.accounts'),
            ]}
            rows={months.map(({ month, lost, total }) => ({
              key: month,
              cells: [monthOf(`${month}-01`), share(lost, total), count(total)],
            }))}
          />
        </>
      )}
    </Panel>
  );
}

/** The accounts in three parts, as a bar and in words. */
function Split({ accounts }: { accounts: NonNullable<ContractFigures['accounts']> }) {
  const t = useT();
  const { share } = usePrints();
  const { total, lost, lostMore } = accounts;
  const parts = [
    { label: t('transparency.lostMore'), part: lostMore },
    { label: t('transparency.lostLess'), part: lost - lostMore },
    { label: t('transparency.even'), part: total - lost },
  ];
  return (
    <>
      <div className={styles.shares} aria-hidden="true">
        {parts.map(({ label, part }) => (
          <i key={label} style={{ flexGrow: part }} />
        ))}
      </div>
      <ul className={styles.split}>
        {parts.map(({ label, part }) => (
          <li key={label}>
            <i aria-hidden="true" />
            {label}
            <Text as="b" size="label-strong" tone="main" isAtEnd>
              {share(part, total)}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

export function StakesPanel({ contracts }: { contracts: ContractFigures }) {
  const t = useT();
  const locale = useNumberLocale();
  const { count, day } = usePrints();
  const { stakes, from } = contracts;
  const settled = stakes.reduce((sum, each) => sum + each.settled, 0);
  return (
    <WonPanel
      title={t('transparency.stakesHeading')}
      text={t('transparency.stakesText', { settled: count(settled), from: day(from) })}
      groups={stakes}
      labels={stakes.map((stake) =>
        t('transparency.stakeFrom', { amount: formatAmount(stake.from, { locale, places: 0 }) }),
      )}
    />
  );
}

export function AgesPanel({ ages }: { ages: ContractFigures['ages'] }) {
  const t = useT();
  const labels = ages.map(({ from, to }) => {
    const [first, last] = [t(`transparency.age_${from}`), t(`transparency.age_${to}`)];
    return first === last ? first : `${first} – ${last}`;
  });
  return (
    <WonPanel
      title={t('transparency.agesHeading')}
      text={t('transparency.agesText')}
      groups={ages}
      labels={labels}
    />
  );
}

interface WonPanelProps {
  title: string;
  text: string;
  groups: readonly Group[];
  labels: readonly string[];
}

function WonPanel({ title, text, groups, labels }: WonPanelProps) {
  const t = useT();
  const points = winPoints(groups);
  if (points.length === 0) {
    return (
      <Panel title={title} text={text}>
        <p className={styles.text}>{t('transparency.tooFewAccounts')}</p>
      </Panel>
    );
  }
  const explained = isFlat(points) ? t('transparency.flat') : t('transparency.notFlat');
  return (
    <Panel title={title} text={text} note={explained}>
      <WinChart title={title} points={points} labels={labels} />
    </Panel>
  );
}
