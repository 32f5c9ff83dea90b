/** The record of a market: each command has a number, and orders, trades and the public log follow from it (ADR 99). */
import { readFileSync } from 'node:fs';
import { readLine } from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOrderRecord } from '../src/audit/order-record.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { sealCommands } from '../src/features/trading/spot/record/seal-commands.ts';
import { createPublicLog, type PublicLog } from '../src/features/proof/public-log/index.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { failedRulesOf, withoutGuards } from './support/tampering.ts';

const REPLAYED = 'the numbered commands of each market replay to its orders and trades';
const SEALED = 'every number of a market is in the public log as it was';

const clock = manualClock(WEDNESDAY_NOON);
let fresh: FreshDatabase;
let engines: Engines;
let publicLog: PublicLog;
let deps: Awaited<ReturnType<typeof spotDependencies>>;
let members: number[];

type Terms = {
  side: 'buy' | 'sell';
  price?: string;
  quantity: string;
  timeInForce?: 'post-only' | 'fill-or-kill' | 'immediate-or-cancel';
};

const place = (member: number, { side, price, quantity, timeInForce }: Terms) =>
  placeOrder(engines, {
    memberId: members[member]!,
    symbol: 'bnbusdt',
    side,
    type: price === undefined ? 'market' : 'limit',
    price,
    quantity: price === undefined && side === 'buy' ? undefined : quantity,
    total: price === undefined && side === 'buy' ? quantity : undefined,
    timeInForce,
    key: undefined,
  });
const market = () => engines.find('bnbusdt')!;
const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow();

/** Everything that a record can hold, in two lives of the engine. */
async function day(): Promise<void> {
  deps.tick('bnbusdt', '500');
  const first = await place(0, { side: 'buy', price: '499', quantity: '0.3' });
  await place(1, { side: 'buy', price: '499', quantity: '0.1' });
  // Quotes that match nothing are not recorded by themselves.
  deps.tick('bnbusdt', '500.5');
  await place(2, { side: 'buy', quantity: '60' });
  await place(2, { side: 'sell', quantity: '0.02' });
  await place(0, { side: 'sell', price: '505', quantity: '0.2', timeInForce: 'post-only' });
  await place(0, { side: 'buy', price: '505', quantity: '0.1', timeInForce: 'post-only' });
  await place(0, { side: 'buy', price: '506', quantity: '9', timeInForce: 'fill-or-kill' });
  await refused(place(1, { side: 'buy', price: '499', quantity: '900' }));
  await market().submit({
    kind: 'amend',
    memberId: members[0]!,
    orderId: first.order.ID,
    limitPrice: undefined,
    quantity: 250_000_000_000_000_000n as never,
    key: undefined,
  });
  // The exchange withdraws its quotes: members trade with each other.
  clock.advance(60_000);
  await place(2, { side: 'sell', price: '498', quantity: '0.28' });
  // One member's own order is next: the rest is dropped.
  await place(1, { side: 'sell', price: '498', quantity: '0.2' });
  await refused(
    market().submit({
      kind: 'cancel',
      memberId: members[2]!,
      orderId: first.order.ID,
      key: undefined,
    }),
  );
  // New quotes take what rests across their price.
  deps.tick('bnbusdt', '510');
  await place(1, { side: 'sell', price: '520', quantity: '0.1' });
}

beforeAll(async () => {
  fresh = await freshDatabase();
  deps = await spotDependencies(fresh.database, clock);
  members = [];
  for (let count = 0; count < 3; count += 1) {
    members.push(await fundedMember(fresh.database, { USDT: '100000', BNB: '10' }));
  }
  const secretBox = createSecretBox(Buffer.alloc(32, 1));
  publicLog = createPublicLog({ ...deps, secretBox, publicUrl: 'http://tern.test' });
  await publicLog.start?.();
  engines = createEngines(deps);
  await engines.open();
  await day();
  await sealCommands({ ...deps, publicLog });
  await engines.close();
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines(deps);
  await engines.open();
  await day();
  await sealCommands({ ...deps, publicLog });
});
afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

const recorded = defineQuery({
  name: 'test.recorded',
  text: `select first_number, last_number, lines from spot_commands where instrument_id = (select id from instruments where symbol = 'bnbusdt') order by last_number`,
  params: [],
  row: { firstNumber: int8, lastNumber: int8, lines: text },
});

const failedAfter = (...statements: string[]) =>
  failedRulesOf((database: Database) => database.snapshot(auditOrderRecord), fresh, statements);

