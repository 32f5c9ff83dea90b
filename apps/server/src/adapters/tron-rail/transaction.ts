/** Writes and signs the transactions of TRON: the bytes that are signed, whose hash is the id. Pure (ADR 118). */
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { tronAccount } from '@tern/addresses';
import { getBytes, hexlify, sha256, type SigningKey } from 'ethers';
import type { TronBlock } from './chain.ts';

/** A payment in the chain's coin. */
export interface CoinPayment {
  kind: 'coins';
  from: string;
  to: string;
  /** Sun. */
  units: bigint;
}

/** A call of a contract. */
export interface ContractCall {
  kind: 'call';
  from: string;
  contract: string;
  /** With 0x. */
  data: string;
  /** The most that it may burn for energy, in sun. */
  feeLimit: bigint;
}

export interface Unsigned {
  content: CoinPayment | ContractCall;
  /** A chain without this block, such as another fork, never takes it. */
  reference: Pick<TronBlock, 'height' | 'hash' | 'time'>;
  /** Epoch ms: no block takes it whose parent is not before that. */
  expiresAt: number;
}

export interface SignedTransaction {
  /** The SHA-256 of the signed bytes, in lower case without 0x. */
  txid: string;
  /** The whole transaction in hexadecimal, ready to broadcast. */
  signed: string;
}

/** With the block that it names and the time from which no block takes it. */
export interface Expiring extends SignedTransaction {
  referenceHeight: number;
  /** Epoch ms. */
  expiresAt: number;
}

/** The first byte of an address. */
const TRON = 0x41;
/** `protocol.Transaction.Contract.ContractType` */
const TYPES = {
  coins: { number: 1, name: 'TransferContract' },
  call: { number: 31, name: 'TriggerSmartContract' },
} as const;

const addressBytes = (address: string) => Uint8Array.of(TRON, ...tronAccount(address));

/** Writers of fields with bytes, and with whole numbers, of which 0 is not written. */
const bytes = (to: BinaryWriter, field: number, value: Uint8Array) =>
  to.tag(field, WireType.LengthDelimited).bytes(value);
const number = (to: BinaryWriter, field: number, value: bigint | number) =>
  BigInt(value) === 0n ? to : to.tag(field, WireType.Varint).int64(BigInt(value));

/** As `protocol.TransferContract` and `protocol.TriggerSmartContract`. */
function contentBytes(content: Unsigned['content']): Uint8Array {
  const writer = bytes(new BinaryWriter(), 1, addressBytes(content.from));
  if (content.kind === 'coins') {
    return number(bytes(writer, 2, addressBytes(content.to)), 3, content.units).finish();
  }
  return bytes(
    bytes(writer, 2, addressBytes(content.contract)),
    4,
    getBytes(content.data),
  ).finish();
}

/** `protocol.Transaction.raw`: what is signed. */
export function rawBytes({ content, reference, expiresAt }: Unsigned): Uint8Array {
  const type = TYPES[content.kind];
  const url = `type.googleapis.com/protocol.${type.name}`;
  const any = bytes(
    new BinaryWriter().tag(1, WireType.LengthDelimited).string(url),
    2,
    contentBytes(content),
  );
  const contract = bytes(number(new BinaryWriter(), 1, type.number), 2, any.finish());
  const height = BigInt(reference.height);
  const writer = new BinaryWriter();
  // Of the reference block: two bytes of its height, eight of its hash.
  bytes(writer, 1, Uint8Array.of(Number((height >> 8n) & 0xffn), Number(height & 0xffn)));
  bytes(writer, 4, getBytes(`0x${reference.hash}`).slice(8, 16));
  number(writer, 8, expiresAt);
  bytes(writer, 11, contract.finish());
  number(writer, 14, reference.time);
  if (content.kind === 'call') number(writer, 18, content.feeLimit);
  return writer.finish();
}

export function signTransaction(key: SigningKey, unsigned: Unsigned): SignedTransaction {
  const raw = rawBytes(unsigned);
  const txid = sha256(raw);
  const { r, s, yParity } = key.sign(txid);
  const signature = getBytes(`${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`);
  const whole = bytes(bytes(new BinaryWriter(), 1, raw), 2, signature).finish();
  return { txid: txid.slice(2), signed: hexlify(whole).slice(2) };
}
