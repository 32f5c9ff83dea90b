/** Auth, profile and message delivery on a fresh database, called the way the HTTP server calls them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authCalls, type Call, type InputOf, type OutputOf, profileCalls } from '@tern/protocol';
import { type Auth, createAuth, seedPaperAccounts } from '../../src/features/account/auth/index.ts';
import { createProfile } from '../../src/features/account/profile/index.ts';
import { createDelivery } from '../../src/kernel/messaging/delivery.ts';
import { Refusal } from '../../src/kernel/requests/refusal.ts';
import { createSettings, type Settings } from '../../src/kernel/settings/settings.ts';
import { type Bus, createLocalBus } from '../../src/platform/bus.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Feature } from '../../src/platform/feature.ts';
import type { Route } from '../../src/platform/http/route.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { freshDatabase } from './database.ts';
import { lightPasswords } from './light-passwords.ts';
import { confirmationsOf, passkeyLoginsOf } from './without-factors.ts';
import { until } from './pass-time.ts';

export const CAPTCHA = 'GULL';
export const PASSWORD = 'tern over water 7';

interface TestClock {
  now(): number;
  advance(ms: number): void;
}

function testClock(start = Date.UTC(2026, 0, 5, 12)): TestClock {
  let at = start;
  return {
    now: () => at,
    advance(ms) {
      at += ms;
    },
  };
}

/** `code` 0 with the call's data, or the refusal's code, data and named fields. */
export interface Outcome<Data> {
  code: number;
  data: Data;
  refused: { data: Record<string, unknown>; fields: readonly string[] };
}

interface Sender {
  token?: string;
  lang?: string;
  address?: string;
  userAgent?: string;
}

export interface MemberWorld {
  database: Database;
  owner: Database;
  clock: TestClock;
  bus: Bus;
  settings: Settings;
  auth: Auth;
  routes: Route[];
  call<C extends Call>(call: C, input: InputOf<C>, sender?: Sender): Promise<Outcome<OutputOf<C>>>;
  /** Input fields that pass the captcha. */
  captcha(): Promise<{ captcha: string; captchaId: string }>;
  /** Requests a code and reads it from the outbox file; without a purpose, that of a client that does not say one. */
  emailCode(email: string, purpose?: 'register' | 'resetPassword', from?: string): Promise<string>;
  /** The answer to a request for one. */
  askEmailCode(email: string, sender?: Sender): Promise<Outcome<{ resendAfterSeconds: number }>>;
  /** For the withdrawal password of a member. */
  payPasswordCode(member: { email: string; token: string }): Promise<string>;
  /** Resets the login password; with a token, it confirms the phone of that member. */
  phoneCode(phone: string, token?: string): Promise<string>;
  messages(): { channel: string; to: string; body: string; purpose: string; code?: string }[];
  /** Registers a new member. */
  register(overrides?: Partial<InputOf<typeof authCalls.registerUser>>): Promise<{
    email: string;
    phone: string;
    token: string;
    memberId: number;
  }>;
  login(username: string, password?: string, address?: string): ReturnType<typeof loginShape>;
  close(): Promise<void>;
}

declare function loginShape(): Promise<Outcome<OutputOf<typeof authCalls.login>>>;

let people = 0;
let smsCount = 0;

