/** Terms that change between showing a product and buying it: a buyer who names the version that was shown buys no other one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  person = await server.register();
  await server.fresh.owner.transaction((tx) => verifyMember(tx, person.memberId));
});
afterAll(() => server?.stop());

/** Two operators change one term of a product. */
async function changeTerms(ID: number, kind: string, over: object): Promise<void> {
  const [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  const find = async () =>
    (await consoleApi.data('GET /operator/product/find', { ID }, ada)).reproduct.versions[0]!;
  const terms = { ...(await find()).terms, ...over };
  await consoleApi.data('POST /operator/product/write', { ID, kind, terms }, ada);
  const { version, UpdatedAt: seenAt } = await find();
  const proposal = { ID, version, seenAt, reason: 'The market has changed.' };
  const { reviewId } = await consoleApi.data('POST /operator/product/propose', proposal, ada);
  await consoleApi.data('POST /operator/review/claim', { ID: reviewId }, bo);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: reviewId }, bo);
  const approval = { ID: reviewId, stage: 'second' as const, hash: rereview.hash };
  await consoleApi.data('POST /operator/review/approve', approval, bo);
  await server.runJob('products.apply-versions');
}

const token = () => ({ token: person.token });
const data = () => server.api.data;
const call = () => server.api.call;
const shown = (version: number | undefined) => (version === undefined ? {} : { version });

const kinds = [
  {
    name: 'an offering',
    kind: 'offering',
    over: { lockDays: 50 },
    product: async () => (await data()('GET /issue/list', {}, token())).list[0]!,
    buy: (id: number, version: number | undefined) => {
      const input = { pid: id, num: '500', ...shown(version) };
      return call()('POST /issue/buySubmit', input, token());
    },
  },
  {
    name: 'a machine',
    kind: 'staking',
    over: { termDays: 364 },
    product: async () =>
      (await data()('GET /mining_machine/getMining_machineList', { type: 1 }, token())).list.find(
        ({ tokenCoin }) => tokenCoin === '',
      )!,
    buy: (id: number, version: number | undefined) => {
      const input = { id, num: 1, ...shown(version) };
      return call()('POST /mining_machine/buySingleMining_machine', input, token());
    },
  },
  {
    name: 'a share of a machine',
    kind: 'staking',
    over: { termDays: 364 },
    product: async () =>
      (await data()('GET /mining_machine/getMining_machineList', { type: 2 }, token())).list[0]!,
    buy: (id: number, version: number | undefined) => {
      const share = { id, sharbltxt: '40|60', gxfe: 40 };
      const input = { ...share, ...shown(version) };
      return call()('POST /mining_machine/buyShareMining_machine', input, token());
    },
  },
  {
    name: 'a fixed term',
    kind: 'earn',
    over: { penaltyRatio: '0.03' },
    product: async () => (await data()('GET /financing/getFinancingList', {}, token())).list[0]!,
    buy: (id: number, version: number | undefined) => {
      const input = {
        financing_id: id,
        money: '100',
        ...shown(version),
      };
      return call()('POST /financing_order/createFinancing_order', input, token());
    },
  },
  {
    name: 'a loan',
    kind: 'loan',
    over: { dailyRate: '0.0006' },
    product: async () => (await data()('GET /loan/getLoanList', {}, token())).list[0]!,
    buy: (id: number, version: number | undefined) => {
      const amount = { loan_id: id, amount: '100', consent: true };
      const input = { ...amount, ...shown(version) };
      return call()('POST /loan_order/createLoan_order', input, token());
    },
  },
];

describe.each(kinds)('$name', ({ kind, over, product, buy }) => {
  it('whose terms changed since they were shown is refused with 5004, and sold under the new ones', async () => {
    const { ID, version } = await product();
    await changeTerms(ID, kind, over);
    expect(await buy(ID, version)).toMatchObject({ code: 5004 });
    const now = (await product()).version;
    expect(now).toBe(version + 1);
    expect(await buy(ID, now)).toMatchObject({ code: 0 });
  });
});

it('without a version, as in the specification, a purchase is made under the terms in force', async () => {
  const { product, buy } = kinds[3]!;
  expect(await buy((await product()).ID, undefined)).toMatchObject({ code: 0 });
});
