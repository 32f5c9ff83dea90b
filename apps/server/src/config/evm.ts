/** Reads the settings of the rails to EVM chains from the environment: a number at the end of their names gives a further chain. */
import { type Amount, decimal, ZERO } from '@tern/money';
import { getAddress, isAddress } from 'ethers';
import { describeSettings, type Given as GivenOf, type NameOf, numberedEnds } from './setting.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import type { EvmSettings, EvmToken } from '../adapters/evm-rail/evm-settings.ts';

export const evmSettings = describeSettings({
  EVM_RPC_URL: {
    description: 'The node of the chain; may contain a key, so keep it secret.',
    format: 'an `http://` or `https://` address',
    rationale: 'Real transfers of paper money: paper mode refuses it and its kin.',
    isNumbered: true,
  },
  EVM_CHECK_RPC_URL: {
    description:
      'A second node of the chain, of another provider: deposits and ends of payouts count when both report the same. May contain a key, so keep it secret.',
    format: 'an `http://` or `https://` address',
    rationale: 'Deposits credited, or payouts returned, because one node lies or is on a fork.',
    isNumbered: true,
  },
  EVM_CHAIN_ID: {
    description: 'The chain that the node must be on.',
    format: 'a whole number above 0',
    rationale: 'Payments signed for a test chain, or for another chain with the same addresses.',
    isShared: true,
    isNumbered: true,
  },
  EVM_NETWORK: {
    description: 'The code of our network that this chain is.',
    format: 'a code such as `ERC20` or `BEP20`',
    rationale: 'Another chain for a network in use: the server then does not start.',
    isShared: true,
    isNumbered: true,
  },
  EVM_NATIVE: {
    description: "The asset that is the chain's own coin.",
    format: 'a code such as `ETH`',
    rationale: 'Coins of the chain credited as another asset.',
    isShared: true,
    isNumbered: true,
  },
  EVM_TOKENS: {
    description: 'The tokens that move: asset, contract, decimal places of the contract.',
    format: '`USDT=0xdAC1…1ec7:6`, separated by commas, with the checksum of each address',
    rationale: 'A worthless token with the same name, and amounts wrong by powers of ten.',
    isShared: true,
    isNumbered: true,
  },
  EVM_SEED_FILE: {
    description:
      "A file with the extended public key of `m/44'/60'/0'/0`, or a recovery phrase, for deposit addresses.",
    format: 'the path of a file with the rights 0600',
    rationale:
      'Deposit addresses nobody can spend from: with another seed than before, the server does not start. A public key cannot be stolen from.',
    isNumbered: true,
  },
  EVM_KEY_FILE: {
    description: "A file with the paying wallet's private key; or name a signer.",
    format: 'the path of a file with the rights 0600',
    rationale: 'A key in the environment, where other programs and crash reports can read it.',
    isNumbered: true,
  },
  EVM_SIGNER_URL: {
    description:
      'A program of yours that signs payouts (`eth_signTransaction`); or name a key file.',
    format: 'an `http://` or `https://` address on a private network',
    rationale: 'A key on this machine at all.',
    isNumbered: true,
  },
  EVM_SIGNER_ADDRESS: {
    description: 'The wallet that the signer pays from.',
    format: 'an address with its checksum',
    rationale: 'Payments from a wallet other than the one you checked.',
    isShared: true,
    isNumbered: true,
  },
  EVM_TREASURY: {
    description: 'Your own wallets.',
    format: 'addresses with their checksums, separated by commas',
    rationale: 'Your transfers to deposit addresses, such as for gas, credited as deposits.',
    isShared: true,
    isNumbered: true,
  },
  EVM_SWEEP_ABOVE: {
    description:
      'How much of an asset at one address of deposits is moved to the paying wallet; without it nothing is moved.',
    format: '`USDT=50,ETH=0.05`, separated by commas',
    rationale:
      'Withdrawals that wait although the coins are there; sweeps that cost more than they move.',
    isNumbered: true,
  },
  EVM_SWEEP_MAX_GWEI: {
    description: 'The most that a sweep offers for a unit of gas: above it, sweeps wait.',
    format: 'a whole number of gwei above 0',
    default: '30',
    rationale: 'Sweeps while gas is expensive: they have time.',
    isNumbered: true,
  },
  EVM_SWEEP_KEY_FILE: {
    description:
      "A file with a recovery phrase or the extended private key of `m/44'/60'/0'/0`, which signs sweeps; or the signer of `EVM_SIGNER_URL` does.",
    format: 'the path of a file with the rights 0600',
    rationale: 'The keys of all addresses of deposits in the environment.',
    isNumbered: true,
  },
  EVM_MAX_FEE_GWEI: {
    description:
      'The most that a payout offers for a unit of gas, also when it replaces one that is stuck.',
    format: 'a whole number of gwei above 0',
    default: '300',
    rationale: 'Fees larger than the payments while the chain is overloaded.',
    isNumbered: true,
  },
  EVM_REPLACE_MINUTES: {
    description: 'After so long without a block a payout is signed again with higher fees.',
    format: 'a whole number of minutes above 0',
    default: '5',
    rationale: 'Payouts that wait behind one whose fees have become too low.',
    isNumbered: true,
  },
});

type Name = NameOf<typeof evmSettings>;
type Given = GivenOf<Name>;

const NAMES = Object.keys(evmSettings) as Name[];

const CODE = /^[A-Z0-9]{2,20}$/;
const TOKEN = /^([A-Z0-9]{2,20})=(0x[0-9a-fA-F]{40}):(\d{1,2})$/;
const DECIMALS_MAX = 18;
const MAX_FEE_GWEI = '300';
const REPLACE_MINUTES = '5';
const SWEEP_MAX_GWEI = '30';
const POLL_MS = 5_000;

