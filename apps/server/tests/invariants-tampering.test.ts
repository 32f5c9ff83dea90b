/** Each invariant has a planted fault, written with every right and all triggers off, that the next check finds (ADR 52). */
import { readFileSync } from 'node:fs';
import { type Amount, decimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariants } from '../src/audit/invariants.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { checkInvariants } from '../src/kernel/invariants/check-invariants.ts';
import { createReadOnly } from '../src/kernel/invariants/read-only.ts';
import { changeSetting } from './support/change-setting.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { moveByHand } from './support/journal.ts';
import { fundedMember, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { brokenInvariantsAfter } from './support/tampering.ts';
import { weakenedGuards } from './support/weakened-guards.ts';

let fresh: FreshDatabase;
let world: FuturesWorld;
let engines: Engines;
let member: number;
let other: number;
let lost: number;

/** Trades, a resting order, contracts, a manual credit and a changed setting. */
async function day() {
  const { owner } = fresh;
  await owner.transaction(async (tx) => {
    await moveByHand(tx, { memberId: member, asset: 'USDT', amount: decimal<Amount>('5') }, 0);
  });
  const limit = { symbol: 'bnbusdt', type: 'limit', total: undefined, key: undefined } as const;
  const order = (memberId: number, side: 'buy' | 'sell', price: string, quantity: string) =>
    placeOrder(engines, { ...limit, memberId, side, price, quantity });
  await order(member, 'buy', '490', '0.1');
  await order(other, 'sell', '490', '0.04');
  lost = (await world.place({ memberId: member })).order.ID;
  for (let second = 0; second < 32; second += 1) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', second === 0 ? '64001' : '63990');
  }
  await world.place({ memberId: member, direction: 'down' });
  world.clock.advance(1_000);
  await world.tick('btcusdt', '63985');
}

function check() {
  const { database } = fresh;
  const { clock, log, bus } = world.deps;
  const readOnly = createReadOnly({ database });
  return checkInvariants({ database, clock, log, bus, readOnly, invariants });
}

beforeAll(async () => {
  fresh = await freshDatabase();
  const { database, owner } = fresh;
  member = await fundedMember(database, { USDT: '1000' });
  other = await fundedMember(database, { USDT: '1000', BNB: '1' });
  await owner.transaction((tx) => verifyMember(tx, member));
  await changeSetting(owner, 'deposit.openMax', 3);
  world = await futuresWorld(database, WEDNESDAY_NOON);
  const deps = await spotDependencies(database, world.clock);
  engines = createEngines(deps);
  await engines.open();
  deps.tick('bnbusdt', '500');
  await world.tick('btcusdt', '64000');
  await day();
  // The first day is checked; the faults are planted into a second one, which is not.
  await check();
  deps.tick('bnbusdt', '500');
  await day();
});
afterAll(async () => {
  await engines.close();
  await world.stop();
  await fresh.drop();
});

const broken = (...statements: string[]) => brokenInvariantsAfter(fresh, ...statements);

/** Writes an entry of one member and the account for paper money, without its fact. */
const entry = (kind: number, reference: string, amount = '10') =>
  `select ledger_write(array[${kind}::smallint], array['${reference}'], array[''], array[now()], array[1, 1], array[${kind}, ${kind}]::smallint[],
    array[${member}, -7], array['USDT', 'USDT'], array[${amount}, -${amount}], array[0, 0], array[0, 0], array[0, 0], array[0, 0], array[0, 0])`;

const newest = (table: string) => `(select max(id) from ${table})`;

