import { operatorCalls } from '@tern/protocol/operator';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApprovals } from '../src/audit/approvals.ts';
import { int8 } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { verifiedName } from '../src/features/account/identity/index.ts';
import { documentsById } from '../src/features/account/identity/store.ts';
import { HOUR_MS } from '../src/platform/durations.ts';
import {
  approveIdentity,
  documentsOf,
  identityReview,
  photo,
  rejectIdentity,
  sendDocuments,
  upload,
} from './support/identities.ts';
import { type Device, openDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

/** The mode of a database is final; a test turns that off for one transaction, which is rolled back. */
const pretendLive = defineStatement({
  name: 'test.pretendLive',
  text: `create or replace function is_live() returns boolean language sql stable parallel safe as 'select true'`,
  params: [],
});
const setVerifiedByHand = defineStatement({
  name: 'test.setVerifiedByHand',
  text: 'update members set real_name_status = 2 where id = $1',
  params: [int8],
});

const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
});

afterAll(async () => {
  const findings = await server.fresh.database.snapshot(auditApprovals);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await server?.stop();
});

const as = ({ token }: Person) => ({ token });
/** Of a member who has sent nothing. */
const NONE = { status: 0, reuser_card: null, verified: null, mayRenew: false };
const create = 'POST /user_card/createUser_card';
const update = 'PUT /user_card/updateUser_card';
const mine = (person: Person) => server.api.data('GET /user_card/findMyUser_card', {}, as(person));
const userOf = async (person: Person) =>
  (await server.api.data('GET /user/getUserInfo', {}, as(person))).userInfo;
const approve = (id: number, stage: 'first' | 'second', token: string) =>
  approveIdentity(consoleApi, id, [stage, token]);
const stand = (person: Person, act: 'unverify' | 'reverify', token: string) =>
  consoleApi.call(
    'POST /operator/customer/setStanding',
    { ID: person.memberId, act, reason: 'The passport was reported stolen.' },
    token,
  );

