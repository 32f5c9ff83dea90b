import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const WITHIN = { timeout: 30_000 };
const clock = manualClock();
const KEY = 'auth.codeTries';
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({ clock });
  consoleApi = createConsole(server, clock);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
});
afterAll(() => server?.stop());

const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
interface Proposal {
  key?: string;
  value?: string;
  effectiveAt?: string;
  reason?: string;
}

const propose = (more: Proposal = {}) => {
  const input = { key: KEY, value: '4', effectiveAt: inHours(2), reason: 'Fewer guesses.' };
  return consoleApi.call('POST /operator/setting/propose', { ...input, ...more }, ada);
};
const currentValue = async () => {
  const { list } = await consoleApi.data('GET /operator/setting/list', {}, bo);
  return list.find(({ key }) => key === KEY)!.value;
};
const applyDue = () => server.runJob('operators.apply-settings');
const announcedChanges = async () => (await server.api.data('GET /base/announcedChanges', {})).list;

describe('a change of limits and fees', () => {
  it('needs a second approval, is announced, and applies from its time on', async () => {
    const effectiveAt = inHours(2);
    const { data } = await propose({ effectiveAt });
    const ID = (data as { reviewId: number }).reviewId;
    expect(await announcedChanges()).toEqual([]);
    const claim = await consoleApi.call('POST /operator/review/claim', { ID }, ada);
    expect(claim.code).toBe(5032);
    await consoleApi.data('POST /operator/review/claim', { ID }, bo);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
    expect(rereview.rows).toEqual([{ label: KEY, values: ['5', '4'], isEqual: null }]);
    const approval = { ID, stage: 'second' as const, hash: rereview.hash };
    await consoleApi.data('POST /operator/review/approve', approval, bo);
    expect(await announcedChanges()).toMatchObject([{ key: KEY, value: '4', effectiveAt }]);
    clock.advance(HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await applyDue();
    expect(await currentValue()).toBe('5');
    clock.advance(HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await applyDue();
    await vi.waitFor(async () => expect(await currentValue()).toBe('4'), WITHIN);
    const versions = await consoleApi.data('GET /operator/setting/versions', { key: KEY }, bo);
    expect(versions.list).toMatchObject([{ state: 'inForce', proposedBy: 'operator-1' }]);
  });

  it('is announced for the full period even if approved late', async () => {
    const { data } = await propose({ value: '6', effectiveAt: inHours(2) });
    const ID = (data as { reviewId: number }).reviewId;
    clock.advance(5 * HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await consoleApi.data('POST /operator/review/claim', { ID }, bo);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
    const approval = { ID, stage: 'second' as const, hash: rereview.hash };
    await consoleApi.data('POST /operator/review/approve', approval, bo);
    expect((await announcedChanges())[0]).toMatchObject({ value: '6', effectiveAt: inHours(1) });
  });

  it('never applies if it was rejected', async () => {
    const { data } = await propose({ value: '9' });
    const ID = (data as { reviewId: number }).reviewId;
    await consoleApi.data('POST /operator/review/claim', { ID }, bo);
    await consoleApi.data('POST /operator/review/reject', { ID, reason: 'Too many.' }, bo);
    clock.advance(3 * HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    await applyDue();
    expect(await currentValue()).not.toBe('9');
    expect((await announcedChanges()).map(({ value }) => value)).not.toContain('9');
  });

  it.each([
    [{ key: 'no.such' }, 5007],
    [{ value: 'many' }, 5001],
    [{ value: '"4"' }, 5001],
    [{ value: '0' }, 5001],
    [{ effectiveAt: '2020-01-01T00:00:00.000Z' }, 5001],
    [{ key: 'auth.paperFunds', value: '{"USDT":"a lot"}' }, 5001],
    [{ key: 'futures.exposureMax', value: '{"USDT":"-1"}' }, 5001],
    [{ key: 'futures.exposureMax', value: '{}' }, 5001],
    [{ key: 'futures.stakeMax', value: '{"BTC":"1"}' }, 5001],
    [{ key: 'swap.minUsdt', value: '"-1"' }, 5001],
    [{ key: 'swap.maxUsdt', value: '"-0.01"' }, 5001],
    [{ key: 'withdrawal.targetHours', value: '1000000000000000' }, 5001],
    [{ key: 'withdrawal.addressHoldHours', value: '99999999999' }, 5001],
    [{ key: 'futures.ratios', value: '{"30":"0.8","30 ":"0.9"}' }, 5001],
    [{ key: 'futures.ratios', value: '{"3e1":"0.8"}' }, 5001],
    [{ reason: '\u200b\u2060' }, 5001],
    [{ reason: '\u3164 \u115f' }, 5001],
  ])('is refused with %j', async (more, code) => {
    expect((await propose(more)).code).toBe(code);
  });
});