describe('a check of the invariants', () => {
  it('finds nothing in an honest day', async () => {
    expect(await broken()).toEqual([]);
  });

  it.each<[string, string, () => string[]]>([
    [
      'entries-sum-to-zero',
      'a posting that was raised',
      () => [
        `update ledger_postings set available = available + 1 where id = ${newest('ledger_postings')}`,
      ],
    ],
    [
      'balances-match',
      'a balance given to another member, old or new',
      () => [
        `update ledger_balances set available = available - 1 where owner_id = ${other} and asset = 'USDT'`,
        `update ledger_balances set available = available + 1 where owner_id = ${member} and asset = 'USDT'`,
      ],
    ],
    [
      'floors',
      'an exchange account that backs promises below zero',
      () => [
        'alter table ledger_balances drop constraint ledger_balances_floor',
        `insert into ledger_balances (owner_id, asset, available) values (-5, 'USDT', -1), (-2, 'ETH', 1)`,
      ],
    ],
    [
      'holds-match',
      'an open order that is gone',
      () => ['delete from spot_orders where status = 1'],
    ],
    ['entries-founded', 'a credit without its fact', () => [entry(22, 'manual:999')]],
    [
      'smallest-units',
      'a credit of less than a smallest unit',
      () => [entry(22, 'manual:999', '0.00000000001')],
    ],
    [
      'lines-as-written',
      'money moved from one member to another before it was sealed',
      () => [
        `update ledger_postings set owner_id = ${other} where owner_id = ${member} and id > ${newest('ledger_postings')} - 20`,
      ],
    ],
    [
      'trades-match',
      'a trade at another price',
      () => [`update spot_trades set price = price / 2 where id = ${newest('spot_trades')}`],
    ],
    [
      'contracts-match',
      'a lost contract turned into a win',
      () => [
        `update futures_contracts set outcome = 1, close_price = open_price + 10, profit = trunc(stake * payout_ratio, 6),
          payout = stake + trunc(stake * payout_ratio, 6) where id = ${lost}`,
      ],
    ],
    [
      'contracts-settle',
      'a lost contract turned into a win, with a price that was not reached',
      () => [
        `update futures_contracts set outcome = 1, close_price = open_price + 10, profit = trunc(stake * payout_ratio, 6),
          payout = stake + trunc(stake * payout_ratio, 6) where id = ${lost}`,
      ],
    ],
    [
      'journal-sealed',
      'a round of an engine that had been replaced',
      () => [
        `update ledger_entries set reference = regexp_replace(reference, '^(round:[0-9]+):[0-9]+:', '\\1:0:')
          where id = (select max(id) from ledger_entries where kind = 35)`,
      ],
    ],
    [
      'deposits-approved',
      'a deposit that nobody approved or saw',
      () => [
        `insert into deposits (member_id, asset, network, address, amount, fee, source, state, due_at, created_at, decided_at, updated_at)
          values (${member}, 'USDT', 'TRC20', 'T', 10, 0, 'network', 'completed', now(), now(), now(), now())`,
        entry(17, "deposit:' || (select max(id) from deposits) || '"),
      ],
    ],
    [
      'rewards-within-fees',
      'a reward for a fee that nobody paid',
      () => [
        `insert into invitation_rewards (batch_id, source, source_id, level, inviter_id, invitee_id, asset, fee, share, amount, charged_at, created_at)
          values (77, 'trade', ${newest('spot_trades')}, 1, ${member}, ${other}, 'USDT', 100, 0.1, 10, now(), now())`,
        entry(13, 'reward:77'),
      ],
    ],
    [
      'two-people',
      'money moved by one operator',
      () => [
        `insert into manual_entries (member_id, side, asset, amount, reason, proposed_by, created_at)
          values (${member}, 'credit', 'USDT', 10, 'mine', (select min(id) from operators), now())`,
        entry(22, "manual:' || (select max(id) from manual_entries) || '"),
      ],
    ],
    [
      'terms-approved',
      'a setting that was changed',
      () => [`update settings set value = '9' where key = 'deposit.openMax'`],
    ],
    [
      'operators-agreed',
      'three people whom nobody agreed to add',
      () => [
        `insert into operators (login, password_hash, roles, created_at)
          select 'eve ' || n, 'x', '{reviewer,approver}', now() from generate_series(1, 3) n`,
      ],
    ],
    [
      'audit-log',
      'a log entry without its link',
      () => [
        `insert into audit_log (operator_login, action, subject, reason, detail, address, is_shown, created_at)
          values ('', 'member.verify', '', '', '{}', '', true, now())`,
      ],
    ],
  ])('finds by %s %s', async (id, _fault, statements) => {
    expect(await broken(...statements())).toContain(id);
  });

  it('finds nothing once a balance was set back by the line of the page about it', async () => {
    const raise = `update ledger_balances set available = available + 1 where owner_id = ${other} and asset = 'USDT'`;
    expect(await broken(raise)).toContain('balances-match');
    const page = new URL('../../../docs/runbooks/TernReadOnly.md', import.meta.url);
    const [, line = ''] =
      /-c "(update ledger_balances [^"]+)"/.exec(readFileSync(page, 'utf8')) ?? [];
    const setBack = line.replace('OWNER', String(other)).replace('ASSET', 'USDT');
    expect(await broken(raise, setBack)).toEqual([]);
  });

  it('finds nothing once a changed line was looked at, by the line of the page about it', async () => {
    const change = `update ledger_postings set kind = kind where id = ${newest('ledger_postings')}`;
    expect(await broken(change)).toContain('lines-as-written');
    const page = new URL('../../../docs/runbooks/TernReadOnly.md', import.meta.url);
    const [, line = ''] =
      /-c "(update ledger_origin [^"]+)"/.exec(readFileSync(page, 'utf8')) ?? [];
    expect(await broken(change, line)).toEqual([]);
  });

  it.each(weakenedGuards)('finds %s', async (_name, sql) => {
    expect(await broken(sql)).toEqual(['guards']);
  });

  it('has a planted fault for every invariant', () => {
    // Those of new coins are planted in offering-tampering.test.ts, where coins are sold; those of replays and of books in
    // memory in spot-replay.test.ts, where members trade with each other, more of the public log in invariants-sealed.test.ts; that of
    // real money is in live-money.test.ts.
    expect(invariants).toHaveLength(21);
  });
});