describe('a member who sends documents', () => {
  let person: Person;
  let phone: Device;
  let laptop: Device;
  beforeAll(async () => {
    person = await server.register();
    [phone, laptop] = [
      await openDevice(server.url(), as(person)),
      await openDevice(server.url(), as(person)),
    ];
  });
  afterAll(() => Promise.all([phone.cut(), laptop.cut()]));

  const statuses = (device: Device) =>
    device
      .events()
      .filter(({ topic }) => topic === 'identity.changed')
      .map(({ data }) => (data as { status: number }).status);

  it('is not verified before, and has none', async () => {
    expect(await mine(person)).toEqual(NONE);
  });

  it('waits for a decision; a status and an owner that they send have no authority', async () => {
    const other = await server.register();
    const input = await documentsOf(server, person, { name: '  Mika   Kovač ' });
    const given = { ...input, status: 2, uid: String(other.memberId) };
    const { user_card } = await server.api.data(create, given, as(person));
    expect(user_card).toMatchObject({
      recordNo: `I-${user_card.ID}`,
      type: 1,
      name: 'Mika Kovač',
      status: 1,
      reason: '',
      decidedAt: null,
    });
    expect(Date.parse(user_card.dueAt)).toBe(clock.now() + 24 * HOUR_MS);
    expect(await mine(person)).toEqual({ ...NONE, status: 1, reuser_card: user_card });
    expect(await mine(other)).toEqual(NONE);
    expect(await userOf(person)).toMatchObject({ verified: false, realNameStatus: 1 });
  });

  it('sends nothing else meanwhile', async () => {
    const input = await documentsOf(server, person);
    expect((await server.api.call(create, input, as(person))).code).toBe(5021);
    const ID = (await mine(person)).reuser_card!.ID;
    expect((await server.api.call(update, { ID, ...input }, as(person))).code).toBe(5021);
  });

  it('is rejected with a message, and sends new documents for the same place', async () => {
    const ID = (await mine(person)).reuser_card!.ID;
    const inner = 'The front is out of focus.';
    await rejectIdentity(consoleApi, ID, { token: ada, reason: inner });
    const reason = 'We couldn’t confirm your identity with these photos.';
    const found = await mine(person);
    expect(found).toMatchObject({ status: 3, reuser_card: { ID, status: 3, reason } });
    const { list } = await server.api.data('GET /notice/getNoticeList', {}, as(person));
    expect(list[0]).toMatchObject({ title: 'Your documents were rejected' });
    expect(list[0]!.content).toContain(reason);

    const input = await documentsOf(server, person, { type: '4' });
    const unknown = { ...input, ID: ID + 1_000 };
    expect((await server.api.call(update, unknown, as(person))).code).toBe(5007);
    const used = { ...input, ID, card_front: found.reuser_card!.card_front };
    expect(await server.api.call(update, used, as(person))).toMatchObject({
      code: 5001,
      data: { fields: ['card_front'] },
    });
    const sent = await server.api.data(update, { ...input, ID, status: 2 }, as(person));
    expect(sent.user_card).toMatchObject({ type: 4, status: 1 });
  });

  it('is verified only once a second operator agrees, on every device immediately', async () => {
    const { ID } = (await mine(person)).reuser_card!;
    expect((await approve(ID, 'first', ada)).code).toBe(0);
    expect((await mine(person)).status).toBe(1);
    const { memberId } = await server.fresh.database.one(documentsById, [ID]);
    const nameNow = () => verifiedName(server.fresh.database, memberId);
    expect(await nameNow()).toBeUndefined();
    expect((await approve(ID, 'second', bo)).code).toBe(0);
    // Bank money is compared with it.
    expect(await nameNow()).toBe((await server.fresh.database.one(documentsById, [ID])).name);
    expect(await mine(person)).toMatchObject({ status: 2, reuser_card: { ID, status: 2 } });
    expect(await userOf(person)).toMatchObject({ verified: true, realNameStatus: 2 });
    for (const device of [phone, laptop]) {
      await device.until(() => statuses(device).at(-1) === 2);
      expect(statuses(device)).toEqual([1, 3, 1, 2]);
    }
  });

  it('sends nothing more once verified', async () => {
    const input = await documentsOf(server, person);
    expect((await server.api.call(create, input, as(person))).code).toBe(5020);
    const ID = (await mine(person)).reuser_card!.ID;
    expect((await server.api.call(update, { ID, ...input }, as(person))).code).toBe(5020);
  });

  it('learns that a review is on hold, until when and why', async () => {
    const other = await server.register();
    const id = await sendDocuments(server, other);
    const { ID } = await identityReview(consoleApi, ada, id);
    await consoleApi.data('POST /operator/review/claim', { ID }, ada);
    const until = new Date(clock.now() + HOUR_MS).toISOString();
    const reason = 'We ask the issuing office.';
    await consoleApi.data('POST /operator/review/hold', { ID, until, reason }, ada);
    expect((await mine(other)).reuser_card).toMatchObject({
      status: 1,
      heldUntil: until,
      heldReason: 'We need more time to check this. You don’t need to do anything.',
      reason: '',
    });
  });
});

describe('documents are refused', () => {
  let person: Person;
  let whole: Awaited<ReturnType<typeof documentsOf>>;
  beforeAll(async () => {
    person = await server.register();
    whole = await documentsOf(server, person);
  });

  const refused = async (over: object) => {
    clock.advance(2_000);
    return server.api.call(create, { ...whole, ...over }, as(person));
  };

  it.each([
    ['another type', { type: 3 }, 'type'],
    ['no type', { type: '' }, 'type'],
    ['an empty name', { name: ' \u200b ' }, 'name'],
    ['a name without a letter', { name: '*** !' }, 'name'],
    ['a name that hides its direction', { name: 'Mika\u202e Kovac' }, 'name'],
    ['a name of 101 letters', { name: 'ж'.repeat(101) }, 'name'],
    ['an image that does not exist', { card_end: 999_999_999 }, 'card_end'],
  ])('with %s', async (_, over, field) => {
    expect(await refused(over)).toMatchObject({ code: 5001, data: { fields: [field] } });
    expect((await mine(person)).status).toBe(0);
  });

  it('with the same image twice, by its number or by its content', async () => {
    const twice = { card_end: whole.card_front };
    expect(await refused(twice)).toMatchObject({ code: 5001, data: { fields: ['card_end'] } });
    const again = await photo(7_001);
    const copies = {
      card_front: await upload(server, person.token, again),
      card_hand: await upload(server, person.token, again),
    };
    expect(await refused(copies)).toMatchObject({ code: 5001, data: { fields: ['card_hand'] } });
  });

  it("with another member's image", async () => {
    const other = await server.register();
    const { card_hand } = await documentsOf(server, other);
    expect(await refused({ card_hand })).toMatchObject({
      code: 5001,
      data: { fields: ['card_hand'] },
    });
  });
});

type Review = OperatorOutput<'GET /operator/review/find'>['rereview'];

