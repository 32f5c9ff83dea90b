/** Reads the settings of the rail to TRON from the environment. */
import { readAddress } from '@tern/addresses';
import type { TronSettings, TronToken } from '../adapters/tron-rail/tron-settings.ts';
import { MINUTE_MS } from '../platform/durations.ts';
import { readCode, readWhole } from './evm.ts';
import { describeSettings, type Given as GivenOf, type NameOf } from './setting.ts';

export const tronSettings = describeSettings({
  TRON_NODE_URL: {
    description:
      'A full node with `/wallet` and `/walletsolidity`; may contain a key, so keep it secret.',
    format: 'an `http://` or `https://` address',
    rationale: 'Real transfers of paper money: paper mode refuses it and its kin.',
  },
  TRON_CHECK_NODE_URL: {
    description:
      'A second node, of another provider: deposits and ends of payouts count when both report the same, and only then is a payout that expired signed again. May contain a key, so keep it secret.',
    format: 'an `http://` or `https://` address',
    rationale: 'Payouts made twice, or deposits credited, because one node lies or is on a fork.',
  },
  TRON_CHAIN_ID: {
    description:
      "The chain that the nodes must be on: the last four bytes of its first block's id.",
    format: 'a whole number above 0',
    default: '728126428',
    rationale: 'Payments on a test chain, which has the same addresses.',
    isShared: true,
  },
  TRON_NETWORK: {
    description: 'The code of our network that TRON is.',
    format: 'a code such as `TRC20`',
    default: 'TRC20',
    rationale: 'Another chain for a network in use: the server then does not start.',
    isShared: true,
  },
  TRON_NATIVE: {
    description: "The asset that is the chain's own coin.",
    format: 'a code such as `TRX`',
    rationale: 'Coins of the chain credited as another asset.',
    isShared: true,
  },
  TRON_TOKENS: {
    description: 'The tokens that move: asset, contract, decimal places of the contract.',
    format: '`USDT=TR7N…Lj6t:6`, separated by commas',
    rationale: 'A worthless token with the same name, and amounts wrong by powers of ten.',
    isShared: true,
  },
  TRON_SEED_FILE: {
    description:
      "A file with the extended public key of `m/44'/195'/0'/0`, or a recovery phrase, for deposit addresses.",
    format: 'the path of a file with the rights 0600',
    rationale:
      'Deposit addresses nobody can spend from: with another seed than before, the server does not start. A public key cannot be stolen from.',
  },
  TRON_KEY_FILE: {
    description: "A file with the paying wallet's private key.",
    format: 'the path of a file with the rights 0600',
    rationale: 'A key in the environment, where other programs and crash reports can read it.',
  },
  TRON_TREASURY: {
    description: 'Your own wallets.',
    format: 'addresses, separated by commas',
    rationale: 'Your transfers to deposit addresses, such as for fees, credited as deposits.',
    isShared: true,
  },
  TRON_MAX_FEE_TRX: {
    description: 'The most that a payout of a token may burn for energy.',
    format: 'a whole number of TRX above 0',
    default: '50',
    rationale: 'Fees larger than the payments.',
  },
  TRON_EXPIRE_MINUTES: {
    description: 'A payout that no block took for so long expires, and is signed again.',
    format: 'a whole number of minutes, 1 to 60',
    default: '5',
    rationale:
      'Payouts that never leave. All blocks of that time are read again before a payout is signed anew, so a long time makes that slow.',
  },
});

type Name = NameOf<typeof tronSettings>;
type Given = GivenOf<Name>;

const NAMES = Object.keys(tronSettings) as Name[];
const TOKEN = /^([A-Z0-9]{2,20})=(T[1-9A-HJ-NP-Za-km-z]{33}):(\d{1,2})$/;
const DECIMALS_MAX = 18;
const SUN = 1_000_000;
const POLL_MS = 3_000;
const EXPIRE_MINUTES_MAX = 60;

/**
 * `TRON_TOKENS` lists `USDT=TR7N…Lj6t:6`: asset, contract, decimal places of the contract. Undefined when none of the settings is
 * present. Paper mode refuses them all: it uses no real rail. Faults are added to `faults`.
 */
