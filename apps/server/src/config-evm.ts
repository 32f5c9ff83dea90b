/** Reads the settings of the EVM rail from the environment. */
import { getAddress, isAddress } from 'ethers';
import type { EvmSettings, EvmToken } from './kernel/rails/evm/evm-settings.ts';

type Given = (name: string) => string | undefined;

const NAMES = [
  'EVM_RPC_URL',
  'EVM_CHAIN_ID',
  'EVM_NETWORK',
  'EVM_NATIVE',
  'EVM_TOKENS',
  'EVM_SEED_FILE',
  'EVM_KEY_FILE',
  'EVM_SIGNER_URL',
  'EVM_SIGNER_ADDRESS',
  'EVM_TREASURY',
  'EVM_MAX_FEE_GWEI',
] as const;

const CODE = /^[A-Z0-9]{2,20}$/;
const TOKEN = /^([A-Z0-9]{2,20})=(0x[0-9a-fA-F]{40}):(\d{1,2})$/;
const DECIMALS_MAX = 18;
const MAX_FEE_GWEI = '300';
const POLL_MS = 5_000;

/**
 * `EVM_TOKENS` lists `USDT=0xdAC1…1ec7:6`: asset, contract, decimal places of the contract. Undefined when none of the
 * settings is present, and in paper mode, which refuses them: it uses no real rail (rules §2). Faults are added to
 * `faults`.
 */
export function readEvm(given: Given, mode: string, faults: string[]): EvmSettings | undefined {
  const named = NAMES.filter((name) => given(name) !== undefined);
  if (named.length === 0) return undefined;
  if (mode !== 'live') {
    faults.push(`${named.join(', ')} only go with MODE=live: paper mode touches no real rail`);
    return undefined;
  }
  const native = given('EVM_NATIVE');
  const tokens = readTokens(given, faults);
  if (native === undefined && tokens.size === 0) {
    faults.push('EVM_RPC_URL needs EVM_NATIVE or EVM_TOKENS: otherwise nothing moves');
  }
  const settings = {
    rpcUrl: readUrl('EVM_RPC_URL', given, faults),
    chainId: readWhole('EVM_CHAIN_ID', given('EVM_CHAIN_ID'), faults),
    network: readCode('EVM_NETWORK', given('EVM_NETWORK'), faults),
    native: native === undefined ? undefined : readCode('EVM_NATIVE', native, faults),
    tokens,
    seedFile: needed('EVM_SEED_FILE', given, faults),
    signer: readSigner(given, faults),
    treasury: listed('EVM_TREASURY', given).map((each) =>
      readAddress('EVM_TREASURY', each, faults),
    ),
    maxFeeGwei: readWhole('EVM_MAX_FEE_GWEI', given('EVM_MAX_FEE_GWEI') ?? MAX_FEE_GWEI, faults),
    pollMs: POLL_MS,
  };
  return settings;
}

function needed(name: string, given: Given, faults: string[]): string {
  const value = given(name);
  if (value === undefined) faults.push(`EVM_RPC_URL needs ${name}`);
  return value ?? '';
}

function listed(name: string, given: Given): string[] {
  const entries = (given(name) ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

function readUrl(name: string, given: Given, faults: string[]): string {
  const url = needed(name, given, faults);
  const isRight = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (url !== '' && !isRight) faults.push(`${name} must be a URL that starts with http(s)://`);
  return url;
}

function readWhole(name: string, value: string | undefined, faults: string[]): number {
  const number = Number(value);
  if (/^[1-9]\d{0,14}$/.test(value ?? '')) return number;
  faults.push(`${name} must be a whole number above 0`);
  return 0;
}

function readCode(name: string, value: string | undefined, faults: string[]): string {
  if (value !== undefined && CODE.test(value)) return value;
  faults.push(`${name} must be a code such as ETH or ERC20`);
  return '';
}

function readAddress(name: string, text: string, faults: string[]): string {
  if (text.startsWith('0x') && isAddress(text)) return getAddress(text);
  faults.push(`${name} must hold addresses that start with 0x and have a right checksum`);
  return '';
}

function readTokens(given: Given, faults: string[]): Map<string, EvmToken> {
  const tokens = new Map<string, EvmToken>();
  const contracts = new Set<string>();
  const entries = listed('EVM_TOKENS', given);
  for (const entry of entries) {
    const [, asset = '', address = '', places = ''] = TOKEN.exec(entry) ?? [];
    if (!isAddress(address) || Number(places) > DECIMALS_MAX) continue;
    tokens.set(asset, { address: getAddress(address), decimals: Number(places) });
    contracts.add(getAddress(address));
  }
  if (tokens.size < entries.length || contracts.size < entries.length) {
    faults.push('EVM_TOKENS must list tokens such as USDT=0x…:6, each asset and contract once');
  }
  return tokens;
}

function readSigner(given: Given, faults: string[]): EvmSettings['signer'] {
  const keyFile = given('EVM_KEY_FILE');
  const isProgram = given('EVM_SIGNER_URL') !== undefined;
  if ((keyFile !== undefined) === isProgram) {
    faults.push('EVM_RPC_URL needs EVM_KEY_FILE or EVM_SIGNER_URL, one of them');
  }
  if (keyFile !== undefined) return { keyFile };
  const address = given('EVM_SIGNER_ADDRESS');
  if (!isProgram) return { keyFile: '' };
  const url = readUrl('EVM_SIGNER_URL', given, faults);
  return { url, address: readAddress('EVM_SIGNER_ADDRESS', address ?? '', faults) };
}
