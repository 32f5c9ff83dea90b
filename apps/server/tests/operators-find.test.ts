/** The console's search: what finds what, and who finds nothing; and the timeline of a customer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { memberCustomer } from './support/support-world.ts';
import { withoutGuards } from './support/tampering.ts';

const clock = manualClock();
const ADDRESS = '0x52fa4c9D1b1E6A0bC3d7e9F1a2B3c4D5e6F70819';
const TXID = '0x9e1dab77c0ffee0000000000000000000000000000000000000000000000beef';
let server: TestServer;
let consoleApi: Console;
let ada: string;
let person: Person;
let orderId: number;
/** Tokens of operators with one role. */
let support: string;
let content: string;

const find = (words: string, by = ada) => consoleApi.data('GET /operator/find', { words }, by);

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  person = await server.register();
  const id = person.memberId;
  // As operators have verified them, and as a network and a bank have reported.
  for (const sql of [
    `insert into identity_documents (member_id, document_type, name, state, due_at, decided_at, created_at, updated_at)
      values (${id}, 1, 'Linh Trần Đỗ', 'verified', now(), now(), now(), now())`,
    `insert into deposit_addresses (network, address, member_id, created_at) values ('ERC20', '${ADDRESS}', ${id}, now())`,
    `insert into deposits (member_id, asset, network, address, amount, fee, source, txid, state, due_at, created_at, decided_at, updated_at)
      values (${id}, 'USDT', 'ERC20', '${ADDRESS}', 25, 1, 'network', '${TXID}', 'completed', now(), now(), now(), now())`,
    `insert into wires (member_id, asset, amount, email, reference, received, bank_reference, payer, state, due_at, created_at, decided_at, updated_at)
      values (${id}, 'EUR', 300, 'a@b.c', 'TERN-7Q', 300, 'MT103/55-X', 'A. + J. Weber', 'completed', now(), now(), now(), now())`,
    `insert into announcements (id, cate, created_at) overriding system value values (9001, 1, now())`,
    `insert into announcement_drafts (announcement_id, lang, title, body) values (9001, 'en', 'Trần holiday hours', 'x')`,
  ]) {
    await withoutGuards(server.fresh, sql);
  }
  const buy = { symbol: 'btcusdt', mprice: '30000', mnum: '0.0015', buytype: 1 };
  await server.api.data('POST /bborder/upbbbuy', buy, { token: person.token });
  const open = await server.api.data('GET /bborder/myBborderList', {}, { token: person.token });
  orderId = open.list[0]!.ID;
  support = (await consoleApi.enrolled(['support'])).token;
  content = (await consoleApi.enrolled(['content'])).token;
  ada = await consoleApi.signIn(1);
  for (const [note, level] of [
    ['A letter on the joint account.', 'all'],
    ['The joint account is a suspicion.', 'compliance'],
  ] as const) {
    await consoleApi.data(
      'POST /operator/customer/addNote',
      { ID: person.memberId, note, level },
      ada,
    );
  }
});
afterAll(() => server?.stop());

describe('a customer', () => {
  it('is found by words of the name in any order and without accents, and by parts of e-mail address, phone and by ID', async () => {
    for (const words of [
      'do linh',
      'TRAN',
      'trần',
      person.email.slice(2, 14),
      person.phone.slice(3),
      `+86 ${person.phone}`,
      String(person.memberId),
    ]) {
      const { customers } = await find(words);
      expect([words, customers.list.map(({ ID }) => ID)]).toEqual([words, [person.memberId]]);
      expect(customers.list[0]).toMatchObject({ name: 'Linh Trần Đỗ', isNameVerified: true });
    }
    expect(await find('linh weber')).toMatchObject({ customers: { list: [], total: 0 } });
  });

  it('is not named in full: of e-mail address and phone only what tells two people apart', async () => {
    const { customers } = await find('linh tran');
    expect(customers.list[0]!.email).toMatch(/^.•••@/);
    expect(JSON.stringify(customers)).not.toContain(person.phone);
  });

  it('is not found by wildcards', async () => {
    for (const words of ['%%%', '___', '\\\\\\']) {
      expect((await find(words)).customers.total).toBe(0);
    }
  });

  it('is looked at by the search itself, which is logged', async () => {
    await find('linh tran do');
    const input = { action: 'customer.search' };
    const { list } = await consoleApi.data('GET /operator/audit/list', input, ada);
    expect(list[0]).toMatchObject({ login: 'operator-1', reason: 'linh tran do' });
  });
});

