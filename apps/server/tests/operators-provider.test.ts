/** Operators sign in through a provider of OpenID Connect: in place of the password, once two people agreed to the link. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { createOpenIdProvider } from '../src/adapters/open-id-provider.ts';
import { text } from '../src/platform/database/columns.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { createAuthenticator } from './support/authenticator.ts';
import { manualClock } from './support/market.ts';
import { type Deviations, startProvider, type TestProvider } from './support/open-id-provider.ts';
import {
  codeAt,
  type Console,
  createConsole,
  type EnrolledOperator,
  OPERATOR_PASSWORD,
} from './support/operator-client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { withoutGuards } from './support/tampering.ts';

const MINUTE_MS = 60_000;
const RETURN_TO = 'http://tern.test/console';
const clock = manualClock();
let provider: TestProvider;
let server: TestServer;
let operators: Console;
/** Another operator, who agrees. */
let bo: string;

beforeAll(async () => {
  provider = await startProvider(RETURN_TO);
  const settings = { ...provider, name: 'Example' };
  const signInProvider = createOpenIdProvider(settings, { clock, returnTo: RETURN_TO });
  server = await startServer({ clock, prices: 'still', signInProvider });
  operators = createConsole(server, clock);
});
beforeEach(() => {
  provider.deviations = {};
  // Each test has the attempts of an address for itself.
  clock.advance(16 * MINUTE_MS);
});
afterAll(async () => {
  await server?.stop();
  await provider?.close();
});

function freshCode({ secret }: EnrolledOperator): string {
  clock.advance(30_000);
  return codeAt(clock.now(), secret);
}
const own = ({ token }: EnrolledOperator) => operators.data('GET /operator/own/account', {}, token);
const ownLink = async (who: EnrolledOperator) => (await own(who)).provider!;

/** The browser of `subject` at the provider, for an operator who is signed in. */
async function askForLink(who: EnrolledOperator, subject: string, token = who.token) {
  const input = { code: freshCode(who) };
  const { url, ticket } = await operators.data('POST /operator/own/beginLink', input, who.token);
  const answer = await provider.visit(url, subject);
  return operators.call('POST /operator/own/finishLink', { ticket, answer }, token);
}
async function reviewOfLink(by: string) {
  const { list } = await operators.data('GET /operator/review/list', { kind: 'operatorLink' }, by);
  return list.toSorted((left, right) => right.ID - left.ID)[0]!;
}
async function agree(by: string) {
  const { ID } = await reviewOfLink(by);
  await operators.data('POST /operator/review/claim', { ID }, by);
  const { hash } = (await operators.data('GET /operator/review/find', { ID }, by)).rereview;
  return operators.call('POST /operator/review/approve', { ID, stage: 'second', hash }, by);
}
let people = 0;
async function linked(roles: readonly string[] = ['support']) {
  const who = await operators.enrolled(roles);
  people += 1;
  const subject = `person-${people}`;
  expect((await askForLink(who, subject)).code).toBe(0);
  bo = await operators.signIn(2);
  expect((await agree(bo)).code).toBe(0);
  return { who, subject };
}

/** For what leaves the link as it is. */
let known: ReturnType<typeof linked> | undefined;
const someone = () => (known ??= linked());

const begin = () => operators.data('POST /operator/provider/begin', {});
/** As far as the provider's answer. */
async function nameAs(subject: string, deviations: Deviations = {}) {
  const { url, ticket } = await begin();
  provider.deviations = deviations;
  const answer = await provider.visit(url, subject);
  return operators.call('POST /operator/provider/finish', { ticket, answer });
}
const named = async (subject: string) => {
  const answer = await nameAs(subject);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data as { login: string; ticket: string; passkey: never };
};
const confirm = (ticket: string, code: string) =>
  operators.call('POST /operator/provider/confirm', { ticket, code });
const logLines = async (action: string, login: string) => {
  bo = await operators.signIn(2);
  const { list } = await operators.data('GET /operator/audit/list', { action }, bo);
  return list.filter((line) => line.subjectName === login || login === '');
};

