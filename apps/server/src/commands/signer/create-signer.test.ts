/** A signer signs what its policy allows, within caps that are on its disk before a signature leaves. */
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Amount, decimal } from '@tern/money';
import { hexlify, toQuantity, toUtf8Bytes, Transaction } from 'ethers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDepositKeys } from '../../adapters/evm-rail/deposit-addresses.ts';
import { transferCall } from '../../adapters/evm-rail/token-contract.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { createCappedSigner } from './create-signer.ts';
import { openOutflow, type OutflowFile } from './outflow-file.ts';
import { readPolicy } from './policy.ts';
import { signerServer } from './serve.ts';

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const HOT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const THIEF = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const COLD = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const GWEI = 10n ** 9n;
const ETHER = 10n ** 18n;
const PATH = "m/44'/60'/0'/0";

const ETH = { decimals: 18, cap: '2', worth: '3000' };
const USDT = { decimals: 6, cap: '5000', worth: '1' };

let folder: string;
let now: number;
let steady: number;
let last: OutflowFile | undefined;
let count: string;
let addressAt: (index: number) => string;

const write = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};
const policyOf = (over: object = {}) =>
  write(
    'policy.json',
    JSON.stringify({
      chainId: 1,
      payingKeyFile: 'hot.key',
      depositKeyFile: 'deposits.key',
      treasury: addressAt(9),
      own: [COLD],
      gas: { maxGwei: 100, maxUnits: 100_000, cap: '0.05' },
      assets: {
        ETH,
        USDT: { ...USDT, contract: TOKEN },
      },
      capInAll: '7000',
      ...over,
    }),
  );
