import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUnread, listNotifications } from '../src/kernel/messaging/read-notifications.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember } from './support/market.ts';

let fresh: FreshDatabase;
let world: FuturesWorld;

beforeAll(async () => {
  fresh = await freshDatabase();
  world = await futuresWorld(fresh.database);
  await world.tick('btcusdt', '64000');
});
afterAll(async () => {
  await world.stop();
  await fresh.drop();
});

const noticesOf = async (memberId: number) => {
  const page = { limit: 20, offset: 0 };
  const { notifications } = await listNotifications(fresh.database, memberId, page);
  return notifications.map(({ kind, about, aboutId, values }) => ({
    kind,
    about,
    aboutId,
    values,
  }));
};

describe('an ended contract', () => {
  it('sends one notice to its member, with the result', async () => {
    const [up, down] = [await member(), await member()];
    world.clock.advance(500);
    const won = (await world.place({ memberId: up })).order;
    const lost = (await world.place({ memberId: down, direction: 'down', stake: '12.5' })).order;
    world.clock.advance(500);
    await world.tick('btcusdt', '64100');
    expect(await noticesOf(up)).toEqual([]);
    for (let second = 0; second < 31; second += 1) {
      world.clock.advance(1_000);
      await world.tick('btcusdt', '64200');
    }
    const market = 'BTC/USDT';
    expect(await noticesOf(up)).toEqual([
      {
        kind: 'contract.won',
        about: 'contract',
        aboutId: won.ID,
        values: { market, stake: '100', profit: '80', payout: '180' },
      },
    ]);
    expect(await noticesOf(down)).toEqual([
      {
        kind: 'contract.lost',
        about: 'contract',
        aboutId: lost.ID,
        values: { market, stake: '12.5', profit: '-12.5', payout: '0' },
      },
    ]);
    await world.wait(1_000);
    expect([
      await countUnread(fresh.database, up),
      await countUnread(fresh.database, down),
    ]).toEqual([1, 1]);
  });

  it('sends a notice if no price opened it', async () => {
    const memberId = await member();
    const { order } = await world.place({ memberId });
    await world.wait(2_000);
    const [notice] = await noticesOf(memberId);
    expect(notice).toMatchObject({ kind: 'contract.void', aboutId: order.ID });
    expect(notice!.values).toMatchObject({ payout: '100' });
  });
});

const member = () => fundedMember(fresh.database, { USDT: '1000' });
