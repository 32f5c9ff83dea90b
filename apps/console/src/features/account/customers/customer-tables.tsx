/** A customer's money: balances, totals, reviews with the open ones first, and records. */
import { AmountText, Button, CoinMark, DateText, Text } from '@tern/ui';
import { useState } from 'react';
import { ExactAmount, Figure } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { pageOf } from '../../../kernel/list-controls.tsx';
import { usePermission } from '../../../kernel/session.ts';
import { type Column, PagedTable, Table } from '../../../kernel/table.tsx';
import { Facts, Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { hrefOf, useAddress } from '../../../platform/address.ts';
import { type Customer, useCustomerRecords } from './api.ts';
import own from './customers.module.css';
import { customerTexts } from './texts.ts';

type Review = Customer['reviews'][number];

/** One asset per row with its figures; of the last one zeros are shown too. */
interface AssetTableProps<Figures extends string> {
  label: string;
  head: string;
  rows: readonly (Readonly<Record<Figures, string>> & { asset: string })[];
  figures: readonly (readonly [key: Figures, head: string])[];
}

function AssetTable<Figures extends string>(props: AssetTableProps<Figures>) {
  const { label, head, rows, figures } = props;
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ asset }) => asset}
      columns={[
        {
          key: 'asset',
          head,
          cell: ({ asset }) => (
            <span className={own.asset}>
              <CoinMark symbol={asset} size={20} />
              <b>{asset}</b>
            </span>
          ),
        },
        ...figures.map(
          ([key, name], at): Column<(typeof rows)[number]> => ({
            key,
            head: name,
            isNumber: true,
            cell: (row) => (
              <Figure value={row[key]} unit={row.asset} isBlankZero={at < figures.length - 1} />
            ),
          }),
        ),
      ]}
    />
  );
}

export function Balances({ customer }: { customer: Customer }) {
  const { balances } = customerTexts.customers;
  const hasLoan = customer.balances.some(({ loan }) => loan !== '0');
  const figures = [
    'available',
    'frozen',
    ...(hasLoan ? (['loan'] as const) : []),
    'total',
  ] as const;
  return (
    <Part title={balances.title}>
      {customer.balances.length === 0 ? (
        <Text size="label" tone="soft">
          {balances.none}
        </Text>
      ) : (
        <AssetTable
          label={balances.title}
          head={balances.asset}
          rows={customer.balances}
          figures={figures.map((key) => [key, balances[key]])}
        />
      )}
    </Part>
  );
}

/** Totals are converted at current prices, so they are shown in cents only. */
const CENTS = 2;
const FLOWS = ['deposited', 'withdrawn', 'net'] as const;

/** Deposits and withdrawals since sign-up, and trading counts. */
export function Totals({ customer: { totals } }: { customer: Customer }) {
  const { totals: labels } = customerTexts.customers;
  const counts = [
    [labels.openOrders, totals.openOrders],
    [labels.orders, totals.orders],
    [labels.running, totals.runningContracts],
    [labels.contracts, totals.contracts],
  ] as const;
  const sums = FLOWS.map((key) => {
    const sum = <AmountText value={totals[key]} places={CENTS} unit="USDT" />;
    return [labels[key], <span key={key}>≈ {sum}</span>] as const;
  });
  return (
    <Part title={labels.title} aside={<Facts className={own.sums} rows={sums} />}>
      {totals.flows.length === 0 ? (
        <Text size="label" tone="soft">
          {labels.none}
        </Text>
      ) : (
        <AssetTable
          label={labels.title}
          head={labels.asset}
          rows={totals.flows}
          figures={FLOWS.map((key) => [key, labels[key]])}
        />
      )}
      <Facts
        className={own.counts}
        rows={counts
          .filter(([, count]) => count > 0)
          .map(([name, count]) => [name, <ExactAmount key={name} value={String(count)} isBare />])}
      />
    </Part>
  );
}

/** Rows before “Show all”, so that the records stay in reach. */
const REVIEWS_SHOWN = 5;

export function Reviews({ customer }: { customer: Customer }) {
  const seesQueue = usePermission('reviews.read');
  const [areAllShown, showAll] = useState(false);
  const { reviews: labels } = customerTexts.customers;
  const open = customer.reviews.filter(({ state }) => state === 'open');
  const decided = customer.reviews.filter(({ state }) => state !== 'open');
  const all = [...open, ...decided];
  const rows = areAllShown ? all : all.slice(0, REVIEWS_SHOWN);
  return (
    <Part
      title={labels.title}
      aside={
        rows.length < customer.reviews.length && (
          <Button isSmall kind="outline" onPress={() => showAll(true)}>
            {labels.all(customer.reviews.length)}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <Text size="label" tone="soft">
          {labels.none}
        </Text>
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
              cell: ({ amount, asset }) =>
                amount !== null && <ExactAmount value={amount} unit={asset} />,
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
    </Part>
  );
}

export function Records({ id }: { id: string }) {
  const { params } = useAddress();
  const { records } = customerTexts.customers;
  return (
    <Part title={records.title}>
      <PagedTable
        query={useCustomerRecords(id, pageOf(params))}
        label={records.title}
        empty={
          <Text size="label" tone="soft">
            {records.none}
          </Text>
        }
        keyOf={({ ID }) => ID}
        columns={[
          {
            key: 'at',
            head: records.at,
            cell: ({ CreatedAt }) => <DateText at={CreatedAt} detail="second" />,
          },
          { key: 'type', head: records.type, cell: ({ type }) => type },
          {
            key: 'reference',
            head: records.reference,
            isLong: true,
            cell: ({ reference, note }) => (note === '' ? reference : `${reference} · ${note}`),
          },
          {
            key: 'amount',
            head: records.amount,
            isNumber: true,
            cell: ({ amount, asset }) => <ExactAmount value={amount} unit={asset} isSigned />,
          },
          {
            key: 'after',
            head: records.after,
            isNumber: true,
            cell: ({ after, asset }) => <Figure value={after} unit={asset} />,
          },
          {
            key: 'reserved',
            head: records.reserved,
            isNumber: true,
            cell: ({ reserved, asset }) => <Figure value={reserved} unit={asset} />,
          },
        ]}
      />
    </Part>
  );
}
