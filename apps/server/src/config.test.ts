import { describe, expect, it } from 'vitest';
import { ConfigFaults, readConfig } from './config.ts';

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigFaults) return error.faults;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('needs nothing at all', () => {
    const config = readConfig({});
    expect(config.port).toBe(8080);
    expect(config.dataDir.endsWith('/data')).toBe(true);
    expect(config.database).toBeUndefined();
    expect(config.mode).toBe('paper');
  });

  it('takes an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).database).toBeUndefined();
  });

  it('believes only the proxies that are named', () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    const { trustedProxies } = readConfig({ TRUSTED_PROXY: '10.0.0.0/8, ::1 ,loopback' });
    expect(trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback']);
  });

  it('lists every fault at once', () => {
    const faults = faultsOf({
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      CAPTCHA_FIXED: '!',
      MODE: 'demo',
      TRUSTED_PROXY: 'loopback, my-proxy',
    });
    expect(faults).toHaveLength(5);
    for (const name of ['PORT', 'DATABASE_URL', 'CAPTCHA_FIXED', 'MODE', 'TRUSTED_PROXY']) {
      expect(faults.join()).toContain(name);
    }
  });

  it('refuses live mode without rails, licence and a durable database, and with a fixed captcha', () => {
    const faults = faultsOf({ MODE: 'live', CAPTCHA_FIXED: 'abcd' }).join('\n');
    for (const word of ['rails', 'licence', 'DATABASE_URL', 'CAPTCHA_FIXED']) {
      expect(faults).toContain(word);
    }
    expect(faultsOf({ MODE: 'live', DATABASE_URL: 'postgres://localhost/tern' })).toHaveLength(2);
  });
});
