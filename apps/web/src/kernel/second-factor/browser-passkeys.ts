/** Passkeys in this browser: asks its dialog to create one, or to sign with one. */
import type { Input, Output } from '@tern/protocol/client';
import type { ConfirmationRequest } from '@tern/protocol/client';

type CreateOptions = Output<'POST /user/beginPasskey'>['options'];
type Created = Input<'POST /user/finishPasskey'>['credential'];
type Assertion = NonNullable<Input<'POST /user/confirm'>['assertion']>;

const NETWORK_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** False in old browsers, on pages that are not secure, and at a network address in place of a domain name. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  isSecureContext &&
  !NETWORK_ADDRESS.test(location.hostname);

/** Only pages that need it load the library. */
const library = () => import('@simplewebauthn/browser');

/** The dialog was cancelled, timed out, or found no passkey. */
export const NOT_USED = 'not-used';
/** This device already has one of the member's passkeys. */
export const ALREADY_HERE = 'already-here';

function outcomeOf(error: unknown): typeof NOT_USED | typeof ALREADY_HERE {
  return (error as Error).name === 'InvalidStateError' ? ALREADY_HERE : NOT_USED;
}

export async function createPasskey(
  optionsJSON: CreateOptions,
): Promise<Created | typeof NOT_USED | typeof ALREADY_HERE> {
  const { startRegistration } = await library();
  try {
    const created = await startRegistration({ optionsJSON: optionsJSON as never });
    const { id, rawId, type, response } = created;
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
    };
  } catch (error) {
    return outcomeOf(error);
  }
}

export async function signWithPasskey(
  optionsJSON: NonNullable<ConfirmationRequest['passkey']>,
): Promise<Assertion | typeof NOT_USED> {
  const { startAuthentication } = await library();
  try {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: optionsJSON as never,
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle ? { userHandle } : {}),
      },
    };
  } catch {
    return NOT_USED;
  }
}
