/** A customer's money: balances, reviews with the open ones first, and records. */
import { Button, CoinMark, DateText } from '@tern/ui';
import { useState } from 'react';
import { ExactAmount, Figure } from '../../kernel/exact-amount.tsx';
import { Loaded } from '../../kernel/loaded.tsx';
import { pages } from '../../kernel/pages.ts';
import { Pager, pageOf } from '../../kernel/pager.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole } from '../../kernel/session.ts';
import { type Column, Table } from '../../kernel/table.tsx';
import { texts } from '../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../platform/address.ts';
import { type Customer, useCustomerRecords } from './api.ts';
import own from './customers.module.css';

type Balance = Customer['balances'][number];
type Review = Customer['reviews'][number];

export function Balances({ customer }: { customer: Customer }) {
  const { balances } = texts.customers;
  const figure = (key: 'available' | 'frozen' | 'total', head: string): Column<Balance> => ({
    key,
    head,
    isNumber: true,
    cell: (row) => <Figure value={row[key]} unit={row.coinname} isBlankZero={key !== 'total'} />,
  });
  return (
    <section className={styles.part}>
      <h2>{balances.title}</h2>
      {customer.balances.length === 0 ? (
        <p className={styles.quiet}>{balances.none}</p>
      ) : (
        <Table
          label={balances.title}
          rows={customer.balances}
          keyOf={({ coinname }) => coinname}
          columns={[
            {
              key: 'asset',
              head: balances.asset,
              cell: ({ coinname }) => (
                <span className={own.asset}>
                  <CoinMark symbol={coinname} size={20} />
                  <b>{coinname}</b>
                </span>
              ),
            },
            figure('available', balances.available),
            figure('frozen', balances.frozen),
            figure('total', balances.total),
          ]}
        />
      )}
    </section>
  );
}

/** Rows before “Show all”, so that the records stay in reach. */
const REVIEWS_SHOWN = 5;

export function Reviews({ customer }: { customer: Customer }) {
  const seesQueue = useHasRole('reviewer', 'approver', 'auditor');
  const [areAllShown, showAll] = useState(false);
  const { reviews: labels } = texts.customers;
  const open = customer.reviews.filter(({ state }) => state === 'open');
  const decided = customer.reviews.filter(({ state }) => state !== 'open');
  const all = [...open, ...decided];
  const rows = areAllShown ? all : all.slice(0, REVIEWS_SHOWN);
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{labels.title}</h2>
        {rows.length < customer.reviews.length && (
          <Button isSmall kind="outline" onPress={() => showAll(true)}>
            {labels.all(customer.reviews.length)}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{labels.none}</p>
      ) : (
        <Table
          label={labels.title}
          rows={rows}
          keyOf={({ ID }) => ID}
          hrefOf={
            seesQueue ? ({ ID }: Review) => hrefOf(pages.queue, { id: String(ID) }) : undefined
          }
          columns={[
            { key: 'record', head: labels.record, cell: ({ recordNo }) => recordNo },
            { key: 'kind', head: labels.kind, cell: ({ kind }) => texts.kinds[kind] ?? kind },
            {
              key: 'amount',
              head: labels.amount,
              isNumber: true,
              cell: ({ amount, coinname }) =>
                amount !== null && <ExactAmount value={amount} unit={coinname} />,
            },
            {
              key: 'state',
              head: labels.state,
              cell: ({ state, stage }) =>
                state === 'open' ? texts.stages[stage] : texts.states[state],
            },
            {
              key: 'since',
              head: labels.since,
              isNumber: true,
              cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="short" />,
            },
          ]}
        />
      )}
    </section>
  );
}

export function Records({ id }: { id: string }) {
  const { params } = useAddress();
  const query = useCustomerRecords(id, pageOf(params));
  const { records } = texts.customers;
  return (
    <section className={styles.part}>
      <h2>{records.title}</h2>
      <Loaded query={query}>
        {({ list, total }) =>
          list.length === 0 ? (
            <p className={styles.quiet}>{records.none}</p>
          ) : (
            <>
              <Table
                label={records.title}
                rows={list}
                keyOf={({ ID }) => ID}
                columns={[
                  {
                    key: 'at',
                    head: records.at,
                    cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="second" />,
                  },
                  {
                    key: 'type',
                    head: records.type,
                    cell: ({ type }) => texts.customers.recordTypes[type - 1] ?? type,
                  },
                  {
                    key: 'reference',
                    head: records.reference,
                    isLong: true,
                    cell: ({ reference, note }) =>
                      note === '' ? reference : `${reference} · ${note}`,
                  },
                  {
                    key: 'amount',
                    head: records.amount,
                    isNumber: true,
                    cell: ({ amount, coinname }) => (
                      <ExactAmount value={amount} unit={coinname} isSigned />
                    ),
                  },
                  {
                    key: 'after',
                    head: records.after,
                    isNumber: true,
                    cell: ({ after, coinname }) => <Figure value={after} unit={coinname} />,
                  },
                ]}
              />
              <Pager total={total} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
