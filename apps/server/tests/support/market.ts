/** A clock, a price and funded members for tests of trading. */
import { decimal, type Price } from '@tern/money';
import { residenceOf } from '../../src/features/account/identity/index.ts';
import { createProductRules } from '../../src/kernel/products/withheld.ts';
import { loadAssets } from '../../src/kernel/catalog/assets.ts';
import { loadInstruments } from '../../src/kernel/catalog/instruments.ts';
import { createMarketTape } from '../../src/kernel/prices/market-tape.ts';
import { createReferencePriceBoard } from '../../src/kernel/prices/reference-prices.ts';
import { createOrderMeter } from '../../src/features/trading/spot/instances/order-metrics.ts';
import { createSoleLeases } from '../../src/kernel/leases/leases.ts';
import { type Bus, createLocalBus } from '../../src/platform/bus.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { int8, nullable, text, timestamptz } from '../../src/platform/database/columns.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { createLog } from '../../src/platform/log.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { ownerOf } from './database.ts';
import { grantFunds } from './journal.ts';
import { withPlainMessages } from './plain-json.ts';

/** A clock that only the test moves. */
export interface ManualClock extends Clock {
  set(at: number): void;
  advance(ms: number): void;
}

/** A Wednesday noon, when every market is open. */
export const WEDNESDAY_NOON = Date.parse('2026-11-18T12:00:00Z');

export function manualClock(at = WEDNESDAY_NOON): ManualClock {
  let time = at;
  return {
    now: () => time,
    set: (next) => {
      time = next;
    },
    advance: (ms) => {
      time += ms;
    },
  };
}

const insertMember = defineQuery({
  name: 'test.insertMember',
  text: `insert into members (email, country_code, phone, phone_proven_at, password_hash, invite_code, invited_by, created_at, updated_at)
    values ($1, '86', $2, $3, 'none', $1, $4, $3, $3) returning id`,
  params: [text, text, timestamptz, nullable(int8)],
  row: { id: int8 },
});

let count = 0;

/** A member with paper funds: amounts by asset, as decimal text; perhaps invited by another. */
export async function fundedMember(
  database: Database,
  funds: Record<string, string>,
  invitedBy: number | null = null,
): Promise<number> {
  count += 1;
  const name = `member-${process.pid}-${count}@tern.test`;
  const phone = `139${String(count).padStart(8, '0')}`;
  return ownerOf(database).transaction(async (tx) => {
    const { id } = await tx.one(insertMember, [name, phone, WEDNESDAY_NOON, invitedBy]);
    await grantFunds(tx, { memberId: id, funds }, WEDNESDAY_NOON);
    return id;
  });
}

/** With the countries that settings start with, and the residence that documents prove. */
const usualProductRules = createProductRules({
  settings: { read: (setting) => setting.fallback },
  mode: 'paper',
  residenceOf,
});

/** The dependencies of the spot feature, with prices set by the test. */
export async function spotDependencies(database: Database, clock: Clock) {
  const log = createLog('silent');
  const prices = createReferencePriceBoard();
  let seq = 0;
  return {
    database,
    clock,
    random: systemRandom,
    log,
    bus: withPlainMessages(createLocalBus((error) => log.error(error))) as Bus,
    leases: createSoleLeases(),
    assets: await loadAssets(database),
    instruments: await loadInstruments(database),
    prices,
    tape: createMarketTape(),
    meter: createOrderMeter().meter,
    mode: 'paper' as const,
    bankAccounts: new Map<string, string>(),
    readOnly: { since: () => undefined },
    noteSold: () => undefined,
    productRules: usualProductRules,
    /** A reference tick now. */
    tick(symbol: string, price: string) {
      seq += 1;
      prices.publish({ symbol, price: decimal<Price>(price), at: clock.now(), seq });
    },
  };
}

export type SpotDependencies = Awaited<ReturnType<typeof spotDependencies>>;
