/** Transfers between members on PostgreSQL: who may send whom how much, and that no race creates or loses money. */
import { recordTypes } from '@tern/ledger';
import type { Amount } from '@tern/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditBooks } from '../src/audit/books.ts';
import { turnLockOn } from '../src/features/money/funding/address-book/address-lock.ts';
import { findReceiver } from '../src/features/money/member-transfer/find-receiver.ts';
import {
  findTransfer,
  listTransfers,
  transferTerms,
} from '../src/features/money/member-transfer/list-transfers.ts';
import {
  type SendDeps,
  type SendInput,
  sendToMember,
} from '../src/features/money/member-transfer/send-to-member.ts';
import { listRecords } from '../src/kernel/ledger/records.ts';
import { setPassword } from '../src/kernel/members/change-members.ts';
import { memberById } from '../src/kernel/members/members.ts';
import { Refusal } from '../src/kernel/requests/refusal.ts';
import { int8, json, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { balanceOf } from './support/journal.ts';
import { closeAccountOf, freezeMember, restrictMember } from './support/members.ts';
import { unverifyMember } from './support/operator-decisions.ts';
import { brokenInvariantsAfter, failedRulesAfter } from './support/tampering.ts';
import { PAY_PASSWORD, type WithdrawalWorld, withdrawalWorld } from './support/withdrawals.ts';
import { plainCall } from './support/without-factors.ts';

const noticesOf = defineQuery({
  name: 'member-transfer-test.noticesOf',
  text: `select kind, values from notifications where member_id = $1 and kind like 'memberTransfer.%' order by id`,
  params: [int8],
  row: { kind: text, values: json<{ name: string; amount: string }>() },
});
const eventsOf = defineQuery({
  name: 'member-transfer-test.eventsOf',
  text: `select e.value ->> 'memberId' as member, e.value -> 'data' as data from member_events m, json_array_elements(m.events) e
    where e.value ->> 'topic' = 'memberTransfer.added' and (e.value -> 'data' ->> 'ID')::int8 = $1 order by 1`,
  params: [int8],
  row: { member: text, data: json<{ direction: number; member: number }>() },
});

const DAY = 86_400_000;
const MINUTE = 60_000;
const NAMES = ['Anna Weber', 'Mika Kovač'];

let world: WithdrawalWorld;
let deps: SendDeps;
let anna: number;
let mika: number;
const names = new Map<number, string>();

beforeAll(async () => {
  world = await withdrawalWorld(20);
  deps = {
    ...world.deps,
    verifiedName: async (_reader, memberId) => names.get(memberId),
    worthOf: (asset, amount) => {
      if (asset === 'USDT') return amount;
      return asset === 'BTC' ? ((amount * 64_000n) as Amount) : undefined;
    },
  };
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});
beforeEach(async () => {
  [anna, mika] = [
    await world.member({ USDT: '5000', BTC: '1' }),
    await world.member({ USDT: '5000' }),
  ];
  names.set(anna, NAMES[0]!).set(mika, NAMES[1]!);
});

const send = (over: Partial<SendInput> = {}) => {
  const memberId = over.memberId ?? anna;
  return sendToMember(deps, {
    memberId,
    receiverId: mika,
    asset: 'USDT',
    given: '100',
    note: '',
    payPassword: PAY_PASSWORD,
    key: undefined,
    call: plainCall(memberId),
    ...over,
  });
};
const find = (to: string, by: 'id' | 'email' | 'phone' = 'id', memberId = anna) =>
  findReceiver(deps, { memberId, by, to });
const codeOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
const refusalOf = async (work: Promise<unknown>) => {
  const refused: unknown = await work.catch((error: unknown) => error);
  const { code, detail } = refused as Refusal;
  return { code, text: detail.text };
};
const usdt = async (owner: number) =>
  (await balanceOf(world.database, owner, 'USDT'))['available'] ?? '0';
const recordsOf = async (memberId: number) => {
  const page = { limit: 5, offset: 0 };
  const { records } = await listRecords(
    world.database,
    { memberId, asset: 'USDT', kind: null },
    page,
  );
  return records.map(({ kind, amount, note }) => [kind, Number(amount) / 1e18, note]);
};
/** Anna has sent to Mika, a day ago and more. */
const acquainted = async () => {
  await send({ given: '1' });
  world.clock.advance(DAY);
};

describe('a transfer', () => {
  it('is with the receiver immediately, without a fee, and both see it as their own record', async () => {
    const sent = await send({ given: '250.5', note: ' Rent share, November ' });
    expect(sent).toMatchObject({
      direction: 1,
      member: mika,
      name: 'M… K…',
      coinname: 'USDT',
      num: '250.5',
      note: 'Rent share, November',
      recordNo: `Y-${sent.ID}`,
    });
    expect([await usdt(anna), await usdt(mika)]).toEqual(['4749.5', '5250.5']);
    const seen = await findTransfer(world.database, mika, sent.ID);
    expect(seen).toMatchObject({ direction: 2, member: anna, name: 'A… W…', num: '250.5' });
    expect((await recordsOf(anna))[0]).toEqual([
      recordTypes.transferSent,
      -250.5,
      'Rent share, November',
    ]);
    expect((await recordsOf(mika))[0]).toEqual([
      recordTypes.transferReceived,
      250.5,
      'Rent share, November',
    ]);
    const events = await world.database.many(eventsOf, [sent.ID]);
    expect(events.map(({ member, data }) => [Number(member), data.direction])).toEqual(
      [
        [anna, 1],
        [mika, 2],
      ].toSorted(([left = 0], [right = 0]) => (String(left) < String(right) ? -1 : 1)),
    );
  });

  it('notifies both, without the sender’s words', async () => {
    await send({ note: 'call +1 555 0100' });
    const told = async (memberId: number) =>
      (await world.database.many(noticesOf, [memberId])).map(({ kind, values }) => [
        kind,
        values.name,
        JSON.stringify(values).includes('call'),
      ]);
    expect(await told(anna)).toEqual([['memberTransfer.sent', 'M… K…', false]]);
    expect(await told(mika)).toEqual([['memberTransfer.received', 'A… W…', false]]);
  });

  it('is in the lists of both and of nobody else, and its receiver among those of the sender', async () => {
    const there = await send();
    const back = await send({ memberId: mika, receiverId: anna, given: '7' });
    const listOf = async (memberId: number) =>
      (await listTransfers(world.database, memberId, {})).list.map(({ ID, direction }) => [
        ID,
        direction,
      ]);
    expect(await listOf(anna)).toEqual([
      [back.ID, 2],
      [there.ID, 1],
    ]);
    expect(await listOf(mika)).toEqual([
      [back.ID, 1],
      [there.ID, 2],
    ]);
    const stranger = await world.member({});
    expect(await listOf(stranger)).toEqual([]);
    expect(await codeOf(findTransfer(world.database, stranger, there.ID))).toBe(5007);
    const terms = await transferTerms(world.database, world.settings, anna);
    expect(terms.receivers).toMatchObject([{ member: mika, name: 'M… K…' }]);
    expect(terms.coins.map(({ coinname }) => coinname)).toEqual(
      expect.arrayContaining(['USDT', 'BTC']),
    );
  });

  it('is made once for one key', async () => {
    const key = { memberId: anna, key: 'once', requestHash: 'same' };
    const first = await send({ key });
    expect(await send({ key })).toEqual(first);
    expect(await usdt(mika)).toBe('5100');
    expect(await codeOf(send({ key: { ...key, requestHash: 'another' } }))).toBe(5002);
  });
});

describe('a receiver', () => {
  it('is found by identifier, email or proven phone, with a masked name only', async () => {
    const { email, phone } = (await memberById(world.database, mika))!;
    const shown = { member: mika, name: 'M… K…', isNew: true, left: '1000' };
    expect(await find(` ${mika} `)).toEqual(shown);
    expect(await find(email.toUpperCase(), 'email')).toEqual(shown);
    expect(await find(`+86 ${phone}`, 'phone')).toEqual(shown);
    await send({ given: '100' });
    expect(await find(String(mika))).toMatchObject({ isNew: false, left: '900' });
    world.clock.advance(DAY);
    expect(await find(String(mika))).toMatchObject({ isNew: false, left: '' });
  });

  it('is found though withdrawals of theirs wait for compliance, and sends nothing then', async () => {
    await restrictMember(world.database, { memberId: mika, part: 'withdrawals' });
    expect(await find(String(mika))).toMatchObject({ member: mika });
    await send();
    expect(await codeOf(send({ memberId: mika, receiverId: anna }))).toBe(5011);
  });

  it('who does not exist, or takes no transfers, is answered alike', async () => {
    const [frozen, unverified] = [await world.member({}), await world.member({})];
    const closed = await world.member({});
    await freezeMember(world.database, frozen);
    await world.fresh.owner.transaction((tx) => unverifyMember(tx, unverified));
    await closeAccountOf(world.fresh.owner, closed, world.clock.now());
    const nobody = await refusalOf(find('999999999'));
    expect(nobody).toEqual({ code: 5007, text: 'memberTransfer.unknown' });
    for (const receiverId of [frozen, unverified, closed]) {
      expect(await refusalOf(find(String(receiverId)))).toEqual(nobody);
      world.clock.advance(MINUTE);
      expect(await refusalOf(send({ receiverId }))).toEqual(nobody);
    }
    world.clock.advance(MINUTE);
    expect(await refusalOf(find('nobody@tern.test', 'email'))).toEqual(nobody);
    expect(await refusalOf(find('x', 'phone'))).toEqual(nobody);
  });

  it('is not the sender', async () => {
    const self = { code: 5001, text: 'memberTransfer.self' };
    expect(await refusalOf(find(String(anna)))).toEqual(self);
    expect(await refusalOf(send({ receiverId: anna }))).toEqual(self);
  });

  it('outside the countries of the licence takes none', async () => {
    const search = { memberId: anna, by: 'id', to: String(mika) } as const;
    const served = (codes: string[]) => ({ ...deps, servedCodes: new Set(codes) });
    expect(await codeOf(findReceiver(served(['41']), search))).toBe(5007);
    expect(await codeOf(findReceiver(served(['41', '86']), search))).toBe(0);
  });

  it('is searched five times a minute, and sending to nobody counts as a search', async () => {
    for (const to of ['900001', '900002', '900003', '900004'])
      expect(await codeOf(find(to))).toBe(5007);
    expect(await codeOf(send({ receiverId: 900_005 }))).toBe(5007);
    expect(await codeOf(find(String(mika)))).toBe(4024);
    expect(await codeOf(send({ receiverId: 900_006 }))).toBe(4024);
    // Money for someone who exists still goes.
    expect(await codeOf(send())).toBe(0);
    world.clock.advance(MINUTE);
    expect(await codeOf(find(String(mika)))).toBe(0);
  });
});

describe('a sender', () => {
  it('needs what a withdrawal needs', async () => {
    expect(await codeOf(send({ payPassword: '' }))).toBe(4022);
    expect(await codeOf(send({ payPassword: '000000' }))).toBe(4023);
    expect(await codeOf(send({ given: '5000.01', receiverId: mika }))).toBe(5013);
    await world.database.transaction((tx) =>
      setPassword(
        tx,
        { memberId: anna, passwordHash: 'x', withdrawalsBlockedUntil: world.clock.now() + DAY },
        world.clock.now(),
      ),
    );
    expect(await codeOf(send())).toBe(5009);
    await world.fresh.owner.transaction((tx) => unverifyMember(tx, mika));
    expect(await codeOf(send({ memberId: mika, receiverId: anna }))).toBe(4025);
    expect(await codeOf(find(String(anna), 'id', mika))).toBe(4025);
    await freezeMember(world.database, mika);
    expect(await codeOf(send({ memberId: mika, receiverId: anna }))).toBe(4008);
    expect(await usdt(mika)).toBe('5000');
  });

  it('cannot send what is not theirs, what cannot be withdrawn, or parts too small to exist', async () => {
    await acquainted();
    expect(await codeOf(send({ given: '5000' }))).toBe(4020);
    expect(await codeOf(send({ asset: 'EUR' }))).toBe(4019);
    expect(await codeOf(send({ asset: 'NONE' }))).toBe(4019);
    expect(await codeOf(send({ given: '0.0000001' }))).toBe(5001);
    expect(await codeOf(send({ given: '-1' }))).toBe(5001);
    expect(await codeOf(send({ given: '0' }))).toBe(5001);
    expect(await codeOf(send({ given: '99999999999' }))).toBe(5013);
    expect(await codeOf(send({ note: 'a\u202eb' }))).toBe(5001);
  });

  it('with the lock on saved addresses sends only to whom they have known for a day', async () => {
    await send({ given: '1' });
    await turnLockOn(world.deps, anna);
    expect(await codeOf(send())).toBe(5022);
    world.clock.advance(DAY);
    expect(await codeOf(send())).toBe(0);
    expect(await codeOf(send({ receiverId: await world.member({}) }))).toBe(5022);
  });
});

describe('the first day with a receiver', () => {
  it('is limited to 1,000 USDT worth, in any coin, for each receiver', async () => {
    await send({ given: '400' });
    expect(await refusalOf(send({ given: '600.01' }))).toEqual({
      code: 5013,
      text: 'memberTransfer.firstDay',
    });
    expect(await codeOf(send({ asset: 'BTC', given: '0.01' }))).toBe(5013);
    expect(await codeOf(send({ asset: 'BTC', given: '0.009375' }))).toBe(0);
    expect(await codeOf(send({ given: '0.01' }))).toBe(5013);
    expect(await codeOf(send({ receiverId: await world.member({}), given: '1000' }))).toBe(0);
    world.clock.advance(DAY - 1);
    expect(await codeOf(send({ given: '0.01' }))).toBe(5013);
    world.clock.advance(1);
    expect(await codeOf(send({ given: '3000' }))).toBe(0);
  });

  it('takes nothing without a price', async () => {
    const eth = await world.member({ ETH: '5' });
    expect(await codeOf(send({ memberId: eth, asset: 'ETH', given: '0.1' }))).toBe(5005);
  });
});

describe('concurrent transfers', () => {
  it('of the whole balance: one goes', async () => {
    await acquainted();
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(send({ given: '4999' }))),
    );
    expect(codes.toSorted((left, right) => left - right)).toEqual([0, ...Array(7).fill(4020)]);
    expect([await usdt(anna), await usdt(mika)]).toEqual(['0', '10000']);
  });

  it('of the first day: together within its limit', async () => {
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(send({ given: '300' }))),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(3);
    expect(codes.filter((code) => code === 5013)).toHaveLength(5);
  });

  it('in both directions: all go, none waits for the other for ever', async () => {
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        codeOf(
          at % 2 === 0
            ? send({ given: '10' })
            : send({ memberId: mika, receiverId: anna, given: '4' }),
        ),
      ),
    );
    expect(codes).toEqual(Array(10).fill(0));
    expect([await usdt(anna), await usdt(mika)]).toEqual(['4970', '5030']);
  });

  it('with one key: one transfer, and the same answer for all', async () => {
    const key = { memberId: anna, key: 'concurrent', requestHash: 'same' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ key })));
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(await usdt(mika)).toBe('5100');
  });
});

