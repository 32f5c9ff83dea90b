/** What a thief can do with a stolen session: nothing leaves within a day, and the owner is notified of every attempt that worked. */
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { emptyPerson, endClosings, OWN_CLOSING_JOB } from './support/accounts.ts';
import { addTotp, askedBy, codeAt, confirmed } from './support/factors.ts';
import { CARD } from './support/fiat.ts';
import { manualClock } from './support/market.ts';
import { equip } from './support/member-records.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { type PushService, startPushService } from './support/push-service.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';

const HOUR = 3_600_000;
const clock = manualClock();
let server: TestServer;
let owner: Person;
let pushes: PushService;
let thiefsSecret = '';

beforeAll(async () => {
  pushes = await startPushService();
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: OWN_CLOSING_JOB,
    morePushServices: [pushes.origin],
  });
  owner = await server.register();
  await equip(server, owner);
  await server.fresh.owner.transaction((tx) => verifyMember(tx, owner.memberId));
});
afterAll(async () => {
  await server?.stop();
  await pushes?.close();
});

const steal = <N extends Name>(name: N, input: Input<N>) =>
  server.api.call(name, input, { token: owner.token });
const codeOf = async <N extends Name>(name: N, input: Input<N>) => (await steal(name, input)).code;
const GUESS = 'a guess at it 1';
const withdrawal = {
  num: '50',
  address: TRON_ADDRESS,
  coinname: 'USDT',
  czline: 'TRC20',
  pay_password: PAY_PASSWORD,
};
/** Notices of other events are sent by a job, whenever it runs. */
const mails = () =>
  messagesIn(server.outboxFile).filter(
    ({ to, purpose }) => to === owner.email && purpose === 'alert',
  );
const phone = () => messagesIn(server.outboxFile).filter(({ to }) => to === `+86${owner.phone}`);

const twice = { isOn: false, password: GUESS };
const key = { name: 'x', scopes: ['trade' as const] };
const payout = (bank_id: number) => ({
  num: '200',
  bank_id,
  coinname: 'USD',
  currency: 'USD',
  pay_password: PAY_PASSWORD,
});

interface Attempt {
  what: string;
  send: () => Promise<number>;
  /** How it is refused. */
  code: number;
}
const attempt = <N extends Name>(what: N, input: Input<N>, code: number): Attempt => ({
  what: `${what} ${Object.keys(input).join(' ')}`,
  send: () => codeOf(what, input),
  code,
});

/** Everything that lets money out or weakens the account. A new way is one more row. */
const withoutPasswords = (bankId: number): Attempt[] => [
  attempt('POST /user/changePassword', { password: GUESS, newPassword: 'my own shore 9' }, 4011),
  attempt('POST /user/changePayPassword', { password: '846203', oldPassword: '000000' }, 4012),
  attempt(
    'POST /user/resetPayPassword',
    { password: '846203', loginPassword: GUESS, emailCode: '000000' },
    4009,
  ),
  attempt(
    'POST /user/provePhone',
    { phone: '13866660001', countryCode: '86', smsCode: '000000', loginPassword: GUESS },
    5016,
  ),
  attempt('POST /user/beginTotp', {}, 5010),
  attempt('POST /user/beginTotp', { password: GUESS }, 4011),
  attempt('POST /user/beginPasskey', {}, 5010),
  attempt('POST /user/beginPasskey', { password: GUESS }, 4011),
  attempt('POST /user/newRecoveryCodes', {}, 5011),
  attempt('POST /apiKey/createApiKey', key, 5010),
  attempt('POST /apiKey/createApiKey', { ...key, password: GUESS }, 4011),
  attempt('POST /user/setMailWord', { word: 'mine now', password: GUESS }, 4011),
  attempt('POST /user_qianbao/setAddressLock', { isOn: false }, 5010),
  attempt('POST /user_qianbao/setAddressLock', twice, 4011),
  attempt('POST /user/unfreeze', {}, 5011),
  attempt('POST /withdraw/createWithdraw', { ...withdrawal, pay_password: '' }, 4022),
  attempt('POST /withdraw/createWithdraw', { ...withdrawal, pay_password: '000000' }, 4023),
  attempt(
    'POST /withdraw_bank/createWithdraw_bank',
    { ...payout(bankId), pay_password: '000000' },
    4023,
  ),
  attempt('POST /user/exportAccount', { password: GUESS }, 4011),
  attempt('POST /user/closeAccount', { password: GUESS }, 4011),
];

