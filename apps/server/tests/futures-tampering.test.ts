import { type EvidenceBundle, verifyBundle } from '@tern/proofs';
import { futuresCalls } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineStatement } from '../src/platform/database/query.ts';
import { changeSetting } from './support/change-setting.ts';
import { logTrustOf } from './support/open-public-log.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';
import { freezeMember } from './support/members.ts';
import { publicKeysQuery } from './support/public-keys.ts';

let fresh: FreshDatabase;
let world: FuturesWorld;
let start = WEDNESDAY_NOON;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

beforeEach(async () => {
  start += 20 * 60_000;
  world = await futuresWorld(fresh.database, start - 1);
  world.clock.set(start);
  await world.tick('btcusdt', '64000');
  return () => world.stop();
});

let attempts = 0;

/** Attempts with the rights of the server. */
async function forge(statement: string, database = fresh.database): Promise<number> {
  attempts += 1;
  const query = defineStatement({ name: `test.rigged${attempts}`, text: statement, params: [] });
  return database.transaction((tx) => tx.run(query, []));
}

/** Buy up at 64,000.1, opened a second ago, due in 29 seconds and not settled. */
async function running(): Promise<{ memberId: number; id: number }> {
  const memberId = await fundedMember(fresh.database, { USDT: '1000' });
  const { order } = await world.place({ memberId });
  world.clock.advance(1_000);
  await world.tick('btcusdt', '64000.1');
  world.clock.advance(1_000);
  await world.tick('btcusdt', '64000.2');
  return { memberId, id: order.ID };
}

interface Ending {
  status?: number;
  outcome?: number;
  reason?: number;
  price?: string;
  at?: string;
  payout?: string;
  profit?: string;
}

const endOf = (id: number, ending: Ending) => {
  const { status = 2, outcome = 1, reason = 0, price = '+ 1', at = 'due_at' } = ending;
  const { payout = '180', profit = '80' } = ending;
  return `with gone as (delete from futures_waiting where id = ${id})
    update futures_contracts set status = ${status}, outcome = ${outcome}, reason = ${reason}, close_seq = open_seq + 29,
      close_price = open_price ${price}, close_at = ${at}, payout = ${payout}, profit = ${profit}, settled_at = due_at
    where id = ${id}`;
};

describe('the database refuses', () => {
  it.each([
    ['a loss for a winning contract', { outcome: 2, payout: '0', profit: '-100' }],
    ['a win for who was wrong', { price: '- 1' }],
    ['a tie for who was right', { outcome: 3, payout: '100', profit: '0' }],
    ['less than was agreed', { payout: '170', profit: '70' }],
    ['more than was agreed', { payout: '180.000001', profit: '80.000001' }],
    ['the profit without the stake', { payout: '80' }],
    ['a win by a price that was too old', { at: `due_at - interval '10001 ms'` }],
    [
      'an invalid end while there was a price',
      { status: 3, outcome: 0, reason: 2, payout: '100', profit: '0' },
    ],
    [
      'a void end after it had opened',
      { status: 3, outcome: 0, reason: 1, payout: '100', profit: '0' },
    ],
  ] as [string, Ending][])('%s', async (_what, ending) => {
    const { id } = await running();
    await expect(forge(endOf(id, ending))).rejects.toMatchObject({
      constraint: 'futures_contracts_ended_by_rule',
    });
  });

  it('an end that is delayed or early', async () => {
    const { memberId, id } = await running();
    for (const change of [
      `at = at + interval '1 hour'`,
      `at = at - interval '1 second'`,
      'for_end = false',
    ]) {
      await expect(
        forge(`update futures_waiting set ${change} where id = ${id}`),
        change,
      ).rejects.toMatchObject({ constraint: 'futures_waiting_due' });
    }
    const { order } = await world.place({ memberId });
    const late = `update futures_waiting set for_end = true, at = at + interval '1 hour' where id = ${order.ID}`;
    await expect(forge(late)).rejects.toMatchObject({ constraint: 'futures_waiting_due' });
  });

  it('an opening that is late, or another duration than was agreed', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const { order } = await world.place({ memberId });
    const open = (
      after: string,
      seconds: number,
    ) => `update futures_contracts set open_seq = 1, open_price = 1,
      open_at = accepted_at + interval '${after}', due_at = accepted_at + interval '${after}' + interval '${seconds} s'
      where id = ${order.ID}`;
    for (const statement of [open('2001 ms', 30), open('1 s', 31), open('1 s', 29)]) {
      await expect(forge(statement)).rejects.toMatchObject({
        constraint: 'futures_contracts_opened_by_rule',
      });
    }
  });
});

