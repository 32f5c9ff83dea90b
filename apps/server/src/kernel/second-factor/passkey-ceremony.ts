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
  assertionOptions(passkeys: readonly Passkey[], timeoutMs: number): Promise<AssertionOptions>;
  attestationOptions(
    owner: { memberId: number; email: string; passkeys: readonly Passkey[] },
    timeoutMs: number,
  ): Promise<AttestationOptions>;
  /** The signature counter, if challenge, origin, domain, user verification, counter and signature are right. */
  verifyAssertion(
    passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount'>,
    given: { assertion: Assertion; challenge: string; memberId: number },
  ): Promise<{ signCount: number; isSynced: boolean } | undefined>;
  verifyAttestation(given: {
    credential: Attestation;
    challenge: string;
  }): Promise<NewCredential | undefined>;
}

/** EdDSA, ES256, RS256: what authenticators in use can make. */
const ALGORITHMS = [-8, -7, -257];
const APP = 'Tern';

/** Stored by authenticators beside the key; identifies the member without naming them. */
const userHandle = (memberId: number) => Buffer.from(`tern ${memberId}`);

/** `publicUrl`: the address of the app. Domain and origin never come from a request, which could name another host. */
export function createPasskeyCeremony(publicUrl: string): PasskeyCeremony {
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
    async attestationOptions({ memberId, email, passkeys }, timeoutMs) {
      const { challenge } = await generateRegistrationOptions({
        rpName: APP,
        rpID,
        userName: email,
      });
      return {
        rp: { id: rpID, name: APP },
        user: {
          id: userHandle(memberId).toString('base64url'),
          name: email,
          displayName: email,
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
    async verifyAssertion(passkey, { assertion, challenge, memberId }) {
      const { userHandle: handle = '' } = assertion.response;
      const isOwn = handle === '' || handle === userHandle(memberId).toString('base64url');
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

const descriptor = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
});
