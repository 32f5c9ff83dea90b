/** With real money a timed contract is taken only if the exchange could pay every pending one (ADR 62). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placeContract } from '../src/features/trading/futures/place-contract.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundTreasury } from './support/fund-treasury.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, WEDNESDAY_NOON } from './support/market.ts';

let fresh: FreshDatabase;
let world: FuturesWorld;

beforeAll(async () => {
  fresh = await freshDatabase();
  world = await futuresWorld(fresh.database, WEDNESDAY_NOON);
  await world.tick('btcusdt', '64000');
});
afterAll(async () => {
  await world.stop();
  await fresh.drop();
});

const place = (memberId: number, stake: string) =>
  fresh.database
    .transaction((tx) =>
      placeContract(
        tx,
        { ...world.deps, mode: 'live' },
        { memberId, direction: 'up', stake, market: 'btcusdt', seconds: 30, ratio: undefined },
      ),
    )
    .then(
      () => 'placed',
      (error: unknown) => (error as { code?: number }).code,
    );

it('is refused until the exchange can pay what it may win', async () => {
  const memberId = await fundedMember(fresh.database, { USDT: '1000' });
  expect(await place(memberId, '100')).toBe(5013);
  await fundTreasury(fresh.database, 'contracts', 'USDT', '70');
  expect(await place(memberId, '100')).toBe(5013);
  await fundTreasury(fresh.database, 'contracts', 'USDT', '25');
  expect(await place(memberId, '100')).toBe('placed');
  expect(await place(memberId, '100')).toBe(5013);
});