/** Publishes prices past the end, and returns the names of the failing checks. */
async function failedChecks(memberId: number, id: number) {
  for (let second = 0; second < 33; second += 1) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', '64101');
  }
  const { bundle } = (await world.ask(memberId, futuresCalls.evidence, { ID: id })) as {
    bundle: EvidenceBundle;
  };
  const [key] = await fresh.database.many(publicKeysQuery, []);
  const trust = { publicKey: key!.publicKey, log: await logTrustOf(fresh.database) };
  const failed = verifyBundle(JSON.parse(JSON.stringify(bundle)), trust)
    .filter(({ pass }) => !pass)
    .map(({ name }) => name);
  return { bundle, failed };
}

describe('writes that bypass the rules', () => {
  it('a settlement at a price outside the chain, with the rights of the server, fails its own evidence', async () => {
    const { memberId, id } = await running();
    await forge(endOf(id, { outcome: 2, price: '- 1', payout: '0', profit: '-100' }));
    const { bundle, failed } = await failedChecks(memberId, id);
    expect(await world.contract(memberId, id)).toMatchObject({ status: 2, outcome: 2 });
    const stated = { outcome: 'loss', closePrice: '63999.1', returned: '0', profit: '-100' };
    expect(bundle.result).toMatchObject(stated);
    expect(failed).toEqual(['closing', 'result']);
    expect(await world.faults()).toContain(
      `contract ${id} was not opened and closed by the ticks of its chain`,
    );
  });

  it('changed terms, by the owner of the tables, are refused or do not match the signed receipt', async () => {
    const { memberId, id } = await running();
    const change = `update futures_contracts set open_within_ms = 3000 where id = ${id}`;
    await expect(forge(change, fresh.owner)).rejects.toThrow(
      'a recorded contract or alarm does not change',
    );
    await forge('alter table futures_contracts disable trigger user', fresh.owner);
    await forge(change, fresh.owner);
    await forge('alter table futures_contracts enable trigger user', fresh.owner);
    expect((await failedChecks(memberId, id)).failed).toEqual(['receipt']);
  });
});

describe('a running contract, whatever operators do', () => {
  it('ends at its agreed time and is paid', async () => {
    const { memberId, id } = await running();
    await freezeMember(fresh.database, memberId);
    const changes: Record<string, Parameters<typeof changeSetting>[2]> = {
      'futures.ratios': { 60: '0.1' },
      'futures.stakes': ['5000'],
      'futures.stakeMin': { USDT: '5000' },
      'futures.stakeMax': { USDT: '5000' },
      'futures.exposureMax': { USDT: '0' },
      'futures.countriesOff': ['86', '1', '44', '49'],
    };
    for (const [key, value] of Object.entries(changes))
      await changeSetting(fresh.owner, key, value);
    await world.deps.settings.refresh();
    await expect(world.place({ memberId })).rejects.toMatchObject({ code: 5004 });
    for (let second = 0; second < 29; second += 1) {
      world.clock.advance(1_000);
      await world.tick('btcusdt', '64101');
    }
    const row = await world.contract(memberId, id);
    expect(row).toMatchObject({ status: 2, outcome: 1, ratio: '0.8', payout: '180', ploss: '80' });
    expect(Date.parse(row.settledAt) - Date.parse(row.dueAt)).toBe(0);
    expect(await world.usdt(memberId)).toBe('1080');
  });
});