export async function memberWorld(
  options: { captchaFixed?: string | undefined; poolSize?: number } = { captchaFixed: CAPTCHA },
): Promise<MemberWorld> {
  const fresh = await freshDatabase({ poolSize: options.poolSize ?? 8 });
  const { database } = fresh;
  const folder = mkdtempSync(join(tmpdir(), 'tern-members-'));
  const outboxFile = join(folder, 'outbox.jsonl');
  const clock = testClock();
  const log = createLog('silent');
  const bus = createLocalBus((error) => {
    throw error;
  });
  const settings = createSettings(database, log);
  const passwords = lightPasswords();
  const secretBox = createSecretBox(new Uint8Array(32).fill(1));
  const parts = { database, clock, random: systemRandom, bus, log, settings, passwords, secretBox };
  const auth = createAuth({
    ...parts,
    mode: 'paper',
    captchaFixed: options.captchaFixed,
    publicUrl: 'http://tern.test',
    confirmations: confirmationsOf(parts),
    passkeyLogins: passkeyLoginsOf(parts),
  });
  const profile = createProfile({ ...parts, auth });
  const delivery = createDelivery({ ...parts, outboxFile });
  const features: Feature[] = [settings, delivery, auth, profile];
  for (const feature of features) await feature.start?.();
  await seedPaperAccounts(parts);

  const routes = features.flatMap((feature) => feature.routes ?? []);

  const call: MemberWorld['call'] = async (declared, input, sender = {}) => {
    const nobody = { memberId: 0, sessionId: 0 };
    const none = { data: {}, fields: [] };
    const caller =
      declared.auth === 'member' ? await auth.authenticate(sender.token ?? '') : nobody;
    if (typeof caller === 'number') return { code: caller, data: {} as never, refused: none };
    const route = routes.find((each) => each.call === declared);
    const { lang = 'en', address = '192.0.2.1', userAgent = '' } = sender;
    try {
      const context = { input, caller, lang, address, userAgent, idempotencyKey: undefined };
      return { code: 0, data: (await route!.answer(context)) as never, refused: none };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { data = {}, fields = [] } = error.detail;
      return { code: error.code, data: {} as never, refused: { data, fields } };
    }
  };

  const messages: MemberWorld['messages'] = () => {
    try {
      const lines = readFileSync(outboxFile, 'utf8').trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  };

  async function codeFor(recipient: string, ask: () => Promise<Outcome<unknown>>) {
    const before = messages().length;
    const { code } = await ask();
    if (code !== 0) throw new Error(`no code was sent: ${code}`);
    const sent = () =>
      messages()
        .slice(before)
        .find(({ to, purpose }) => to === recipient && purpose === 'code')?.code;
    return until(`a message to ${recipient}`, sent, { everyMs: 5 });
  }

  const captcha = async () => {
    const { data } = await call(authCalls.captcha, {});
    return { captcha: options.captchaFixed ?? '', captchaId: data.captchaId };
  };
  const askEmailCode: MemberWorld['askEmailCode'] = async (email, sender) =>
    call(authCalls.emailCode, { email, ...(await captcha()) }, sender);
  const emailCode: MemberWorld['emailCode'] = (email, purpose, address) =>
    codeFor(email, async () => {
      const input = { email, ...(purpose === undefined ? {} : { purpose }), ...(await captcha()) };
      return call(authCalls.emailCode, input, address === undefined ? {} : { address });
    });
  const payPasswordCode: MemberWorld['payPasswordCode'] = ({ email, token }) =>
    codeFor(email, () =>
      call(profileCalls.ownEmailCode, { purpose: 'resetPayPassword' }, { token }),
    );
  const phoneCode: MemberWorld['phoneCode'] = async (phone, token) => {
    const input = { phone, countryCode: '86', ...(await captcha()) };
    smsCount += 1;
    // From a new address each time, because an address has a small budget of SMS.
    const address = `198.18.${smsCount >> 8}.${smsCount & 255}`;
    return codeFor(`+86${phone}`, () =>
      token === undefined
        ? call(authCalls.phoneCode, input, { address })
        : call(profileCalls.ownPhoneCode, input, { address, token }),
    );
  };

  return {
    database,
    owner: fresh.owner,
    clock,
    bus,
    settings,
    auth,
    routes,
    call,
    captcha,
    emailCode,
    askEmailCode,
    payPasswordCode,
    phoneCode,
    messages,
    async register(overrides = {}) {
      people += 1;
      const email = overrides.email ?? `member${people}@example.com`;
      const phone = overrides.phone ?? `139${String(people).padStart(8, '0')}`;
      const smsCode = overrides.smsCode ?? (await emailCode(email));
      const registered = await call(authCalls.registerUser, {
        email,
        phone,
        countryCode: '86',
        passWord: PASSWORD,
        smsCode,
        ...(await captcha()),
        invitationCode: 'TERN01',
        ...overrides,
      });
      if (registered.code !== 0) throw new Error(`not registered: ${registered.code}`);
      const { token, user } = registered.data;
      return { email, phone, token, memberId: user.ID };
    },
    login: async (username, password = PASSWORD, address = '192.0.2.1') =>
      call(authCalls.login, { username, password, ...(await captcha()) }, { address }),
    async close() {
      for (const feature of [...features].reverse()) await feature.stop?.();
      await fresh.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export { authCalls, profileCalls };
