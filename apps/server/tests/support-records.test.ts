/** Records at messages to support, and answers that need nobody. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineStatement } from '../src/platform/database/query.ts';
import { changeSetting } from './support/change-setting.ts';
import { manualClock } from './support/market.ts';
import { equip } from './support/member-records.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { verifyMember } from './support/operator-decisions.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { type Customer, memberCustomer, newId, visitorCustomer } from './support/support-world.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let person: Person;
let customer: Customer;

const week = (hours: string[] | null) => ({ zone: 'UTC', days: Array(7).fill(hours) });
const settle = async (hours: string[] | null) => {
  await changeSetting(server.fresh.owner, 'service.hours', week(hours));
  await server.runJob('settings.refresh');
};

const verify = ({ memberId }: Person) =>
  server.fresh.owner.transaction((tx) => verifyMember(tx, memberId));

beforeAll(async () => {
  server = await startServer({ clock });
  consoleApi = createConsole(server, clock);
  await settle(['00:00', '24:00']);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  person = await server.register();
  await verify(person);
  await equip(server, person);
  customer = await memberCustomer(server, person.token);
});

const as = (who = person) => ({ token: who.token });
async function withdraw(who = person): Promise<number> {
  const out = { num: '50', address: TRON_ADDRESS, coinname: 'USDT', czline: 'TRC20' };
  const input = { ...out, pay_password: PAY_PASSWORD };
  return (await server.api.data('POST /withdraw/createWithdraw', input, as(who))).withdraw.ID;
}
const sendWith = (ID: number, more: object = {}) => ({
  ID: customer.ID,
  clientId: newId(),
  text: '',
  record: { kind: 'withdrawal' as const, ID },
  ...more,
});

describe('a record at a message', () => {
  it('is seen by both sides as it is now, not as it was when it was sent', async () => {
    const ID = await withdraw();
    const sent = await server.api.data('POST /service/send', sendWith(ID), as());
    expect(sent.message.record).toMatchObject({
      kind: 'withdrawal',
      ID,
      recordNo: `W-${ID}`,
      asset: 'USDT',
      amount: '50',
      state: 'underReview',
      canCancel: true,
      link: `/pages/bitcoin/withdrawDetail?id=${ID}`,
    });
    await server.api.data('POST /withdraw/cancelWithdraw', { ID }, as());
    const [message] = await customer.list();
    expect(message!.record).toMatchObject({ state: 'cancelled', canCancel: false });
    const { token } = await consoleApi.enrolled(['support']);
    const input = { ID: customer.ID };
    const { list } = await consoleApi.data('GET /operator/service/messages', input, token);
    expect(list[0]!.record).toMatchObject({ recordNo: `W-${ID}`, state: 'cancelled' });
    const inbox = await consoleApi.data('GET /operator/service/inbox', {}, token);
    const row = inbox.waiting.find((each) => each.ID === customer.ID);
    expect(row?.last).toMatchObject({ text: '', hasRecord: true });
  });

  it('is one of the member: not of another one, not of a visitor', async () => {
    const other = await server.register();
    await verify(other);
    await equip(server, other);
    const ID = await withdraw(other);
    const stolen = await server.api.call('POST /service/send', sendWith(ID), as());
    expect(stolen.code).toBe(5007);
    expect(await customer.list()).toEqual([]);
    const { visitor, ID: conversation } = await visitorCustomer(server);
    const input = { visitor, clientId: newId(), text: 'Mine', record: { kind: 'withdrawal', ID } };
    expect((await server.api.call('POST /service/visitor/send', input as never)).code).toBe(5001);
    const insert = defineStatement({
      name: 'test.visitorRecord',
      text: `insert into service_messages (conversation_id, seq, author, client_id, text, hidden, record_kind, record_id, created_at)
        values (${conversation}, 1, 'customer', 'a-record-of-a-visitor', '', '[]', 'withdrawal', ${ID}, now())`,
      params: [],
    });
    await expect(server.fresh.owner.transaction((tx) => tx.run(insert, []))).rejects.toThrow(
      'a visitor has no records',
    );
  });

  it('is part of the message: a retry with another one is refused', async () => {
    const [one, other] = [await withdraw(), await withdraw()];
    const input = sendWith(one);
    expect((await server.api.call('POST /service/send', input, as())).code).toBe(0);
    expect((await server.api.call('POST /service/send', input, as())).code).toBe(0);
    const changed = { ...input, record: { kind: 'withdrawal' as const, ID: other } };
    expect((await server.api.call('POST /service/send', changed, as())).code).toBe(5002);
    expect(await customer.list()).toHaveLength(1);
  });

  it('is chosen among the own ones, newest first, of one kind or of all', async () => {
    const ID = await withdraw();
    clock.advance(1_000);
    const order = { num: '20', from_coin: 'USDT', to_coin: 'BTC' };
    const rate = () => server.api.data('GET /recharge/exchangeFind', { symbol: 'USDT_BTC' }, as());
    await vi.waitFor(rate, { timeout: 60_000 });
    await server.api.data('POST /recharge/exchange', order, as());
    const read = async (input: { kind?: 'withdrawal' | 'verification' }) =>
      (await server.api.data('GET /service/records', input, as())).list;
    expect((await read({})).map(({ kind }) => kind)).toEqual(['swap', 'withdrawal']);
    expect((await read({ kind: 'withdrawal' })).map((record) => record.ID)).toEqual([ID]);
    expect(await read({ kind: 'verification' })).toEqual([]);
  });
});

describe('a record at an answer', () => {
  const answerWith = (ID: number, more: object = {}) => ({
    ID: customer.ID,
    clientId: newId(),
    text: 'This one.',
    record: { kind: 'withdrawal' as const, ID },
    ...more,
  });
  /** An operator who has the conversation. */
  const claimed = async () => {
    const { token } = await consoleApi.enrolled(['support']);
    await customer.send('Which one?');
    await consoleApi.data('POST /operator/service/claim', { ID: customer.ID }, token);
    return token;
  };

  it("is chosen among the customer's, each look logged, and seen by the customer with its state", async () => {
    const ID = await withdraw();
    const token = await claimed();
    const { list } = await consoleApi.data(
      'GET /operator/service/records',
      { ID: customer.ID },
      token,
    );
    expect(list).toMatchObject([{ kind: 'withdrawal', ID, recordNo: `W-${ID}` }]);
    const input = answerWith(ID);
    const { message } = await consoleApi.data('POST /operator/service/answer', input, token);
    expect(message.record).toMatchObject({ kind: 'withdrawal', ID, state: 'underReview' });
    expect((await customer.list()).at(-1)).toMatchObject({
      text: 'This one.',
      record: { ID, link: `/pages/bitcoin/withdrawDetail?id=${ID}` },
    });
    const { record: _record, ...retried } = input;
    expect((await consoleApi.call('POST /operator/service/answer', retried, token)).code).toBe(
      5002,
    );
  });

  it("is the customer's: not another member's, and a visitor has none", async () => {
    const other = await server.register();
    await verify(other);
    await equip(server, other);
    const ID = await withdraw(other);
    const token = await claimed();
    const answer = (input: object) =>
      consoleApi.call('POST /operator/service/answer', input as never, token);
    expect(await answer(answerWith(ID))).toMatchObject({
      code: 5007,
      data: { fields: ['record'] },
    });
    const { ID: conversation, ...visitor } = await visitorCustomer(server);
    await visitor.send('Hello');
    await consoleApi.data('POST /operator/service/claim', { ID: conversation }, token);
    expect((await answer({ ...answerWith(ID), ID: conversation })).code).toBe(5007);
    const asked = { ID: conversation };
    expect(await consoleApi.data('GET /operator/service/records', asked, token)).toEqual({
      list: [],
    });
  });
});

