/** Signs what its policy allows and its count leaves room for; the count is on the disk before the signature leaves (ADR 117). */
import { type Amount, add, formatDecimal, larger, subtract, sum } from '@tern/money';
import { getAddress, isAddress, isHexString, toUtf8String, Transaction } from 'ethers';
import { DEPOSIT_PATH, readDepositKeys } from '../../adapters/evm-rail/deposit-addresses.ts';
import { RpcRefusal, SIGNER_CAPPED } from '../../adapters/evm-rail/json-rpc.ts';
import { signDepositsOf } from '../../adapters/evm-rail/sweep/deposit-signer.ts';
import { createTransferSigner } from '../../adapters/evm-rail/transfer-signer.ts';
import type { Clock } from '../../platform/clock.ts';
import { judge, type Payment } from './judge.ts';
import type { OutflowFile, Signed } from './outflow-file.ts';
import { type SignerPolicy, worthOf } from './policy.ts';

export interface CappedSigner {
  /** The paying wallet, with checksum. */
  readonly address: string;
  /** `asked`: as `eth_signTransaction` takes it. Returns the signed transaction. @throws RpcRefusal; nothing was signed then */
  signTransaction(asked: Readonly<Record<string, unknown>>): Promise<string>;
  /** Texts of proofs of reserves only. @throws RpcRefusal */
  signText(address: unknown, text: unknown): Promise<string>;
  outflow(): unknown;
}

/** What the policy does not allow: of the codes that JSON-RPC leaves to servers. */
const REFUSED = -32_011;
const TEXT = 'tern reserves 1\n';

const refusal = (why: string) => new RpcRefusal('eth_signTransaction', REFUSED, why);
const fullRefusal = (why: string) => new RpcRefusal('eth_signTransaction', SIGNER_CAPPED, why);

export interface SignerParts {
  policy: SignerPolicy;
  outflow: OutflowFile;
  clock: Clock;
}

/** @throws Error that names the file of keys that cannot be used, never its content */
export function createCappedSigner({ policy, outflow, clock }: SignerParts): CappedSigner {
  const paying = createTransferSigner({ keyFile: policy.payingKeyFile });
  const { depositKeyFile } = policy;
  const deposits = depositKeyFile === undefined ? undefined : depositKeys(depositKeyFile);
  const placeAt = (path: unknown) => {
    const index = pathIndexOf(path);
    return deposits === undefined || index === undefined
      ? undefined
      : { pathIndex: index, address: deposits.addressAt(index) };
  };
  return {
    address: paying.address,
    async signTransaction(asked) {
      const { unsigned, from } = readAsked(asked);
      const [place, toPlace] = [placeAt(asked['path']), placeAt(asked['toPath'])];
      const places = { fromPlace: place?.address, toPlace: toPlace?.address };
      const judged = judge(policy, unsigned, { from, paying: paying.address, ...places });
      if ('refused' in judged) throw refusal(judged.refused);
      // Nothing else is judged between the count and the disk: both are done in one turn.
      count({ policy, outflow, clock }, judged.payment, { wallet: from, nonce: unsigned.nonce });
      if (from === paying.address) return paying.sign(unsigned);
      return deposits!.sign(unsigned, place!);
    },
    async signText(address, text) {
      const plain = plainText(text);
      const isOwn = isAddress(address) && getAddress(address) === paying.address;
      if (!isOwn || !plain?.startsWith(TEXT)) throw refusal('only proofs of reserves are signed');
      return paying.signText(plain);
    },
    outflow: () => outflowOf({ policy, outflow, clock }),
  };
}

const depositKeys = (file: string) => ({
  addressAt: readDepositKeys(file),
  sign: signDepositsOf(file, false),
});

/** Undefined for what is not hexadecimal UTF-8. */
function plainText(text: unknown): string | undefined {
  try {
    return isHexString(text) ? toUtf8String(text) : undefined;
  } catch {
    return undefined;
  }
}

/** `m/44'/60'/0'/0/7` is 7. */
function pathIndexOf(path: unknown): number | undefined {
  const [parent, index] = typeof path === 'string' ? path.split(`${DEPOSIT_PATH}/`) : [];
  return parent === '' && /^\d{1,10}$/.test(index ?? '') && Number(index) < 2 ** 31
    ? Number(index)
    : undefined;
}

