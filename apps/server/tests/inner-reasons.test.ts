/**
 * What an operator writes for operators reaches no member: every kind of decision is made with a marked reason, and then everything
 * that the member is given is read.
 */
import { type AnyCall, calls } from '@tern/protocol';
import type { Input, Name } from '@tern/protocol/client';
import { unzipSync } from 'fflate';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requestOf } from './support/api-client.ts';
import { columnsWith } from './support/every-column.ts';
import { sendDocuments } from './support/identities.ts';
import { type Device, welcomedDevice } from './support/live-client.ts';
import { manualClock } from './support/market.ts';
import { equip } from './support/member-records.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { validInputOf } from './support/valid-inputs.ts';
import { CARD } from './support/fiat.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';
import { png } from './support/uploads.ts';

const MARK = 'a heron under the ice';
const HOUR_MS = 3_600_000;
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let owner: Client;
let person: Person;
let device: Device;
let ada: string;
let bo: string;

const ask = <N extends Name>(name: N, input: Input<N>) =>
  server.api.data(name, input, { token: person.token });

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  consoleApi = createConsole(server, clock);
  owner = new Client(server.fresh.ownerTarget);
  await owner.connect();
  person = await server.register();
  await server.fresh.owner.transaction((tx) => verifyMember(tx, person.memberId));
  await equip(server, person);
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
  device = await welcomedDevice(server.url(), { token: person.token });
});
afterAll(async () => {
  await device?.cut();
  await owner?.end();
  await server?.stop();
});

/** The open reviews of the member. */
async function openReviews(kind?: string) {
  const filter = { memberId: person.memberId, ...(kind === undefined ? {} : { kind }) };
  return (await consoleApi.data('GET /operator/review/list', filter, ada)).list;
}

async function reject(ID: number) {
  await consoleApi.data('POST /operator/review/claim', { ID }, bo);
  await consoleApi.data('POST /operator/review/reject', { ID, reason: MARK }, bo);
}

async function hold(ID: number) {
  await consoleApi.data('POST /operator/review/claim', { ID }, ada);
  const until = new Date(clock.now() + HOUR_MS).toISOString();
  await consoleApi.data('POST /operator/review/hold', { ID, until, reason: MARK }, ada);
}

/** Held by one operator and rejected by the other. */
async function holdAndReject({ ID }: { ID: number }) {
  await hold(ID);
  await reject(ID);
}

/** The second approval of what `ada` proposed, with a note. */
async function approve(ID: number) {
  await consoleApi.data('POST /operator/review/claim', { ID }, bo);
  const { rereview } = await consoleApi.data('GET /operator/review/find', { ID }, bo);
  const stage = rereview.firstBy === null ? 'first' : 'second';
  const approval = { ID, stage, hash: rereview.hash, note: MARK, acknowledged: true } as const;
  await consoleApi.data('POST /operator/review/approve', approval, bo);
}

const propose = async (side: 'credit' | 'debit') => {
  const entry = { memberId: person.memberId, side, coinname: 'USDT', amount: '2', reason: MARK };
  return (await consoleApi.data('POST /operator/manual/propose', entry, ada)).reviewId;
};

/** One request of each kind that members make. */
async function requestAll() {
  const place = { coin: 'USDT', czline: 'TRC20' };
  const base64Str = (await png(20, 20)).toString('base64');
  const payimg = (await ask('POST /user/uploadBase64', { base64Str })).ID;
  await ask('POST /recharge/createRecharge', { ...place, num: '1500', payimg });
  const fiat = { cate: 2, coin: 'USD', num: '5000', email: person.email };
  await ask('POST /recharge/createRecharge', fiat);
  const password = { pay_password: PAY_PASSWORD };
  const out = { num: '50', address: TRON_ADDRESS, coinname: 'USDT', czline: 'TRC20' };
  await ask('POST /withdraw/createWithdraw', { ...out, ...password });
  const { bank } = await ask('POST /user_bank/createUser_bank', CARD);
  const payout = { num: '200', bank_id: bank.ID, coinname: 'USD', currency: 'USD', ...password };
  await ask('POST /withdraw_bank/createWithdraw_bank', payout);
  const { list } = await ask('GET /loan/getLoanList', {});
  const loan = { loan_id: list[0]!.ID, amount: list[0]!.min, consent: true };
  await ask('POST /loan_order/createLoan_order', loan);
}

/** Every answer of a call that reads: of lists, and of each record in them. */
async function everythingRead(lang: string): Promise<string> {
  const reading = Object.values<AnyCall>(calls).filter(
    ({ auth, method }) => method === 'GET' && auth === 'member',
  );
  const answers: string[] = [];
  const read = async (call: AnyCall, given: Record<string, unknown>) => {
    // Within what a member may ask in a second.
    if (answers.length % 10 === 0) clock.advance(1_000);
    const [path, init] = requestOf(call, validInputOf(call, given), { token: person.token, lang });
    const { text } = await server.api.raw(path, init);
    expect([call.path, text]).not.toEqual([call.path, expect.stringContaining('"code":4024')]);
    answers.push(text);
    return text;
  };
  for (const call of reading) {
    const list = await read(call, {});
    // Of its own records.
    const find = reading.filter(({ path }) =>
      path.startsWith(`${call.path.split('/get')[0]}/find`),
    );
    if (find.length === 0 || !/\/get/.test(call.path)) continue;
    for (const [ID] of [...list.matchAll(/(?<="ID":)\d+/g)].slice(0, 5)) {
      for (const each of find) await read(each, { ID });
    }
  }
  return answers.join('\n');
}

