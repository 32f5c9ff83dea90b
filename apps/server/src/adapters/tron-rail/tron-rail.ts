/** The rail to TRON: its coin and TRC-20 tokens; deposits to derived addresses, payouts from one wallet (ADR 118). */
import { tronAddress } from '@tern/addresses';
import { computeAddress, getBytes } from 'ethers';
import type { AssetRegistry } from '../../kernel/catalog/assets.ts';
import type { Rail } from '../../kernel/rails/rail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import {
  checkSeed,
  depositAddress,
  readDepositKeys,
  treasuryAddress,
} from '../evm-rail/deposit-addresses.ts';
import {
  insertRailChain,
  insertTreasuryWallets,
  insertWallet,
  railChain,
  railNetwork,
  removeTreasuryWallets,
} from '../evm-rail/store.ts';
import { signingKey } from '../evm-rail/transfer-signer.ts';
import { createDepositWatch } from '../evm-rail/watch-deposits.ts';
import { createTronChain, type TronBlock, type TronChain } from './chain.ts';
import { findFacts } from './find-deposits.ts';
import { createNeverTaken } from './never-taken.ts';
import { payingWallet } from './paying-wallet.ts';
import { lookAtTransfer, sendTransfer } from './send-transfer.ts';
import { TRX_DECIMALS, type TronSettings } from './tron-settings.ts';

export interface TronRailDeps {
  database: Database;
  clock: Clock;
  log: Log;
  assets: AssetRegistry;
}

/** BIP 44, the first TRON account, as in every wallet program. */
const PATH = "m/44'/195'/0'/0";

/** The address at an index below the path. @throws Error that names the file, never its content */
export function readTronKeys(seedFile: string): (index: number) => string {
  const derive = readDepositKeys(seedFile, PATH);
  return (index) => tronAddress(getBytes(derive(index)));
}

/** The paying wallet of a key file. @throws Error that names the file, never its content */
export function readTronKey(keyFile: string) {
  const key = signingKey(keyFile);
  return { key, wallet: tronAddress(getBytes(computeAddress(key))) };
}

/**
 * Starts even if the node does not answer yet.
 * @throws Error naming the setting that does not fit the database, the files or earlier use
 */
export async function createTronRail(deps: TronRailDeps, settings: TronSettings): Promise<Rail> {
  const { database } = deps;
  const { network, nodeUrl, checkUrl, chainId } = settings;
  await checkSettings(deps, settings);
  const chain = createTronChain(nodeUrl, chainId);
  const second = checkUrl === undefined ? undefined : createTronChain(checkUrl, chainId);
  const signer = readTronKey(settings.keyFile);
  const treasury = [...new Set(settings.treasury)];
  await database.transaction(async (tx) => {
    await tx.run(insertWallet, [network, signer.wallet]);
    await tx.run(removeTreasuryWallets, [network, treasury, deps.clock.now()]);
    await tx.run(insertTreasuryWallets, [network, treasury]);
  });
  const addresses = { ...deps, network, deriveAddress: readTronKeys(settings.seedFile) };
  await checkSeed(database, addresses);
  const watch = createDepositWatch<TronChain, TronBlock>({
    ...deps,
    chain,
    second,
    settings,
    isFinal: true,
    factsOf: (node, block) => findFacts({ database, settings }, node, block),
  });
  const { whyBlocked } = watch;
  const neverTaken = createNeverTaken();
  const sending = { ...deps, ...signer, chain, second, settings, neverTaken, whyBlocked };
  return {
    name: 'tron',
    movesRealMoney: true,
    serves: (asset, over) =>
      over === network && (asset === settings.native || settings.tokens.has(asset)),
    isContract: (address) =>
      [...settings.tokens.values()].some(({ address: contract }) => contract === address),
    depositAddress: ({ memberId }) => depositAddress(addresses, memberId),
    treasuryAddress: () => treasuryAddress(addresses),
    send: (transfer) => sendTransfer(sending, transfer),
    look: (reference) => lookAtTransfer(sending, reference),
    wallet: () => payingWallet(sending),
    async state() {
      const { height, updatedAt } = await database.one(railChain, [network]);
      const { confirmations } = await database.one(railNetwork, [network]);
      return { network, height, readAt: updatedAt, confirmations, blocked: watch.whyBlocked() };
    },
    watch: watch.start,
    stop: watch.stop,
  };
}

async function checkSettings({ database, clock, assets }: TronRailDeps, settings: TronSettings) {
  const { network, chainId, native, tokens } = settings;
  const known = await database.maybe(railNetwork, [network]);
  if (known?.family !== 'tron') throw new Error(`${network} is not of the TRON family`);
  const places = new Map([...tokens].map(([asset, { decimals }]) => [asset, decimals]));
  if (native !== undefined) places.set(native, TRX_DECIMALS);
  for (const [asset, decimals] of places) {
    const scale = assets.find(asset)?.scale;
    if (scale === undefined) throw new Error(`there is no asset ${asset}`);
    // An exact amount here could have too many places there.
    if (scale > decimals) throw new Error(`${asset} has ${scale} places, its contract ${decimals}`);
  }
  await database.transaction((tx) => tx.run(insertRailChain, [network, chainId, clock.now()]));
  const { chainId: before } = await database.one(railChain, [network]);
  if (before !== chainId)
    throw new Error(`${network} was chain ${before}, configured is ${chainId}`);
}
