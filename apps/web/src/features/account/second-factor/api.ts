/** Calls of second factors and their cached list. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { queryClient } from '../../../kernel/query-client.ts';
import {
  ALREADY_HERE,
  createPasskey,
  NOT_USED,
} from '../../../kernel/second-factor/browser-passkeys.ts';
import { call } from '../../../platform/http/call.ts';

export type Factors = Output<'GET /user/factors'>;
export type Passkey = Factors['passkeys'][number];
export type AuthenticatorOffer = Output<'POST /user/beginTotp'>;

/** Ten, when new. */
export const RECOVERY_CODES = 10;

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call('GET /user/factors', {}, { signal }),
});

const refresh = () => queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });

/** The first factor needs the login password; others are confirmed by an existing one. */
export const hasFactor = ({ passkeys, totp }: Factors): boolean =>
  passkeys.length > 0 || totp !== null;

const passwordOf = (password: string) => (password === '' ? {} : { password });

/** @throws wrong-login-password, step-up-required, too-many-requests */
export const beginAuthenticator = (password: string): Promise<AuthenticatorOffer> =>
  call('POST /user/beginTotp', passwordOf(password));

/** Returns recovery codes with the first factor. @throws wrong-second-factor, confirmation-expired */
export async function finishAuthenticator(code: string): Promise<string[] | null> {
  const { recoveryCodes } = await call('POST /user/finishTotp', { code });
  void refresh();
  return recoveryCodes;
}

export async function removeAuthenticator(): Promise<void> {
  await call('POST /user/removeTotp', {});
  await refresh();
}

export type AddedPasskey =
  | { kind: 'added'; recoveryCodes: string[] | null }
  | { kind: typeof NOT_USED | typeof ALREADY_HERE };

/** @throws wrong-login-password, step-up-required, limit-reached, invalid-request (name) */
export async function addPasskey(input: { name: string; password: string }): Promise<AddedPasskey> {
  const { options } = await call('POST /user/beginPasskey', passwordOf(input.password));
  const credential = await createPasskey(options);
  if (credential === NOT_USED || credential === ALREADY_HERE) return { kind: credential };
  const name = input.name.trim();
  const { recoveryCodes } = await call('POST /user/finishPasskey', { name, credential });
  void refresh();
  return { kind: 'added', recoveryCodes };
}

export async function renamePasskey({ id, name }: { id: number; name: string }): Promise<void> {
  await call('POST /user/renamePasskey', { ID: id, name: name.trim() });
  await refresh();
}

export async function removePasskey(id: number): Promise<void> {
  await call('POST /user/removePasskey', { ID: id });
  await refresh();
}

export async function replaceRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await call('POST /user/newRecoveryCodes', {});
  void refresh();
  return recoveryCodes;
}
