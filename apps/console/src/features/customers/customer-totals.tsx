/** A customer's deposits and withdrawals since sign-up, and trading counts. */
import { AmountText, CoinMark } from '@tern/ui';
import { ExactAmount, Figure } from '../../kernel/exact-amount.tsx';
import styles from '../../kernel/room.module.css';
import { type Column, Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import type { Customer } from './api.ts';
import own from './customers.module.css';

type Flow = Customer['totals']['flows'][number];

/** Totals are converted at current prices, so they are shown in cents only. */
const CENTS = 2;

export function Totals({ customer: { totals } }: { customer: Customer }) {
  const { totals: labels } = texts.customers;
  const figure = (key: 'deposited' | 'withdrawn' | 'net', head: string): Column<Flow> => ({
    key,
    head,
    isNumber: true,
    cell: (row) => <Figure value={row[key]} unit={row.coinname} isBlankZero={key !== 'net'} />,
  });
  const counts = [
    [labels.openOrders, totals.openOrders],
    [labels.orders, totals.orders],
    [labels.running, totals.runningContracts],
    [labels.contracts, totals.contracts],
  ] as const;
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{labels.title}</h2>
        <dl className={own.sums}>
          {(['deposited', 'withdrawn', 'net'] as const).map((key) => (
            <div key={key}>
              <dt>{labels[key]}</dt>
              <dd>
                ≈ <AmountText value={totals[key]} places={CENTS} unit="USDT" />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {totals.flows.length === 0 ? (
        <p className={styles.quiet}>{labels.none}</p>
      ) : (
        <Table
          label={labels.title}
          rows={totals.flows}
          keyOf={({ coinname }) => coinname}
          columns={[
            {
              key: 'asset',
              head: labels.asset,
              cell: ({ coinname }) => (
                <span className={own.asset}>
                  <CoinMark symbol={coinname} size={20} />
                  <b>{coinname}</b>
                </span>
              ),
            },
            figure('deposited', labels.deposited),
            figure('withdrawn', labels.withdrawn),
            figure('net', labels.net),
          ]}
        />
      )}
      <dl className={own.counts}>
        {counts
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <ExactAmount value={String(count)} isBare />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
