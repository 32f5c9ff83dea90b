import type { EvidenceBundle } from '@tern/proofs';
import { futuresCalls } from '@tern/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { int8 } from '../src/platform/database/columns.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { futuresWorld, type Row } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';
import { failedRulesAfter } from './support/tampering.ts';

/** Differences between members, one at a time and all together. */
const CHANGES: Readonly<Record<string, string>> = {
  'nothing special': 'lang = lang',
  'an inviter': 'lang = lang',
  'a verified name': 'real_name_status = 2',
  'a rejected name': 'real_name_status = 3',
  'an old account': `created_at = '2019-01-01T00:00:00Z'`,
  'an account of this minute': `created_at = '2026-11-18T11:59:59Z'`,
  'no credit': 'credit_score = 0',
  'another language': `lang = 'vn'`,
  'all of it': `real_name_status = 2, credit_score = 1, lang = 'ru',
    created_at = '2020-02-02T00:00:00Z'`,
};

/** Those whom another member invited. */
const INVITED: ReadonlySet<string> = new Set(['an inviter', 'all of it']);

const bets = [
  { direction: 'up', stake: '10' },
  { direction: 'down', stake: '10' },
  { direction: 'up', stake: '1000' },
  { direction: 'down', stake: '777.77' },
] as const;

const PRICES = ['64100', '64090.5', '64120', '64333', '64200', '64100.01', '64050'];

const changes = Object.entries(CHANGES).map(([who, change], index) => ({
  who,
  statement: defineStatement({
    name: `metamorphic.change${index}`,
    text: `update members set ${change} where id = $1`,
    params: [int8],
  }),
}));

interface Ended {
  readonly who: string;
  readonly bet: (typeof bets)[number];
  readonly row: Row;
  readonly bundle: EvidenceBundle;
}

/** All members place their contracts at one time; the following prices are always the same. */
async function play(
  database: Database,
  who: readonly (typeof changes)[number][],
): Promise<Ended[]> {
  const world = await futuresWorld(database, WEDNESDAY_NOON - 1);
  world.clock.set(WEDNESDAY_NOON);
  await world.tick('btcusdt', '64000');
  world.clock.advance(500);
  const placed: { who: string; memberId: number; id: number; bet: Ended['bet'] }[] = [];
  for (const change of who) {
    const invitedBy = INVITED.has(change.who) ? await fundedMember(database, {}) : null;
    const memberId = await fundedMember(database, { USDT: '5000' }, invitedBy);
    await database.transaction((tx) => tx.run(change.statement, [memberId]));
    for (const bet of bets) {
      const { order } = await world.place({ memberId, ...bet });
      placed.push({ who: change.who, memberId, id: order.ID, bet });
    }
  }
  for (let second = 0; second < 34; second += 1) {
    world.clock.advance(1_000);
    await world.tick('btcusdt', PRICES[second % PRICES.length] ?? '64000');
  }
  const ended = [];
  for (const { memberId, id, ...rest } of placed) {
    const answer = await world.ask(memberId, futuresCalls.evidence, { ID: id });
    const { bundle } = answer as { bundle: EvidenceBundle };
    ended.push({ ...rest, row: await world.contract(memberId, id), bundle });
  }
  await world.stop();
  return ended;
}

let databases: FreshDatabase[];
let crowd: Ended[];
let alone: Ended[];

beforeAll(async () => {
  databases = [await freshDatabase(), await freshDatabase()];
  const [first, second] = databases as [FreshDatabase, FreshDatabase];
  crowd = await play(first.database, changes);
  alone = await play(second.database, changes.slice(0, 1));
});
afterAll(() => Promise.all(databases.map((fresh) => fresh.drop())));

const pricesOf = ({ row, bundle }: Ended) => ({
  opened: [row.openPrice, row.openAt, bundle.opening],
  closed: [row.closePrice, row.closeAt, bundle.closing],
  ticks: bundle.chain.ticks,
});

describe('the prices of a contract', () => {
  it('are the same for every member, stake and direction at one time', () => {
    expect(crowd).toHaveLength(changes.length * bets.length);
    const [first] = crowd as [Ended];
    expect(first.row.status).toBe(2);
    expect(first.row.openPrice).not.toBe(first.row.closePrice);
    for (const each of crowd) {
      expect([each.who, each.bet, pricesOf(each)]).toEqual([each.who, each.bet, pricesOf(first)]);
    }
  });

  it('are the same whether one member has staked or all have', () => {
    const [first] = crowd as [Ended];
    for (const each of alone) expect(pricesOf(each)).toEqual(pricesOf(first));
  });

  it('give the same outcome for the same direction, in proportion to the stake', () => {
    for (const { who, bet, row } of crowd) {
      const match = alone.find((each) => each.bet === bet)?.row;
      expect([who, bet, row.outcome, row.ploss, row.payout]).toEqual([
        who,
        bet,
        match?.outcome,
        match?.ploss,
        match?.payout,
      ]);
    }
    expect(new Set(crowd.map(({ row }) => row.outcome))).toEqual(new Set([1, 2]));
  });

  it('that one member alone got, a tick earlier, are found', async () => {
    const broken = await failedRulesAfter(
      databases[0]!,
      'alter table futures_contracts drop constraint futures_contracts_ended_by_rule',
      `update futures_contracts c set close_seq = t.seq, close_price = t.price, close_at = t.at from ticks t
        where t.instrument_id = c.instrument_id and t.seq = c.close_seq - 1 and c.id = (select max(id) from futures_contracts)`,
    );
    expect(broken).toEqual(
      expect.arrayContaining([
        'contracts due at the same time ended at the same price',
        'every contract settles again as it did, by the package that settles',
      ]),
    );
  });
});