describe('a record', () => {
  it('is found by its number, open or not, with its customer', async () => {
    const entry = { memberId: person.memberId, side: 'credit' as const, coinname: 'USDT' };
    const proposal = { ...entry, amount: '5', reason: 'A transfer was lost.' };
    const { reviewId } = await consoleApi.data('POST /operator/manual/propose', proposal, ada);
    const { rereview } = await consoleApi.data('GET /operator/review/find', { ID: reviewId }, ada);
    const { records } = await find(rereview.recordNo.toLowerCase());
    expect(records.list).toMatchObject([
      { reviewId, memberId: person.memberId, memberName: 'Linh Trần Đỗ', isOpen: true },
    ]);
    // The same record among those of the customer.
    expect((await find('linh tran')).records.list.map((each) => each.reviewId)).toContain(reviewId);
  });

  it('is found by the number of an order', async () => {
    const { records } = await find(String(orderId));
    expect(records.list).toContainEqual(
      expect.objectContaining({ kind: 'order', recordNo: String(orderId), reviewId: null }),
    );
  });

  it('is found by a part of a transaction, a bank reference or the payer', async () => {
    for (const [words, kind] of [
      [TXID.slice(2, 9), 'deposit'],
      [TXID.toUpperCase(), 'deposit'],
      ['mt103/55', 'wire'],
      ['j. weber', 'wire'],
    ]) {
      const { records } = await find(words!);
      expect([words, records.list.map((each) => each.kind)]).toEqual([words, [kind]]);
    }
  });

  it('is found by four signs of an address, with the address itself', async () => {
    const { addresses, records } = await find('0819');
    expect(addresses.list).toMatchObject([
      { use: 'deposit', address: ADDRESS, memberId: person.memberId },
    ]);
    expect(records.list.map(({ kind }) => kind)).toEqual(['deposit']);
  });
});

describe('who searches', () => {
  it('finds no name and no record without the right, only announcements', async () => {
    for (const words of ['trần', String(person.memberId), ADDRESS, 'joint account']) {
      const { announcements, ...others } = await find(words, content);
      for (const { list, total } of Object.values(others)) expect([list, total]).toEqual([[], 0]);
      expect(JSON.stringify(others)).not.toContain('Linh');
      expect(announcements.total).toBe(words === 'trần' ? 1 : 0);
    }
    expect((await find('trần', support)).announcements.total).toBe(0);
  });

  it('finds notes of the levels that the roles read, and counts no others', async () => {
    expect((await find('joint account')).notes).toMatchObject({ total: 2 });
    const { notes } = await find('joint account', support);
    expect(notes).toMatchObject({ total: 1, list: [{ level: 'all' }] });
    expect(JSON.stringify(await find('suspicion', support))).not.toContain('suspicion');
  });

  it('gets no way into the queue without the roles that open it', async () => {
    const { records } = await find('linh tran', support);
    expect(records.list.length).toBeGreaterThan(0);
    expect(records.list.every(({ reviewId }) => reviewId === null)).toBe(true);
  });
});

describe('a customer’s page', () => {
  it('has one timeline of money, orders, security, conversations and acts, read page by page without gap or double', async () => {
    const owner = await server.register();
    ada = await consoleApi.signIn(1);
    const timeline = (more: { group?: 'acts' | 'orders'; after?: string } = {}, by = ada) =>
      consoleApi.data('GET /operator/customer/timeline', { ID: owner.memberId, ...more }, by);
    const placed = 34;
    for (let count = 0; count < placed; count += 1) {
      clock.advance(1_000);
      const buy = { symbol: 'btcusdt', mprice: '30000', mnum: '0.0015', buytype: 1 };
      await server.api.data('POST /bborder/upbbbuy', buy, { token: owner.token });
    }
    const chat = await memberCustomer(server, owner.token);
    await chat.send('Where is my deposit?');
    const note = { ID: owner.memberId, note: 'A suspicion.', level: 'compliance' as const };
    await consoleApi.data('POST /operator/customer/addNote', note, ada);
    const freeze = { ID: owner.memberId, act: 'freeze' as const, reason: 'The phone was stolen.' };
    await consoleApi.data('POST /operator/customer/setStanding', freeze, ada);
    const rows = [];
    let page = await timeline();
    rows.push(...page.list);
    expect(page.list).toHaveLength(30);
    while (page.next !== null) {
      page = await timeline({ after: page.next });
      rows.push(...page.list);
    }
    const keys = rows.map(({ group, ID }) => `${group} ${ID}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(rows.map(({ group }) => group))).toEqual(
      new Set(['money', 'orders', 'security', 'chats', 'acts']),
    );
    expect(rows.filter(({ group }) => group === 'orders')).toHaveLength(placed);
    const times = rows.map(({ CreatedAt }) => CreatedAt);
    expect(times).toEqual(times.toSorted().reverse());
    // Of the acts, support sees what the member is shown: the freeze, no note and no reason.
    const supporter = (await consoleApi.enrolled(['support'])).token;
    const approver = (await consoleApi.enrolled(['approver'])).token;
    const acts = async (by: string) =>
      (await timeline({ group: 'acts' }, by)).list.map(({ what }) => what);
    expect(await acts(supporter)).toEqual(['member.freeze']);
    expect(await acts(approver)).toEqual(['member.freeze', 'member.note']);
    expect(JSON.stringify(await timeline({ group: 'acts' }, approver))).not.toContain('suspicion.');
  });
});