describe('the database', () => {
  const insert = defineQuery({
    name: 'member-transfer-test.insert',
    text: `insert into member_transfers (sender_id, receiver_id, sender_name, receiver_name, asset, amount, note, worth, first_day_max, created_at)
      values ($1, $2, '', '', 'USDT', $3::text::numeric, '', $3::text::numeric, 1000, now()) returning id`,
    params: [int8, int8, text],
    row: { id: int8 },
  });
  const written = (sender: number, receiver: number, amount: string) =>
    world.database
      .transaction((tx) => tx.one(insert, [sender, receiver, amount]))
      .then(
        () => 'done',
        (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
      );

  it('refuses transfers that the rules forbid', async () => {
    const unverified = await world.member({});
    await world.fresh.owner.transaction((tx) => unverifyMember(tx, unverified));
    const frozen = await world.member({});
    await freezeMember(world.database, frozen);
    expect(await written(anna, unverified, '1')).toBe('member_transfers_between');
    expect(await written(frozen, anna, '1')).toBe('member_transfers_between');
    expect(await written(anna, anna, '1')).toBe('member_transfers_between');
    expect(await written(anna, mika, '1000.01')).toBe('member_transfers_first_day');
    expect(await written(anna, mika, '0')).toBe('member_transfers_amount_check');
  });

  it('is audited: an entry without its transfer, a changed one, and too much on the first day', async () => {
    const { ID } = await send();
    const change = (set: string) => `update member_transfers set ${set} where id = ${ID}`;
    const FACTS = 'every entry is what its fact requires, and every fact has its entry';
    expect(await failedRulesAfter(world.fresh, change('amount = 99'))).toEqual([FACTS]);
    expect(await brokenInvariantsAfter(world.fresh, change('amount = 99'))).toEqual([
      'entries-founded',
    ]);
    expect(await failedRulesAfter(world.fresh, change('worth = 1001'))).toEqual([
      'a new receiver got no more than was allowed on the first day',
    ]);
    const swapKinds = `update ledger_postings set kind = ${recordTypes.transferSent}
      where entry_id = (select id from ledger_entries where reference = 'membertransfer:${ID}')`;
    expect(await failedRulesAfter(world.fresh, swapKinds)).toContain(
      'every entry is of a kind that a feature posts',
    );
  });
});
