/** Passkeys (WebAuthn 3): the options for browsers and the verification of what they return. */
import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { InputOf, OutputOf, secondFactorCalls } from '@tern/protocol';
import type { Passkey } from './factors.ts';

type Assertion = NonNullable<InputOf<typeof secondFactorCalls.confirm>['assertion']>;
type Attestation = InputOf<typeof secondFactorCalls.finishPasskey>['credential'];
type AttestationOptions = OutputOf<typeof secondFactorCalls.beginPasskey>['options'];

type Descriptor = Pick<Passkey, 'credentialId' | 'transports'>;

export interface AssertionOptions {
  challenge: string;
  timeout: number;
  rpId: string;
  allowCredentials: { id: string; type: 'public-key'; transports: string[] }[];
  userVerification: 'required';
}

/** A new credential whose signature was right. */
export interface NewCredential {
  credentialId: string;
  publicKey: Uint8Array;
  signCount: number;
  transports: string[];
  isSynced: boolean;
}

export interface PasskeyCeremony {
  /** Whether passkeys can exist at this address: browsers make them for domain names, not for IP addresses. */
  isAvailable: boolean;
  /** Without passkeys: any discoverable one of this app. */
  assertionOptions(passkeys: readonly Descriptor[], timeoutMs: number): Promise<AssertionOptions>;
  attestationOptions(
    owner: { id: number; name: string; passkeys: readonly Descriptor[] },
    timeoutMs: number,
  ): Promise<AttestationOptions>;
  /** The signature counter, if challenge, origin, domain, user verification, counter and signature are right. */
  verifyAssertion(
    passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount'>,
    given: { assertion: Assertion; challenge: string; ownerId: number },
  ): Promise<{ signCount: number; isSynced: boolean } | undefined>;
  verifyAttestation(given: {
    credential: Attestation;
    challenge: string;
  }): Promise<NewCredential | undefined>;
}

/** EdDSA, ES256, RS256: what authenticators in use can make. */
const ALGORITHMS = [-8, -7, -257];
const APP = 'Tern';

/** Whose passkeys they are: a passkey of the one is never one of the other. */
export type PasskeyOwners = 'members' | 'operators';

/** Stored by authenticators beside the key; identifies the owner without naming them. */
const handlePrefix: Readonly<Record<PasskeyOwners, string>> = {
  members: 'tern',
  operators: 'tern operator',
};

/** `publicUrl`: the address of the app. Domain and origin never come from a request, which could name another host. */
export function createPasskeyCeremony(
  publicUrl: string,
  owners: PasskeyOwners = 'members',
): PasskeyCeremony {
  const userHandle = (ownerId: number) => Buffer.from(`${handlePrefix[owners]} ${ownerId}`);
  const { hostname: rpID, origin } = new URL(publicUrl);
  return {
    isAvailable: isIP(rpID) === 0 && !rpID.startsWith('['),
    async assertionOptions(passkeys, timeoutMs) {
      const { challenge } = await generateAuthenticationOptions({ rpID });
      return {
        challenge,
        timeout: timeoutMs,
        rpId: rpID,
        allowCredentials: passkeys.map(descriptor),
        userVerification: 'required',
      };
    },
    async attestationOptions({ id, name, passkeys }, timeoutMs) {
      const { challenge } = await generateRegistrationOptions({
        rpName: APP,
        rpID,
        userName: name,
      });
      return {
        rp: { id: rpID, name: APP },
        user: {
          id: userHandle(id).toString('base64url'),
          name,
          displayName: name,
        },
        challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
        timeout: timeoutMs,
        excludeCredentials: passkeys.map(descriptor),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      };
    },
    async verifyAssertion(passkey, { assertion, challenge, ownerId }) {
      const { userHandle: handle = '' } = assertion.response;
      const isOwn = handle === '' || handle === userHandle(ownerId).toString('base64url');
      if (assertion.id !== passkey.credentialId) return undefined;
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.signCount,
          },
        });
        const { newCounter: signCount, credentialBackedUp: isSynced } = authenticationInfo;
        // The handle is compared last, so that the time does not tell whose passkey it is.
        return verified && isOwn ? { signCount, isSynced } : undefined;
      } catch {
        // The library throws for every response that is not right.
        return undefined;
      }
    },
    async verifyAttestation({ credential, challenge }) {
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: credential as Parameters<typeof verifyRegistrationResponse>[0]['response'],
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (!verified) return undefined;
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
        return {
          credentialId: id,
          publicKey,
          signCount: counter,
          transports: [...transports],
          isSynced: registrationInfo.credentialBackedUp,
        };
      } catch {
        return undefined;
      }
    },
  };
}

const descriptor = ({ credentialId, transports }: Descriptor) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
});