describe('the record of a market', () => {
  it('numbers every command without a gap, and what is refused too', async () => {
    const rows = await fresh.database.many(recorded, []);
    const lines = rows.flatMap((row) => row.lines.split('\n').map(readLine));
    expect(rows.at(-1)!.lastNumber).toBe(lines.length);
    const kinds = lines.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['terms', 'quotes', 'place', 'amend', 'cancel']));
    expect(kinds.filter((kind) => kind === 'terms')).toHaveLength(2);
    expect(lines.filter(({ rest }) => rest.includes('!')).map(({ kind }) => kind)).toContain(
      'cancel',
    );
    // Its own order, the one of number 3, is next.
    expect(lines.some(({ kind, rest }) => kind === 'place' && /\|\d+\|$/.test(rest))).toBe(true);
  });

  it('replays to its orders and trades, and the public log has every number', async () => {
    const findings = await fresh.database.snapshot(auditOrderRecord);
    expect(findings.map(({ rule, faults }) => [rule, faults])).toEqual([
      [REPLAYED, []],
      [SEALED, []],
    ]);
    expect(findings[0]!.checked).toBeGreaterThan(20);
  });

  it.each([
    [
      'a trade of another price',
      `update spot_trades set price = price + 0.1 where id = (select max(id) from spot_trades)`,
    ],
    [
      'a trade that is gone',
      `delete from spot_trades where id = (select min(id) from spot_trades)`,
    ],
    [
      'a trade with another order',
      `update spot_trades set maker_order_id = (select max(id) from spot_orders) where id = (select min(id) from spot_trades where maker_order_id is not null)`,
    ],
    [
      'an order with another number',
      `update spot_orders set number = number + 1 where id = (select min(id) from spot_orders)`,
    ],
    [
      'an order that is open',
      `update spot_orders set status = 1 where id = (select max(id) from spot_orders where status = 3 and type = 1)`,
    ],
    [
      'an order without a number',
      `update spot_orders set number = null where id = (select max(id) from spot_orders where status = 3)`,
    ],
  ])('does not fit %s', async (_name, statement) => {
    expect(await failedAfter(statement)).toEqual([REPLAYED]);
  });

  it.each([
    [
      'a line that is gone',
      `first_number = first_number + 1, lines = substr(lines, strpos(lines, chr(10)) + 1) where lines like '%' || chr(10) || '%'`,
    ],
    ['another quantity', `lines = replace(lines, '|0.28|', '|0.27|')`],
    [
      'another owner',
      String.raw`lines = regexp_replace(lines, 'place\|(\d+)\|\d+\|', 'place|\1|1|')`,
    ],
    [
      'a batch that is gone',
      `instrument_id = 999 where last_number = (select last_number from spot_commands order by last_number desc offset 2 limit 1)`,
    ],
    ['another secret', 'secret = substring(sha256(secret) for 16)'],
  ])('is found to have %s', async (_name, change) => {
    expect(await failedAfter(`update spot_commands set ${change}`)).toContain(REPLAYED);
  });

  it('cannot be changed or skipped by the server', async () => {
    const statement = (name: string, sql: string) =>
      defineStatement({ name: `test.${name}`, text: sql, params: [] });
    const attempts = [
      statement('dropRecord', 'delete from spot_commands'),
      statement('changeRecord', `update spot_commands set lines = ''`),
      statement('skipNumbers', 'update spot_engines set last_number = last_number + 1'),
      statement(
        'forgeRecord',
        `insert into spot_commands select instrument_id, last_number + 1, last_number + 1, at, secret, root, 'wait|0|||' from spot_commands`,
      ),
    ];
    for (const each of attempts) {
      await expect(fresh.database.transaction((tx) => tx.run(each, []))).rejects.toThrow(
        'permission denied',
      );
    }
    const again = statement(
      'sealAgain',
      `insert into spot_command_seals select instrument_id, 1, last_number, 0 from spot_command_seals`,
    );
    await expect(fresh.database.transaction((tx) => tx.run(again, []))).rejects.toMatchObject({
      constraint: 'spot_command_seals_follow',
    });
  });

  it('is sealed as it was', async () => {
    expect(
      await failedAfter(
        `update public_log_entries set entry = overlay(entry placing 'A'::bytea from 60) where entry like 'tern statements 1%'::bytea`,
      ),
    ).toEqual([SEALED]);
    expect(
      await failedAfter(
        `delete from spot_command_seals where last_number = (select max(last_number) from spot_command_seals)`,
      ),
    ).toEqual([SEALED]);
  });
});

describe('the record of a market that was there before', () => {
  it('begins with the orders that rest', async () => {
    const sql = readFileSync(
      new URL('../migrations/2390-order-record.sql', import.meta.url),
      'utf8',
    );
    const [, begin] = /-- The record begins with(?:.*)\n([\s\S]*)\ndrop function spot_write;/.exec(
      sql,
    )!;
    await engines.close();
    await withoutGuards(
      fresh,
      `delete from spot_commands; delete from spot_command_seals; update spot_engines set last_number = 0; update spot_orders set number = null; ${begin}`,
    );
    deps = await spotDependencies(fresh.database, clock);
    engines = createEngines(deps);
    await engines.open();
    await day();
    await sealCommands({ ...deps, publicLog });
    const rows = await fresh.database.many(recorded, []);
    expect(rows[0]!.lines).toMatch(
      /^start\|0\|\|\|\d+\n(?:kept\|0\|\d+\|\d+\|\w+\|limit\|\d+\|0.1\|0\n?)+$/,
    );
    const [replayed] = await fresh.database.snapshot(auditOrderRecord);
    expect(replayed!.faults).toEqual([]);
  });
});
