/** Everything around the phone that a story may arrange: members, their messages, calls of their own. */
import type { Output } from '@tern/protocol/client';
import { type Api, createApi } from '../../apps/server/tests/support/api-client.ts';
import { createPeople, messagesIn, PASSWORD } from '../../apps/server/tests/support/people.ts';
import { CAPTCHA, type Site } from './site.ts';

export { PASSWORD };

export interface Member {
  email: string;
  phone: string;
  /** What the browser stores of a signed-in member. */
  session: Pick<Output<'POST /base/login'>, 'token' | 'user'>;
}

export interface World extends Site {
  api: Api;
  /** Somebody new with an account, a session and the paper money of every newcomer. */
  member(): Promise<Member>;
  /** Signs in on another device. */
  logInElsewhere(member: Pick<Member, 'email'>, password?: string): Promise<Member['session']>;
  /** An e-mail address and a phone number nobody has. */
  stranger(): { email: string; phone: string };
  /** The newest code sent to a person, once there is one. */
  codeFor(recipient: string): string | undefined;
}

let strangers = 0;

export function createWorld(site: Site): World {
  const api = createApi(() => site.url);
  const people = createPeople(api, { outboxFile: site.outboxFile, captcha: CAPTCHA });
  return {
    ...site,
    api,
    async member() {
      const registration = await people.registration();
      const { token, user } = await api.data('POST /base/registerUser', registration);
      return { email: registration.email, phone: registration.phone, session: { token, user } };
    },
    async logInElsewhere({ email }, password = PASSWORD) {
      const { token, user } = await people.login({ email }, password);
      return { token, user };
    },
    stranger() {
      strangers += 1;
      const number = String(process.pid % 1_000_000).padStart(6, '0') + strangers;
      return { email: `stranger-${number}@tern.test`, phone: `15${number.padStart(9, '0')}` };
    },
    codeFor: (recipient) =>
      messagesIn(site.outboxFile).findLast((message) => message.to === recipient)?.code,
  };
}