async function exported(): Promise<string> {
  const { path } = await ask('POST /user/exportAccount', { password: PASSWORD });
  const answer = await fetch(server.url() + path);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const texts = Object.entries(files).filter(([name]) => !name.startsWith('images/'));
  return texts.map(([, bytes]) => new TextDecoder().decode(bytes)).join('\n');
}

describe('the reasons of operators', () => {
  it('reach the member in no call, event, notice, mail or export, whatever was decided', async () => {
    await requestAll();
    const ID = (await openReviews('loan'))[0]!.ID;
    await consoleApi.data('POST /operator/review/claim', { ID }, ada);
    const lower = { ID, num: '1', reason: MARK };
    await consoleApi.data('POST /operator/loan/lowerAmount', lower, ada);
    await consoleApi.data('POST /operator/review/release', { ID }, ada);
    const requested = await openReviews();
    expect(requested.map(({ kind }) => kind).sort()).toEqual(
      ['deposit', 'loan', 'payout', 'wire', 'withdrawal'].sort(),
    );
    for (const review of requested) await holdAndReject(review);
    await approve(await propose('credit'));
    await approve(await propose('debit'));
    await reject(await propose('credit'));
    const stand = (act: 'freeze' | 'unfreeze' | 'unverify', by: string) => {
      const change = { ID: person.memberId, act, reason: MARK, isSuspicion: false };
      return consoleApi.data('POST /operator/customer/setStanding', change, by);
    };
    await stand('unverify', ada);
    await sendDocuments(server, person);
    const documents = (await openReviews('identity'))[0]!.ID;
    await hold(documents);
    const customer = async (by: string) =>
      (await consoleApi.data('GET /operator/customer/find', { ID: person.memberId }, by))
        .recustomer;
    expect(JSON.stringify((await customer(ada)).reviews)).toContain(MARK);
    // Support reads no reason of a review either.
    const support = await consoleApi.enrolled(['support']);
    expect(JSON.stringify(await customer(support.token))).not.toContain(MARK);
    await reject(documents);
    await stand('freeze', bo);
    const note = { ID: person.memberId, note: MARK, level: 'all' } as const;
    await consoleApi.data('POST /operator/customer/addNote', note, ada);
    const frozen = await everythingRead('de');
    await stand('unfreeze', bo);
    await ask('POST /user/freeze', {});
    await ask('POST /user/unfreeze', {});
    await holdAndReject((await openReviews('unfreeze'))[0]!);
    const given = [frozen, await everythingRead('en')];
    // Each was told something, in words from the list.
    expect(given[1]).toContain('We couldn’t confirm this deposit.');
    expect(given[1]).toContain('A correction of your balance.');
    expect(given[0]).toContain('Dein Konto ist eingeschränkt.');
    const archive = await exported();
    expect(archive).toContain('We couldn’t confirm this deposit.');
    await vi.waitFor(() => {
      expect(messagesIn(server.outboxFile).filter(({ to }) => to === person.email)).not.toEqual([]);
    }, 60_000);
    const mails = messagesIn(server.outboxFile).map(({ subject, body }) => subject + body);
    const events = JSON.stringify(device.events());
    expect(events).toContain('We couldn’t confirm this deposit.');
    for (const text of [...given, archive, events, ...mails]) expect(text).not.toContain(MARK);
  });

  it('are stored for operators only', async () => {
    // Each of them is left out of what the member is given. A new one is a leak, or has to be left out as well.
    expect(await columnsWith(owner, MARK)).toEqual([
      'audit_log.detail',
      'audit_log.reason',
      'manual_entries.reason',
      'member_notes.body',
      // The same in lower case, for the search of operators.
      'member_notes.words',
      'reviews.decided_note',
      'reviews.facts',
      'reviews.first_note',
      'reviews.hold_reason',
    ]);
  });
});

/** A member has saved a card and asked for a payout to it, by calls; operators have read, held and rejected it. */
it('the numbers of cards and accounts are stored and sent nowhere in clear', async () => {
  const numbers = [CARD.bankcard, CARD.ibna].flatMap((typed) => [typed, typed.replaceAll(' ', '')]);
  const { rows } = await owner.query<{ ID: string }>(
    `select id as "ID" from reviews where kind = 'payout'`,
  );
  const look = await consoleApi.data('GET /operator/review/numbers', rows[0]!, ada);
  expect(look.list.map(({ number }) => number)).toEqual([numbers[1], numbers[3]]);
  expect(await columnsWith(owner, ...numbers)).toEqual([]);
  expect(await columnsWith(owner, '**** 4821')).toEqual(
    expect.arrayContaining(['bank_cards.card_number', 'payouts.card_number', 'reviews.facts']),
  );
  const sent = JSON.stringify(messagesIn(server.outboxFile)) + JSON.stringify(device.events());
  for (const number of numbers) expect(sent).not.toContain(number);
});
