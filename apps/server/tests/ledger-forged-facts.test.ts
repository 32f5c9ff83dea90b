/** Forged contracts, paper money and facts of the server's own role that the database refuses (ADR 9). */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postEntries } from '../src/kernel/ledger/post-entries.ts';
import { storeDeploymentMode } from '../src/kernel/settings/deployment-mode.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';

const available = 'available' as const;
const NO_FACT = 'ledger_unfounded';
const amount = (text: string) => decimal<Amount>(text);

let fresh: FreshDatabase;
let app: Client;
let member: number;
let other: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = new Client(fresh.appTarget);
  await app.connect();
});
afterAll(async () => {
  await app.end();
  await fresh.drop();
});
beforeEach(async () => {
  member = await fundedMember(fresh.database, { USDT: '10000', BTC: '10' });
  other = await fundedMember(fresh.database, { USDT: '10000', BTC: '10' });
});

/** The constraint or code that refused the statements, which are rolled back. */
async function refusalOf(work: (tx: Tx) => Promise<unknown>): Promise<string> {
  try {
    await fresh.database.transaction(work);
    return 'done';
  } catch (error) {
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

type Statement = readonly [string, readonly unknown[]];

/** In one transaction of the server's role. */
const attempt = (...statements: Statement[]) => attemptOn(app, statements);

async function attemptOn(client: Client, statements: readonly Statement[]): Promise<string> {
  await client.query('begin');
  try {
    for (const [sql, values] of statements) await client.query(sql, [...values]);
    await client.query('commit');
    return 'done';
  } catch (error) {
    await client.query('rollback');
    const { constraint, code } = error as { constraint?: string; code?: string };
    return constraint ?? code ?? String(error);
  }
}

describe('a contract', () => {
  let world: FuturesWorld;
  beforeAll(async () => {
    world = await futuresWorld(fresh.database, WEDNESDAY_NOON);
    await world.tick('btcusdt', '64000');
  });
  afterAll(() => world.stop());

  const stakeOf = (owner: number, text: string, id: number) => ({
    kind: recordTypes.contractOpen,
    reference: `contract:${id}`,
    postings: transfer({
      from: { owner, purpose: available },
      to: { owner: exchangeAccounts.contracts, purpose: available },
      asset: 'USDT',
      amount: amount(text),
    }),
  });
  const contract = (id: number, owner: number, over: Record<string, string> = {}) => {
    const columns: Record<string, string> = {
      id: String(id),
      member_id: String(owner),
      instrument_id: '1',
      direction: '1',
      stake: '100',
      rule: '1',
      duration_s: '30',
      payout_ratio: '0.8',
      open_within_ms: '2000',
      stale_after_ms: '10000',
      terms_hash: `sha256('terms')`,
      accepted_at: 'now()',
      receipt: `''`,
      updated_at: 'now()',
      ...over,
    };
    const sql = `insert into futures_contracts (${Object.keys(columns).join()}) values (${Object.values(columns).join()})`;
    return [sql, []] as const;
  };
  const stakeSql = (
    id: number,
    owner: number,
    text: string,
    to: number = exchangeAccounts.contracts,
  ) =>
    [
      `select ledger_post('{3}', array['contract:${id}'], '{""}', array[now()], '{1,1}', '{3,3}', array[${owner}, ${to}]::bigint[], '{USDT,USDT}',
        array[-(${text}), ${text}]::numeric[], '{0,0}', '{0,0}', '{0,0}', '{0,0}', '{0,0}')`,
      [],
    ] as const;
  let id = 9_000_000;

  it('takes exactly its stake from its member, once', async () => {
    expect(await refusalOf((tx) => postEntries(tx, [stakeOf(member, '100', ++id)], 0))).toBe(
      NO_FACT,
    );
    expect(await attempt(stakeSql(++id, other, '100'), contract(id, member))).toBe(NO_FACT);
    expect(await attempt(stakeSql(++id, member, '10'), contract(id, member))).toBe(NO_FACT);
    expect(await attempt(stakeSql(++id, member, '-100'), contract(id, member))).toBe(NO_FACT);
    expect(await attempt(contract(++id, member))).toBe('futures_stake_paid');
    expect(
      await attempt(
        stakeSql(++id, member, '100'),
        contract(id, member),
        stakeSql(id, member, '100'),
      ),
    ).toBe('ledger_entries_once');
    expect(await attempt(stakeSql(++id, member, '100'), contract(id, member))).toBe('done');
  });

  it('pays its stake to the account of contracts alone', async () => {
    for (const to of [exchangeAccounts.contractPayouts, exchangeAccounts.fees, other]) {
      const booked = await attempt(stakeSql(++id, member, '100', to), contract(id, member));
      expect([to, booked]).toEqual([to, NO_FACT]);
    }
  });

  it('cannot be inserted as an ended one', async () => {
    const ended = {
      status: '3',
      reason: '1',
      payout: '100',
      settled_at: 'now()',
    };
    expect(await attempt(stakeSql(++id, member, '100'), contract(id, member, ended))).toBe(
      'futures_contracts_begin_pending',
    );
  });

  it('pays its result to its own member, once, and not before its end', async () => {
    const { order } = await world.place({ memberId: member });
    const pay = (owner: number, principal: string, gain: string, remainder = '0') =>
      attempt([
        `select ledger_pay_out('USDT', 'contract', -9, -2, 19::smallint, 4::smallint, now(), array[$1::bigint], array[$2::bigint], '{1}',
          array[$3::numeric], array[$4::numeric], array[$5::numeric])`,
        [owner, order.ID, principal, gain, remainder],
      ]);
    expect(await pay(member, '100', '80')).toBe(NO_FACT);
    world.clock.advance(1_000);
    await world.tick('btcusdt', '64001');
    await world.futures.stop?.();
    // Settled as by the scheduler, and not paid yet.
    for (let second = 0; second < 30; second += 1) {
      world.clock.advance(1_000);
      await world.price('btcusdt', '64002');
    }
    const ended = await attempt([
      `update futures_contracts set status = 2, outcome = 1, payout = 180, profit = 80, settled_at = now(),
        close_seq = open_seq + 1, close_price = open_price + 1, close_at = open_at + interval '29 seconds' where id = $1 and open_seq is not null`,
      [order.ID],
    ]);
    expect(ended).toBe('done');
    expect(await pay(other, '100', '80')).toBe(NO_FACT);
    expect(await pay(member, '100', '1080')).toBe(NO_FACT);
    expect(await pay(member, '180', '80')).toBe(NO_FACT);
    expect(await pay(member, '100', '80', '1000')).toBe(NO_FACT);
    expect(await pay(member, '100', '80')).toBe('done');
    expect(await pay(member, '100', '80')).toBe('ledger_entries_once');
  });
});

describe('paper money', () => {
  const register = (name: string) =>
    [
      `insert into members (email, country_code, phone, password_hash, invite_code, created_at, updated_at)
        values ('${name}@tern.test', '86', '${name}', '', '${name}', now(), now())`,
      [],
    ] as const;
  const grant = (name: string) =>
    [`select grant_paper_funds(id, now()) from members where invite_code = '${name}'`, []] as const;

  it('is granted at registration, once, and in paper mode only', async () => {
    expect(await attempt(register('immediate-or-cancel'), grant('immediate-or-cancel'))).toBe(
      'done',
    );
    expect(await attempt(grant('immediate-or-cancel'))).toBe('paper_grants_at_registration');
    expect(await attempt(register('twice'), grant('twice'), grant('twice'))).toBe(
      'paper_grants_pkey',
    );
    expect(await attempt(register('late'))).toBe('done');
    expect(await attempt(grant('late'))).toBe('paper_grants_at_registration');
    expect(await attempt([`update deployment_mode set mode = 'live'`, []])).toBe('42501');
    const live = await freshDatabase();
    await storeDeploymentMode(live.owner, 'live', WEDNESDAY_NOON);
    const client = new Client(live.appTarget);
    await client.connect();
    expect(await attemptOn(client, [register('live'), grant('live')])).toBe(
      'paper_grants_at_registration',
    );
    expect(await attemptOn(client, [[`update deployment_mode set mode = 'paper'`, []]])).toBe(
      '42501',
    );
    await client.end();
    await live.drop();
  });
});

describe('facts', () => {
  const swap = (rate: string, received: string, fee = '0.01') =>
    [
      `insert into swaps (member_id, from_asset, to_asset, given, rate, spread, fee_ratio, fee, received, legs, created_at)
        values ($1, 'USDT', 'BTC', 1000, $2, 0.001, 0.001, $3, $4, '[{"symbol": "btcusdt", "seq": 1, "price": "100"}]', now())`,
      [member, rate, fee, received],
    ] as const;

  it('cannot be inserted in their final state', async () => {
    const now = `due_at, created_at, updated_at) values (${member}, 'USDT', `;
    const ended: Record<string, string> = {
      withdrawals_begin_reviewed: `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, state, ${now} 'TRC20', '', '', 2, 1, 'approved', now(), now(), now())`,
      deposits_begin_reviewed: `insert into deposits (member_id, asset, network, address, amount, fee, source, state, decided_at, ${now} 'TRC20', 'paper', 2, 1, 'member', 'completed', now(), now(), now(), now())`,
      reviews_begin_open: `insert into reviews (kind, subject_id, approvals, facts, facts_hash, state, decided_at, created_at, updated_at)
        values ('manual', 1, 1, '', '', 'approved', now(), now(), now())`,
      fiat_begin_reviewed: `insert into wires (member_id, asset, amount, email, reference, received, state, due_at, created_at, updated_at)
        values (${member}, 'USD', 1, '', 'x', 1, 'completed', now(), now(), now())`,
    };
    for (const [constraint, sql] of Object.entries(ended))
      expect(await attempt([sql, []])).toBe(constraint);
  });

  it('do not include a swap outside its own prices', async () => {
    // Each breaks one rule: a rate above the prices, more than the rate gives, less than the fee.
    expect(await attempt(swap('0.01', '9.99'))).toBe('swaps_by_prices');
    expect(await attempt(swap('0.00999', '9.99'))).toBe('swaps_by_prices');
    expect(await attempt(swap('0.00999', '9.99', '0'))).toBe('swaps_by_prices');
    expect(await attempt(swap('0.00999', '9.98'))).toBe('done');
    expect(await attempt(['update swaps set received = 1', []])).toBe('42501');
  });
});

describe('a lease', () => {
  it('never goes back to an earlier epoch, and gets another instance only in a new one', async () => {
    const lease = (set: string) =>
      [`update leases set ${set} where name = 'job.forged'`, []] as const;
    const first = `insert into leases (name, epoch, program) values ('job.forged', 7, 'first')`;
    expect(await attempt([first, []])).toBe('done');
    expect(await attempt(lease(`epoch = 6`))).toBe('leases_epoch_grows');
    expect(await attempt(lease(`epoch = 6, program = null`))).toBe('leases_epoch_grows');
    expect(await attempt(lease(`program = 'second'`))).toBe('leases_epoch_grows');
    expect(await attempt(lease(`epoch = 8, program = 'second'`))).toBe('done');
  });
});
