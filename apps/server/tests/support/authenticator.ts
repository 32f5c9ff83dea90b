/** A software authenticator: makes ES256 passkeys and signs with them as a browser does (WebAuthn 3). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Input, Output } from '@tern/protocol/client';

type CreateOptions = Output<'POST /user/beginPasskey'>['options'];
type Attestation = Input<'POST /user/finishPasskey'>['credential'];
export type Assertion = NonNullable<Input<'POST /user/confirm'>['assertion']>;

/** What an honest authenticator would not do. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isUserVerified?: boolean;
  /** The signature counter to report instead of the next one. */
  counter?: number;
  userHandle?: string;
  isSignatureWrong?: boolean;
}

export interface SoftwareAuthenticator {
  create(options: CreateOptions, deviation?: Deviation): Attestation;
  get(options: { challenge: string; rpId: string }, deviation?: Deviation): Assertion;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

export function createAuthenticator(origin = 'http://tern.test'): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';
  const credential = { id: text(id), rawId: text(id), type: 'public-key' as const };

  const clientData = (type: string, challenge: string, over: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: over.type ?? type,
        challenge: over.challenge ?? challenge,
        origin: over.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const head = (rpId: string, flags: number, over: Deviation) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(over.counter ?? counter);
    const verified = over.isUserVerified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(over.rpId ?? rpId),
      Buffer.from([flags | USER_PRESENT | verified]),
      count,
    ]);
  };

  return {
    create(options, over = {}) {
      userHandle = options.user.id;
      const client = clientData('webauthn.create', options.challenge, over);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        head(options.rp.id, HAS_CREDENTIAL, over),
        Buffer.alloc(16),
        length,
        id,
        coseOf(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          attestationObject: text(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      };
    },
    get(options, over = {}) {
      counter += 1;
      const client = clientData('webauthn.get', options.challenge, over);
      const authData = head(options.rpId, 0, over);
      const signed = Buffer.concat([authData, sha256(client)]);
      const signature = sign('sha256', over.isSignatureWrong ? sha256(signed) : signed, privateKey);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authData),
          signature: text(signature),
          userHandle: over.userHandle ?? userHandle,
        },
      };
    },
  };
}

/** An ES256 public key in COSE: key type EC2, algorithm -7, curve P-256, both coordinates. */
function coseOf(spki: Buffer): Buffer {
  const point = spki.subarray(-64);
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(point.subarray(0, 32))],
    [-3, new Uint8Array(point.subarray(32))],
  ]);
  return Buffer.from(isoCBOR.encode(cose as never));
}