describe('while support is closed', () => {
  beforeEach(() => settle(null));
  afterAll(() => settle(['00:00', '24:00']));

  const automatic = async () =>
    (await customer.list()).flatMap(({ kind, record }) =>
      kind === 'cancellable' ? [record?.recordNo] : [],
    );

  it('a withdrawal that a message names is answered once with the way to cancel it', async () => {
    const ID = await withdraw();
    await customer.send(`I don’t remember w-${ID}. Can you stop it?`);
    await customer.send(`Please stop W-${ID}!`);
    expect(await automatic()).toEqual([`W-${ID}`]);
    await server.api.data('POST /withdraw/cancelWithdraw', { ID }, as());
    const next = await withdraw();
    await customer.send(`W-${ID} is stopped. And W-${next}1?`);
    expect(await automatic()).toEqual([`W-${ID}`]);
    await server.api.data('POST /service/send', sendWith(next), as());
    expect(await automatic()).toEqual([`W-${ID}`, `W-${next}`]);
  });

  it('another member’s withdrawal is not spoken of', async () => {
    const other = await server.register();
    await verify(other);
    await equip(server, other);
    await customer.send(`What is W-${await withdraw(other)}?`);
    expect(await automatic()).toEqual([]);
  });
});

describe('an answer that needs nobody', () => {
  const texts = [
    { lang: 'en', title: 'Why is my deposit in review?', text: 'A person compares it.' },
    { lang: 'de', title: 'Warum wird meine Einzahlung geprüft?', text: 'Jemand vergleicht sie.' },
  ];
  let content: EnrolledOperator;
  let approver: EnrolledOperator;
  let code: string;
  beforeEach(async () => {
    content = await consoleApi.enrolled(['content']);
    approver = await consoleApi.enrolled(['approver']);
    code = `question-${person.memberId}`;
  });
  const write = (input: object) =>
    consoleApi.data(
      'POST /operator/service/writeReply',
      { code, version: 0, isQuestion: true, shows: 'deposit', texts, ...input } as never,
      content.token,
    );
  const publish = async (ID: number, version: number, by = approver) =>
    (await consoleApi.call('POST /operator/service/publishReply', { ID, version }, by.token)).code;
  const shown = async (lang = 'en') => {
    const { list } = await server.api.data('GET /service/answers', {}, { lang });
    return list.filter((each) => each.code === code);
  };

  it('is written by one operator, published by another, and read by anyone in their language', async () => {
    const { ID } = await write({});
    expect(await shown()).toEqual([]);
    expect(await publish(ID, 1, content)).toBe(5032);
    expect(await publish(ID, 1, await consoleApi.enrolled(['support']))).toBe(5030);
    expect(await publish(ID, 1)).toBe(0);
    expect(await publish(ID, 1)).toBe(5034);
    expect(await shown()).toEqual([
      { code, question: texts[0]!.title, text: texts[0]!.text, shows: 'deposit' },
    ]);
    expect((await shown('de'))[0]!.question).toBe(texts[1]!.title);
    expect((await shown('jp'))[0]!.question).toBe(texts[0]!.title);
  });

  it('keeps its published text until the next version is published too', async () => {
    const { ID } = await write({});
    expect(await publish(ID, 1)).toBe(0);
    const next = [{ ...texts[0]!, text: 'Two people compare it.' }];
    await write({ ID, version: 1, texts: next });
    expect((await shown())[0]!.text).toBe(texts[0]!.text);
    expect(await publish(ID, 1)).toBe(5033);
    expect(await publish(ID, 2)).toBe(0);
    expect((await shown())[0]!.text).toBe('Two people compare it.');
    await write({ ID, version: 2, texts: next, isQuestion: false });
    expect(await shown()).toEqual([]);
    expect(await publish(ID, 3)).toBe(5001);
  });

  it('is never published by its writer, whatever the server asks of the database', async () => {
    const { ID } = await write({});
    const force = defineStatement({
      name: 'test.forcePublication',
      text: `update service_replies r set published_version = 1, published_at = now(), published_by = v.operator_id
        from service_reply_versions v where v.reply_id = r.id and v.version = 1 and r.id = ${ID}`,
      params: [],
    });
    await expect(server.fresh.owner.transaction((tx) => tx.run(force, []))).rejects.toThrow(
      'by another operator than its writer',
    );
  });
});