export function readTron(
  given: GivenOf<string>,
  mode: 'paper' | 'live',
  faults: string[],
): TronSettings | undefined {
  const named = NAMES.filter((name) => given(name) !== undefined);
  if (named.length === 0) return undefined;
  if (mode !== 'live') {
    faults.push(`${named.join(', ')} only go with MODE=live: paper mode touches no real rail`);
    return undefined;
  }
  return settingsOf(given, faults);
}

const defaultOf = (name: keyof typeof DEFAULTS, given: Given) => given(name) ?? DEFAULTS[name];
const DEFAULTS = {
  TRON_CHAIN_ID: '728126428',
  TRON_NETWORK: 'TRC20',
  TRON_MAX_FEE_TRX: '50',
  TRON_EXPIRE_MINUTES: '5',
} as const;

function settingsOf(given: Given, faults: string[]): TronSettings {
  const native = given('TRON_NATIVE');
  const tokens = readTokens(given, faults);
  if (native === undefined && tokens.size === 0) {
    faults.push('TRON_NODE_URL needs TRON_NATIVE or TRON_TOKENS: otherwise nothing moves');
  }
  const whole = (name: keyof typeof DEFAULTS) => readWhole(name, defaultOf(name, given), faults);
  const isChecked = given('TRON_CHECK_NODE_URL') !== undefined;
  return {
    nodeUrl: readUrl('TRON_NODE_URL', given, faults),
    checkUrl: isChecked ? readUrl('TRON_CHECK_NODE_URL', given, faults) : undefined,
    chainId: whole('TRON_CHAIN_ID'),
    network: readCode('TRON_NETWORK', defaultOf('TRON_NETWORK', given), faults),
    native: native === undefined ? undefined : readCode('TRON_NATIVE', native, faults),
    tokens,
    seedFile: needed('TRON_SEED_FILE', given, faults),
    keyFile: needed('TRON_KEY_FILE', given, faults),
    treasury: readTreasury(given, faults),
    maxFee: whole('TRON_MAX_FEE_TRX') * SUN,
    expireAfterMs: readExpiry(whole('TRON_EXPIRE_MINUTES'), faults),
    pollMs: POLL_MS,
  };
}

/** The chain takes a day at most; a payout is held up for as long, and all blocks of that time are read again. */
function readExpiry(minutes: number, faults: string[]): number {
  if (minutes > EXPIRE_MINUTES_MAX)
    faults.push(`TRON_EXPIRE_MINUTES must be ${EXPIRE_MINUTES_MAX} at most`);
  return minutes * MINUTE_MS;
}

function needed(name: Name, given: Given, faults: string[]): string {
  const value = given(name);
  if (value === undefined) faults.push(`TRON_NODE_URL needs ${name}`);
  return value ?? '';
}

function readUrl(name: Name, given: Given, faults: string[]): string {
  const url = needed(name, given, faults);
  const isRight = URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
  if (url !== '' && !isRight) faults.push(`${name} must be a URL that starts with http(s)://`);
  return url;
}

function listed(name: Name, given: Given): string[] {
  const entries = (given(name) ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

function readTreasury(given: Given, faults: string[]): string[] {
  const entries = listed('TRON_TREASURY', given);
  if (entries.some((entry) => readAddress('tron', entry) === undefined)) {
    faults.push('TRON_TREASURY must hold addresses that start with T and have a right checksum');
  }
  return entries;
}

function readTokens(given: Given, faults: string[]): Map<string, TronToken> {
  const tokens = new Map<string, TronToken>();
  const entries = listed('TRON_TOKENS', given);
  for (const entry of entries) {
    const [, asset = '', address = '', places = ''] = TOKEN.exec(entry) ?? [];
    if (readAddress('tron', address) === undefined || Number(places) > DECIMALS_MAX) continue;
    tokens.set(asset, { address, decimals: Number(places) });
  }
  const contracts = new Set([...tokens.values()].map(({ address }) => address));
  if (tokens.size < entries.length || contracts.size < entries.length) {
    faults.push('TRON_TOKENS must list tokens such as USDT=T…:6, each asset and contract once');
  }
  return tokens;
}
