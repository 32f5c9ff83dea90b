/** Offerings of new coins and members who may subscribe, with prices set by the test. */
import type { Amount, Price } from '@tern/money';
import { decimal } from '@tern/money';
import { auditEntries } from '../../src/audit/entries.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { subscribe } from '../../src/features/offering/subscribe-offering.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import {
  amount,
  bool,
  int4,
  int8,
  price,
  text,
  timestamptz,
} from '../../src/platform/database/columns.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { ownerOf } from './database.ts';
import { verifyMember } from './operator-decisions.ts';
import { fundedMember, tradingFloor, WEDNESDAY_NOON } from './market.ts';

/** A coin without a market. */
const newCoin = defineStatement({
  name: 'test.newCoin',
  text: `insert into assets (id, code, name, kind, scale) values (901, 'VRD', 'Verdin', 'crypto', 8) on conflict do nothing`,
  params: [],
});

const insert = defineQuery({
  name: 'test.insertOffering',
  text: `with terms as (select jsonb_build_object('asset', $1::text, 'payAsset', 'USDT', 'content', '', 'supply', 50000000,
        'unitPrice', $2::numeric, 'orderMin', $3::numeric, 'orderMax', $4::numeric, 'memberMax', $5::numeric, 'cap', $6::numeric,
        'lockDays', $7::int, 'opensAt', $8::timestamptz, 'closesAt', $9::timestamptz,
        'isProhibited', $10::boolean) as terms
    )
    insert into offerings (id, version, state, asset, pay_asset, content, supply, unit_price, order_min, order_max, member_max, cap,
      lock_days, opens_at, closes_at, is_prohibited, created_at, updated_at)
    select product_begin('offering', terms, $8), 1, 'open', $1, 'USDT', '', 50000000, $2, $3, $4, $5, $6, $7, $8, $9,
      $10, $8, $8 from terms returning id`,
  params: [text, price, amount, amount, amount, amount, int4, timestamptz, timestamptz, bool],
  row: { id: int8 },
});

const usual = {
  asset: 'VRD',
  unitPrice: '0.24',
  orderMin: '10',
  orderMax: '1000',
  memberMax: '1500',
  cap: '4000',
  lockDays: 49,
  opensAt: WEDNESDAY_NOON - DAY_MS,
  closesAt: WEDNESDAY_NOON + DAY_MS,
  isProhibited: false,
};

/** An open offering, unless changed; returns its id. */
export function openOffering(
  database: Database,
  over: Partial<typeof usual> = {},
): Promise<number> {
  const terms = { ...usual, ...over };
  return ownerOf(database).transaction(async (tx) => {
    const { id } = await tx.one(insert, [
      terms.asset,
      decimal<Price>(terms.unitPrice),
      decimal<Amount>(terms.orderMin),
      decimal<Amount>(terms.orderMax),
      decimal<Amount>(terms.memberMax),
      decimal<Amount>(terms.cap),
      terms.lockDays,
      terms.opensAt,
      terms.closesAt,
      terms.isProhibited,
    ]);
    return id;
  });
}

/** A verified member with this much USDT. */
export async function subscriber(database: Database, usdt: string): Promise<number> {
  const memberId = await fundedMember(database, { USDT: usdt });
  await ownerOf(database).transaction((tx) => verifyMember(tx, memberId));
  return memberId;
}

/** The dependencies of the feature; one of the assets, VRD, has no market. */
export async function offeringFloor(database: Database, clock: Clock) {
  await ownerOf(database).transaction((tx) => tx.run(newCoin, []));
  return tradingFloor(database, clock);
}

export type OfferingFloor = Awaited<ReturnType<typeof offeringFloor>>;

/** The new subscription, or the code and detail of the refusal. */
export async function attempt(
  floor: OfferingFloor,
  input: { memberId: number; offeringId: number; quantity: string; key?: string },
) {
  const { key, ...rest } = input;
  const request =
    key === undefined ? undefined : { memberId: input.memberId, key, requestHash: input.quantity };
  try {
    return await subscribe(floor, { ...rest, key: request });
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, ...error.detail };
    throw error;
  }
}

/** The faults that the audit finds in entries and balances. */
export function faultsOf(database: Database): Promise<string[]> {
  return database.snapshot(async (reader) => {
    const findings = [...(await auditLedger(reader)), ...(await auditEntries(reader))];
    return findings.flatMap(({ faults }) => faults);
  });
}