describe('reviewers', () => {
  let person: Person;
  let documents: number;
  beforeAll(async () => {
    person = await server.register();
    documents = await sendDocuments(server, person);
  });

  const checkOf = ({ checks }: Review, name: string) => checks.find((each) => each.name === name);

  it('see three images, each burned with their number and the time, each view logged', async () => {
    const review = await identityReview(consoleApi, ada, documents);
    expect(review.images.map(({ id }) => id)).toEqual(['front', 'back', 'hand']);
    const { ID } = review;
    const look = async (image: string, token: string) => {
      const shown = await consoleApi.data('GET /operator/review/image', { ID, image }, token);
      return Buffer.from(shown.image.slice(shown.image.indexOf(',') + 1), 'base64');
    };
    const { card_front } = (await mine(person)).reuser_card!;
    const own = await server.api.data('GET /user/findImage', { ID: card_front }, as(person));
    const original = Buffer.from(own.image.slice(own.image.indexOf(',') + 1), 'base64');
    const first = await look('front', ada);
    const second = await look('front', bo);
    clock.advance(61_000);
    const later = await look('front', ada);
    const sizeOf = async (image: Buffer) => {
      const { width, height } = await sharp(image).metadata();
      return [width, height];
    };
    expect(await sizeOf(first)).toEqual(await sizeOf(original));
    const marked = [original, first, second, later].map((image) => image.toString('base64'));
    expect(new Set(marked).size).toBe(4);
    const { list } = await consoleApi.data(
      'GET /operator/audit/list',
      { action: 'review.image' },
      ada,
    );
    const views = list.filter(({ subject }) => subject === `review:${ID}`);
    expect(views).toHaveLength(3);
  });

  it('are warned of the same file, and of a copy saved anew, with the number of the other account', async () => {
    const picture = await photo(8_001);
    const smaller = await photo(8_002, { width: 500, quality: 60 });
    const [first, second] = [await server.register(), await server.register()];
    const sent = async (who: Person, front: Buffer, hand: Buffer) => {
      const input = await documentsOf(server, who, {
        card_front: await upload(server, who.token, front),
        card_hand: await upload(server, who.token, hand),
      });
      return (await server.api.data(create, input, as(who))).user_card.ID;
    };
    await sent(first, picture, await photo(8_002));
    const id = await sent(second, picture, smaller);
    const check = checkOf(await identityReview(consoleApi, ada, id), 'images-not-elsewhere');
    expect(check).toMatchObject({ isPassed: false, level: 'warning' });
    expect(check!.detail).toBe(
      `ID ${first.memberId}: front, same file; ID ${first.memberId}: holding it, looks the same`,
    );
    expect(JSON.stringify(await mine(second))).not.toContain(String(first.memberId));
  });

  it('are not warned of other pictures, nor of those the member sent before', async () => {
    const review = await identityReview(consoleApi, ada, documents);
    expect(checkOf(review, 'images-not-elsewhere')!.isPassed).toBe(true);
    await rejectIdentity(consoleApi, documents, { token: ada, reason: 'Cut off.' });
    const front = await photo(8_100);
    const input = await documentsOf(server, person, {
      card_front: await upload(server, person.token, front),
    });
    const once = (await server.api.data(create, input, as(person))).user_card.ID;
    await rejectIdentity(consoleApi, once, { token: ada, reason: 'Cut off again.' });
    const again = await documentsOf(server, person, {
      card_front: await upload(server, person.token, front),
    });
    const last = (await server.api.data(create, again, as(person))).user_card.ID;
    const second = await identityReview(consoleApi, ada, last);
    expect(checkOf(second, 'images-not-elsewhere')!.isPassed).toBe(true);
    const earlier = second.rows.filter(({ label }) => label.startsWith('Earlier'));
    expect(earlier.map(({ values }) => values[0])).toEqual([
      'rejected: Cut off again.',
      'rejected: Cut off.',
    ]);
  });

  it('are warned of a new account, and of another name on a bank card; accents and order do not matter', async () => {
    const member = await server.register();
    const card = {
      bankname: 'Hafenbank',
      accountname: 'KOVAC MIKA',
      bankcard: '4000 1234 5678 4821',
      bankaddress: '1 Harbour Street, Hamburg',
      ibna: 'DE89370400440532013000',
      payeeaddress: 'HAFBDEFF',
      country: 'DE',
    };
    const { bank } = await server.api.data('POST /user_bank/createUser_bank', card, as(member));
    const id = await sendDocuments(server, member);
    const shown = await identityReview(consoleApi, ada, id);
    expect(checkOf(shown, 'account-not-new')).toMatchObject({ isPassed: false, level: 'warning' });
    expect(checkOf(shown, 'name-as-at-banks')!.isPassed).toBe(true);
    await server.api.data('DELETE /user_bank/deleteUser_bank', { ID: bank.ID }, as(member));
    const other = { ...card, accountname: 'Someone Else' };
    await server.api.data('POST /user_bank/createUser_bank', other, as(member));
    clock.advance(24 * HOUR_MS);
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
    const later = await identityReview(consoleApi, ada, id);
    expect(checkOf(later, 'account-not-new')!.isPassed).toBe(true);
    expect(checkOf(later, 'name-as-at-banks')).toMatchObject({
      isPassed: false,
      detail: 'bank card: Someone Else',
    });
  });

  it('are the only way to a verification: there is none without documents, or after they were refused', async () => {
    const member = await server.register();
    const tried = async () => [
      (await stand(member, 'reverify', ada)).code,
      (await stand(member, 'reverify', bo)).code,
      (await userOf(member)).verified,
    ];
    expect(await tried()).toEqual([5034, 5034, false]);
    const id = await sendDocuments(server, member);
    expect(await tried()).toEqual([5021, 5021, false]);
    await rejectIdentity(consoleApi, id, { token: ada, reason: 'Not readable.' });
    expect(await tried()).toEqual([5034, 5034, false]);
    const paths = Object.values(operatorCalls).map(({ path }): string => path);
    expect(paths.filter((path) => /verif/i.test(path))).toEqual([]);
  });

  it('are asked for by the database of a live deployment', async () => {
    const member = await server.register();
    const verifyLive = server.fresh.owner.transaction(async (tx) => {
      await tx.run(pretendLive, []);
      await tx.run(setVerifiedByHand, [member.memberId]);
    });
    await expect(verifyLive).rejects.toThrow('has no documents that two operators approved');
    expect((await userOf(member)).verified).toBe(false);
  });
});

