/** The rail of one EVM chain: its coin and ERC-20 tokens; deposits to derived addresses, payouts from one wallet. */
import { SCALE } from '@tern/money';
import { getAddress } from 'ethers';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { AssetRegistry } from '../../kernel/catalog/assets.ts';
import type { Rail } from '../../kernel/rails/rail.ts';
import { type Chain, type ChainBlock, createChain } from './chain.ts';
import {
  checkSeed,
  depositAddress,
  treasuryAddress,
  readDepositKeys,
} from './deposit-addresses.ts';
import { countWallets } from './count-wallets.ts';
import type { EvmSettings } from './evm-settings.ts';
import { findDeposits, findFees } from './find-deposits.ts';
import { payingWallet } from './paying-wallet.ts';
import { proveReserves } from './prove-reserves.ts';
import { createDepositSigner } from './sweep/deposit-signer.ts';
import { reserveOf } from './sweep/gas-funding.ts';
import { createSweep } from './sweep/sweep-deposits.ts';
import { lookAtTransfer, sendTransfer } from './send-transfer.ts';
import {
  insertRailChain,
  insertTreasuryWallets,
  insertWallet,
  railChain,
  railNetwork,
  removeTreasuryWallets,
} from './store.ts';
import { amountOf, GWEI, NATIVE_DECIMALS } from './token-contract.ts';
import { createTransferSigner } from './transfer-signer.ts';
import { createDepositWatch } from './watch-deposits.ts';

export interface EvmRailDeps {
  database: Database;
  clock: Clock;
  log: Log;
  assets: AssetRegistry;
}

/**
 * Starts even if the node does not answer yet.
 * @throws Error naming the setting that does not fit the database, the files or earlier use
 */
export async function createEvmRail(deps: EvmRailDeps, settings: EvmSettings): Promise<Rail> {
  const { database } = deps;
  const { network } = settings;
  await checkSettings(deps, settings);
  const { rpcUrl, checkUrl, chainId } = settings;
  const chain = createChain(rpcUrl, chainId);
  const second = checkUrl === undefined ? undefined : createChain(checkUrl, chainId);
  const signer = createTransferSigner(settings.signer);
  await database.transaction(async (tx) => {
    await tx.run(insertWallet, [network, signer.address]);
    const treasury = [...new Set(settings.treasury.map((address) => getAddress(address)))];
    await tx.run(removeTreasuryWallets, [network, treasury, deps.clock.now()]);
    await tx.run(insertTreasuryWallets, [network, treasury]);
  });
  const addresses = { ...deps, network, deriveAddress: readDepositKeys(settings.seedFile) };
  await checkSeed(database, addresses);
  const watch = createDepositWatch<Chain, ChainBlock>({
    ...deps,
    chain,
    second,
    settings,
    async factsOf(node, block) {
      const finding = { database, settings, chain: node };
      return {
        deposits: await findDeposits(finding, block),
        fees: await findFees(finding, block),
      };
    },
  });
  const sending = { ...deps, chain, second, signer, settings, whyBlocked: watch.whyBlocked };
  const serves = (asset: string, over: string) =>
    over === network && (asset === settings.native || settings.tokens.has(asset));
  const gasAddress = () => treasuryAddress(addresses);
  const sweeping = settings.sweep && {
    sweepsAbove: settings.sweep.above,
    ...feesMax(settings.native, settings.sweep.maxFeeGwei),
    sweep: createSweep({
      ...sending,
      gasAddress,
      sweep: settings.sweep,
      signForDeposit: createDepositSigner(settings),
    }),
  };
  return {
    name: 'evm',
    movesRealMoney: true,
    serves,
    isContract: (address) =>
      [...settings.tokens.values()].some(({ address: contract }) => contract === address),
    depositAddress: ({ memberId }) => depositAddress(addresses, memberId),
    treasuryAddress: gasAddress,
    send: (transfer) => sendTransfer(sending, transfer),
    look: (reference) => lookAtTransfer(sending, reference),
    wallet: () => payingWallet(sending),
    async state() {
      const { height, updatedAt } = await database.one(railChain, [network]);
      const { confirmations } = await database.one(railNetwork, [network]);
      return { network, height, readAt: updatedAt, confirmations, blocked: watch.whyBlocked() };
    },
    count: (given) => countWallets(sending, given),
    async proveReserves(challengeOf) {
      const { confirmations } = await database.one(railNetwork, [network]);
      return proveReserves({ ...sending, confirmations }, challengeOf);
    },
    ...sweeping,
    watch: watch.start,
    stop: watch.stop,
  };
}

/** Our choice: as much as stays at the gas address. */
const feesMax = (native: string | undefined, maxFeeGwei: number) =>
  native === undefined
    ? {}
    : {
        sweepFeesMax: {
          asset: native,
          amount: amountOf(reserveOf(BigInt(maxFeeGwei) * GWEI), NATIVE_DECIMALS),
        },
      };

async function checkSettings({ database, clock, assets }: EvmRailDeps, settings: EvmSettings) {
  const { network, chainId, native, tokens } = settings;
  const known = await database.maybe(railNetwork, [network]);
  if (known?.family !== 'evm') throw new Error(`${network} is not of the EVM family`);
  const places = new Map([...tokens].map(([asset, { decimals }]) => [asset, decimals]));
  if (native !== undefined) places.set(native, SCALE);
  for (const [asset, decimals] of places) {
    const scale = assets.find(asset)?.scale;
    if (scale === undefined) throw new Error(`there is no asset ${asset}`);
    // An exact amount here could have too many places there.
    if (scale > decimals) throw new Error(`${asset} has ${scale} places, its contract ${decimals}`);
  }
  for (const asset of settings.sweep?.above.keys() ?? []) {
    if (!places.has(asset)) throw new Error(`EVM_SWEEP_ABOVE: ${network} does not carry ${asset}`);
  }
  await database.transaction((tx) => tx.run(insertRailChain, [network, chainId, clock.now()]));
  const { chainId: before } = await database.one(railChain, [network]);
  if (before !== chainId)
    throw new Error(`${network} was chain ${before}, configured is ${chainId}`);
}
