import { documentOf, entriesOf } from '@tern/protocol/operator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineStatement } from '../src/platform/database/query.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const WITHIN = { timeout: 60_000 };
const clock = manualClock();
const KEY = 'auth.codeTries';
const NAME = 'Wrong codes';
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
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
    expect(rereview.rows).toEqual([{ label: NAME, values: ['5', '4'], isEqual: null }]);
    const approval = { ID, stage: 'second' as const, hash: rereview.hash };
    await consoleApi.data('POST /operator/review/approve', approval, bo);
    const lines = [{ what: '', from: '5', to: '4' }];
    expect(await announcedChanges()).toMatchObject([
      { key: KEY, name: NAME, value: '4', lines, effectiveAt },
    ]);
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

  it('is withdrawn by one person before its time, and not afterwards', async () => {
    const announce = async (value: string) => {
      const { data } = await propose({ value });
      const ID = (data as { reviewId: number }).reviewId;
      await consoleApi.data('POST /operator/review/claim', { ID }, bo);
      const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
      const approval = { ID, stage: 'second' as const, hash: rereview.hash };
      await consoleApi.data('POST /operator/review/approve', approval, bo);
      const { list } = await consoleApi.data('GET /operator/setting/versions', { key: KEY }, bo);
      return list[0]!.ID;
    };
    const withdraw = (ID: number) =>
      consoleApi.call('POST /operator/setting/withdraw', { ID, reason: 'A typing error.' }, ada);
    const before = await currentValue();
    const ID = await announce('7');
    expect((await withdraw(ID)).code).toBe(0);
    expect((await withdraw(ID)).code).toBe(5034);
    expect((await withdraw(999_999)).code).toBe(5007);
    expect((await announcedChanges()).map(({ value }) => value)).not.toContain('7');
    const late = await announce('8');
    clock.advance(3 * HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    expect((await withdraw(late)).code).toBe(5034);
    await applyDue();
    await vi.waitFor(async () => expect(await currentValue()).toBe('8'), WITHIN);
    const { list } = await consoleApi.data('GET /operator/setting/versions', { key: KEY }, bo);
    expect(list.find((each) => each.ID === ID)).toMatchObject({
      state: 'withdrawn',
      replaced: null,
    });
    expect(before).not.toBe('7');
  });

  it('is refused outside the range of the setting, with the range and its reason', async () => {
    for (const ratio of ['5', '1', '0.981', '0.09', '0', '-0.5']) {
      const refused = await propose({ key: 'futures.ratios', value: `{"30":"${ratio}"}` });
      expect([ratio, refused.code]).toEqual([ratio, 5001]);
      expect(refused.data).toMatchObject({
        fields: ['value'],
        range: expect.stringMatching(/^ratios from 0\.1 to 0\.98 .*: /),
      });
    }
    for (const ratio of ['0.1', '0.98'])
      expect((await propose({ key: 'futures.ratios', value: `{"30":"${ratio}"}` })).code).toBe(0);
    const { list } = await consoleApi.data('GET /operator/setting/list', {}, bo);
    expect(list.filter(({ range }) => range === '')).toEqual([]);
  });

  it('has a name, a sentence and a form that gives each document back', async () => {
    const { list } = await consoleApi.data('GET /operator/setting/list', {}, bo);
    const names = list.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, effect, form, value, fallback } of list) {
      expect([name, effect]).toEqual([
        expect.stringMatching(/^[A-Z]/),
        expect.stringMatching(/^[A-Z].*\.$/),
      ]);
      for (const json of [value, fallback]) {
        const document = JSON.parse(json) as unknown;
        expect([name, documentOf(form, entriesOf(form, document))]).toEqual([name, document]);
      }
    }
  });

  it('has floors in the database too: an hour of notice, and ratios from 0.1 to 0.98', async () => {
    const write = (name: string, text: string) =>
      server.fresh.owner.transaction((tx) =>
        tx.run(defineStatement({ name: `test.floor${name}`, text, params: [] }), []),
      );
    const version = (key: string, value: string, span: string) =>
      `insert into setting_versions (key, value, reason, announced_at, effective_at, state, proposed_by, created_at)
       select '${key}', '${value}', 'test', now(), now() + interval '${span}', 'announced', min(id), now() from operators`;
    await expect(write('Short', version(KEY, '4', '59 minutes'))).rejects.toThrow('_notice');
    await expect(
      write('Unannounced', version(KEY, '4', '2 hours').replace('now(), now() +', 'null, now() +')),
    ).rejects.toThrow('_notice');
    const floor = 'setting_versions_within_floors';
    for (const [name, key, value] of [
      ['Minutes', 'operators.noticeMinutes', '59'],
      ['Low', 'futures.ratios', '{"30": "0.09"}'],
      ['High', 'futures.ratios', '{"30": "0.8", "60": "0.99"}'],
      ['OfMarket', 'futures.ratios', '{"30": "0.8", "markets": {"btcusdt": {"30": "0.09"}}}'],
      ['None', 'futures.ratios', '{}'],
    ] as const) {
      await expect(write(name, version(key, value, '2 hours'))).rejects.toThrow(floor);
      await expect(
        write(`${name}Now`, `insert into settings (key, value) values ('${key}', '${value}')`),
      ).rejects.toThrow('settings_within_floors');
    }
    await expect(
      write(
        'Nearer',
        `update setting_versions set effective_at = now() where announced_at is not null`,
      ),
    ).rejects.toThrow('does not change');
  });

  it('shows the entries of a document that change, by name', async () => {
    const { list } = await consoleApi.data('GET /operator/setting/list', {}, bo);
    const now = JSON.parse(list.find(({ key }) => key === 'futures.ratios')!.value) as object;
    const value = JSON.stringify({ ...now, 60: '0.7' });
    const { data } = await propose({ key: 'futures.ratios', value });
    const ID = (data as { reviewId: number }).reviewId;
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
    expect(rereview.rows).toEqual([
      { label: 'Payout ratio, 60 s', values: ['82%', '70%'], isEqual: null },
    ]);
  });

  it.each([
    [{ key: 'no.such' }, 5007],
    [{ key: 'operators.noticeMinutes', value: '59' }, 5001],
    [{ key: 'swap.feeRatio', value: '"0.5"' }, 5001],
    [{ key: 'fiat.payoutDrift', value: '"0.9"' }, 5001],
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