describe('a verification taken away', () => {
  const verified = async () => {
    const member = await server.register();
    const id = await sendDocuments(server, member);
    await approve(id, 'first', ada);
    await approve(id, 'second', bo);
    expect((await mine(member)).status).toBe(2);
    return member;
  };
  const later = async () => {
    clock.advance(73 * HOUR_MS);
    await server.runJob('operators.end-blocks');
    [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  };

  it('lets the member send documents again, and is not restored automatically then', async () => {
    const member = await verified();
    expect((await stand(member, 'unverify', ada)).code).toBe(0);
    expect(await mine(member)).toMatchObject({ status: 3, reuser_card: { status: 3 } });
    const id = await sendDocuments(server, member);
    await later();
    expect((await mine(member)).status).toBe(1);
    await approve(id, 'first', ada);
    await approve(id, 'second', bo);
    expect((await mine(member)).status).toBe(2);
  });

  it('is not restored automatically after documents that were refused', async () => {
    const member = await verified();
    await stand(member, 'unverify', ada);
    const id = await sendDocuments(server, member);
    await rejectIdentity(consoleApi, id, { token: bo, reason: 'Of another person.' });
    await later();
    expect((await mine(member)).status).toBe(3);
    expect((await stand(member, 'reverify', ada)).code).toBe(5034);
  });

  it('is restored early by two reviewers', async () => {
    const member = await verified();
    await stand(member, 'unverify', ada);
    expect(await stand(member, 'reverify', ada)).toMatchObject({ data: { isWaiting: true } });
    expect((await mine(member)).status).toBe(3);
    expect((await stand(member, 'reverify', ada)).code).toBe(5032);
    expect(await stand(member, 'reverify', bo)).toMatchObject({ data: { isWaiting: false } });
    expect((await mine(member)).status).toBe(2);
  });

  it('for good is restored by two operators who approve new documents', async () => {
    const member = await verified();
    await stand(member, 'unverify', ada);
    await stand(member, 'unverify', bo);
    for (const token of [ada, bo]) expect((await stand(member, 'reverify', token)).code).toBe(5034);
    await later();
    expect((await mine(member)).status).toBe(3);
    const id = await sendDocuments(server, member);
    await approve(id, 'first', ada);
    await approve(id, 'second', bo);
    expect((await mine(member)).status).toBe(2);
    const found = await consoleApi.data(
      'GET /operator/customer/find',
      { ID: member.memberId },
      ada,
    );
    expect(found.recustomer.blocks).toEqual([]);
  });
});
