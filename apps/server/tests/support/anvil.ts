/** A real EVM node for one test, which mines on command and can be reorganised. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Interface, toQuantity } from 'ethers';
import { TOKEN_BYTECODE } from './anvil-token.ts';

/** The node's first funded accounts. Their keys are public, so they are worthless elsewhere. */
export const HOT_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const HOT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const RICH = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
export const CHAIN_ID = 31337;

const token = new Interface([
  'function transfer(address to, uint256 value)',
  'function transferTwice(address to, uint256 first, uint256 second)',
  'function setBlocked(address account, bool blocked)',
  'function balanceOf(address owner) view returns (uint256)',
]);

const PLATFORMS: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** The binary from the npm package; its install script, which only copies it, need not have run. */
function binary(): string {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@foundry-rs/anvil/package.json'));
  const platform = process.platform === 'win32' ? 'win32' : process.platform;
  const folder = `anvil-${platform}-${PLATFORMS[process.arch] ?? process.arch}`;
  return join(root, '..', folder, 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil');
}

/** Why this machine cannot run a node; undefined if it can. */
export function whyNoAnvil(): string | undefined {
  const path = binary();
  if (!existsSync(path)) return `${path} is not there`;
  const { status, error } = spawnSync(path, ['--version']);
  return status === 0 ? undefined : `${path} does not run: ${error?.message ?? status}`;
}

export async function startAnvil() {
  const options = ['--port', '0', '--no-mining', '--chain-id', String(CHAIN_ID), '--order', 'fifo'];
  const child = spawn(binary(), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  // Otherwise it would outlive an aborted test.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = await listening(child);
  const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  return { url, rpc, ...wordsOf(rpc), stop: () => process.off('exit', kill) && kill() };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Listening on (\S+)/.exec(said);
      if (found !== null) resolve(`http://${found[1]}`);
    });
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${said}`)));
  });
}

type Call = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Commands of tests to a node. Amounts are in the smallest units. */
function wordsOf(rpc: Call) {
  // With fixed fees it is the same transaction when sent again after a reorganisation.
  const fees = {
    gas: '0x100000',
    maxFeePerGas: '0x174876e800',
    maxPriorityFeePerGas: '0x3b9aca00',
  };
  const pay = (from: string, fields: object) =>
    rpc('eth_sendTransaction', { from, ...fees, ...fields }) as Promise<string>;
  return {
    mine: (blocks = 1) => rpc('anvil_mine', toQuantity(blocks)),
    /** Replaces the newest blocks by empty ones. */
    reorganise: (blocks: number) => rpc('anvil_reorg', blocks, []),
    head: async () => Number(await rpc('eth_blockNumber')),
    /** Returns the hash of the transaction, which is not mined yet. */
    send: (from: string, to: string, value: bigint) => pay(from, { to, value: toQuantity(value) }),
    /** Deploys the token and mines it; RICH has a million, with six places. */
    async deployToken(): Promise<string> {
      const supply = (10n ** 12n).toString(16).padStart(64, '0');
      const txid = await pay(RICH, { data: `0x${TOKEN_BYTECODE}${supply}`, gas: '0x400000' });
      await rpc('anvil_mine', '0x1');
      const receipt = (await rpc('eth_getTransactionReceipt', txid)) as { contractAddress: string };
      return receipt.contractAddress;
    },
    callToken: (contract: string, name: string, ...values: unknown[]) =>
      pay(RICH, { to: contract, data: token.encodeFunctionData(name, values) }),
    /** An empty transfer of another account: a log before those that follow. */
    nudgeToken: (contract: string) =>
      pay(OTHER, { to: contract, data: token.encodeFunctionData('transfer', [RICH, 0]) }),
    async tokensOf(contract: string, owner: string): Promise<bigint> {
      const data = token.encodeFunctionData('balanceOf', [owner]);
      return BigInt((await rpc('eth_call', { to: contract, data }, 'latest')) as string);
    },
    coinsOf: async (owner: string) =>
      BigInt((await rpc('eth_getBalance', owner, 'latest')) as string),
    /** The number of transactions of an address on the chain. */
    sentBy: async (owner: string) => Number(await rpc('eth_getTransactionCount', owner, 'latest')),
  };
}