/**
 * `EVM_TOKENS` lists `USDT=0xdAC1…1ec7:6`: asset, contract, decimal places of the contract. A chain is absent when none of its
 * settings is present. Paper mode refuses them all: it uses no real rail. Faults are added to `faults`.
 */
export function readEvm(
  given: GivenOf<string>,
  mode: 'paper' | 'live',
  faults: string[],
): readonly EvmSettings[] {
  const named = numberedEnds.flatMap((end) =>
    NAMES.map((name) => `${name}${end}`).filter((name) => given(name) !== undefined),
  );
  if (named.length > 0 && mode !== 'live') {
    faults.push(`${named.join(', ')} only go with MODE=live: paper mode touches no real rail`);
    return [];
  }
  const chains = numberedEnds.flatMap((end) => readChain(given, end, faults) ?? []);
  for (const key of ['network', 'chainId'] as const) {
    const repeated = chains.find(({ [key]: one }, at) =>
      chains.slice(0, at).some(({ [key]: earlier }) => earlier === one && Boolean(one)),
    );
    const name = key === 'network' ? 'EVM_NETWORK' : 'EVM_CHAIN_ID';
    if (repeated !== undefined) faults.push(`${name} is ${repeated[key]} for more than one chain`);
  }
  return chains;
}

/** `end`: of the names of the chain's settings. Undefined when none is present. */
function readChain(all: GivenOf<string>, end: string, faults: string[]): EvmSettings | undefined {
  const given: Given = (name) => all(`${name}${end}`);
  if (NAMES.every((name) => given(name) === undefined)) return undefined;
  const own: string[] = [];
  const settings = settingsOf(given, own);
  faults.push(...own.map((fault) => fault.replaceAll(/\bEVM_[A-Z_]+/g, (name) => `${name}${end}`)));
  return settings;
}

function settingsOf(given: Given, faults: string[]): EvmSettings {
  const native = given('EVM_NATIVE');
  const tokens = readTokens(given, faults);
  if (native === undefined && tokens.size === 0) {
    faults.push('EVM_RPC_URL needs EVM_NATIVE or EVM_TOKENS: otherwise nothing moves');
  }
  const isChecked = given('EVM_CHECK_RPC_URL') !== undefined;
  const minutes = given('EVM_REPLACE_MINUTES') ?? REPLACE_MINUTES;
  return {
    rpcUrl: readUrl('EVM_RPC_URL', given, faults),
    checkUrl: isChecked ? readUrl('EVM_CHECK_RPC_URL', given, faults) : undefined,
    chainId: readWhole('EVM_CHAIN_ID', given('EVM_CHAIN_ID'), faults),
    network: readCode('EVM_NETWORK', given('EVM_NETWORK'), faults),
    native: native === undefined ? undefined : readCode('EVM_NATIVE', native, faults),
    tokens,
    seedFile: needed('EVM_SEED_FILE', given, faults),
    signer: readSigner(given, faults),
    treasury: listed('EVM_TREASURY', given).map((each) =>
      readAddress('EVM_TREASURY', each, faults),
    ),
    sweep: readSweep(given, faults),
    maxFeeGwei: readWhole('EVM_MAX_FEE_GWEI', given('EVM_MAX_FEE_GWEI') ?? MAX_FEE_GWEI, faults),
    replaceAfterMs: readWhole('EVM_REPLACE_MINUTES', minutes, faults) * MINUTE_MS,
    pollMs: POLL_MS,
  };
}

function needed(name: Name, given: Given, faults: string[]): string {
  const value = given(name);
  if (value === undefined) faults.push(`EVM_RPC_URL needs ${name}`);
  return value ?? '';
}

function listed(name: Name, given: Given): string[] {
  const entries = (given(name) ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

function readUrl(name: Name, given: Given, faults: string[]): string {
  const url = needed(name, given, faults);
  const isRight = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (url !== '' && !isRight) faults.push(`${name} must be a URL that starts with http(s)://`);
  return url;
}

export function readWhole(name: string, value: string | undefined, faults: string[]): number {
  const number = Number(value);
  if (/^[1-9]\d{0,14}$/.test(value ?? '')) return number;
  faults.push(`${name} must be a whole number above 0`);
  return 0;
}

export function readCode(name: string, value: string | undefined, faults: string[]): string {
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

const ABOVE = /^([A-Z0-9]{2,20})=(\d{1,18}(?:\.\d{1,18})?)$/;

function readSweep(given: Given, faults: string[]): EvmSettings['sweep'] {
  const keyFile = given('EVM_SWEEP_KEY_FILE');
  const max = given('EVM_SWEEP_MAX_GWEI');
  const entries = listed('EVM_SWEEP_ABOVE', given);
  if (entries.length === 0) {
    if (keyFile !== undefined || max !== undefined) {
      faults.push('EVM_SWEEP_KEY_FILE and EVM_SWEEP_MAX_GWEI need EVM_SWEEP_ABOVE');
    }
    return undefined;
  }
  const above = new Map<string, Amount>();
  for (const entry of entries) {
    const [, asset = '', least = '0'] = ABOVE.exec(entry) ?? [];
    if (decimal<Amount>(least) > ZERO) above.set(asset, decimal<Amount>(least));
  }
  if (above.size < entries.length) {
    faults.push('EVM_SWEEP_ABOVE must list amounts above 0 such as USDT=50, each asset once');
  }
  const maxFeeGwei = readWhole('EVM_SWEEP_MAX_GWEI', max ?? SWEEP_MAX_GWEI, faults);
  return { above, maxFeeGwei, keyFile };
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
