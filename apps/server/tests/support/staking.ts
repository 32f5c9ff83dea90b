/** Products of mining and staking, a funded exchange, and members who buy, with prices set by the test. */
import { decimal, type Price } from '@tern/money';
import { auditEntries } from '../../src/audit/entries.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { buyShare, buyUnits } from '../../src/features/products/staking/buy-machine.ts';
import { stakingKind } from '../../src/features/products/staking/catalogue.ts';
import { giveUpMachines } from '../../src/features/products/staking/give-up-machines.ts';
import { redeemStaking } from '../../src/features/products/staking/redeem-staking.ts';
import { refundShare } from '../../src/features/products/staking/refund-share.ts';
import { readTerms, type TermsDocument } from '../../src/kernel/products/term-fields.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { bool, int4, int8, jsonb, timestamptz } from '../../src/platform/database/columns.ts';
import { type Clock, isoTime } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { ownerOf } from './database.ts';
import { fundTreasury } from './fund-treasury.ts';
import { spotDependencies, WEDNESDAY_NOON } from './market.ts';

const begin = defineQuery({
  name: 'test.beginStakingProduct',
  text: 'select staking_begin($1, $2, $3) as id',
  params: [jsonb<object>(), timestamptz, bool],
  row: { id: int8 },
});

/** A sole machine with a constant coin amount. */
const sole = {
  kind: 'sole',
  name: 'Rig',
  content: { en: 'A machine.' },
  asset: 'BTC',
  payAsset: 'USDT',
  unitPrice: '100',
  dailyRate: null as string | null,
  dailyOutput: '0.00001' as string | null,
  freezesOutput: false,
  termDays: 30,
  payoutMinute: 0,
  penaltyRatio: '0',
  orderMax: 10,
  tokenAsset: null as string | null,
  tokenMin: '0',
  shares: null as string | null,
  listedAt: WEDNESDAY_NOON - DAY_MS,
  isOpen: true,
};
export type ProductOver = Partial<typeof sole>;

/** Terms to start from. */
const kinds = {
  sole: {},
  shared: {
    kind: 'shared',
    unitPrice: '2500',
    dailyOutput: '0.000128',
    orderMax: 1,
    shares: '40|60',
    termDays: 365,
  },
  /** Pays a constant value in ETH. */
  value: { asset: 'ETH', dailyOutput: null, dailyRate: '0.00118' },
  /** Returns its principal; pays USDT. */
  staking: {
    kind: 'staking',
    asset: 'USDT',
    dailyOutput: null,
    dailyRate: '0.00035',
    penaltyRatio: '0.05',
    termDays: 60,
  },
} as const satisfies Record<string, object>;

/** A listed product; returns its id. */
export function listProduct(
  database: Database,
  kind: keyof typeof kinds,
  over: ProductOver = {},
): Promise<number> {
  const { isOpen, listedAt, ...terms } = { ...sole, ...(kinds[kind] as ProductOver), ...over };
  return ownerOf(database).transaction(async (tx) => {
    const document = { ...terms, listedAt: isoTime(listedAt) };
    const { id } = await tx.one(begin, [document, WEDNESDAY_NOON, isOpen]);
    return id;
  });
}

const addVersion = defineQuery({
  name: 'test.addVersion',
  text: `with earlier as (
      update product_versions set state = 'replaced' where product_id = $1 and state = 'inForce' returning version, terms
    )
    insert into product_versions (product_id, version, terms, is_open, state, effective_at, is_beginning, created_at, updated_at)
    select $1, version + 1, terms || $2, $3, 'inForce', $4, true, $4, $4 from earlier returning version, terms`,
  params: [int8, jsonb<object>(), bool, timestamptz],
  row: { version: int4, terms: jsonb<TermsDocument>() },
});

/** Changes the terms of a product as an approved version does. */
export function changeProduct(
  floor: StakingFloor,
  id: number,
  { isOpen = true, ...change }: ProductOver,
): Promise<void> {
  const kind = stakingKind(floor);
  return ownerOf(floor.database).transaction(async (tx) => {
    const at = floor.clock.now();
    const { version, terms } = await tx.one(addVersion, [id, change, isOpen, at]);
    const read = readTerms(kind.fields, terms);
    if (read.terms === undefined) throw new Error(JSON.stringify(read.problems));
    await kind.put(tx, { id, version, isOpen, terms: read.terms, at });
  });
}

/** Gives the exchange what it may promise. */
export async function fundYields(database: Database, funds: Record<string, string>): Promise<void> {
  for (const [asset, given] of Object.entries(funds)) {
    await fundTreasury(database, 'yields', asset, given);
  }
}

/** The dependencies of the feature. `setPrice` is the price of a market from a time on. */
export async function stakingFloor(database: Database, clock: Clock) {
  const floor = await spotDependencies(database, clock);
  const history = new Map<string, { at: number; price: Price }[]>();
  return {
    ...floor,
    history: {
      priceAt: async (_reader: unknown, symbol: string, at: number) =>
        history.get(symbol)?.findLast((each) => each.at <= at)?.price,
    },
    /** A price at a time, known immediately. */
    setPrice(symbol: string, price: string, at = clock.now()) {
      const prices = history.get(symbol) ?? [];
      prices.push({ at, price: decimal<Price>(price) });
      history.set(symbol, prices);
      floor.tick(symbol, price);
    },
  };
}

export type StakingFloor = Awaited<ReturnType<typeof stakingFloor>>;

/** Gives up machines as an account that is to be closed does. */
export const tryGiveUp = (floor: StakingFloor, given: { memberId: number; ids: number[] }) =>
  outcomeOf(() =>
    floor.database.transaction((tx) => giveUpMachines(tx, { ...given, at: floor.clock.now() })),
  );

type Attempted = { memberId: number; key?: string };

/** The answer, or the code and detail of the refusal. */
async function outcomeOf<T>(act: () => Promise<T>) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, ...error.detail };
    throw error;
  }
}

const keyOf = ({ memberId, key }: Attempted, requestHash: string) =>
  key === undefined ? undefined : { memberId, key, requestHash };

export function tryUnits(
  floor: StakingFloor,
  input: Attempted & { productId: number; units: string | number },
) {
  const key = keyOf(input, `units ${input.productId} ${input.units}`);
  return outcomeOf(() => buyUnits(floor, { ...input, key }));
}

export function tryShare(
  floor: StakingFloor,
  input: Attempted & { productId: number; percent: number; shares?: string },
) {
  const key = keyOf(input, `share ${input.productId} ${input.percent}`);
  return outcomeOf(() => buyShare(floor, { shares: '40|60', ...input, key }));
}

export function tryRedeem(floor: StakingFloor, input: Attempted & { orderId: number }) {
  const key = keyOf(input, `redeem ${input.orderId}`);
  return outcomeOf(() => redeemStaking(floor, { ...input, key }));
}

export function tryRefund(floor: StakingFloor, input: Attempted & { orderId: number }) {
  const key = keyOf(input, `refund ${input.orderId}`);
  return outcomeOf(() => refundShare(floor, { ...input, key }));
}

/** The faults that the audit finds in entries and balances. */
export function faultsOf(database: Database): Promise<string[]> {
  return database.snapshot(async (reader) => {
    const findings = [...(await auditLedger(reader)), ...(await auditEntries(reader))];
    return findings.flatMap(({ faults }) => faults);
  });
}