const PRICES = ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const;
const QUANTITIES = ['value', 'nonce', 'chainId', 'gas', ...PRICES] as const;
const KNOWN: readonly string[] = [...QUANTITIES, 'to', 'data', 'from', 'path', 'toPath', 'type'];
/** Of 256 bits at most. ethers alone takes negative ones too, which would make room under a cap. */
const QUANTITY = /^0x[\da-f]{1,64}$/i;

/** @throws RpcRefusal for what is no transaction, cannot be signed, or has fields that a signature would not cover */
function readAsked(asked: Readonly<Record<string, unknown>>) {
  const unknown = Object.keys(asked).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw refusal(`it has the field ${unknown}`);
  const given = QUANTITIES.filter((name) => asked[name] !== undefined);
  const wrong = given.find((name) => !isQuantity(asked[name]));
  if (wrong !== undefined) throw refusal(`it is no transaction: ${wrong} is no quantity`);
  const isLegacy = asked['gasPrice'] !== undefined;
  if (isLegacy && given.some((name) => name.startsWith('max'))) {
    throw refusal('it offers two prices of gas');
  }
  const { gas, ...quantities } = Object.fromEntries(given.map((name) => [name, asked[name]]));
  const called = Object.fromEntries(
    ['to', 'data'].filter((name) => asked[name] !== undefined).map((name) => [name, asked[name]]),
  );
  const type = isLegacy ? 0 : 2;
  try {
    const unsigned = Transaction.from({ ...quantities, ...called, type, gasLimit: gas as string });
    // Fails for what cannot be signed: nothing may be counted for it.
    const { unsignedHash } = unsigned;
    return { unsigned, unsignedHash, from: getAddress(String(asked['from'])) };
  } catch {
    throw refusal('it is no transaction');
  }
}

const isQuantity = (value: unknown) => typeof value === 'string' && QUANTITY.test(value);

/** @throws RpcRefusal above a cap */
function count(
  { policy, outflow, clock }: SignerParts,
  { asset, recipient, amount, fee, isOut }: Payment,
  of: { wallet: string; nonce: number },
): void {
  const at = outflow.timeOf(clock.now());
  const signed = { at, ...of, asset: asset.asset, recipient, amount, fee, isOut };
  if (outflow.has(signed)) return;
  const { payments, fees, feeOf } = outflow.counted(at);
  const others = payments.filter((each) => !isSame(each, signed));
  if (isOut) {
    const ofAsset = add(sumOf(others.filter((each) => each.asset === asset.asset)), amount);
    if (ofAsset > asset.cap) throw full(asset.asset, ofAsset, asset.cap);
    const inAll = add(worthOfAll(policy, others), worthOf(asset, amount));
    if (inAll > policy.capInAll) throw full('all assets', inAll, policy.capInAll);
  }
  // The chain takes a nonce once: the higher of its fees counts.
  const before = feeOf(signed);
  const allFees = add(subtract(fees, before), larger(before, fee));
  if (allFees > policy.gas.cap) throw full('fees', allFees, policy.gas.cap);
  outflow.add(signed);
}

const full = (what: string, wanted: Amount, cap: Amount) =>
  fullRefusal(
    `the signer's own cap of 24 hours of ${what} is ${formatDecimal(cap)}, with this it would be ${formatDecimal(wanted)}`,
  );

const isSame = (one: Signed, other: Signed) =>
  one.wallet === other.wallet &&
  one.nonce === other.nonce &&
  one.asset === other.asset &&
  one.recipient === other.recipient &&
  one.amount === other.amount;

const sumOf = (payments: readonly Signed[]) => sum(payments.map(({ amount }) => amount));

function worthOfAll({ assets }: SignerPolicy, payments: readonly Signed[]): Amount {
  return sum(
    payments.map(({ asset, amount }) => {
      const known = assets.find((each) => each.asset === asset);
      // What the policy no longer knows was within the cap of before.
      return known === undefined ? (0n as Amount) : worthOf(known, amount);
    }),
  );
}

function outflowOf({ policy, outflow, clock }: SignerParts) {
  const { payments, fees } = outflow.counted(outflow.timeOf(clock.now()));
  return {
    chainId: policy.chainId,
    assets: policy.assets.map(({ asset, cap }) => ({
      asset,
      out: formatDecimal(sumOf(payments.filter((each) => each.asset === asset))),
      cap: formatDecimal(cap),
    })),
    all: { out: formatDecimal(worthOfAll(policy, payments)), cap: formatDecimal(policy.capInAll) },
    fees: { out: formatDecimal(fees), cap: formatDecimal(policy.gas.cap) },
  };
}
