/** What a customer paid in and took out since the account was opened, and how much they trade. */
import { AmountText, CoinMark } from '@tern/ui';
import { ExactAmount, Figure } from '../../kernel/exact-amount.tsx';
import styles from '../../kernel/room.module.css';
import { type Column, Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import type { Customer } from './api.ts';
import own from './customers.module.css';

type Flow = Customer['totals']['flows'][number];

/** Sums are worths at the prices of now: cents are all that is known of them. */
const CENTS = 2;

export function Totals({ customer: { totals } }: { customer: Customer }) {
  const { totals: words } = texts.customers;
  const figure = (key: 'deposited' | 'withdrawn' | 'net', head: string): Column<Flow> => ({
    key,
    head,
    isNumber: true,
    cell: (row) => <Figure value={row[key]} unit={row.coinname} isBlankZero={key !== 'net'} />,
  });
  const counts = [
    [words.openOrders, totals.openOrders],
    [words.orders, totals.orders],
    [words.running, totals.runningContracts],
    [words.contracts, totals.contracts],
  ] as const;
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{words.title}</h2>
        <dl className={own.sums}>
          {(['deposited', 'withdrawn', 'net'] as const).map((key) => (
            <div key={key}>
              <dt>{words[key]}</dt>
              <dd>
                ≈ <AmountText value={totals[key]} places={CENTS} unit="USDT" />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {totals.flows.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <Table
          label={words.title}
          rows={totals.flows}
          keyOf={({ coinname }) => coinname}
          columns={[
            {
              key: 'asset',
              head: words.asset,
              cell: ({ coinname }) => (
                <span className={own.asset}>
                  <CoinMark symbol={coinname} size={20} />
                  <b>{coinname}</b>
                </span>
              ),
            },
            figure('deposited', words.deposited),
            figure('withdrawn', words.withdrawn),
            figure('net', words.net),
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
