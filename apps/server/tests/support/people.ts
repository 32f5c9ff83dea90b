/** Members registered as in the app: a code from the outbox, a captcha, a registration. */
import { readFileSync } from 'node:fs';
import type { Input, Output } from '@tern/protocol/client';
import type { Api } from './api-client.ts';
import { until } from './pass-time.ts';

export const PASSWORD = 'tern over water 7';
const INVITATION = 'TERN01';

export interface Person {
  memberId: number;
  email: string;
  phone: string;
  token: string;
}

type SignedIn = Output<'POST /base/login'>;
type Registration = Input<'POST /base/registerUser'>;
/** What a registration needs from earlier calls. */
export type Prepared = Pick<Registration, 'smsCode' | 'captcha' | 'captchaId'>;

export interface People {
  /** Input fields that pass the captcha. */
  captcha(): Promise<{ captcha: string; captchaId: string }>;
  /** Requests a code and reads it from the outbox file. */
  emailCode(email: string, lang?: string): Promise<string>;
  /** A complete and valid registration of a new member. */
  registration(): Promise<Registration>;
  register(): Promise<Person>;
  login(person: { email: string }, password?: string): Promise<SignedIn>;
}

let count = 0;

/** Codes are limited per address, so each member has another one. */
const nextAddress = () => `198.18.${(count >> 8) & 255}.${count & 255}`;

export function createPeople(
  api: Api,
  world: {
    outboxFile: string;
    captcha: string;
    /** Keeps names of several runs apart. */
    run?: string;
    /** Marks the phone of a new member as proven without an SMS: timed contracts need it. */
    provePhone(memberId: number): Promise<unknown>;
    /** As if captcha and code had been asked for (`prepareRegistration`); absent: they are. Spares `register` three calls. */
    prepare?(email: string): Promise<Prepared>;
  },
): People {
  const captcha = async () => {
    const { captchaId } = await api.data('POST /base/captcha', {});
    return { captcha: world.captcha, captchaId };
  };
  const emailCode = async (email: string, lang = 'en') => {
    const before = messagesIn(world.outboxFile).length;
    const input = { email, ...(await captcha()) };
    await api.data('POST /base/emailCode', input, { lang, from: nextAddress() });
    return codeTo(world.outboxFile, email, before);
  };
  const asked = async (email: string): Promise<Prepared> => ({
    smsCode: await emailCode(email),
    ...(await captcha()),
  });
  const registrationWith = async (prepare: (email: string) => Promise<Prepared>) => {
    count += 1;
    const name = `${process.pid}-${count}`;
    const email = `person-${name}${world.run ?? ''}@tern.test`;
    return {
      email,
      phone: `13${String(process.pid % 100_000).padStart(5, '0')}${String(count).padStart(4, '0')}`,
      countryCode: '86',
      passWord: PASSWORD,
      ...(await prepare(email)),
      invitationCode: INVITATION,
    };
  };
  return {
    captcha,
    emailCode,
    registration: () => registrationWith(asked),
    async register() {
      const input = await registrationWith(world.prepare ?? asked);
      const { token, user } = await api.data('POST /base/registerUser', input);
      await world.provePhone(user.ID);
      return { memberId: user.ID, email: input.email, phone: input.phone, token };
    },
    login: async ({ email }, password = PASSWORD) =>
      api.data('POST /base/login', { username: email, password, ...(await captcha()) }),
  };
}

/** Waits until the outbox file has a message for the recipient after its first lines; returns its code. */
async function codeTo(outboxFile: string, recipient: string, behind: number): Promise<string> {
  return until(`a message to ${recipient}`, () => {
    const messages = messagesIn(outboxFile).slice(behind);
    return messages.findLast(({ to, purpose }) => to === recipient && purpose === 'code')?.code;
  });
}

export function messagesIn(
  outboxFile: string,
): { to: string; subject: string; body: string; purpose: string; code?: string }[] {
  try {
    const lines = readFileSync(outboxFile, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}
