import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const WITHIN = { timeout: 60_000 };
const KEY = 'network.USDT.BEP20';
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  await signIn();
});
afterAll(() => server?.stop());

const signIn = async () => {
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
};
const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
const reason = 'The chain has become dearer.';
const network = async () => {
  const { list } = await server.api.data('GET /coin/getCoinList', {});
  const usdt = list.find(({ coinname }) => coinname === 'USDT')!;
  return usdt.networks.find(({ czline }) => czline === 'BEP20')!;
};
const changes = () => server.api.data('GET /base/termsChanges', {});
const agree = async (ID: number) => {
  await consoleApi.data('POST /operator/review/claim', { ID }, bo);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
  const approval = { ID, stage: 'second' as const, hash: rereview.hash };
  await consoleApi.data('POST /operator/review/approve', approval, bo);
  return rereview;
};

const applyDue = () => server.runJob('operators.apply-settings');

describe('the terms of a network', () => {
  it('change with two approvals, are announced, and apply from their time on', async () => {
    const effectiveAt = inHours(2);
    const { reviewId } = await consoleApi.data(
      'POST /operator/terms/propose',
      { key: KEY, outMin: '20', takesIn: false, effectiveAt, reason },
      ada,
    );
    expect(await changes()).toEqual({ coming: [], stopped: [] });
    expect((await consoleApi.call('POST /operator/review/claim', { ID: reviewId }, ada)).code).toBe(
      5032,
    );
    const seen = await agree(reviewId);
    expect(seen).toMatchObject({ kind: 'terms', coinname: 'USDT', memberId: null });
    expect(seen.facts).toMatchObject({ key: KEY, outMin: '10 → 20', takesIn: 'on → off' });
    expect(seen.rows).toEqual([
      { label: 'Minimum withdrawal', values: ['10', '10', '20'], isEqual: null },
      { label: 'Accepts deposits', values: ['on', 'on', 'off'], isEqual: null },
    ]);
    const { coming } = await changes();
    expect(coming).toMatchObject([
      { key: KEY, effectiveAt, reason: 'A regular change of limits and fees.' },
    ]);
    expect(JSON.stringify(coming)).not.toContain('operator-1');
    clock.advance(HOUR_MS);
    await signIn();
    await applyDue();
    expect(await network()).toMatchObject({ withdrawMin: '10', takesDeposits: true });
    clock.advance(HOUR_MS);
    await signIn();
    await applyDue();
    await vi.waitFor(async () => {
      expect(await network()).toMatchObject({ withdrawMin: '20', takesDeposits: false });
    }, WITHIN);
    expect(await changes()).toMatchObject({
      coming: [],
      stopped: [
        { key: KEY, way: 'in', until: null, reason: 'A regular change of limits and fees.' },
      ],
    });
    const { list } = await consoleApi.data('GET /operator/setting/versions', { key: KEY }, bo);
    expect(list).toMatchObject([{ state: 'inForce', proposedBy: 'operator-1', kind: 'network' }]);
  });

  it('are listed in the console with current, paused and upcoming values', async () => {
    const { list } = await consoleApi.data('GET /operator/terms/list', {}, bo);
    const row = list.find(({ key }) => key === KEY);
    expect(row).toMatchObject({
      kind: 'network',
      coinname: 'USDT',
      czline: 'BEP20',
      places: 6,
      without: [],
      terms: { outMin: '20', takesIn: false, takesOut: true },
      pausedIn: null,
      coming: [],
    });
    const eur = list.find(({ key }) => key === 'currency.EUR');
    expect(eur).toMatchObject({ kind: 'currency', without: ['inFee'], terms: { inMin: '5000' } });
  });
});

describe('a pause', () => {
  it('applies immediately, is announced with its message and end, and ends automatically after 72 hours', async () => {
    const pause = { key: KEY, way: 'out' as const, reason: 'The chain stands still.' };
    const { until } = await consoleApi.data('POST /operator/terms/pause', pause, ada);
    expect(until).toBe(inHours(72));
    expect(await network()).toMatchObject({ takesWithdrawals: false });
    const { stopped } = await changes();
    expect(stopped).toContainEqual(
      expect.objectContaining({ way: 'out', until, reason: 'Maintenance.' }),
    );
    expect((await consoleApi.call('POST /operator/terms/pause', pause, ada)).code).toBe(5032);
    clock.advance(72 * HOUR_MS);
    await server.runJob('operators.end-pauses');
    await vi.waitFor(async () => {
      expect(await network()).toMatchObject({ takesWithdrawals: true });
    }, WITHIN);
    await signIn();
    expect((await consoleApi.call('POST /operator/terms/pause', pause, ada)).code).toBe(5032);
    expect((await consoleApi.call('POST /operator/terms/resume', pause, ada)).code).toBe(5034);
  });

  it('of more than 72 hours is refused', async () => {
    const pause = { key: KEY, way: 'out' as const, reason, hours: 73 };
    expect((await consoleApi.call('POST /operator/terms/pause', pause, bo)).code).toBe(5001);
  });

  it('has each step in the audit log', async () => {
    const auditor = await consoleApi.enrolled(['auditor']);
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'terms.' },
      auditor.token,
    );
    expect(list.map(({ action, login }) => [action, login])).toEqual([
      ['terms.pauseEnd', ''],
      ['terms.pause', 'operator-1'],
      ['terms.apply', ''],
      ['terms.propose', 'operator-1'],
    ]);
  });
});
