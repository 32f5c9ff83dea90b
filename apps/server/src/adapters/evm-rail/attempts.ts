/** The signed transactions of a transfer: the first, and those that replace it with the same nonce and higher fees (ADR 105). */
import { Transaction } from 'ethers';
import { SignerCapped } from '../../kernel/rails/rail.ts';
import { isCheckViolation, isUniqueViolation } from '../../platform/database/database-errors.ts';
import { feeCap, feeFields, type SendDeps } from './decide-transfer.ts';
import { type GasOffer, raisedOffer } from './fees.ts';
import { RpcRefusal, RpcUnreachable } from './json-rpc.ts';
import { insertReplacement, replacementsOf, type TransferRow } from './store.ts';

export type SignedRow = TransferRow & {
  sender: string;
  nonce: number;
  txid: string;
  signed: string;
};

/** A signed transaction. `createdAt`: epoch ms. */
export interface Attempt {
  txid: string;
  signed: string;
  createdAt: number;
}

/** In the order in which they were signed; a chain takes at most one. */
export type Attempts = readonly [Attempt, ...Attempt[]];

export const newestOf = (attempts: Attempts): Attempt => attempts.at(-1)!;

export async function attemptsOf({ database }: SendDeps, row: SignedRow): Promise<Attempts> {
  const { txid, signed, createdAt } = row;
  return [{ txid, signed, createdAt }, ...(await database.many(replacementsOf, [row.reference]))];
}

/**
 * The attempts with a further one, stored before anything is sent; undefined where none is due: the last is recent, an earlier
 * nonce is missing too, the fees are at the cap, or nothing is signed now. No transaction is open while the node or the signer
 * is asked.
 */
export async function replaceStuck(
  deps: SendDeps,
  row: SignedRow,
  attempts: Attempts,
): Promise<Attempts | undefined> {
  const { database, clock, chain, signer, settings, log } = deps;
  const last = newestOf(attempts);
  if (clock.now() - last.createdAt < settings.replaceAfterMs) return undefined;
  if (deps.whyBlocked() !== undefined || row.sender !== signer.address) return undefined;
  // What waits behind an earlier nonce is not stuck itself.
  if ((await chain.nonce(row.sender, 'latest')) !== row.nonce) return undefined;
  const before = Transaction.from(last.signed);
  const price = raisedOffer(offerOf(before), await chain.gasMarket(), feeCap(settings));
  const { reference, network, sender, nonce } = row;
  if (price === undefined) {
    log.warn({ transfer: reference }, 'a stuck transfer offers the most that is allowed for gas');
    return undefined;
  }
  const coins = await chain.balance(sender, undefined);
  if (coins < before.value + before.gasLimit * price.most) {
    log.warn({ transfer: reference }, 'the paying wallet has insufficient funds for higher fees');
    return undefined;
  }
  const signed = await signedAgain(deps, row, withFees(before, price));
  if (signed === undefined) return undefined;
  const next = { txid: Transaction.from(signed).hash!, signed, createdAt: clock.now() };
  const attempt = attempts.length + 1;
  try {
    await database.transaction((tx) =>
      insertReplacement(tx, { reference, network, sender, nonce, attempt, ...next }),
    );
  } catch (error) {
    // Another instance was first, or the transfer ended or was resolved meanwhile: this one is forgotten.
    const isLate =
      isUniqueViolation(error, 'rail_replacements_in_turn') ||
      isCheckViolation(error, 'rail_replacements_under_way');
    if (isLate) return undefined;
    throw error;
  }
  log.info({ transfer: reference, txid: next.txid, attempt }, 'a stuck transfer is sent anew');
  return [...attempts, next];
}

/** Undefined where the signer refuses: what is signed already is out, and is broadcast again. @throws Error for a changed one */
async function signedAgain(
  { signer, log }: SendDeps,
  { reference }: SignedRow,
  unsigned: Transaction,
): Promise<string | undefined> {
  try {
    return await signer.sign(unsigned);
  } catch (error) {
    const isRefused =
      error instanceof SignerCapped ||
      error instanceof RpcRefusal ||
      error instanceof RpcUnreachable;
    if (!isRefused) throw error;
    log.warn(
      { err: error, transfer: reference },
      'the signer does not raise the fees of a stuck transfer',
    );
    return undefined;
  }
}

/** What a signed transaction offers for gas. */
export function offerOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Transaction): GasOffer {
  return maxFeePerGas === null || maxPriorityFeePerGas === null
    ? { most: gasPrice ?? 0n, tip: undefined }
    : { most: maxFeePerGas, tip: maxPriorityFeePerGas };
}

/** The same payment, unsigned. */
function withFees(
  { chainId, nonce, gasLimit, to, value, data }: Transaction,
  price: GasOffer,
): Transaction {
  return Transaction.from({ chainId, nonce, gasLimit, to, value, data, ...feeFields(price) });
}
