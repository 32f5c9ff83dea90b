/** Proves what the paying wallet has in a block: header, storage proofs, and a text that its key signs (ADR 107). */
import { encodeRlp, keccak256 } from 'ethers';
import { SCALE } from '@tern/money';
import { balancePlace, type Holding, type ReserveChain } from '@tern/proofs/reserves';
import type { Log } from '../../platform/log.ts';
import type { ChallengeOf } from '../../kernel/rails/rail.ts';
import type { Chain, RpcHeader } from './chain.ts';
import type { EvmSettings, EvmToken } from './evm-settings.ts';
import type { TransferSigner } from './transfer-signer.ts';

export interface ReservesDeps {
  readonly log: Log;
  readonly chain: Chain;
  readonly signer: TransferSigner;
  readonly settings: EvmSettings;
  readonly confirmations: number;
}

/** Balances of zero are left out. @throws Error when the node does not answer or its header has another hash */
export async function proveReserves(
  deps: ReservesDeps,
  challengeOf: ChallengeOf,
): Promise<ReserveChain> {
  const { chain, signer, settings, confirmations } = deps;
  const { network, chainId } = settings;
  const height = (await chain.head()) - confirmations + 1;
  const { header, hash } = spellHeader(await chain.header(height));
  const address = signer.address.toLowerCase();
  const signature = await signer.signText(challengeOf({ chainId, block: hash, address }));
  const holdings = await holdingsAt(deps, height);
  return { network, chainId, header, wallets: [{ address, signature, holdings }] };
}

async function holdingsAt(deps: ReservesDeps, height: number): Promise<Holding[]> {
  const { settings } = deps;
  const holdings: Holding[] = [];
  if (settings.native !== undefined) {
    holdings.push(...(await coinAt(deps, settings.native, height)));
  }
  for (const [asset, token] of settings.tokens) {
    holdings.push(...(await tokenAt(deps, { asset, ...token }, height)));
  }
  return holdings;
}

async function coinAt({ chain, signer }: ReservesDeps, asset: string, height: number) {
  if ((await chain.balance(signer.address, undefined, height)) === 0n) return [];
  const { accountProof: account } = await chain.proof(signer.address, [], height);
  return [{ asset, contract: null, decimals: SCALE, slot: null, account, storage: [] }];
}

/** Where contracts keep their balances: the first variables, those after a proxy's, and OpenZeppelin's own place (ERC-7201). */
const SLOTS: readonly bigint[] = [
  ...Array.from({ length: 20 }, (_, slot) => BigInt(slot)),
  51n,
  101n,
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n,
];

/** None when no usual place has what the contract answers: such a token keeps balances in a way of its own, or computes them. */
async function tokenAt(
  { chain, signer, settings, log }: ReservesDeps,
  { asset, address, decimals }: EvmToken & { asset: string },
  height: number,
): Promise<Holding[]> {
  const units = await chain.balance(signer.address, address, height);
  if (units === 0n) return [];
  const places = SLOTS.map((slot) => balancePlace(signer.address.toLowerCase(), slot));
  const { accountProof: account, storageProof } = await chain.proof(address, places, height);
  const at = storageProof.findIndex(({ value }) => BigInt(value) === units);
  const slot = SLOTS[at];
  if (slot === undefined) {
    log.warn({ asset, network: settings.network }, 'a balance of a token cannot be proven');
    return [];
  }
  const contract = address.toLowerCase();
  const storage = storageProof[at]?.proof ?? [];
  return [{ asset, contract, decimals, slot: String(slot), account, storage }];
}

/** Numbers are spelt without leading zeros, all else as it is. */
const FIELDS: readonly (readonly [name: string, isNumber?: 'number'])[] = [
  ['parentHash'],
  ['sha3Uncles'],
  ['miner'],
  ['stateRoot'],
  ['transactionsRoot'],
  ['receiptsRoot'],
  ['logsBloom'],
  ['difficulty', 'number'],
  ['number', 'number'],
  ['gasLimit', 'number'],
  ['gasUsed', 'number'],
  ['timestamp', 'number'],
  ['extraData'],
  ['mixHash'],
  ['nonce'],
  ['baseFeePerGas', 'number'],
  ['withdrawalsRoot'],
  ['blobGasUsed', 'number'],
  ['excessBlobGas', 'number'],
  ['parentBeaconBlockRoot'],
  ['requestsHash'],
];

/** The header in RLP with its hash. @throws Error for a header with fields that are not known here */
function spellHeader(block: RpcHeader): { header: string; hash: string } {
  const fields = FIELDS.flatMap(([name, kind]) => {
    const value = block[name];
    if (value === undefined) return [];
    return [kind === 'number' ? evenHex(BigInt(value)) : value];
  });
  const header = encodeRlp(fields);
  const hash = keccak256(header);
  if (hash !== block['hash']) throw new Error('the header of the block does not give its hash');
  return { header, hash };
}

function evenHex(number: bigint): string {
  if (number === 0n) return '0x';
  const digits = number.toString(16);
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
}