it('a stolen session without the passwords changes nothing that lets money out', async () => {
  const { bank } = await server.api.data('POST /user_bank/createUser_bank', CARD, {
    token: owner.token,
  });
  const head = await server.journalHead();
  const answered: [string, number][] = [];
  const attempts = withoutPasswords(bank.ID);
  for (const { what, send } of attempts) answered.push([what, await send()]);
  expect(answered).toEqual(attempts.map(({ what, code }) => [what, code]));
  expect(await server.journalHead()).toBe(head);
});

it('with both passwords, nothing leaves within a day, and the owner is notified on every channel', async () => {
  expect(await codeOf('POST /user_qianbao/setAddressLock', { isOn: true })).toBe(0);
  clock.advance(HOUR);
  await server.api.data('POST /notice/addPushDevice', pushes.device(), { token: owner.token });
  const mailsBefore = mails().length;
  const saved = { coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS, name: 'mine' };
  expect(await codeOf('POST /user_qianbao/createUser_qianbao', saved)).toBe(0);
  const { bank } = await server.api.data(
    'POST /user_bank/createUser_bank',
    { ...CARD, bankcard: '4000 1234 5678 9999' },
    { token: owner.token },
  );
  const off = { isOn: false, password: PASSWORD };
  expect(await codeOf('POST /user_qianbao/setAddressLock', off)).toBe(0);
  expect(await codeOf('POST /apiKey/createApiKey', { ...key, password: PASSWORD })).toBe(0);
  // Closing would hide what happened; the money is in the way of it.
  expect(await codeOf('POST /user/closeAccount', { password: PASSWORD })).toBe(5023);
  expect(await codeOf('POST /user/exportAccount', { password: PASSWORD })).toBe(0);
  const { secret } = await addTotp(server, owner, clock.now());
  const reported = [
    'security.addressAdded',
    'security.cardAdded',
    'security.addressLockOff',
    'security.keyMade',
    'security.exported',
    'security.authenticatorAdded',
  ];
  await vi.waitFor(() => {
    expect(mails().length).toBe(mailsBefore + reported.length);
    // Five a day, with that of the card above.
    expect(phone().length).toBe(5);
  }, 60_000);
  const { data } = await steal('GET /notice/getNoticeList', {});
  const kinds = (data as { list: { kind: string }[] }).list.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(reported));
  await server.runJob('notification.push');
  await vi.waitFor(() => expect(pushes.received.length).toBe(reported.length), 60_000);

  clock.advance(23 * HOUR);
  expect(await codeOf('POST /withdraw/createWithdraw', withdrawal)).toBe(5022);
  expect(await codeOf('POST /withdraw_bank/createWithdraw_bank', payout(bank.ID))).toBe(5022);
  const changed = { password: PASSWORD, newPassword: 'my own shore 9' };
  expect(await codeOf('POST /user/changePassword', changed)).toBe(0);
  await logInWith(secret, 'my own shore 9');
  clock.advance(23 * HOUR);
  expect(await codeOf('POST /withdraw/createWithdraw', withdrawal)).toBe(5009);
});

/** The thief's own factor completes the login. */
async function logInWith(secret: string, password: string): Promise<void> {
  const credentials = { username: owner.email, password, ...(await server.captcha()) };
  const { confirmationId } = askedBy(await server.api.call('POST /base/login', credentials));
  const proof = { confirmationId, method: 'totp' as const, code: codeAt(secret, clock.now()) };
  owner.token = (await server.api.data('POST /base/confirmLogin', proof)).token;
  thiefsSecret = secret;
}

