/** Second factors used concurrently: each proof and each confirmation counts once. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPasskey, addTotp, askedBy, codeAt } from '../support/factors.ts';
import { manualClock } from '../support/market.ts';
import { PASSWORD, type Person } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';

const clock = manualClock();
const STEP = 30_000;
const CALLS = 8;
let server: TestServer;
let person: Person;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  clock.advance(2 * STEP);
  person = await server.register();
});

const ask = () => ({ token: person.token });
const KEY = { name: 'bot', scopes: ['read' as const], password: PASSWORD };
const createKey = (confirmation?: string) =>
  server.api.call(
    'POST /apiKey/createApiKey',
    KEY,
    confirmation === undefined ? ask() : { ...ask(), confirmation },
  );
const together = <T>(act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CALLS }, (_, index) => act(index)));
const successes = (answers: { code: number }[]) => answers.filter(({ code }) => code === 0).length;

it('one confirmation used by several concurrent calls acts once', async () => {
  const { device } = await addPasskey(server, person);
  const asked = askedBy(await createKey());
  const { confirmationId } = asked;
  const assertion = device.get(asked.passkey!);
  const proof = { confirmationId, method: 'passkey' as const, assertion };
  await server.api.data('POST /user/confirm', proof, ask());
  expect(successes(await together(() => createKey(confirmationId)))).toBe(1);
  const { list } = await server.api.data('GET /apiKey/getApiKeyList', {}, ask());
  expect(list.length).toBe(1);
});

it('one code confirms one of several calls', async () => {
  const { secret } = await addTotp(server, person, clock.now());
  clock.advance(STEP);
  const code = codeAt(secret, clock.now());
  const asked = await Promise.all(
    Array.from({ length: CALLS }, async () => askedBy(await createKey())),
  );
  const answers = await together((index) => {
    const { confirmationId } = asked[index]!;
    const proof = { confirmationId, method: 'totp' as const, code };
    return server.api.call('POST /user/confirm', proof, ask());
  });
  expect(successes(answers)).toBe(1);
});

it('one recovery code confirms one of several calls', async () => {
  const { recoveryCodes } = await addTotp(server, person, clock.now());
  const [code = ''] = recoveryCodes;
  const asked = await Promise.all(
    Array.from({ length: CALLS }, async () => askedBy(await createKey())),
  );
  const answers = await together((index) => {
    const { confirmationId } = asked[index]!;
    const proof = { confirmationId, method: 'recovery' as const, code };
    return server.api.call('POST /user/confirm', proof, ask());
  });
  expect(successes(answers)).toBe(1);
  expect((await server.api.data('GET /user/factors', {}, ask())).recoveryCodesLeft).toBe(9);
});

it('one pending login opens one session', async () => {
  const { device } = await addPasskey(server, person);
  const credentials = { username: person.email, password: PASSWORD, ...(await server.captcha()) };
  const asked = askedBy(await server.api.call('POST /base/login', credentials));
  const { confirmationId } = asked;
  const assertion = device.get(asked.passkey!);
  const proof = { confirmationId, method: 'passkey' as const, assertion };
  const answers = await together(() => server.api.call('POST /base/confirmLogin', proof));
  expect(successes(answers)).toBe(1);
});
