import { describe, expect, it } from 'vitest';
import { inspectConfig, readConfig } from './config.ts';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OTHER = 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u';
const rail = {
  MODE: 'live',
  TRON_NODE_URL: 'https://node.test/key',
  TRON_NATIVE: 'TRX',
  TRON_TOKENS: `USDT=${USDT}:6`,
  TRON_SEED_FILE: '/keys/xpub',
  TRON_KEY_FILE: '/keys/hot',
};
const faultsOf = (over: Record<string, string>) => {
  const about = (fault: string) => fault.includes('TRON_');
  return inspectConfig({ ...rail, ...over }).faults.filter(about);
};

describe('the rail to TRON', () => {
  it('is absent unless configured, and refused in paper mode', () => {
    expect(readConfig({}).tron).toBeUndefined();
    const [fault, ...rest] = faultsOf({ MODE: 'paper' });
    expect(rest).toEqual([]);
    expect(fault).toContain('paper mode touches no real rail');
  });

  it('is the main network unless another is named, and needs an asset, a seed and a key', () => {
    expect(faultsOf({ TRON_TREASURY: `${OTHER}, ${USDT}` })).toEqual([]);
    expect(inspectConfig(rail).config.tron).toEqual({
      nodeUrl: 'https://node.test/key',
      checkUrl: undefined,
      chainId: 728_126_428,
      network: 'TRC20',
      native: 'TRX',
      tokens: new Map([['USDT', { address: USDT, decimals: 6 }]]),
      seedFile: '/keys/xpub',
      keyFile: '/keys/hot',
      treasury: [],
      maxFee: 50_000_000,
      expireAfterMs: 300_000,
      pollMs: 3_000,
    });
  });

  it.each([
    ['TRON_NODE_URL', { TRON_NODE_URL: 'ftp://node.test' }],
    ['TRON_CHECK_NODE_URL', { TRON_CHECK_NODE_URL: 'node.test' }],
    ['TRON_CHAIN_ID', { TRON_CHAIN_ID: '0x2b6653dc' }],
    ['TRON_NETWORK', { TRON_NETWORK: 'trc20' }],
    ['TRON_NATIVE', { TRON_NATIVE: 'trx' }],
    ['TRON_TOKENS', { TRON_TOKENS: `USDT=${USDT}` }],
    ['TRON_TOKENS', { TRON_TOKENS: `USDT=${USDT}:19` }],
    ['TRON_TOKENS', { TRON_TOKENS: `USDT=${USDT}:6,USDC=${USDT}:6` }],
    ['TRON_TOKENS', { TRON_TOKENS: `USDT=${USDT.replace('TR7', 'Tr7')}:6` }],
    ['TRON_TOKENS', { TRON_TOKENS: 'USDT=0xdAC17F958D2ee523a2206206994597C13D831ec7:6' }],
    ['nothing moves', { TRON_NATIVE: '', TRON_TOKENS: '' }],
    ['TRON_SEED_FILE', { TRON_SEED_FILE: '' }],
    ['TRON_KEY_FILE', { TRON_KEY_FILE: '' }],
    ['TRON_TREASURY', { TRON_TREASURY: OTHER.toLowerCase() }],
    ['TRON_MAX_FEE_TRX', { TRON_MAX_FEE_TRX: '0.5' }],
    ['TRON_EXPIRE_MINUTES', { TRON_EXPIRE_MINUTES: 'soon' }],
    ['TRON_EXPIRE_MINUTES', { TRON_EXPIRE_MINUTES: '61' }],
  ])('names %s as wrong: %j', (word, over) => {
    const faults = faultsOf(over);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(word);
  });
});
