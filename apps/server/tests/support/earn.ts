/** Fixed terms that a test may buy. */
import { type Amount, decimal, type Rate } from '@tern/money';
import { auditEntries } from '../../src/audit/entries.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { buyFixedTerm } from '../../src/features/products/earn/buy-fixed-term.ts';
import { redeemFixedTerm } from '../../src/features/products/earn/redeem-fixed-term.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { createValuation } from '../../src/kernel/prices/valuation.ts';
import {
  amount,
  int4,
  int8,
  rate,
  text,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { ownerOf } from './database.ts';
import { spotDependencies, WEDNESDAY_NOON } from './market.ts';

const insert = defineQuery({
  name: 'test.insertFixedTerm',
  text: `with given as (
      select jsonb_build_object('name', 'Test term', 'asset', $1::text, 'content', '{"en": "A term."}'::jsonb, 'termDays', $2::int,
        'dailyRate', $3::numeric, 'payoutMinute', $4::int, 'penaltyRatio', $5::numeric, 'feeRatio', $6::numeric,
        'orderMin', $7::numeric, 'orderMax', $8::numeric) as terms
    )
    insert into fixed_terms
    select product.* from given cross join lateral jsonb_populate_record(null::fixed_terms, product_columns(terms) || jsonb_build_object(
      'id', product_begin('earn', terms, $10, $9::text = 'open'), 'version', 1, 'state', $9::text,
      'created_at', $10::timestamptz, 'updated_at', $10::timestamptz)) product
    returning id`,
  params: [text, int4, rate, int4, rate, rate, amount, amount, text, timestamptz],
  row: { id: int8 },
});

/** The example of docs/features/products/products.md, paid at 14:00. */
const usual = {
  asset: 'USDT',
  termDays: 60,
  dailyRate: '0.00035',
  payoutMinute: 14 * 60,
  penaltyRatio: '0.05',
  feeRatio: '0.001',
  orderMin: '100',
  orderMax: '50000',
  state: 'open',
};
export type FixedTermTerms = typeof usual;

/** Returns the id of a product on sale, unless changed. */
export function openFixedTerm(
  database: Database,
  over: Partial<FixedTermTerms> = {},
): Promise<number> {
  const terms = { ...usual, ...over };
  return ownerOf(database).transaction(async (tx) => {
    const { id } = await tx.one(insert, [
      terms.asset,
      terms.termDays,
      decimal<Rate>(terms.dailyRate),
      terms.payoutMinute,
      decimal<Rate>(terms.penaltyRatio),
      decimal<Rate>(terms.feeRatio),
      decimal<Amount>(terms.orderMin),
      decimal<Amount>(terms.orderMax),
      terms.state,
      WEDNESDAY_NOON,
    ]);
    return id;
  });
}

/** The dependencies of products, with prices set by the test. */
export async function productFloor(database: Database, clock: Clock) {
  const floor = await spotDependencies(database, clock);
  const valuation = createValuation(floor);
  const worthOf = (asset: string, value: Amount) =>
    valuation.worth(asset, value, (symbol) => floor.prices.latest(symbol)?.price);
  return { ...floor, valuation, worthOf };
}

export type ProductFloor = Awaited<ReturnType<typeof productFloor>>;

/** The result, or the code and detail of the refusal. */
export async function outcomeOf<T extends object>(
  work: Promise<T>,
): Promise<T | ({ code: number } & Refusal['detail'])> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, ...error.detail };
    throw error;
  }
}

export const keyOf = (memberId: number, key: string | undefined, request: string) =>
  key === undefined ? undefined : { memberId, key, requestHash: request };

export function buyTerm(
  floor: ProductFloor,
  input: { memberId: number; productId: number; principal: string; key?: string },
) {
  const { key, ...rest } = input;
  return outcomeOf(
    buyFixedTerm(floor, { ...rest, key: keyOf(rest.memberId, key, input.principal) }),
  );
}

export function redeemTerm(
  floor: ProductFloor,
  input: { memberId: number; id: number; key?: string },
) {
  const { key, ...rest } = input;
  return outcomeOf(redeemFixedTerm(floor, { ...rest, key: keyOf(rest.memberId, key, 'redeem') }));
}

/** The faults that the audit finds in entries and balances, except money that a test gave without a fact. */
export function faultsOf(database: Database): Promise<string[]> {
  return database.snapshot(async (reader) => {
    const findings = [...(await auditLedger(reader)), ...(await auditEntries(reader))];
    return findings.flatMap(({ faults }) => faults).filter((fault) => !/ test:\d+ /.test(fault));
  });
}
