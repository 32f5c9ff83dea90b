/** What a thief can do with a stolen session: nothing leaves within a day, and the owner is notified of every attempt that worked. */
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addTotp } from './support/factors.ts';
import { manualClock } from './support/market.ts';
import { equip } from './support/member-records.ts';
import { createConsole } from './support/operator-client.ts';
import { messagesIn, PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';

const HOUR = 3_600_000;
const clock = manualClock();
let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startServer({ clock });
  const consoleApi = createConsole(server, clock);
  owner = await server.register();
  await equip(server, owner);
  const ada = await consoleApi.signIn(1);
  const decision = { ID: owner.memberId, isVerified: true, reason: 'Seen in person.' };
  await consoleApi.data('POST /operator/customer/setVerified', decision, ada);
});
afterAll(() => server?.stop());

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
const mails = () => messagesIn(server.outboxFile).filter(({ to }) => to === owner.email);
const phone = () => messagesIn(server.outboxFile).filter(({ to }) => to === `+86${owner.phone}`);

it('a stolen session without the passwords changes nothing that lets money out', async () => {
  await steal('POST /user_qianbao/setAddressLock', { isOn: true });
  const head = await server.journalHead();
  const attempts = [
    await codeOf('POST /user/changePassword', { password: GUESS, newPassword: 'my own shore 9' }),
    await codeOf('POST /user/changePayPassword', { password: '111111', oldPassword: '000000' }),
    await codeOf('POST /user/resetPayPassword', {
      password: '111111',
      loginPassword: GUESS,
      emailCode: '000000',
    }),
    await codeOf('POST /apiKey/createApiKey', { name: 'x', scopes: ['trade'], password: GUESS }),
    await codeOf('POST /apiKey/createApiKey', { name: 'x', scopes: ['trade'] }),
    await codeOf('POST /user/setMailWord', { word: 'mine now', password: GUESS }),
    await codeOf('POST /user_qianbao/setAddressLock', { isOn: false }),
    await codeOf('POST /user_qianbao/setAddressLock', { isOn: false, password: GUESS }),
    await codeOf('POST /withdraw/createWithdraw', { ...withdrawal, pay_password: '000000' }),
  ];
  expect(attempts).toEqual([4011, 4012, 4009, 4011, 5010, 4011, 5010, 4011, 5022]);
  expect(await server.journalHead()).toBe(head);
});

it('with both passwords, nothing leaves within a day, and the owner is notified on every channel', async () => {
  clock.advance(HOUR);
  const [mailsBefore, textsBefore] = [mails().length, phone().length];
  const saved = { coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS, name: 'mine' };
  expect(await codeOf('POST /user_qianbao/createUser_qianbao', saved)).toBe(0);
  const off = { isOn: false, password: PASSWORD };
  expect(await codeOf('POST /user_qianbao/setAddressLock', off)).toBe(0);
  const key = { name: 'mine', scopes: ['trade' as const], password: PASSWORD };
  expect(await codeOf('POST /apiKey/createApiKey', key)).toBe(0);
  await vi.waitFor(() => {
    expect(mails().length).toBe(mailsBefore + 3);
    expect(phone().length).toBe(textsBefore + 3);
  });
  const { data } = await steal('GET /notice/getNoticeList', {});
  const kinds = (data as { list: { kind: string }[] }).list.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining([
      'security.addressAdded',
      'security.addressLockOff',
      'security.keyMade',
    ]),
  );
  clock.advance(23 * HOUR);
  expect(await codeOf('POST /withdraw/createWithdraw', withdrawal)).toBe(5022);
  const changed = { password: PASSWORD, newPassword: 'my own shore 9' };
  expect(await codeOf('POST /user/changePassword', changed)).toBe(0);
  owner.token = (await server.login(owner, 'my own shore 9')).token;
  clock.advance(23 * HOUR);
  expect(await codeOf('POST /withdraw/createWithdraw', withdrawal)).toBe(5009);
});

it('the link in any of these messages freezes the account and returns what is under review', async () => {
  clock.advance(2 * HOUR);
  expect(await codeOf('POST /withdraw/createWithdraw', withdrawal)).toBe(0);
  const token = mails().findLast(({ purpose }) => purpose === 'alert')?.code ?? '';
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
  ];
  expect(attempts).toEqual([5017, 5017, 5017, 5017, 5017]);
});
