import { exchangeAccounts } from '@tern/ledger';
import { formatDecimal } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireEvent } from '@tern/protocol';
import { auditBooks } from '../src/audit/books.ts';
import { findWire, wires } from '../src/features/money/funding/wire/wires.ts';
import { cancelRequest } from '../src/features/money/funding/request/lifecycle.ts';
import { listRequests } from '../src/features/money/funding/request/list.ts';
import { depositRoutes } from '../src/features/money/funding/routes.ts';
import { fiatSettings } from '../src/features/money/funding/settings.ts';
import { setReceipt, wireStore } from '../src/features/money/funding/wire/store.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { int8, json, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FiatWorld, fiatWorld } from './support/fiat.ts';
import { balanceOf } from './support/journal.ts';
import { freezeMember } from './support/members.ts';

const mailTo = defineQuery({
  name: 'test.mailTo',
  text: `select subject, body, purpose from outgoing_messages where recipient = $1 order by id`,
  params: [text],
  row: { subject: text, body: text, purpose: text },
});

const noticesOf = defineQuery({
  name: 'test.noticesOfWire',
  text: 'select about, values from notifications where member_id = $1 order by id',
  params: [int8],
  row: { about: text, values: json<object>() },
});

let world: FiatWorld;

beforeAll(async () => {
  world = await fiatWorld();
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

const usd = (owner: number) => balanceOf(world.database, owner, 'USD');
const cancel = (memberId: number, id: number) =>
  cancelRequest(world.deps, wires, { memberId, id, key: undefined });

describe('a wire', () => {
  it('is submitted, confirmed by e-mail, received, approved by two operators and credited with the received amount', async () => {
    const memberId = await world.member({});
    const bank = await usd(exchangeAccounts.custody);
    const wire = await world.announce(memberId, { email: ' Kim.Wire@Tern.test ', lang: 'fr' });
    expect(wire).toMatchObject({ status: 1, num: '5000', coinname: 'USD', received: null });
    expect(wire.reference).toMatch(/^TERN-\w{4}-\w{4}-\w{4}$/);

    const [mail, ...more] = await world.database.many(mailTo, ['kim.wire@tern.test']);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ purpose: 'wire' });
    expect(mail!.body).toContain(wire.reference);
    expect(mail!.subject).toContain('Simulation');
    const found = await findWire(world.deps, memberId, { id: wire.ID, lang: 'fr' });
    expect(found.instructions).toEqual({
      isSimulated: true,
      subject: mail!.subject,
      body: mail!.body,
    });
    const english = await findWire(world.deps, memberId, { id: wire.ID, lang: 'en' });
    expect(english.instructions.body).toContain('Don’t send any money.');

    await expect(
      world.agree('wire', world.operators.first, wire.ID, 'first'),
    ).rejects.toMatchObject({ code: 5036, detail: { data: { checks: ['receipt-recorded'] } } });
    await world.arrive(wire.ID, { num: '4980.50' });
    expect(
      (await findWire(world.deps, memberId, { id: wire.ID, lang: 'en' })).rewire,
    ).toMatchObject({ status: 1, isArrived: true, received: null });
    await world.agree('wire', world.operators.first, wire.ID, 'first');
    expect(await usd(memberId)).toEqual({});
    await world.agree('wire', world.operators.second, wire.ID, 'second');

    expect(await usd(memberId)).toEqual({ available: '4980.5' });
    const notices = await world.database.many(noticesOf, [memberId]);
    expect(notices).toMatchObject([{ about: 'wire', values: { amount: '4980.5', asset: 'USD' } }]);
    const taken = Number((await usd(exchangeAccounts.custody))['available'] ?? 0);
    expect(taken - Number(bank['available'] ?? 0)).toBe(-4980.5);
    const { list } = await listRequests(world.database, wires, { memberId });
    expect(list).toMatchObject([{ status: 2, received: '4980.5' }]);
    const own = { memberId, asset: 'USD', kind: null };
    const { records } = await listRecords(world.database, own, { limit: 10, offset: 0 });
    expect(records.map(({ kind, asset, amount }) => [kind, asset, formatDecimal(amount)])).toEqual([
      [17, 'USD', '4980.5'],
    ]);
  });

  it('loses its first approval when its receipt is recorded again', async () => {
    const { ID } = await world.announce(await world.member({}));
    await world.arrive(ID);
    await world.agree('wire', world.operators.first, ID, 'first');
    const { first, second } = world.operators;
    await world.arrive(ID, { num: '5001' }, second);
    await expect(world.agree('wire', second, ID, 'second')).rejects.toMatchObject({
      code: 5033,
    });
    await world.agree('wire', second, ID, 'first');
    await world.agree('wire', first, ID, 'second');
    expect(formatDecimal((await world.wire(ID)).received!)).toBe('5001');
  });

  it('needs a bank transfer that was credited to no other wire', async () => {
    const [first, second] = [await world.member({}), await world.member({})];
    const earlier = await world.announce(first);
    const later = await world.announce(second);
    const bankReference = 'MT103-77';
    await world.arrive(earlier.ID, { bankReference });
    await expect(world.arrive(later.ID, { bankReference })).rejects.toMatchObject({
      code: 5016,
      detail: { fields: ['bankReference'], text: 'transfer.recorded' },
    });
    await world.reject('wire', earlier.ID, 'Paid for by another person.');
    await world.arrive(later.ID, { bankReference });
    await world.approve('wire', later.ID);
    expect(await usd(first)).toEqual({});
    expect(await usd(second)).toEqual({ available: '5000' });
  });

  it.each([
    ['in lower case', 'mt103-801'],
    ['with spaces', 'MT103 801'],
    ['without its hyphen', 'MT103801'],
    ['with an invisible character', 'MT103\u200b-801'],
    ['in full-width letters', 'ＭＴ１０３－８０１'],
  ])('is not credited by the same transfer, written %s', async (_how, bankReference) => {
    const earlier = await world.announce(await world.member({}));
    const later = await world.announce(await world.member({}));
    await world.arrive(earlier.ID, { bankReference: 'MT103-801' });
    await expect(world.arrive(later.ID, { bankReference })).rejects.toMatchObject({ code: 5016 });
    await world.reject('wire', earlier.ID, 'Paid for by another person.');
  });

  it('can be cancelled until money has arrived, and is rejected with a message', async () => {
    const memberId = await world.member({});
    const taken = await world.announce(memberId);
    const stranger = await world.member({});
    await expect(cancel(stranger, taken.ID)).rejects.toMatchObject({ code: 5007 });
    expect(await cancel(memberId, taken.ID)).toMatchObject({ status: 4 });
    await expect(cancel(memberId, taken.ID)).rejects.toMatchObject({ code: 5034 });

    const arrived = await world.announce(memberId);
    await world.arrive(arrived.ID);
    await expect(cancel(memberId, arrived.ID)).rejects.toMatchObject({ code: 5034 });
    await world.reject('wire', arrived.ID, 'The payer is another person.');
    const { rewire } = await findWire(world.deps, memberId, { id: arrived.ID, lang: 'en' });
    expect(rewire).toMatchObject({
      status: 3,
      reason: 'We couldn’t confirm this deposit. If you need help, contact us.',
    });
    expect(await usd(memberId)).toEqual({});
    await expect(
      findWire(world.deps, stranger, { id: arrived.ID, lang: 'en' }),
    ).rejects.toMatchObject({ code: 5007 });
  });

  it.each<[string, Parameters<FiatWorld['announce']>[1], object]>([
    ['of an unknown currency', { coin: 'GBP' }, { code: 4019, detail: { fields: ['asset'] } }],
    ['of a coin', { coin: 'USDT' }, { code: 4019 }],
    ['without an amount', { num: '' }, { code: 5001, detail: { fields: ['amount'] } }],
    ['of zero', { num: '0' }, { code: 5001 }],
    ['below the minimum', { num: '4999.99' }, { code: 5013, detail: { data: { min: '5000' } } }],
    ['above the maximum', { num: '1000000.01' }, { code: 5013 }],
    [
      'with more decimal places than the currency has',
      { coin: 'JPY', num: '100000.5' },
      { code: 5001 },
    ],
    ['below the minimum of won', { coin: 'krw', num: '999999' }, { code: 5013 }],
    ['without an e-mail address', { email: ' ' }, { code: 5001, detail: { fields: ['email'] } }],
    ['to a wrong e-mail address', { email: 'kim@' }, { code: 4003, detail: { fields: ['email'] } }],
  ])('%s is refused', async (_what, over, refusal) => {
    const memberId = await world.member({});
    await expect(world.announce(memberId, over)).rejects.toMatchObject(refusal);
    expect((await listRequests(world.database, wires, { memberId })).total).toBe(0);
  });

  it('needs no freeze, and is limited per day', async () => {
    const memberId = await world.member({});
    const most = world.settings.read(fiatSettings.wiresPerDay);
    for (let count = 0; count < most; count += 1) {
      await cancel(memberId, (await world.announce(memberId)).ID);
    }
    await expect(world.announce(memberId)).rejects.toMatchObject({ code: 5012 });
    const frozen = await world.member({});
    await freezeMember(world.database, frozen);
    await expect(world.announce(frozen)).rejects.toMatchObject({ code: 4008 });
  });

  it('submitted again with the same key is one wire and one e-mail', async () => {
    const memberId = await world.member({});
    const key = { memberId, key: 'wire', requestHash: 'a' };
    const email = 'once@tern.test';
    const first = await world.announce(memberId, { key, email });
    expect(await world.announce(memberId, { key, email })).toEqual(first);
    expect(await world.database.many(mailTo, [email])).toHaveLength(1);
  });

  it('is created and listed through the calls of deposits, by its cate', async () => {
    const memberId = await world.member({});
    const routes = depositRoutes({ ...world.deps, asksIdentity: false });
    const ask = (path: string, input: object) =>
      routes
        .find(({ call }) => call.path === path)!
        .answer({
          input,
          caller: { memberId, sessionId: 1 },
          lang: 'en',
          address: '192.0.2.1',
          idempotencyKey: undefined,
        });
    const input = { cate: '2', coin: 'JPY', num: '100000', email: 'kim@tern.test' };
    const { recharge } = (await ask('/recharge/createRecharge', input)) as { recharge: WireEvent };
    expect(recharge).toMatchObject({ cate: 2, coinname: 'JPY', status: 1 });
    await expect(
      ask('/recharge/createRecharge', { ...input, email: undefined }),
    ).rejects.toMatchObject({ code: 5001, detail: { fields: ['email'] } });
    const listOf = async (more: object) =>
      ((await ask('/recharge/myRechargeList', more)) as { list: unknown[] }).list;
    expect(await listOf({ cate: 2, status: 1 })).toEqual([recharge]);
    expect(await listOf({ cate: 2, status: '3' })).toEqual([]);
    expect(await listOf({ cate: 1 })).toEqual([]);
  });

  it('never goes back to an earlier state, whatever writes it', async () => {
    const memberId = await world.member({});
    const { ID } = await world.announce(memberId);
    const end = (state: string) =>
      world.database.transaction((tx) =>
        tx.one(wireStore.end, [ID, state, 'x', world.clock.now()]),
      );
    await expect(end('completed')).rejects.toMatchObject({ constraint: 'funding_agreed' });
    await cancel(memberId, ID);
    for (const state of ['reviewed', 'completed', 'rejected']) {
      await expect(end(state)).rejects.toThrow('that ended does not change');
    }
    const receipt = world.database.transaction((tx) =>
      tx.one(setReceipt, [ID, (5n * 10n ** 18n) as never, 'x', 'x', world.clock.now()]),
    );
    await expect(receipt).rejects.toThrow('that ended does not change');
  });
});

