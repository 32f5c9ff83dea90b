/** Whether an account exists cannot be found out, neither by the answer nor by its time (rules §10). */
import { authCalls, secondFactorCalls } from '@tern/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPasskey } from '../../src/kernel/second-factor/factors.ts';
import { createPasskeyCeremony } from '../../src/kernel/second-factor/passkey-ceremony.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../support/authenticator.ts';
import { type MemberWorld, memberWorld, PASSWORD } from '../support/member-world.ts';

const TRIES = 1_000;
const ACCOUNTS = 20;
/** Five standard deviations of the share for two groups of `TRIES` equal distributions. */
const CHANCE = 5 * Math.sqrt((2 * TRIES + 1) / (12 * TRIES * TRIES));
/** What a caller on the same network could still measure. */
const VISIBLE_MS = 1;

let world: MemberWorld;
let accounts: { memberId: number; email: string; phone: string }[];
let calls = 0;

beforeAll(async () => {
  world = await memberWorld();
  accounts = [];
  for (let index = 0; index < ACCOUNTS; index += 1) accounts.push(await world.register());
}, 120_000);
afterAll(() => world.close());

/** A caller of its own, because wrong passwords and messages are also limited per address. */
const sender = () => {
  calls += 1;
  return { address: `198.51.${(calls >> 8) & 255}.${calls & 255}` };
};

const stranger = (index: number) => ({
  email: `stranger${index}@example.com`,
  phone: `137${String(index).padStart(8, '0')}`,
});

/** How often a random time of `ones` is longer than one of `others`: one half if nothing distinguishes them. */
function shareLonger(ones: readonly number[], others: readonly number[]): number {
  const longer = ones.reduce((sum, one) => sum + others.filter((other) => one > other).length, 0);
  return longer / (ones.length * others.length);
}

interface Tried {
  known: number[];
  unknown: number[];
  /** All different answers, as JSON. */
  answers: Set<string>;
}

/** Tries known and unknown accounts in turn; time passes between rounds, so that no limit is reached. */
async function tryBoth(
  ask: (who: { email: string; phone: string }) => Promise<() => Promise<unknown>>,
): Promise<Tried> {
  const tried: Tried = { known: [], unknown: [], answers: new Set() };
  for (let index = 0; index < TRIES; index += 1) {
    const pair = [
      ['known', accounts[index % ACCOUNTS]!],
      ['unknown', stranger(index % ACCOUNTS)],
    ] as const;
    for (const [kind, who] of index % 2 === 0 ? pair : pair.toReversed()) {
      const call = await ask(who);
      const before = performance.now();
      const answer = await call();
      tried[kind].push(performance.now() - before);
      tried.answers.add(JSON.stringify(answer));
    }
    world.clock.advance(600_000);
  }
  return tried;
}

function expectIndistinguishable(
  { known, unknown, answers }: Tried,
  visibleMs: number = VISIBLE_MS,
): void {
  expect([...answers]).toHaveLength(1);
  expect(Math.abs(shareLonger(known, unknown) - 0.5)).toBeLessThan(CHANCE);
  const slower = known.map((ms) => ms + visibleMs);
  expect(shareLonger(slower, unknown), `the test sees ${visibleMs} ms`).toBeGreaterThan(
    0.5 + CHANCE,
  );
}

describe('2,000 tries do not distinguish members from strangers', () => {
  it('by a login with a wrong password', async () => {
    const tried = await tryBoth(async ({ email }) => {
      const captcha = await world.captcha();
      const input = { username: email, password: `not ${PASSWORD}`, ...captcha };
      return () => world.call(authCalls.login, input, sender());
    });
    // A hash takes tens of milliseconds, and more beside other work: less than this is not seen.
    expectIndistinguishable(tried, 5);
  });

  it('by a code sent to an e-mail address', async () => {
    const tried = await tryBoth(async ({ email }) => {
      const captcha = await world.captcha();
      return () => world.call(authCalls.emailCode, { email, ...captcha }, sender());
    });
    expectIndistinguishable(tried);
  });

  it('by a password reset with a wrong code', async () => {
    const tried = await tryBoth(async ({ email }) => {
      const captcha = await world.captcha();
      const input = { email, emailCode: '000000', passWord: 'another sea 9 blue', ...captcha };
      return () => world.call(authCalls.resetPwd, input, sender());
    });
    expectIndistinguishable(tried);
  });

  it('by a login with a passkey and a wrong signature', async () => {
    const devices = new Map<string, SoftwareAuthenticator>();
    for (const account of accounts) devices.set(account.email, await passkeyOf(account.memberId));
    const wrong = { isSignatureWrong: true };
    const tried = await tryBoth(async ({ email }) => {
      const device = devices.get(email) ?? createAuthenticator();
      devices.set(email, device);
      const { data } = await world.call(secondFactorCalls.beginPasskeyLogin, {}, sender());
      const { loginId, options } = data;
      const input = { loginId, assertion: device.get(options, wrong) };
      return () => world.call(secondFactorCalls.passkeyLogin, input, sender());
    });
    expectIndistinguishable(tried);
  });
});

/** Gives a member a passkey. */
async function passkeyOf(memberId: number): Promise<SoftwareAuthenticator> {
  const device = createAuthenticator();
  const ceremony = createPasskeyCeremony('http://tern.test');
  const owner = { memberId, email: 'someone@tern.test', passkeys: [] };
  const options = await ceremony.attestationOptions(owner, 60_000);
  const { challenge } = options;
  const made = await ceremony.verifyAttestation({ credential: device.create(options), challenge });
  const passkey = { ...made!, memberId, name: 'phone' };
  await world.database.transaction((tx) => addPasskey(tx, passkey, world.clock.now()));
  return device;
}
