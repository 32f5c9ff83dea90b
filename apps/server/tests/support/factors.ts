/** Members with second factors, over HTTP. */
import type { Input, Name } from '@tern/protocol/client';
import { Secret, TOTP } from 'otpauth';
import type { Answered, Ask } from './api-client.ts';
import { createAuthenticator, type SoftwareAuthenticator } from './authenticator.ts';
import { PASSWORD, type Person } from './people.ts';
import type { TestServer } from './server.ts';

/** A confirmation that a refused call asks for. */
export interface Asked {
  confirmationId: string;
  methods: string[];
  passkey: { challenge: string; rpId: string; allowCredentials: { id: string }[] } | null;
  expiresAt: string;
}

export type Proof = Omit<Input<'POST /user/confirm'>, 'confirmationId'>;

/** The code of an authenticator at a time, epoch ms. */
export const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: at,
  });

/** @throws Error when the call was not refused with 5017 */
export function askedBy(answer: { code: number; data: unknown }): Asked {
  if (answer.code !== 5017) throw new Error(`expected 5017, got ${JSON.stringify(answer)}`);
  return answer.data as Asked;
}

export async function addTotp(
  server: TestServer,
  { token }: Person,
  at: number,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await server.api.data(
    'POST /user/beginTotp',
    { password: PASSWORD },
    { token },
  );
  const code = codeAt(secret, at);
  const { recoveryCodes } = await server.api.data('POST /user/finishTotp', { code }, { token });
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}

export async function addPasskey(
  server: TestServer,
  { token }: Person,
  name = 'phone',
): Promise<{ device: SoftwareAuthenticator; recoveryCodes: string[]; id: number }> {
  const input = { password: PASSWORD };
  const { options } = await server.api.data('POST /user/beginPasskey', input, { token });
  const device = createAuthenticator();
  const credential = device.create(options);
  const added = await server.api.data('POST /user/finishPasskey', { name, credential }, { token });
  return { device, recoveryCodes: added.recoveryCodes ?? [], id: added.passkey.ID };
}

/** Sends a sensitive call, confirms it and sends it again. */
export async function confirmed<N extends Name>(
  server: TestServer,
  { name, input, ask }: { name: N; input: Input<N>; ask: Ask },
  proofFor: (asked: Asked) => Proof,
): Promise<Answered<N>> {
  const asked = askedBy(await server.api.call(name, input, ask));
  const { confirmationId } = asked;
  await server.api.data('POST /user/confirm', { confirmationId, ...proofFor(asked) }, ask);
  return server.api.call(name, input, { ...ask, confirmation: confirmationId });
}

/** The right password of a member with a factor, as far as the second step. */
export async function beginLogin(server: TestServer, { email }: { email: string }): Promise<Asked> {
  const credentials = { username: email, password: PASSWORD, ...(await server.captcha()) };
  return askedBy(await server.api.call('POST /base/login', credentials));
}