describe('the payer of a wire', () => {
  const check = async (id: number) =>
    (await world.detailOf('wire', id)).checks.find(({ name }) => name === 'name-as-verified');

  it('may write the verified name in another order, alphabet or with initials', async () => {
    const memberId = await world.member({});
    world.names.set(memberId, 'Иван Петров');
    const { ID } = await world.announce(memberId);
    for (const payer of ['PETROV IVAN', 'Mr I. Petrov', 'Ivan Sergeevich Petrov']) {
      await world.arrive(ID, { payer });
      expect(await check(ID)).toMatchObject({ isPassed: true });
    }
    await world.approve('wire', ID);
  });

  it('must be confirmed by the reviewers when the names are less alike than 70 of 100', async () => {
    const memberId = await world.member({});
    world.names.set(memberId, 'Anna Weber');
    const { ID } = await world.announce(memberId);
    await world.arrive(ID, { payer: 'Peter Weber' });
    expect(await check(ID)).toEqual({
      name: 'name-as-verified',
      isPassed: false,
      level: 'warning',
      detail: 'at the bank: Peter Weber · verified: Anna Weber · likeness 53 of 100',
    });
    const { review, hash } = await world.detailOf('wire', ID);
    const approval = { stage: 'first', hash, note: '', isAcknowledged: false } as const;
    await expect(
      world.reviewQueue.approve(world.operators.first, review.id, approval),
    ).rejects.toMatchObject({ code: 5036, detail: { data: { checks: ['name-as-verified'] } } });
    await world.approve('wire', ID);
  });

  it('stops the credit when the names have nothing in common', async () => {
    const memberId = await world.member({});
    world.names.set(memberId, 'Anna Weber');
    const { ID } = await world.announce(memberId);
    await world.arrive(ID, { payer: 'John Smith' });
    const name = (await world.detailOf('wire', ID)).evidence.rows.find(
      ({ label }) => label === 'Name',
    );
    expect(name).toMatchObject({ values: ['Anna Weber', 'John Smith'], isEqual: false });
    await expect(world.approve('wire', ID)).rejects.toMatchObject({
      code: 5036,
      detail: { data: { checks: ['name-as-verified'] } },
    });
    expect(await usd(memberId)).toEqual({});
  });
});
