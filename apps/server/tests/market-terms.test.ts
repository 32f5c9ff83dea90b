/** Fees of a market: proposed, agreed, announced, in force at their time; an order keeps those of its acceptance. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditApprovals } from '../src/audit/approvals.ts';
import { followMarketVersions } from '../src/features/backoffice/operators/terms/market-versions.ts';
import { loadInstruments } from '../src/kernel/catalog/instruments.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock();
const reason = 'Costs of this market have changed.';
let server: TestServer;
let operators: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: ['operators.apply-settings', 'operators.market-versions'],
  });
  operators = createConsole(server, clock);
  await signIn();
});
afterAll(() => server.stop());

/** Sessions end while a test passes hours. */
const signIn = async () => {
  [ada, bo] = [await operators.signIn(1), await operators.signIn(2)];
};
const inHours = (hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();
const propose = (fields: Record<string, string>, effectiveAt = inHours(2), symbol = 'btcusdt') =>
  operators.call(
    'POST /operator/market/proposeTerms',
    { symbol, ...fields, effectiveAt, reason },
    ada,
  );
const approve = async (ID: number) => {
  await operators.data('POST /operator/review/claim', { ID }, bo);
  const { rereview } = await operators.data('GET /operator/review/find', { ID }, bo);
  const approval = { ID, stage: 'second' as const, hash: rereview.hash };
  await operators.data('POST /operator/review/approve', approval, bo);
  await server.runJob('operators.market-versions');
  return rereview;
};
const agree = async (fields: Record<string, string>, effectiveAt = inHours(2)) => {
  const { data } = await propose(fields, effectiveAt);
  return approve((data as { reviewId: number }).reviewId);
};
const versions = async (symbol = 'btcusdt') =>
  (await operators.data('GET /operator/market/versions', { symbol }, ada)).list;
const feesShown = async () => {
  const { list } = await server.api.data('POST /base/tradelist', { from: 1, pageSize: 100 });
  const { makerFee, takerFee } = list.find(({ symbol }) => symbol === 'btcusdt')!;
  return { makerFee, takerFee };
};
const announced = async () => (await server.api.data('GET /base/announcedChanges', {})).list;
/** Passes hours, after which both sign in again; no job has run. */
const pass = async (ms: number) => {
  clock.advance(ms);
  await signIn();
};

it('two operators agree on a fee, members read it before, and every instance has it from its time on', async () => {
  const effectiveAt = inHours(2);
  const { data } = await propose({ makerFee: '0.0008', takerFee: '0.0012' }, effectiveAt);
  const { reviewId } = data as { reviewId: number };
  expect(await operators.call('POST /operator/review/claim', { ID: reviewId }, ada)).toMatchObject({
    code: 5032,
  });
  expect(await announced()).toEqual([]);
  expect(await versions()).toMatchObject([
    { state: 'proposed', proposedBy: 'operator-1', agreedBy: null, reviewId, makerFee: '0.0008' },
    { ID: null, state: 'inForce', makerFee: '0.001', takerFee: '0.001' },
  ]);
  const { rows } = await approve(reviewId);
  expect(rows).toEqual([
    { label: 'Maker fee', values: ['0.1%', '0.08%'], isEqual: null },
    { label: 'Taker fee', values: ['0.1%', '0.12%'], isEqual: null },
  ]);
  expect(await announced()).toMatchObject([
    {
      kind: 'market',
      coinname: 'BTC/USDT',
      state: 'announced',
      effectiveAt,
      changes: [
        { field: 'makerFee', from: '0.001', to: '0.0008' },
        { field: 'takerFee', from: '0.001', to: '0.0012' },
      ],
    },
  ]);

  await pass(2 * HOUR_MS - 1);
  expect(await feesShown()).toEqual({ makerFee: '0.001', takerFee: '0.001' });
  clock.advance(1);
  // No job has run since: each instance knows the version long before its time.
  expect(await feesShown()).toEqual({ makerFee: '0.0008', takerFee: '0.0012' });
  await server.runJob('operators.apply-settings');
  expect((await announced())[0]).toMatchObject({ state: 'inForce' });
  expect(await versions()).toMatchObject([
    { state: 'inForce', proposedBy: 'operator-1', agreedBy: 'operator-2' },
    { ID: null, state: 'replaced' },
  ]);
});

it('a change names only what it changes, so that two of them at different times do not undo each other', async () => {
  await agree({ takerFee: '0.0015' }, inHours(3));
  await agree({ makerFee: '0.0009' }, inHours(2));
  expect(await versions()).toMatchObject([
    { state: 'announced', makerFee: '0.0009', takerFee: '0.0015' },
    { state: 'announced', makerFee: '0.0009', takerFee: '0.0012' },
    { state: 'inForce' },
    { state: 'replaced' },
  ]);
  await pass(3 * HOUR_MS);
  expect(await feesShown()).toEqual({ makerFee: '0.0009', takerFee: '0.0015' });
  await server.runJob('operators.apply-settings');
});

it('members have an hour of notice at least, also when it is agreed late', async () => {
  expect(await propose({ makerFee: '0.0007' }, inHours(0.9))).toMatchObject({
    code: 5001,
    data: { fields: ['effectiveAt'] },
  });
  const { data } = await propose({ makerFee: '0.0007' }, inHours(2));
  await pass(5 * HOUR_MS);
  await approve((data as { reviewId: number }).reviewId);
  expect((await announced())[0]).toMatchObject({ effectiveAt: inHours(1) });
});

it('one person withdraws an announced change before its time', async () => {
  const ID = (await versions())[0]!.ID!;
  const withdrawn = await operators.call(
    'POST /operator/setting/withdraw',
    { ID, reason: 'A typing error.' },
    ada,
  );
  expect(withdrawn.code).toBe(0);
  await server.runJob('operators.market-versions');
  await pass(2 * HOUR_MS);
  expect(await feesShown()).toMatchObject({ makerFee: '0.0009' });
});

it.each([
  [{ makerFee: '-0.0001' }, 'makerFee'],
  [{ takerFee: '0.011' }, 'takerFee'],
  [{ takerFee: '0.0000001' }, 'takerFee'],
  [{ makerFee: '0.0009' }, 'symbol'],
  [{}, 'symbol'],
])('%o is refused', async (fields, field) => {
  expect(await propose(fields)).toMatchObject({ code: 5001, data: { fields: [field] } });
});

it('a version that two operators have not agreed on has no effect, and the audit finds it', async () => {
  const forge = defineStatement({
    name: 'test.forgeMarketVersion',
    text: `insert into setting_versions (key, value, message, reason, announced_at, effective_at, state, proposed_by, created_at)
      values ('pair.ethusdt', '{"takerFee": "0"}', $1, 'x', now() - interval '1 year', now() - interval '300 days', 'announced', $2, now())`,
    params: [text, int8],
  });
  const { database } = server.fresh;
  await database.transaction((tx) => tx.run(forge, ['message.termsChanged', 1]));
  const instruments = await loadInstruments(database);
  await followMarketVersions({ database, instruments });
  expect(instruments.find('ethusdt')?.versions).toBeUndefined();
  expect(instruments.find('btcusdt')?.versions).toHaveLength(3);
  const findings = await auditApprovals(database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([
    expect.stringContaining(
      'of pair.ethusdt is announced, and two operators have not agreed to it',
    ),
  ]);
});