it('is offered by its name, and signs in with the second factor of the console', async () => {
  expect(await operators.data('GET /operator/provider/name', {})).toEqual({ name: 'Example' });
  const { who, subject } = await linked();
  const { login, ticket } = await named(subject);
  expect(login).toBe(who.login);
  expect((await confirm(ticket, '000000')).code).toBe(5035);
  const signedIn = await confirm(ticket, freshCode(who));
  expect(signedIn).toMatchObject({ code: 0, data: { session: { operator: { login } } } });
  expect((await confirm(ticket, freshCode(who))).code).toBe(5019);
  const { sessions, provider: shown } = await own(who);
  expect(sessions.map((session) => [session.method, session.isThroughProvider])).toContainEqual([
    'code',
    true,
  ]);
  expect(shown!.link!.lastUsedAt).not.toBeNull();
  const [line] = await logLines('session.login', login);
  expect(JSON.parse(line!.detail)).toMatchObject({ method: 'code', issuer: provider.issuer });
});

it('takes a passkey in place of the code', async () => {
  const { who, subject } = await linked();
  const device = createAuthenticator();
  const input = { code: freshCode(who) };
  const { options } = await operators.data('POST /operator/own/beginPasskey', input, who.token);
  const key = { name: 'blue key', credential: device.create(options) };
  await operators.data('POST /operator/own/finishPasskey', key, who.token);
  bo = await operators.signIn(2);
  const { list } = await operators.data('GET /operator/review/list', { kind: 'operatorKey' }, bo);
  const { ID } = list[0]!;
  await operators.data('POST /operator/review/claim', { ID }, bo);
  const { hash } = (await operators.data('GET /operator/review/find', { ID }, bo)).rereview;
  await operators.data('POST /operator/review/approve', { ID, stage: 'second', hash }, bo);

  const answer = await nameAs(subject);
  const offer = (answer.data as { passkey: { loginId: string; options: typeof options } }).passkey;
  const assertion = device.get(offer.options as never);
  const signed = { loginId: offer.loginId, assertion };
  expect((await operators.call('POST /operator/loginWithPasskey', signed)).code).toBe(0);
  const [newest] = (await own(who)).sessions.filter(({ method }) => method === 'passkey');
  expect(newest).toMatchObject({ isThroughProvider: true });
});

const past = () => Math.floor(Date.now() / 1000) - 3_600;
it.each<[string, Deviations]>([
  ['another issuer', { claims: (said) => ({ ...said, iss: 'https://other.example' }) }],
  ['another nonce', { claims: (said) => ({ ...said, nonce: 'of another visit' }) }],
  ['no nonce', { claims: ({ nonce: _nonce, ...said }) => said }],
  ['a name that no database takes', { claims: (said) => ({ ...said, sub: 'person\u0000' }) }],
  ['another audience', { claims: (said) => ({ ...said, aud: 'another site' }) }],
  ['its end in the past', { claims: (said) => ({ ...said, exp: past() }) }],
  ['a key that the provider does not publish', { isKeyWrong: true }],
])('an answer with %s signs nobody in, and is logged', async (_name, deviations) => {
  const { subject } = await someone();
  const before = (await logLines('session.refused', '')).length;
  const refused = await nameAs(subject, deviations);
  expect(refused).toMatchObject({ code: 4002, msg: expect.stringMatching(/answer isn’t valid/) });
  const lines = await logLines('session.refused', '');
  expect(lines.length).toBe(before + 1);
  expect(JSON.parse(lines[0]!.detail)).toEqual({ why: 'provider' });
});

