/** Offerings of new coins and members who may subscribe. The coin VRD has no market. */
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
import type { Database } from '../../src/platform/database/database.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { ownerOf } from './database.ts';
import { verifyMember } from './operator-decisions.ts';
import { fundedMember, type SpotDependencies, WEDNESDAY_NOON } from './market.ts';

const insert = defineQuery({
  name: 'test.insertOffering',
  text: `with given as (
      select jsonb_build_object('asset', $1::text, 'payAsset', 'USDT', 'content', '{"en": "A coin."}'::jsonb, 'supply', 50000000,
        'unitPrice', $2::numeric, 'orderMin', $3::numeric, 'orderMax', $4::numeric, 'memberMax', $5::numeric, 'cap', $6::numeric,
        'lockDays', $7::int, 'opensAt', $8::timestamptz, 'closesAt', $9::timestamptz, 'isProhibited', $10::boolean) as terms
    )
    insert into offerings
    select (jsonb_populate_record(null::offerings, product_columns(terms) || jsonb_build_object(
      'id', product_begin('offering', terms, $8, $11::text = 'open'), 'version', 1, 'state', $11::text, 'sold', 0,
      'created_at', $8::timestamptz, 'updated_at', $8::timestamptz))).* from given
    returning id`,
  params: [text, price, amount, amount, amount, amount, int4, timestamptz, timestamptz, bool, text],
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
  state: 'open',
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
      terms.state,
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

/** The new subscription, or the code and detail of the refusal. */
export async function attempt(
  deps: SpotDependencies,
  input: { memberId: number; offeringId: number; quantity: string; key?: string },
) {
  const { key, ...rest } = input;
  const request =
    key === undefined ? undefined : { memberId: input.memberId, key, requestHash: input.quantity };
  try {
    return await subscribe(deps, { ...rest, key: request });
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
