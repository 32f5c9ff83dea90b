/** Passkeys and security keys in this browser: its dialog creates one, or signs with one. */
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';

type Created = OperatorInput<'POST /operator/own/finishPasskey'>['credential'];
type CreateOptions = OperatorOutput<'POST /operator/own/beginPasskey'>['options'];
type Signed = OperatorInput<'POST /operator/loginWithPasskey'>['assertion'];
type SignOptions = NonNullable<OperatorOutput<'POST /operator/login'>['passkey']>['options'];

/** The dialog was cancelled, timed out, found none, or already has one of this operator. */
export class PasskeyNotUsed extends Error {
  override readonly name = 'PasskeyNotUsed';
}

/** Loaded only when it is needed. */
const library = () => import('@simplewebauthn/browser');

/** @throws PasskeyNotUsed */
export async function createPasskey(options: CreateOptions): Promise<Created> {
  const { startRegistration } = await library();
  try {
    return (await startRegistration({ optionsJSON: options as never })) as Created;
  } catch (error) {
    throw new PasskeyNotUsed('no passkey was created', { cause: error });
  }
}

/** @throws PasskeyNotUsed */
export async function signWithPasskey(options: SignOptions): Promise<Signed> {
  const { startAuthentication } = await library();
  try {
    return (await startAuthentication({ optionsJSON: options as never })) as Signed;
  } catch (error) {
    throw new PasskeyNotUsed('no passkey has signed', { cause: error });
  }
}
