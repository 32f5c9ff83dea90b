/** Price alerts on PostgreSQL: each reference tick is compared once, and each alert told once. */
import { decimal, type Price } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkAlerts } from '../src/features/trading/price-alert/check-alerts.ts';
import {
  type AlertInput,
  listAlerts,
  setAlert,
  switchAlert,
} from '../src/features/trading/price-alert/set-alert.ts';
import { int8, json, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember } from './support/market.ts';

const noticesOf = defineQuery({
  name: 'price-alert-test.noticesOf',
  text: 'select kind, values from notifications where member_id = $1 order by id',
  params: [int8],
  row: { kind: text, values: json<{ level: string; price: string }>() },
});
const channelsOf = defineQuery({
  name: 'price-alert-test.channelsOf',
  text: 'select channel from notification_deliveries where member_id = $1 order by channel',
  params: [int8],
  row: { channel: text },
});

const DAY_BEFORE = decimal<Price>('60000');

let fresh: FreshDatabase;
let world: FuturesWorld;
let member: number;

beforeAll(async () => {
  fresh = await freshDatabase({ poolSize: 8 });
  world = await futuresWorld(fresh.database);
});
afterAll(async () => {
  await world?.stop();
  await fresh?.drop();
});
beforeEach(async () => {
  member = await fundedMember(fresh.database, {});
  await price('64000');
  await check();
});

const deps = () => ({ ...world.deps, history: { priceAt: async () => DAY_BEFORE } });
const check = () => checkAlerts(deps());
/** A second later. */
const price = (text: string) => {
  world.clock.advance(1_000);
  return world.price('btcusdt', text);
};
const set = (changes: Partial<AlertInput> = {}) =>
  setAlert(deps(), {
    memberId: member,
    symbol: 'btcusdt',
    kind: 'above',
    level: '65000',
    repeats: false,
    push: false,
    email: false,
    ...changes,
  });
const told = async () =>
  (await fresh.database.many(noticesOf, [member])).map(
    ({ kind, values }) => `${kind} ${values.level} ${values.price}`,
  );

describe('price alerts', () => {
  it('tell the first price that reaches them, once, and are off afterwards', async () => {
    await set();
    for (const each of ['64999.9', '65000.1', '65200', '64000', '65300']) await price(each);
    await check();
    await check();
    expect(await told()).toEqual(['priceAlert.above 65000 65000.1']);
    expect(await listAlerts(fresh.database, world.deps, member)).toMatchObject([
      { isOn: false, reachedPrice: '65000.1' },
    ]);
  });

  it('miss no price of the time in which nobody compared, and count none from before they were set', async () => {
    await price('66000');
    await price('64000');
    await set();
    await world.restart();
    await price('65500');
    await price('64000');
    await check();
    expect(await told()).toEqual(['priceAlert.above 65000 65500']);
  });

  it('are told once when several instances compare the same prices', async () => {
    await set();
    await set({ kind: 'below', level: '63000' });
    await price('65001');
    await price('62999');
    await Promise.all([check(), check(), check()]);
    await check();
    expect(await told()).toEqual(['priceAlert.above 65000 65001', 'priceAlert.below 63000 62999']);
  });

  it('of a change are told in its direction', async () => {
    await set({ kind: 'change', level: '10' });
    await price('53000');
    await check();
    expect(await told()).toEqual(['priceAlert.fallen 10 53000']);
  });

  it('leave the app only by the channels that the member chose', async () => {
    await set({ email: true });
    await set({ level: '65100', push: true });
    await price('65200');
    await check();
    // The member has no device that takes a push.
    expect(await fresh.database.many(channelsOf, [member])).toEqual([{ channel: 'email' }]);
  });

  it('that are off are not reached, and begin anew when they are switched on', async () => {
    const [made] = await set();
    const own = { id: made!.ID, memberId: member };
    await switchAlert(deps(), { ...own, isOn: false });
    await price('65001');
    await check();
    await expect(switchAlert(deps(), { ...own, isOn: true })).rejects.toMatchObject({ code: 5025 });
    await price('64000');
    await switchAlert(deps(), { ...own, isOn: true });
    await price('65002');
    await check();
    expect(await told()).toEqual(['priceAlert.above 65000 65002']);
  });

  it('are refused with a reason, and nothing is stored', async () => {
    const code = (expected: number, data?: object) => ({
      code: expected,
      ...(data && { detail: { data } }),
    });
    await expect(set({ level: '64000' })).rejects.toMatchObject(code(5025, { price: '64000' }));
    await expect(set({ kind: 'below' })).rejects.toMatchObject(code(5025));
    await expect(set({ kind: 'change', level: '6' })).rejects.toMatchObject(code(5025));
    await expect(set({ level: '65000.001' })).rejects.toMatchObject(code(5013));
    await expect(set({ kind: 'change', level: '100.5' })).rejects.toMatchObject(code(5013));
    await expect(set({ symbol: 'nosuchcoin' })).rejects.toMatchObject(code(4019));
    const other = { id: 987_654, memberId: member, isOn: false };
    await expect(switchAlert(deps(), other)).rejects.toMatchObject(code(5007));
    expect(await listAlerts(fresh.database, world.deps, member)).toEqual([]);
  });

  it('are fifty at most, of which reached ones do not count', async () => {
    await set({ level: '64001' });
    await price('64002');
    await check();
    for (let at = 0; at < 49; at += 1) await set({ level: `${70_000 + at}` });
    const both = await Promise.allSettled([set({ level: '80000' }), set({ level: '80001' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(set({ level: '80002' })).rejects.toMatchObject({ code: 5012 });
    expect(await listAlerts(fresh.database, world.deps, member)).toHaveLength(51);
  });
});