/** Ends the signer before. */
const open = (isNew = false) => {
  last?.close();
  const policy = readPolicy(join(folder, 'policy.json'));
  last = openOutflow(count, { isNew, now, steady: () => steady });
  return createCappedSigner({ policy, outflow: last, clock: { now: () => now } });
};
/** On every clock. */
const pass = (ms: number) => {
  now += ms;
  steady += ms;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-signer-'));
  now = 1_800_000_000_000;
  steady = 0;
  last = undefined;
  count = join(folder, 'count');
  write('hot.key', KEY);
  addressAt = readDepositKeys(write('deposits.key', SEED));
  policyOf();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const coins = (ether: string, over: object = {}) => ({
  from: HOT,
  to: THIEF,
  data: '0x',
  value: toQuantity(BigInt(Math.round(Number(ether) * 1_000)) * (ETHER / 1_000n)),
  nonce: '0x0',
  gas: '0x5208',
  chainId: '0x1',
  maxFeePerGas: toQuantity(10n * GWEI),
  maxPriorityFeePerGas: toQuantity(GWEI),
  ...over,
});
const tokens = (units: bigint, over: object = {}) =>
  coins('0', { to: TOKEN, data: transferCall(THIEF, units), gas: toQuantity(60_000), ...over });
const nonce = (value: number) => ({ nonce: toQuantity(value) });
const MILLION = 10n ** 6n;

describe('a signature leaves only', () => {
  it('within the caps of 24 hours, of an asset, of all and of fees; a day later there is room again', async () => {
    const signer = open(true);
    const signed = Transaction.from(await signer.signTransaction(coins('1.5')));
    expect([signed.from, signed.to, signed.nonce]).toEqual([HOT, THIEF, 0]);
    const above = signer.signTransaction(coins('0.6', nonce(1)));
    await expect(above).rejects.toMatchObject({ code: -32_010 });
    await expect(above).rejects.toThrow('cap of 24 hours of ETH is 2, with this it would be 2.1');
    const inAll = signer.signTransaction(tokens(2_501n * MILLION, nonce(1)));
    await expect(inAll).rejects.toThrow('of all assets is 7000, with this it would be 7001');
    await signer.signTransaction(tokens(2_500n * MILLION, nonce(1)));
    pass(DAY_MS - 1);
    await expect(signer.signTransaction(coins('0.6', nonce(2)))).rejects.toThrow('of ETH');
    pass(1);
    await signer.signTransaction(coins('0.6', nonce(2)));
    const dear = { gas: toQuantity(100_000), maxFeePerGas: toQuantity(100n * GWEI) };
    for (const at of [3, 4, 5, 6])
      await signer.signTransaction(coins('0.01', { ...dear, ...nonce(at) }));
    await expect(signer.signTransaction(coins('0.01', { ...dear, ...nonce(7) }))).rejects.toThrow(
      'of fees',
    );
  });

  it('once it is counted on the disk: a restart or a clock set back or forward make no room', async () => {
    await open(true).signTransaction(coins('1.5'));
    // Killed between the disk and the answer, in the middle of the next line.
    appendFileSync(count, '{"at":18000000');
    now -= 3 * DAY_MS;
    expect(() => open()).toThrow('a line of a later time');
    now += 3 * DAY_MS;
    const again = open();
    expect(again.outflow()).toMatchObject({ assets: [{ asset: 'ETH', out: '1.5', cap: '2' }, {}] });
    for (const days of [-3, 3, 3]) {
      now += days * DAY_MS;
      await expect(again.signTransaction(coins('0.6', nonce(1)))).rejects.toThrow('would be 2.1');
    }
    await again.signTransaction(coins('0.1', nonce(1)));
    expect(again.outflow()).toMatchObject({ assets: [{ out: '1.6' }, {}] });
    expect(readFileSync(count, 'utf8').trim().split('\n')).toHaveLength(2);
    rmSync(count);
    expect(() => open()).toThrow('does not exist');
    write('count', 'lost\n');
    expect(() => open()).toThrow('is damaged in line 1');
    expect(() => open(true)).toThrow('start without --begin');
  });

  it('with a count that is its alone: of one signer, at its path, whole', async () => {
    const first = open(true);
    expect(() => openOutflow(count, { isNew: false, now })).toThrow('another signer (process');
    await first.signTransaction(coins('0.1'));
    const before = readFileSync(count, 'utf8');
    appendFileSync(count, before);
    await expect(first.signTransaction(coins('0.1', nonce(1)))).rejects.toThrow('another signer');
    // The same size, by a copy that was put in its place.
    renameSync(count, `${count}.old`);
    write('count', before);
    await expect(first.signTransaction(coins('0.1', nonce(1)))).rejects.toThrow('was replaced');
    const killed = { pid: process.pid, bornAs: 'before', id: 'x' };
    write('count.lock', JSON.stringify(killed));
    const next = open();
    await next.signTransaction(coins('0.1', nonce(1)));
    write('count.lock', JSON.stringify(killed));
    await expect(next.signTransaction(coins('0.1', nonce(2)))).rejects.toThrow('another signer');
  });

  it('once for one nonce and payment, however often its fee is raised; twice for two payments', async () => {
    const signer = open(true);
    await signer.signTransaction(coins('1.5'));
    await signer.signTransaction(coins('1.5', { maxFeePerGas: toQuantity(20n * GWEI) }));
    await signer.signTransaction(coins('1.5'));
    await expect(signer.signTransaction(coins('0.6'))).rejects.toThrow('would be 2.1');
    await expect(signer.signTransaction(coins('1.5', nonce(1)))).rejects.toThrow('would be 3');
  });

  it('with the higher fee of a nonce, not the sum of all that it offered', async () => {
    const signer = open(true);
    const dear = { gas: toQuantity(100_000) };
    const offering = (gwei: bigint) =>
      coins('0.01', { ...dear, maxFeePerGas: toQuantity(gwei * GWEI) });
    for (const at of [1, 2, 3, 4]) {
      await signer.signTransaction({ ...offering(100n), ...nonce(at) });
    }
    for (const gwei of [60n, 100n]) await signer.signTransaction(offering(gwei));
    expect(signer.outflow()).toMatchObject({ fees: { out: '0.05', cap: '0.05' } });
    await expect(signer.signTransaction({ ...offering(1n), ...nonce(5) })).rejects.toThrow(
      'of fees is 0.05, with this it would be 0.0501',
    );
  });

  it('uncounted to the exchange’s own wallets', async () => {
    const signer = open(true);
    for (const to of [COLD, addressAt(9)]) await signer.signTransaction(coins('50', { to }));
    expect(signer.outflow()).toMatchObject({ all: { out: '0' } });
  });

  it.each([
    ['another chain', { chainId: '0x5' }, 'for chain 5'],
    ['a high price of gas', { maxFeePerGas: toQuantity(101n * GWEI) }, 'too much for gas'],
    ['much gas', { gas: toQuantity(100_001) }, 'too much gas'],
    ['another call', { data: '0x1234' }, 'neither coins nor a transfer'],
    ['a list of accesses', { accessList: [] }, 'the field accessList'],
    ['another wallet', { from: THIEF }, 'may not pay'],
    ['a new contract', { to: undefined, data: '0x6000' }, 'neither coins nor'],
    ['the burn address', { to: '0x0000000000000000000000000000000000000000' }, 'may not pay'],
    ['no number', { value: 'much' }, 'it is no transaction'],
    ['a negative value', { value: `-${1000n * ETHER}` }, 'value is no quantity'],
    ['a negative value of digits', { value: '-0x1' }, 'value is no quantity'],
    ['a value that is a number', { value: -1 }, 'value is no quantity'],
    ['a value of 257 bits', { value: `0x1${'0'.repeat(64)}` }, 'value is no quantity'],
    ['a negative price of gas', { maxFeePerGas: '-1' }, 'maxFeePerGas is no quantity'],
    ['a negative tip', { maxPriorityFeePerGas: '-1' }, 'maxPriorityFeePerGas is no quantity'],
    ['negative gas', { gas: '-21000' }, 'gas is no quantity'],
    ['a negative nonce', { nonce: '-1' }, 'nonce is no quantity'],
    ['two prices of gas', { gasPrice: '0x1' }, 'two prices of gas'],
    ['a tip above the price', { maxPriorityFeePerGas: toQuantity(11n * GWEI) }, 'no transaction'],
  ])('not for %s, and counts nothing', async (_what, over, word) => {
    const signing = open(true).signTransaction(coins('0.1', over));
    await expect(signing).rejects.toThrow(word);
    await expect(signing).rejects.toMatchObject({ code: -32_011 });
    expect(readFileSync(count, 'utf8')).toBe('');
  });

  it('over a count without negative amounts: they would make room', () => {
    const outflow = openOutflow(count, { isNew: true, now });
    const payment = { at: now, wallet: HOT, nonce: 0, asset: 'ETH', recipient: THIEF, isOut: true };
    const line = { ...payment, amount: decimal<Amount>('1'), fee: decimal<Amount>('0.1') };
    for (const below of [{ amount: decimal<Amount>('-1') }, { fee: decimal<Amount>('-1') }]) {
      expect(() => outflow.add({ ...line, ...below })).toThrow('is below 0');
    }
    outflow.close();
    write('count', `${JSON.stringify({ ...payment, amount: '-1', fee: '0' })}\n`);
    expect(() => open()).toThrow('is damaged in line 1');
  });

  it.each([
    ['an approval', { data: `0x095ea7b3${transferCall(THIEF, MILLION).slice(10)}` }],
    ['more than a transfer', { data: `${transferCall(THIEF, MILLION)}00` }],
    ['coins beside the tokens', { value: '0x1' }],
    ['tokens to their contract', { data: transferCall(TOKEN, MILLION) }],
  ])('not for %s', async (_what, over) => {
    await expect(open(true).signTransaction(tokens(MILLION, over))).rejects.toMatchObject({
      code: -32_011,
    });
  });
});

describe('addresses of deposits', () => {
  const from = (index: number) => ({ from: addressAt(index), path: `${PATH}/${index}` });

  it('are swept to the paying wallet, and get gas from the treasury’s address, uncounted', async () => {
    const signer = open(true);
    const sweep = tokens(9_000n * MILLION, {
      ...from(3),
      data: transferCall(HOT, 9_000n * MILLION),
    });
    const gas = coins('0.01', { ...from(9), to: addressAt(3), toPath: `${PATH}/3` });
    for (const asked of [sweep, gas, coins('9', { ...from(3), to: addressAt(9), ...nonce(1) })]) {
      const signed = Transaction.from(await signer.signTransaction(asked));
      expect(signed.from).toBe(asked.from);
    }
    expect(signer.outflow()).toMatchObject({ all: { out: '0' } });
  });

  it('pay nobody else', async () => {
    const signer = open(true);
    const stolen = [
      tokens(MILLION, from(3)),
      coins('0.01', from(9)),
      coins('0.01', { ...from(9), toPath: `${PATH}/3` }),
      coins('0.01', { ...from(3), to: addressAt(4), toPath: `${PATH}/4` }),
      coins('0.01', { ...from(3), from: addressAt(4), to: HOT }),
      coins('0.01', { ...from(3), path: "m/44'/60'/1'/0/3", to: HOT }),
    ];
    for (const asked of stolen) {
      await expect(signer.signTransaction(asked)).rejects.toThrow('may not pay');
    }
    expect(readFileSync(count, 'utf8')).toBe('');
  });
});

it('signs texts of proofs of reserves, and no others', async () => {
  const signer = open(true);
  const text = (value: string) => signer.signText(HOT, hexlify(toUtf8Bytes(value)));
  expect(await text('tern reserves 1\nx')).toMatch(/^0x[0-9a-f]{130}$/);
  await expect(text('I owe you')).rejects.toThrow('only proofs of reserves');
  for (const [address, given] of [
    [THIEF, '0x'],
    ['0x12', '0x'],
    [HOT, '0xff'],
  ]) {
    await expect(signer.signText(address, given)).rejects.toThrow('only proofs of reserves');
  }
});

it.each([
  ['a cap that is missing', { capInAll: undefined }, 'capInAll is missing or wrong'],
  ['an address with a wrong checksum', { own: [COLD.replace('3C', '3c')] }, 'own is missing'],
  ['no treasury for sweeps', { treasury: undefined }, 'treasury is missing'],
  ['a field misspelt', { treasurry: HOT }, 'treasurry is not known'],
  [
    'a contract misspelt',
    { assets: { ETH, USDT: { ...USDT, contarct: TOKEN } } },
    'contarct is not',
  ],
  ['two coins', { assets: { ETH, USDT: { ...ETH } } }, 'USDT: contract is missing or wrong'],
  [
    'one contract for two',
    { assets: { USDT: { ...USDT, contract: TOKEN }, USDC: { ...USDT, contract: TOKEN } } },
    'USDC: contract is missing or wrong',
  ],
  ['a coin of 6 places', { assets: { ETH: { ...ETH, decimals: 6 } } }, 'ETH: decimals is missing'],
  ['an asset without a worth', { assets: { ETH: { decimals: 18, cap: '1' } } }, 'ETH: worth'],
])('does not start with %s', (_what, over, word) => {
  policyOf(over);
  expect(() => open(true)).toThrow(word);
});

it.runIf(process.platform !== 'win32')('does not start with a file that others can read', () => {
  open(true);
  for (const name of ['hot.key', 'deposits.key', 'policy.json', 'count']) {
    chmodSync(join(folder, name), 0o644);
    expect(() => open()).toThrow(`${name} can be read by others`);
    chmodSync(join(folder, name), 0o600);
  }
});

it('prints a refusal on one line, whatever its caller names', async () => {
  const printed: string[] = [];
  const server = signerServer(open(true), { token: 'x', print: (line) => printed.push(line) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const body = (asked: object) =>
    JSON.stringify({ id: 1, method: 'eth_signTransaction', params: [asked] });
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/x`, { method: 'POST', body: body({ 'a\nREFUSED: b': 1 }) });
  server.close();
  server.closeAllConnections();
  expect(printed).toEqual(['REFUSED: it has the field a REFUSED: b']);
});
