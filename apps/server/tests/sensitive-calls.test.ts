/** Every sensitive call of a member with a second factor: nothing happens unless exactly this call is confirmed (ADR 42). */
import { calls } from '@tern/protocol';
import type { Input, Name } from '@tern/protocol/client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SoftwareAuthenticator } from './support/authenticator.ts';
import { addPasskey, type Asked, askedBy, codeAt, confirmed } from './support/factors.ts';
import { CARD } from './support/fiat.ts';
import { manualClock } from './support/market.ts';
import { equip } from './support/member-records.ts';
import { storedRowsOf } from './support/member-rows.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { PASSWORD, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PAY_PASSWORD, TRON_ADDRESS } from './support/withdrawals.ts';

const clock = manualClock();
let server: TestServer;
let person: Person;
let device: SoftwareAuthenticator;
let passkeyId: number;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  clock.advance(60_000);
  person = await server.register();
  await equip(server, person);
  await server.fresh.owner.transaction((tx) => verifyMember(tx, person.memberId));
  ({ device, id: passkeyId } = await addPasskey(server, person));
});

const ask = () => ({ token: person.token });
const passkeyProof = ({ passkey }: Asked) => ({
  method: 'passkey' as const,
  assertion: device.get(passkey!),
});

interface Sensitive<N extends Name = Name> {
  name: N;
  /** Creates what the call needs, and returns its input. */
  input: () => Input<N> | Promise<Input<N>>;
  /** Another valid input, as a thief would have it confirmed; absent for calls without input. */
  other?: object;
  /** The answer to the same call once more, with the same confirmation. */
  again: number;
}
const sensitive = <N extends Name>(each: Sensitive<N>): Sensitive => each as unknown as Sensitive;

const withdrawal = {
  num: '50',
  address: TRON_ADDRESS,
  coinname: 'USDT',
  czline: 'TRC20',
  pay_password: PAY_PASSWORD,
};

async function addAuthenticator(): Promise<void> {
  const call = { name: 'POST /user/beginTotp' as const, input: {}, ask: ask() };
  const begun = await confirmed(server, call, passkeyProof);
  if (begun.code !== 0) throw new Error(begun.msg);
  const code = codeAt(begun.data.secret, clock.now());
  await server.api.data('POST /user/finishTotp', { code }, ask());
}

const list: Sensitive[] = [
  sensitive({
    name: 'POST /withdraw/createWithdraw',
    input: () => withdrawal,
    other: { num: '51' },
    again: 5017,
  }),
  sensitive({
    name: 'POST /transfer/send',
    input: async () => {
      const receiver = await server.register();
      await server.fresh.owner.transaction((tx) => verifyMember(tx, receiver.memberId));
      const sum = { coinname: 'USDT', num: '50', pay_password: PAY_PASSWORD };
      return { ...sum, member: receiver.memberId };
    },
    other: { num: '51' },
    again: 5017,
  }),
  sensitive({
    name: 'POST /withdraw_bank/createWithdraw_bank',
    input: async () => {
      const name = 'POST /user_bank/createUser_bank' as const;
      const saved = await confirmed(server, { name, input: CARD, ask: ask() }, passkeyProof);
      if (saved.code !== 0) throw new Error(saved.msg);
      const { bank } = saved.data;
      const amount = { num: '200', coinname: 'USD', currency: 'USD' };
      return { ...amount, bank_id: bank.ID, pay_password: PAY_PASSWORD };
    },
    other: { num: '201' },
    again: 5017,
  }),
  sensitive({
    name: 'POST /user_qianbao/createUser_qianbao',
    input: () => ({ coin: 'USDT', czline: 'TRC20', addr: TRON_ADDRESS, name: 'my wallet' }),
    other: { addr: 'TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G' },
    again: 5016,
  }),
  sensitive({
    name: 'POST /user_bank/createUser_bank',
    input: () => CARD,
    other: { bankcard: '4000 1234 5678 9999' },
    again: 5016,
  }),
  sensitive({
    name: 'POST /user_qianbao/setAddressLock',
    input: async () => {
      await server.api.data('POST /user_qianbao/setAddressLock', { isOn: true }, ask());
      return { isOn: false, password: PASSWORD };
    },
    again: 5017,
  }),
  sensitive({
    name: 'POST /user/setMailWord',
    input: () => ({ word: 'heron tide', password: PASSWORD }),
    other: { word: 'a word of a thief' },
    again: 5017,
  }),
  sensitive({
    name: 'POST /apiKey/createApiKey',
    input: () => ({ name: 'bot', scopes: ['read'], password: PASSWORD }),
    other: { scopes: ['read', 'trade'] },
    again: 5017,
  }),
  sensitive({ name: 'POST /user/beginTotp', input: () => ({}), again: 5017 }),
  sensitive({ name: 'POST /user/beginPasskey', input: () => ({}), again: 5017 }),
  sensitive({
    name: 'POST /user/removeTotp',
    input: async () => {
      await addAuthenticator();
      return {};
    },
    again: 5007,
  }),
  sensitive({
    name: 'POST /user/removePasskey',
    input: () => ({ ID: passkeyId }),
    again: 5007,
  }),
  sensitive({ name: 'POST /user/newRecoveryCodes', input: () => ({}), again: 5017 }),
  sensitive({
    name: 'POST /user/exportAccount',
    input: () => ({ password: PASSWORD }),
    again: 5017,
  }),
];