it('is used once, in ten minutes, by the browser that began, for what it began', async () => {
  const { who, subject } = await linked();
  const finish = (ticket: string, answer: string) =>
    operators.call('POST /operator/provider/finish', { ticket, answer });
  const first = await begin();
  const answer = await provider.visit(first.url, subject);
  const both = await Promise.all([1, 2].map(async () => (await finish(first.ticket, answer)).code));
  expect(both.toSorted((left, right) => left - right)).toEqual([0, 5019]);

  const [mine, theirs] = [await begin(), await begin()];
  const theirAnswer = await provider.visit(theirs.url, subject);
  expect((await finish(mine.ticket, theirAnswer)).code).toBe(5019);
  expect((await finish(theirs.ticket, theirAnswer)).code).toBe(5019);

  const late = await begin();
  const lateAnswer = await provider.visit(late.url, subject);
  clock.advance(10 * MINUTE_MS);
  expect((await finish(late.ticket, lateAnswer)).code).toBe(5019);

  const other = await operators.enrolled(['support']);
  const input = { code: freshCode(other) };
  const link = await operators.data('POST /operator/own/beginLink', input, other.token);
  const linkAnswer = await provider.visit(link.url, subject);
  expect((await finish(link.ticket, linkAnswer)).code).toBe(5019);
  const signIn = await begin();
  const given = { ticket: signIn.ticket, answer: await provider.visit(signIn.url, subject) };
  const asLink = await operators.call('POST /operator/own/finishLink', given, who.token);
  expect(asLink.code).toBe(5019);
});

it('says so when the provider refuses, and when nobody is linked to the identity', async () => {
  const refused = await nameAs('person-refused', { isRefused: true });
  expect(refused).toMatchObject({ code: 4002, msg: expect.stringMatching(/didn’t log you in/) });
  const unlinked = await nameAs('a stranger');
  expect(unlinked).toMatchObject({ code: 4002, msg: expect.stringMatching(/isn’t linked/) });
  const [line] = await logLines('session.refused', '');
  expect(JSON.parse(line!.detail)).toEqual({ why: 'link' });
});

it('does not open a locked account, nor a closed one', async () => {
  const { who, subject } = await linked();
  const ada = await operators.signIn(1);
  const { list } = await operators.data('GET /operator/account/list', {}, ada);
  const { ID } = list.find(({ login }) => login === who.login)!;
  const { ticket } = await named(subject);
  await operators.data('POST /operator/account/lock', { ID, reason: 'Stolen.' }, ada);
  expect(await confirm(ticket, freshCode(who))).toMatchObject({
    code: 4008,
    msg: expect.stringMatching(/locked/),
  });
  const change = { change: 'roles' as const, login: who.login, roles: [], reason: 'Left.' };
  const { reviewId } = await operators.data('POST /operator/account/propose', change, ada);
  bo = await operators.signIn(2);
  await operators.data('POST /operator/review/claim', { ID: reviewId }, bo);
  const found = await operators.data('GET /operator/review/find', { ID: reviewId }, bo);
  const { hash } = found.rereview;
  await operators.data(
    'POST /operator/review/approve',
    { ID: reviewId, stage: 'second', hash },
    bo,
  );
  expect((await confirm(ticket, freshCode(who))).code).toBe(4002);
  expect((await nameAs(subject)).code).toBe(4002);
});

it('says so while the provider is down, and the password still signs in', async () => {
  const { who, subject } = await linked();
  const { url, ticket } = await begin();
  const answer = await provider.visit(url, subject);
  provider.deviations = { status: 503 };
  const down = await operators.call('POST /operator/provider/finish', { ticket, answer });
  expect(down).toMatchObject({ code: 5006, msg: expect.stringMatching(/can’t be reached/) });
  // Its description is asked for again after an hour.
  clock.advance(61 * MINUTE_MS);
  expect((await operators.call('POST /operator/provider/begin', {})).code).toBe(5006);
  const given = { login: who.login, password: OPERATOR_PASSWORD, code: freshCode(who) };
  expect((await operators.data('POST /operator/login', given)).session).not.toBeNull();
});

