/** Reads and checks a transaction of TRON as its nodes do, with nothing of what the rail makes it with: bytes by hand, OpenSSL, noble. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { tronAddress } from '@tern/addresses';

export interface ReadTransaction {
  txid: string;
  /** Who signed it. */
  signer: string;
  owner: string;
  type: 'TransferContract' | 'TriggerSmartContract';
  /** The recipient, or the contract. */
  to: string;
  /** Sun; of a payment. */
  amount: bigint;
  /** In hexadecimal; of a call. */
  data: string;
  feeLimit: bigint;
  referenceBytes: string;
  referenceHash: string;
  /** Epoch ms. */
  expiration: number;
  /** Of the whole. */
  size: number;
}

type Field = bigint | Buffer;

/** The fields of a message by their numbers; each of these messages has a field at most once. */
function fieldsOf(bytes: Buffer): Map<number, Field> {
  const fields = new Map<number, Field>();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('the message ends early');
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const field = tag >> 3;
    if (fields.has(field)) throw new Error(`field ${field} is there twice`);
    if ((tag & 7) === 0) {
      fields.set(field, varint());
    } else if ((tag & 7) === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new Error('the message ends early');
      fields.set(field, bytes.subarray(at, (at += length)));
    } else throw new Error(`field ${field} has an unknown kind`);
  }
  return fields;
}

const bytesOf = (fields: Map<number, Field>, field: number): Buffer => {
  const value = fields.get(field) ?? Buffer.alloc(0);
  if (Buffer.isBuffer(value)) return value;
  throw new Error(`field ${field} has no bytes`);
};
const numberOf = (fields: Map<number, Field>, field: number): bigint => {
  const value = fields.get(field) ?? 0n;
  if (typeof value === 'bigint') return value;
  throw new Error(`field ${field} is no number`);
};

function addressOf(bytes: Buffer): string {
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error('an address has other bytes');
  return tronAddress(bytes.subarray(1));
}

/** @throws Error for what a node could not read, or whose signature is none */
export function readSigned(hex: string): ReadTransaction {
  const whole = Buffer.from(hex, 'hex');
  const outer = fieldsOf(whole);
  const raw = bytesOf(outer, 1);
  const fields = fieldsOf(raw);
  const contract = fieldsOf(bytesOf(fields, 11));
  const parameter = fieldsOf(bytesOf(contract, 2));
  const type = { 1: 'TransferContract', 31: 'TriggerSmartContract' }[
    Number(numberOf(contract, 1)) as 1 | 31
  ] as ReadTransaction['type'] | undefined;
  const url = bytesOf(parameter, 1).toString();
  if (type === undefined || url !== `type.googleapis.com/protocol.${type}`) {
    throw new Error('the contract is of another type');
  }
  const value = fieldsOf(bytesOf(parameter, 2));
  const isPayment = type === 'TransferContract';
  return {
    txid: createHash('sha256').update(raw).digest('hex'),
    signer: signerOf(raw, bytesOf(outer, 2)),
    owner: addressOf(bytesOf(value, 1)),
    type,
    to: addressOf(bytesOf(value, 2)),
    amount: isPayment ? numberOf(value, 3) : 0n,
    data: isPayment ? '' : bytesOf(value, 4).toString('hex'),
    feeLimit: numberOf(fields, 18),
    referenceBytes: bytesOf(fields, 1).toString('hex'),
    referenceHash: bytesOf(fields, 4).toString('hex'),
    expiration: Number(numberOf(fields, 8)),
    size: whole.length,
  };
}

/** The account that signed: noble finds the key, OpenSSL checks that it is right. */
function signerOf(raw: Buffer, signature: Buffer): string {
  if (signature.length !== 65) throw new Error('a signature has 65 bytes');
  const recovery = signature[64]! >= 27 ? signature[64]! - 27 : signature[64]!;
  const digest = createHash('sha256').update(raw).digest();
  const found = secp256k1.Signature.fromBytes(
    Uint8Array.of(recovery, ...signature.subarray(0, 64)),
    'recovered',
  ).recoverPublicKey(digest);
  const point = Buffer.from(found.toBytes(false));
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'secp256k1', x: half(1), y: half(33) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  if (!verify('sha256', raw, { key, dsaEncoding: 'ieee-p1363' }, signature.subarray(0, 64))) {
    throw new Error('the signature is wrong');
  }
  return tronAddress(keccak_256(point.subarray(1)).slice(-20));
}
