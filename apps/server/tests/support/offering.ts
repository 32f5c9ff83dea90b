/** Offerings of new coins and members who may subscribe. The coin VRD has no market. */
import { auditEntries } from '../../src/audit/entries.ts';
import { auditLedger } from '../../src/audit/ledger.ts';
import { subscribe } from '../../src/features/products/offering/subscribe-offering.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { bool, int8, jsonb, timestamptz } from '../../src/platform/database/columns.ts';
import { isoTime } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { ownerOf } from './database.ts';
import { verifyMember } from './operator-decisions.ts';
import { fundTreasury } from './fund-treasury.ts';
import { fundedMember, type SpotDependencies, WEDNESDAY_NOON } from './market.ts';

const begin = defineQuery({
  name: 'test.beginOffering',
  text: 'select offering_begin($1, $2, null, $3) as id',
  params: [jsonb<object>(), timestamptz, bool],
  row: { id: int8 },
});

const usual = {
  asset: 'VRD',
  payAsset: 'USDT',
  content: { en: 'A coin.' },
  supply: '50000000',
  unitPrice: '0.24',
  orderMin: '10',
  orderMax: '1000',
  memberMax: '1500',
  cap: '4000',
  lockDays: 49,
  opensAt: WEDNESDAY_NOON - DAY_MS,
  closesAt: WEDNESDAY_NOON + DAY_MS,
  isProhibited: false,
  isOpen: true,
};

/** An open offering, unless changed, with the coins that it sells; returns its id. `coins`: as many instead. */
export async function openOffering(
  database: Database,
  { coins, ...over }: Partial<typeof usual> & { coins?: string } = {},
): Promise<number> {
  const { opensAt, closesAt, isOpen, ...terms } = { ...usual, ...over };
  const funded = coins ?? terms.cap;
  if (funded !== '0') await fundTreasury(database, 'offerings', terms.asset, funded);
  const window = { opensAt: isoTime(opensAt), closesAt: isoTime(closesAt) };
  return ownerOf(database).transaction(async (tx) => {
    const { id } = await tx.one(begin, [{ ...terms, ...window }, opensAt, isOpen]);
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
