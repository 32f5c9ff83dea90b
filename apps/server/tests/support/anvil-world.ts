/** EVM rails of the network ERC20 on a fresh database, against a node of the test's own behind a proxy. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAssets } from '../../src/kernel/catalog/assets.ts';
import { createEvmRail } from '../../src/adapters/evm-rail/evm-rail.ts';
import type { EvmSettings } from '../../src/adapters/evm-rail/evm-settings.ts';
import type { DepositSeen, NetworkFeeSeen, Rail } from '../../src/kernel/rails/rail.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { int8, nullable, text } from '../../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../src/platform/database/query.ts';
import { createLog } from '../../src/platform/log.ts';
import { CHAIN_ID, HOT, HOT_KEY, startAnvil } from './anvil.ts';
import { anvilProxy } from './anvil-proxy.ts';
import type { FreshDatabase } from './database.ts';

/** Published with BIP 39: worthless. */
export const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
export const CONFIRMATIONS = 3;
export const NETWORK = 'ERC20';

const fewConfirmations = defineStatement({
  name: 'test.fewConfirmations',
  text: `update networks set confirmations = ${CONFIRMATIONS} where code = $1`,
  params: [text],
});

const chainRead = defineQuery({
  name: 'test.chainRead',
  text: 'select height, hash from rail_chains where network = $1',
  params: [text],
  row: { height: nullable(int8), hash: nullable(text) },
});

export type AnvilWorld = Awaited<ReturnType<typeof anvilWorld>>;

export async function anvilWorld(fresh: FreshDatabase) {
  const anvil = await startAnvil();
  const gate = await anvilProxy(anvil.url);
  const folder = mkdtempSync(join(tmpdir(), 'tern-rail-'));
  const secret = (name: string, content: string, mode = 0o600) => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode });
    return path;
  };
  await fresh.owner.transaction((tx) => tx.run(fewConfirmations, [NETWORK]));
  const contract = await anvil.deployToken();
  const settings: EvmSettings = {
    rpcUrl: gate.url,
    checkUrl: undefined,
    chainId: CHAIN_ID,
    network: NETWORK,
    native: 'ETH',
    tokens: new Map([['USDT', { address: contract, decimals: 6 }]]),
    seedFile: secret('seed', `${SEED}\n`),
    signer: { keyFile: secret('key', HOT_KEY) },
    treasury: [],
    sweep: undefined,
    maxFeeGwei: 300,
    replaceAfterMs: 5 * 60_000,
    pollMs: 20,
  };
  const said: string[] = [];
  const log = createLog('warn', { write: (line: string) => said.push(line) });
  const rails: Rail[] = [];
  const assets = await loadAssets(fresh.database);
  const read = () => fresh.database.one(chainRead, [NETWORK]);
  return {
    anvil,
    gate,
    contract,
    settings,
    secret,
    read,
    /** Warnings and errors since the last `quiet`. */
    said: () => said.join(''),
    /** Stops all rails, opens the proxy, clears the log. */
    async quiet() {
      gate.open();
      for (const rail of rails.splice(0)) await rail.stop?.();
      said.length = 0;
    },
    /** An instance's rail: a second one is a restarted instance. */
    async rail(over: Partial<EvmSettings> = {}, clock: Clock = systemClock): Promise<Rail> {
      const deps = { database: fresh.database, clock, log, assets };
      const rail = await createEvmRail(deps, { ...settings, ...over });
      rails.push(rail);
      return rail;
    },
    /** Gives the paying wallet tokens, in the token's smallest units. */
    async fundHot(units: bigint) {
      await anvil.callToken(contract, 'transfer', HOT, units);
      await anvil.mine();
    },
    async stop() {
      await this.quiet();
      gate.stop();
      anvil.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stores the reports of a rail, or refuses deposits while the test says so. */
export function depositReports() {
  const seen: DepositSeen[] = [];
  const fees: NetworkFeeSeen[] = [];
  let refusal: Error | undefined;
  return {
    seen,
    fees,
    refuse: (error: Error | undefined) => (refusal = error),
    async deposit(deposit: DepositSeen): Promise<void> {
      if (refusal !== undefined) throw refusal;
      seen.push(deposit);
    },
    async fee(fee: NetworkFeeSeen): Promise<void> {
      fees.push(fee);
    },
  };
}
