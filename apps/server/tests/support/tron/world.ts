/** TRON rails of the network TRC20 on a fresh database, against two nodes of a model chain of the test's own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Amount, decimal } from '@tern/money';
import { tronAddress } from '@tern/addresses';
import { computeAddress, getBytes } from 'ethers';
import { createTronRail } from '../../../src/adapters/tron-rail/tron-rail.ts';
import type { TronSettings } from '../../../src/adapters/tron-rail/tron-settings.ts';
import { loadAssets } from '../../../src/kernel/catalog/assets.ts';
import type { Rail, TransferOut } from '../../../src/kernel/rails/rail.ts';
import { type Clock, systemClock } from '../../../src/platform/clock.ts';
import { int8, nullable, text } from '../../../src/platform/database/columns.ts';
import { defineQuery } from '../../../src/platform/database/query.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { FreshDatabase } from '../database.ts';
import { LAG, TRON_CHAIN_ID, tronModel } from './chain.ts';
import { serveTron } from './node.ts';

/** Published with BIP 39: worthless. */
export const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
export const NETWORK = 'TRC20';
const addressOf = (digit: string) => tronAddress(getBytes(computeAddress(`0x${digit.repeat(64)}`)));
const HOT_KEY = '3'.repeat(64);
/** The paying wallet, and wallets of others. */
export const [HOT, RICH, OTHER] = [addressOf('3'), addressOf('4'), addressOf('5')];
/** The contract of USDT on the main network, and others. */
export const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const [FOREIGN, SILENT] = [addressOf('6'), addressOf('7')];
export const TRX = 1_000_000n;
export const EXPIRES_MS = 18_000;

const chainRead = defineQuery({
  name: 'test.tronRead',
  text: 'select height, hash from rail_chains where network = $1',
  params: [text],
  row: { height: nullable(int8), hash: nullable(text) },
});

export type TronWorld = Awaited<ReturnType<typeof tronWorld>>;

export async function tronWorld(fresh: FreshDatabase) {
  const chain = tronModel();
  for (const contract of [USDT, FOREIGN, SILENT]) {
    chain.deploy(contract);
    for (const wallet of [HOT, RICH]) chain.mint(contract, wallet, 1_000_000n * TRX);
  }
  for (const wallet of [HOT, RICH, OTHER]) chain.fund(wallet, 10_000n * TRX);
  chain.silence(SILENT);
  chain.mine(LAG + 1);
  const [node, witness] = [await serveTron(chain), await serveTron(chain)];
  const folder = mkdtempSync(join(tmpdir(), 'tern-tron-'));
  const secret = (name: string, content: string, mode = 0o600) => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode });
    return path;
  };
  const settings: TronSettings = {
    nodeUrl: node.url,
    checkUrl: witness.url,
    chainId: TRON_CHAIN_ID,
    network: NETWORK,
    native: 'TRX',
    tokens: new Map([['USDT', { address: USDT, decimals: 6 }]]),
    seedFile: secret('seed', `${SEED}\n`),
    keyFile: secret('key', HOT_KEY),
    treasury: [],
    maxFee: 50_000_000,
    expireAfterMs: EXPIRES_MS,
    pollMs: 20,
  };
  const said: string[] = [];
  const log = createLog('warn', { write: (line: string) => said.push(line) });
  const rails: Rail[] = [];
  const assets = await loadAssets(fresh.database);
  return {
    chain,
    node,
    witness,
    settings,
    secret,
    read: () => fresh.database.one(chainRead, [NETWORK]),
    /** Warnings and errors since the last `quiet`. */
    said: () => said.join(''),
    /** Stops all rails, opens the nodes, clears the log. */
    async quiet() {
      for (const each of [node, witness]) each.open();
      for (const rail of rails.splice(0)) await rail.stop?.();
      said.length = 0;
    },
    /** An instance's rail: a second one is a restarted instance. */
    async rail(over: Partial<TronSettings> = {}, clock: Clock = systemClock): Promise<Rail> {
      const deps = { database: fresh.database, clock, log, assets };
      const rail = await createTronRail(deps, { ...settings, ...over });
      rails.push(rail);
      return rail;
    },
    async stop() {
      await this.quiet();
      for (const each of [node, witness]) each.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let count = 0;
/** A new transfer, to an address of its own. */
export function transfer(over: Partial<TransferOut> = {}): TransferOut {
  count += 1;
  return {
    reference: `withdrawal:${200_000 + count}`,
    asset: 'TRX',
    network: NETWORK,
    address: tronAddress(Uint8Array.from({ length: 20 }, (_, at) => (at < 19 ? 0x55 : count))),
    memo: '',
    amount: decimal<Amount>('20'),
    ...over,
  };
}
/** The same, of the token. */
export const tokens = (amount = '2', over: Partial<TransferOut> = {}) =>
  transfer({ asset: 'USDT', amount: decimal<Amount>(amount), ...over });