describe('a link', () => {
  it('takes a code, and works once a second person has agreed to it', async () => {
    const who = await operators.enrolled(['approver']);
    const begun = await operators.call(
      'POST /operator/own/beginLink',
      { code: '000000' },
      who.token,
    );
    expect(begun.code).toBe(5035);
    expect((await askForLink(who, 'person-link')).code).toBe(0);
    expect(await ownLink(who)).toMatchObject({
      link: null,
      waitingLink: { subject: 'person-link', email: 'person-link@example.com' },
    });
    expect((await nameAs('person-link')).code).toBe(4002);
    const claim = { ID: (await reviewOfLink(who.token)).ID };
    expect((await operators.call('POST /operator/review/claim', claim, who.token)).code).toBe(5032);
    bo = await operators.signIn(2);
    const { rereview } = await operators.data('GET /operator/review/find', claim, bo);
    expect(rereview.facts).toMatchObject({ login: who.login, subject: 'person-link' });
    expect((await agree(bo)).code).toBe(0);
    expect(await ownLink(who)).toMatchObject({
      link: { subject: 'person-link' },
      waitingLink: null,
    });
    const again = { code: freshCode(who) };
    expect((await operators.call('POST /operator/own/beginLink', again, who.token)).code).toBe(
      5012,
    );
  });

  it('is of one operator, of the session that asked, and names only a verified address', async () => {
    const { subject } = await linked();
    const other = await operators.enrolled(['support']);
    expect((await askForLink(other, subject)).code).toBe(5016);
    const login = { login: other.login, password: OPERATOR_PASSWORD, code: freshCode(other) };
    const { session } = await operators.data('POST /operator/login', login);
    expect((await askForLink(other, 'unverified-1', session!.token)).code).toBe(5019);
    expect((await askForLink(other, 'unverified-1')).code).toBe(0);
    const { waitingLink } = await ownLink(other);
    expect(waitingLink).toMatchObject({ subject: 'unverified-1', email: '' });
    const third = await operators.enrolled(['support']);
    expect((await askForLink(third, 'unverified-1')).code).toBe(5016);
  });

  it('is withdrawn by its owner, or rejected', async () => {
    const who = await operators.enrolled(['support']);
    const withdraw = (ID: number) =>
      operators.call('POST /operator/own/withdrawLink', { ID }, who.token);
    expect((await askForLink(who, 'person-withdrawn')).code).toBe(0);
    const { ID } = (await ownLink(who)).waitingLink!;
    expect((await withdraw(ID)).code).toBe(0);
    expect((await withdraw(ID)).code).toBe(5007);
    expect((await askForLink(who, 'person-withdrawn')).code).toBe(0);
    bo = await operators.signIn(2);
    const review = { ID: (await reviewOfLink(bo)).ID };
    await operators.data('POST /operator/review/claim', review, bo);
    await operators.data('POST /operator/review/reject', { ...review, reason: 'Not them.' }, bo);
    expect(await ownLink(who)).toMatchObject({ link: null, waitingLink: null });
    const acts = (await logLines('link.', who.login)).map(({ action }) => action);
    expect(acts).toEqual(['link.add', 'link.withdraw', 'link.add']);
  });

  it('is removed with a code; a sign-in that began with it goes no further', async () => {
    const { who, subject } = await linked();
    const { ID } = (await ownLink(who)).link!;
    const { ticket } = await named(subject);
    const remove = (code: string) =>
      operators.call('POST /operator/own/removeLink', { ID, code }, who.token);
    expect((await remove('000000')).code).toBe(5035);
    expect((await remove(freshCode(who))).code).toBe(0);
    expect((await confirm(ticket, freshCode(who))).code).toBe(5019);
    expect((await nameAs(subject)).code).toBe(4002);
    expect((await logLines('link.remove', who.login)).length).toBe(1);
  });

  it('names an operator only by a row that this deployment has sealed', async () => {
    const one = await linked();
    const other = await linked();
    const { ticket } = await named(one.subject);
    const give = defineStatement({
      name: 'test.giveProviderLogin',
      text: `update operator_provider_logins set operator_id = (select id from operators where login = $2)
        where operator_id = (select id from operators where login = $1)`,
      params: [text, text],
    });
    await server.fresh.database.transaction((tx) => tx.run(give, [one.who.login, other.who.login]));
    expect((await confirm(ticket, freshCode(other.who))).code).toBe(5019);
  });

  it('ends, also while it waits, when two people reset the codes of its owner', async () => {
    const { who, subject } = await linked();
    const waiting = await operators.enrolled(['support']);
    expect((await askForLink(waiting, 'person-reset')).code).toBe(0);
    for (const { login } of [who, waiting]) {
      const ada = await operators.signIn(1);
      const reset = { change: 'resetCodes' as const, login, roles: [], reason: 'Lost.' };
      const { reviewId: ID } = await operators.data('POST /operator/account/propose', reset, ada);
      bo = await operators.signIn(2);
      await operators.data('POST /operator/review/claim', { ID }, bo);
      const { hash } = (await operators.data('GET /operator/review/find', { ID }, bo)).rereview;
      await operators.data('POST /operator/review/approve', { ID, stage: 'second', hash }, bo);
    }
    expect((await nameAs(subject)).code).toBe(4002);
    const kind = { kind: 'operatorLink' };
    const { list } = await operators.data('GET /operator/review/list', kind, bo);
    expect(list.filter(({ firstBy }) => firstBy?.login === waiting.login)).toEqual([]);
  });

  it('whose seal cannot be opened is removed by two people, and its owner links again', async () => {
    const { who, subject } = await linked();
    await withoutGuards(
      server.fresh,
      `update operator_links set seal = '\\x00' where subject = '${subject}'`,
    );
    expect((await nameAs(subject)).code).toBe(4002);
    const ada = await operators.signIn(1);
    const unlink = { change: 'unlink' as const, login: who.login, roles: [], reason: 'Lost key.' };
    const propose = () => operators.call('POST /operator/account/propose', unlink, ada);
    const { list } = await operators.data('GET /operator/account/list', {}, ada);
    expect(list.find(({ login }) => login === who.login)).toMatchObject({ hasLink: true });
    const { reviewId: ID } = (await propose()).data as { reviewId: number };
    bo = await operators.signIn(2);
    await operators.data('POST /operator/review/claim', { ID }, bo);
    const { rereview } = await operators.data('GET /operator/review/find', { ID }, bo);
    expect(rereview.rows[1]).toMatchObject({ label: 'Link to the provider' });
    const agreed = { ID, stage: 'second' as const, hash: rereview.hash };
    expect((await operators.call('POST /operator/review/approve', agreed, bo)).code).toBe(0);
    expect((await propose()).code).toBe(5034);
    const [login, password] = [who.login, OPERATOR_PASSWORD];
    const given = { login, password, code: freshCode(who) };
    const { token } = (await operators.data('POST /operator/login', given)).session!;
    expect((await askForLink({ ...who, token }, subject)).code).toBe(0);
  });

  it('is refused by the database when nobody agreed, and believed only for its operator', async () => {
    const { who, subject } = await linked();
    const again = defineStatement({
      name: 'test.insertLinkAgain',
      text: `insert into operator_links (operator_id, issuer, subject, email, created_at, seal)
        select operator_id, issuer, subject || '-2', email, now(), seal from operator_links where subject = $1`,
      params: [text],
    });
    await expect(
      server.fresh.database.transaction((tx) => tx.run(again, [subject])),
    ).rejects.toThrow('a second person has not agreed to this link');
    const target = await operators.enrolled(['approver']);
    const owner = new Client(server.fresh.ownerTarget);
    await owner.connect();
    try {
      await owner.query('alter table operator_links disable trigger operator_links_two_people');
      await owner.query(
        'update operator_links set operator_id = (select id from operators where login = $2) where subject = $1',
        [subject, target.login],
      );
      expect((await nameAs(subject)).code).toBe(4002);
      await owner.query(
        'update operator_links set operator_id = (select id from operators where login = $2) where subject = $1',
        [subject, who.login],
      );
      expect((await nameAs(subject)).code).toBe(0);
    } finally {
      await owner.query('alter table operator_links enable trigger operator_links_two_people');
      await owner.end();
    }
  });
});