it('the link in any of these messages freezes the account, removes the factor of the thief and returns what is under review', async () => {
  clock.advance(2 * HOUR);
  const call = { name: 'POST /withdraw/createWithdraw' as const, input: withdrawal };
  const requested = await confirmed(server, { ...call, ask: { token: owner.token } }, () => ({
    method: 'totp',
    code: codeAt(thiefsSecret, clock.now()),
  }));
  expect(requested.code).toBe(0);
  const token = mails().at(-1)?.code ?? '';
  expect((await server.api.call('POST /base/freezeAccount', { token })).code).toBe(0);
  expect(await codeOf('POST /withdraw/createWithdraw', withdrawal)).toBe(4016);
  await server.runJob('security.stop-frozen');
  clock.advance(61_000);
  const emailCode = await server.emailCode(owner.email);
  const reset = { email: owner.email, emailCode, passWord: 'back ashore 10' };
  await server.api.data('POST /base/resetPwd', { ...reset, ...(await server.captcha()) });
  owner.token = (await server.login(owner, 'back ashore 10')).token;
  const { data } = await steal('GET /withdraw/myWithdrawList', {});
  expect((data as { list: object[] }).list).toMatchObject([{ status: 4 }]);
});

it('an empty account is not closed within a day, the owner is notified on every channel, and the link keeps it', async () => {
  owner = await emptyPerson(server);
  await server.api.data('POST /notice/addPushDevice', pushes.device(), { token: owner.token });
  const [mailsBefore, textsBefore, pushesBefore] = [
    mails().length,
    phone().length,
    pushes.received.length,
  ];
  expect(await codeOf('POST /user/closeAccount', { password: PASSWORD })).toBe(0);
  await vi.waitFor(() => {
    expect(mails().length).toBe(mailsBefore + 1);
    expect(phone().length).toBe(textsBefore + 1);
  }, 60_000);
  await server.runJob('notification.push');
  await vi.waitFor(() => expect(pushes.received.length).toBe(pushesBefore + 1), 60_000);
  clock.advance(24 * HOUR);
  await endClosings(server);
  owner.token = (await server.login(owner)).token;
  const token = mails().at(-1)?.code ?? '';
  expect((await server.api.call('POST /base/freezeAccount', { token })).code).toBe(0);
  clock.advance(7 * 24 * HOUR);
  await endClosings(server);
  const reset = { email: owner.email, passWord: 'back ashore 10' };
  const emailCode = await server.emailCode(owner.email);
  await server.api.data('POST /base/resetPwd', {
    ...reset,
    emailCode,
    ...(await server.captcha()),
  });
  owner.token = (await server.login(owner, 'back ashore 10')).token;
  const { data } = await steal('GET /user/accountData', {});
  expect(data).toMatchObject({ closing: null });
});

it('with both passwords but not the second factor, nothing can be loosened, and no factor removed', async () => {
  owner = await server.register();
  await addTotp(server, owner, clock.now());
  await steal('POST /user_qianbao/setAddressLock', { isOn: true });
  const saved = { coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS, name: 'mine' };
  const attempts = [
    await codeOf('POST /user_qianbao/setAddressLock', { isOn: false, password: PASSWORD }),
    await codeOf('POST /user/setMailWord', { word: 'mine now', password: PASSWORD }),
    await codeOf('POST /user_qianbao/createUser_qianbao', saved),
    await codeOf('POST /apiKey/createApiKey', {
      name: 'x',
      scopes: ['trade'],
      password: PASSWORD,
    }),
    await codeOf('POST /user/removeTotp', {}),
    await codeOf('POST /user/exportAccount', { password: PASSWORD }),
    await codeOf('POST /user/closeAccount', { password: PASSWORD }),
  ];
  expect(attempts).toEqual([5017, 5017, 5017, 5017, 5017, 5017, 5023]);
});