/** One succeeds only for an account without money, one needs a machine: account-data-closing.test.ts. */
const ELSEWHERE = ['POST /user/closeAccount', 'POST /user/giveUpMachines'];

/** The confirmations themselves, the lock of checks of the withdrawal password, and earlier notices being delivered. */
const BESIDE = new Set(['call_confirmations', 'pay_password_checks', 'notification_deliveries']);

/** What the member has. */
async function stored() {
  const { tables, journal } = await storedRowsOf(server, person);
  const rows = tables.filter(({ tableName }) => !BESIDE.has(tableName));
  return { rows, journal };
}

/** Sends a call without a confirmation and confirms it. Returns the confirmation. */
async function confirmationOf(name: Name, input: object): Promise<string> {
  const asked = askedBy(await server.api.call(name, input as never, ask()));
  const { confirmationId } = asked;
  const proof = { confirmationId, ...passkeyProof(asked) };
  await server.api.data('POST /user/confirm', proof, ask());
  return confirmationId;
}

it('covers every call that answers 5017, except the login', () => {
  const declared = Object.values(calls)
    .filter(({ codes, auth }) => auth === 'member' && (codes as readonly number[]).includes(5017))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...list.map(({ name }) => name), ...ELSEWHERE].toSorted()).toEqual(declared.toSorted());
});

it.each(list)(
  '$name happens once, only with the confirmation of exactly this input',
  async (each) => {
    const { name, again } = each;
    const input = await each.input();
    const send = async (confirmation?: string) => {
      const given = confirmation === undefined ? {} : { confirmation };
      return (await server.api.call(name, input as never, { ...ask(), ...given })).code;
    };
    const before = await stored();
    expect(await send(), 'without a confirmation').toBe(5017);
    expect(await send('A'.repeat(32)), 'with an invented one').toBe(5017);
    expect(await stored()).toEqual(before);

    // Two calls without input differ in their names only.
    const bare =
      name === 'POST /user/beginTotp' ? 'POST /user/beginPasskey' : 'POST /user/beginTotp';
    const others = [await confirmationOf('POST /apiKey/createApiKey', KEY)];
    others.push(await confirmationOf(bare, {}));
    if (each.other) others.push(await confirmationOf(name, { ...input, ...each.other }));
    const unconfirmed = askedBy(await server.api.call(name, input as never, ask()));
    const untouched = await stored();
    for (const confirmation of [...others, unconfirmed.confirmationId])
      expect(await send(confirmation), 'with the confirmation of another').toBe(5017);
    expect(await stored()).toEqual(untouched);

    const own = await confirmationOf(name, input);
    const confirmedOnly = await stored();
    expect(await send(own)).toBe(0);
    const after = await stored();
    expect(after).not.toEqual(confirmedOnly);
    expect(await send(own), 'used twice').toBe(again);
    expect(await stored()).toEqual(after);
  },
);

/** Another sensitive call. */
const KEY = { name: 'another', scopes: ['read'], password: PASSWORD };
