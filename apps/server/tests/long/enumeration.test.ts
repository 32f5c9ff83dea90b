/** Whether an account exists cannot be found out, neither by the answer nor by its time. */
import { authCalls, secondFactorCalls } from '@tern/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPasskey } from '../../src/kernel/second-factor/factors.ts';
import { createPasskeyCeremony } from '../../src/kernel/second-factor/passkey-ceremony.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../support/authenticator.ts';
import { type MemberWorld, memberWorld, PASSWORD } from '../support/member-world.ts';

const ROUNDS = 334;
/** Tries of both kinds in a round, in turn. The quickest of each kind counts: it had the machine for itself. */
const TRIES = 3;
const ACCOUNTS = 20;
/** Five standard deviations of the share of `ROUNDS` throws of a coin. */
const CHANCE = (5 * 0.5) / Math.sqrt(ROUNDS);
/** Parts of a call that do not count: tens of microseconds, which the text of an address alone may take. */
const SAME = 0.03;

let world: MemberWorld;
let accounts: { memberId: number; email: string; phone: string }[];
let calls = 0;

let tests = 0;

beforeAll(async () => {
  world = await memberWorld();
}, 120_000);
/** Others for each test: thousands of tries leave rows behind that were changed often, and those of members are more. */
beforeEach(async () => {
  tests += 1;
  accounts = [];
  for (let index = 0; index < ACCOUNTS; index += 1) accounts.push(await world.register());
}, 120_000);
afterAll(() => world.close());

/** A caller of its own, because wrong passwords and messages are also limited per address. */
const sender = () => {
  calls += 1;
  return { address: `198.51.${(calls >> 8) & 255}.${calls & 255}` };
};

/** With addresses of the same form as members have: a longer one takes 5 % longer in the calls that do a millisecond of work. */
const stranger = (index: number) => {
  const number = index + 1 + (tests - 1) * ACCOUNTS;
  return {
    email: `nobody${number}@example.com`,
    phone: `137${String(number).padStart(8, '0')}`,
  };
};

interface Round {
  known: number;
  unknown: number;
}

interface Tried {
  rounds: Round[];
  /** All different answers, as JSON. */
  answers: Set<string>;
}

/**
 * In how many rounds the known account took longer: one half if nothing distinguishes them. Both kinds of a round are measured
 * at the same time, so that the load of the machine, however it changes, is that of both.
 */
const shareLonger = (rounds: readonly Round[], delay = 1) =>
  rounds.filter(({ known, unknown }) => known * delay > unknown).length / rounds.length;

/** Tries known and unknown accounts in turn; time passes between the tries, so that no limit is reached. */
async function tryBoth(
  ask: (who: { email: string; phone: string }) => Promise<() => Promise<unknown>>,
): Promise<Tried> {
  const tried: Tried = { rounds: [], answers: new Set() };
  for (let index = 0; index < ROUNDS; index += 1) {
    const round = { known: Infinity, unknown: Infinity };
    const pair = [
      ['known', accounts[index % ACCOUNTS]!],
      ['unknown', stranger(index % ACCOUNTS)],
    ] as const;
    for (let one = 0; one < TRIES; one += 1) {
      for (const [kind, who] of (index + one) % 2 === 0 ? pair : pair.toReversed()) {
        const call = await ask(who);
        const before = performance.now();
        const answer = await call();
        round[kind] = Math.min(round[kind], performance.now() - before);
        tried.answers.add(JSON.stringify(answer));
      }
      world.clock.advance(600_000);
    }
    tried.rounds.push(round);
  }
  return tried;
}

/** `visible`: as a part of the time that a call takes. */
function expectIndistinguishable({ rounds, answers }: Tried, visible = 0.3): void {
  expect([...answers]).toHaveLength(1);
  expect(shareLonger(rounds, 1 - SAME), 'members take longer').toBeLessThan(0.5 + CHANCE);
  expect(shareLonger(rounds, 1 + SAME), 'strangers take longer').toBeGreaterThan(0.5 - CHANCE);
  const seen = `the test sees a delay of ${visible} of a call`;
  expect(shareLonger(rounds, 1 + visible), seen).toBeGreaterThan(0.5 + CHANCE);
}

describe('2,000 tries do not distinguish members from strangers', () => {
  it('by a login with a wrong password', async () => {
    const tried = await tryBoth(async ({ email }) => {
      const captcha = await world.captcha();
      const input = { username: email, password: `not ${PASSWORD}`, ...captcha };
      return () => world.call(authCalls.login, input, sender());
    });
    // A hash is most of it, and takes about as long each time.
    expectIndistinguishable(tried, 0.15);
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
  const owner = { id: memberId, name: 'someone@tern.test', passkeys: [] };
  const options = await ceremony.attestationOptions(owner, 60_000);
  const { challenge } = options;
  const made = await ceremony.verifyAttestation({ credential: device.create(options), challenge });
  const passkey = { ...made!, memberId, name: 'phone' };
  await world.database.transaction((tx) => addPasskey(tx, passkey, world.clock.now()));
  return device;
}
