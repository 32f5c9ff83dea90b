import { decimal } from '@tern/money';
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
  it('needs no variables', () => {
    const config = readConfig({});
    expect(config.port).toBe(8080);
    expect(config.dataDir.endsWith('/data')).toBe(true);
    expect(config.database).toBeUndefined();
    expect(config.mode).toBe('paper');
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).database).toBeUndefined();
  });

  it('trusts only the listed proxies', () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    const { trustedProxies } = readConfig({ TRUSTED_PROXY: '10.0.0.0/8, ::1 ,loopback' });
    expect(trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback']);
  });

  it('serves the console everywhere, or at one host name and to listed callers', () => {
    expect(readConfig({}).consolePlace).toEqual({ host: undefined, from: [] });
    const given = { CONSOLE_HOST: 'Console.example.com', CONSOLE_FROM: '10.2.0.0/16, ::1' };
    expect(readConfig(given).consolePlace).toEqual({
      host: 'console.example.com',
      from: ['10.2.0.0/16', '::1'],
    });
    for (const CONSOLE_HOST of ['https://console.example.com', 'console.example.com:8443', 'a b'])
      expect(() => readConfig({ CONSOLE_HOST })).toThrow('CONSOLE_HOST must be a host name');
    expect(() => readConfig({ CONSOLE_FROM: 'office' })).toThrow('CONSOLE_FROM must list');
  });

  it('keeps files of past prices for all months in 10 GB, or as the operator says within bounds', () => {
    expect(readConfig({}).historyFiles).toEqual({ months: undefined, bytes: 10e9 });
    const given = { HISTORY_FILES_MONTHS: '12', HISTORY_FILES_GB: '5' };
    expect(readConfig(given).historyFiles).toEqual({ months: 12, bytes: 5e9 });
    const faulty = { HISTORY_FILES_MONTHS: '0', HISTORY_FILES_GB: '4.5' };
    expect(faultsOf(faulty)).toEqual([
      'HISTORY_FILES_MONTHS must be a whole number from 1 to 1200',
      'HISTORY_FILES_GB must be a whole number from 5 to 100000',
    ]);
  });

  it('listens at every address unless given one', () => {
    expect(readConfig({}).host).toBeUndefined();
    expect(readConfig({ LISTEN_HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
    expect(() => readConfig({ LISTEN_HOST: 'here' })).toThrow('LISTEN_HOST must be an IP address');
  });

  it('is alone unless NATS servers are named, with one login for all', () => {
    expect(readConfig({}).nats).toBeUndefined();
    const { nats } = readConfig({ NATS_URL: 'tls://tern:p%40ss@one:4333, tls://tern:p%40ss@two' });
    expect(nats).toEqual({
      servers: ['one:4333', 'two:4222'],
      isEncrypted: true,
      user: 'tern',
      password: 'p@ss',
      credentials: undefined,
    });
    expect(readConfig({ NATS_URL: 'nats://secret@one' }).nats).toMatchObject({
      isEncrypted: false,
      user: undefined,
      password: 'secret',
    });
    expect(faultsOf({ NATS_URL: 'http://one' })[0]).toContain('NATS_URL must be nats://');
    expect(faultsOf({ NATS_URL: 'nats://a@one,nats://b@two' })[0]).toContain('the same scheme');
    expect(faultsOf({ NATS_CREDS: '/nowhere' })[0]).toContain('only goes with NATS_URL');
    expect(faultsOf({ NATS_URL: 'nats://one', NATS_CREDS: '/nowhere' })[0]).toContain('ENOENT');
  });

  it('stops immediately unless it is set to serve on for some seconds', () => {
    expect(readConfig({}).drainMs).toBe(0);
    expect(readConfig({ DRAIN_SECONDS: '20' }).drainMs).toBe(20_000);
  });

  it('serves metrics only when set to, and to this machine only unless set otherwise', () => {
    expect(readConfig({}).metrics).toBeUndefined();
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe(
      '10.0.0.5',
    );
  });

  it.each([
    [{ METRICS_PORT: '0' }, 'METRICS_PORT must be a whole number from 1 to 65535'],
    [{ METRICS_PORT: '70000' }, 'METRICS_PORT must be a whole number from 1 to 65535'],
    [{ METRICS_PORT: '94x' }, 'METRICS_PORT must be a whole number from 1 to 65535'],
    [{ METRICS_PORT: '8080' }, 'METRICS_PORT must differ from PORT: everyone can reach that one'],
    [
      { METRICS_PORT: '9000', PORT: '9000' },
      'METRICS_PORT must differ from PORT: everyone can reach that one',
    ],
    [{ METRICS_HOST: '0.0.0.0' }, 'METRICS_HOST only goes with METRICS_PORT'],
    [
      { METRICS_PORT: '9464', METRICS_HOST: 'inside.example' },
      'METRICS_HOST must be an IP address of this machine',
    ],
  ])('refuses %j', (environment, fault) => {
    expect(faultsOf(environment as Record<string, string>)).toEqual([fault]);
  });

  it('makes backups only with a public key, of the embedded database, outside of its folder', () => {
    const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
    const given = { BACKUP_DIR: '/backups', BACKUP_RECIPIENTS: ` ${key}, ${key}` };
    expect(readConfig({}).backup).toBeUndefined();
    const days = { BACKUP_DAYS: '30' };
    expect(readConfig({ ...given, ...days }).backup).toEqual({
      place: { dir: '/backups' },
      recipients: [key, key],
      days: 30,
    });
    expect(readConfig(given).backup?.days).toBe(14);
    const bucket = {
      BACKUP_S3_URL: 'https://s3.example.com/tern',
      BACKUP_S3_ACCESS_KEY_ID: 'id',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig({ ...bucket, BACKUP_RECIPIENTS: key }).backup?.place).toEqual({
      s3: {
        url: 'https://s3.example.com/tern',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
    });
    for (const [wrong, fault] of [
      [{ BACKUP_DIR: '/backups' }, 'need BACKUP_RECIPIENTS'],
      [{ ...given, BACKUP_RECIPIENTS: `${key.slice(0, -1)}q` }, 'need BACKUP_RECIPIENTS'],
      [{ ...given, BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1' }, 'need BACKUP_RECIPIENTS'],
      [{ ...given, BACKUP_DAYS: '0' }, 'BACKUP_DAYS must be'],
      [{ ...given, DATA_DIR: '/backups/..' }, 'must be outside of DATA_DIR'],
      [{ ...given, DATA_DIR: '/', BACKUP_DIR: '/' }, 'must be outside of DATA_DIR'],
      [{ ...given, DATABASE_URL: 'postgres://db/tern' }, 'pgBackRest'],
      [{ BACKUP_DAYS: '3' }, 'only go with BACKUP_DIR'],
      [{ ...given, ...bucket }, 'exclude each other'],
      [{ ...bucket, BACKUP_RECIPIENTS: key, BACKUP_S3_URL: '' }, 'only go together'],
      [{ ...bucket, BACKUP_RECIPIENTS: key, BACKUP_S3_URL: 'x' }, 'BACKUP_S3_URL must be'],
    ] as const) {
      expect(faultsOf(wrong), fault).toEqual([expect.stringContaining(fault)]);
    }
  });

  it('reads witnesses with their keys and addresses, and refuses what is no witness', () => {
    const key = 'witness.example+e6557821+BBOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPK';
    const logKey = 'exchange.example/log+65841cf9+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs';
    const url = 'https://witness.example/w1';
    expect(readConfig({}).witnesses).toEqual([]);
    const { witnesses } = readConfig({ WITNESSES: ` ${key}  ${url}/ , ` });
    expect(witnesses).toMatchObject([{ key: { name: 'witness.example' }, url }]);
    for (const wrong of [
      key,
      url,
      `${url} ${key}`,
      `${logKey} ${url}`,
      `${key} ftp://witness.example`,
      `${key} https://me:secret@witness.example`,
      `${key} ${url} ${url}`,
      `${key} ${url}, ${key} ${url}/2`,
      `${key.replace('e6557821', 'e6557822')} ${url}`,
    ]) {
      expect(faultsOf({ WITNESSES: wrong }), wrong).toEqual([
        expect.stringContaining('WITNESSES must list'),
      ]);
    }
  });

  it('asks for more than half of the witnesses, or as many as are named', () => {
    const one =
      'witness.example+e6557821+BBOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPK https://w.example';
    expect(readConfig({}).witnessQuorum).toBe(0);
    expect(readConfig({ WITNESSES: one }).witnessQuorum).toBe(1);
    expect(readConfig({ WITNESSES: one, WITNESS_QUORUM: '1' }).witnessQuorum).toBe(1);
    for (const wrong of ['0', '2', 'most', '1.0']) {
      expect(faultsOf({ WITNESSES: one, WITNESS_QUORUM: wrong }), wrong).toEqual([
        'WITNESS_QUORUM must be a whole number from 1 to the number of WITNESSES',
      ]);
    }
  });

  it('lists all faults together', () => {
    const faults = faultsOf({
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      CAPTCHA_FIXED: '!',
      MODE: 'demo',
      TRUSTED_PROXY: 'loopback, my-proxy',
      DRAIN_SECONDS: '61',
    });
    const named = [
      'PORT',
      'DATABASE_URL',
      'CAPTCHA_FIXED',
      'MODE',
      'TRUSTED_PROXY',
      'DRAIN_SECONDS',
    ];
    expect(faults).toHaveLength(named.length);
    for (const name of named) {
      expect(faults.join()).toContain(name);
    }
  });

  it('starts links with PUBLIC_URL, by default this machine and its port', () => {
    expect(readConfig({ PORT: '8123' }).publicUrl).toBe('http://localhost:8123');
    expect(readConfig({ PUBLIC_URL: 'https://tern.test/' }).publicUrl).toBe('https://tern.test');
    expect(faultsOf({ PUBLIC_URL: 'javascript:alert(1)' })).toHaveLength(1);
  });
});

describe('the price sources', () => {
  it('are only the simulator unless others are configured', () => {
    expect(readConfig({}).liveSources).toBeUndefined();
  });

  it('are lists of addresses, with our symbols and their names', () => {
    const { liveSources } = readConfig({
      HTX_URL: 'https://api.huobi.pro, http://localhost:8081',
      HTX_SYMBOLS: 'btcusdt,shibusdt=shib1000usdt',
      QUOTES_URL: 'https://quotes.test/v1?plan=free',
      QUOTES_SYMBOLS: 'xauusd=XAU/USD',
      QUOTES_TOKEN: 'secret',
    });
    const symbols = new Map([
      ['btcusdt', 'btcusdt'],
      ['shibusdt', 'shib1000usdt'],
    ]);
    expect(liveSources).toEqual({
      htx: [
        { url: 'https://api.huobi.pro', symbols },
        { url: 'http://localhost:8081', symbols },
      ],
      quotes: [
        {
          url: 'https://quotes.test/v1?plan=free',
          symbols: new Map([['xauusd', 'XAU/USD']]),
          token: 'secret',
        },
      ],
    });
  });

  it.each([
    ['HTX_URL', { HTX_URL: 'ws://htx.test' }],
    ['HTX_URL', { HTX_URL: 'https://a.test,nonsense' }],
    ['QUOTES_URL', { QUOTES_URL: 'https://user:password@a.test' }],
    ['each host once', { HTX_URL: 'https://a.test,https://a.test/other' }],
    ['each host once', { HTX_URL: 'https://a.test', QUOTES_URL: 'https://a.test' }],
    ['HTX_SYMBOLS', { HTX_URL: 'https://a.test', HTX_SYMBOLS: 'BTC/USDT' }],
    ['HTX_SYMBOLS', { HTX_URL: 'https://a.test', HTX_SYMBOLS: 'btcusdt,btcusdt' }],
    ['HTX_SYMBOLS', { HTX_URL: 'https://a.test', HTX_SYMBOLS: 'btcusdt=a=b' }],
    ['QUOTES_SYMBOLS', { QUOTES_URL: 'https://a.test', QUOTES_SYMBOLS: 'xauusd=a,xagusd=a' }],
    ['only goes with HTX_URL', { HTX_SYMBOLS: 'btcusdt' }],
    ['only goes with QUOTES_URL', { QUOTES_TOKEN: 'secret' }],
  ])('are refused with the fault "%s": %o', (word, environment) => {
    const faults = faultsOf(environment as Record<string, string>);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(word);
  });
});

describe('the rail to an EVM chain', () => {
  const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  const rail = {
    MODE: 'live',
    EVM_RPC_URL: 'https://node.test/key',
    EVM_CHAIN_ID: '1',
    EVM_NETWORK: 'ERC20',
    EVM_NATIVE: 'ETH',
    EVM_TOKENS: `USDT=${address}:6`,
    EVM_SEED_FILE: '/keys/xpub',
    EVM_KEY_FILE: '/keys/hot',
  };
  const faultsOfRail = (over: Record<string, string>) => faultsOf({ ...rail, ...over });

  it('is absent unless configured, and refused in paper mode', () => {
    expect(readConfig({}).evm).toEqual([]);
    const faults = faultsOf({ ...rail, MODE: 'paper' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('paper mode touches no real rail');
  });

  it('needs a chain, an asset, a seed and a signer', () => {
    expect(faultsOfRail({})).toEqual([]);
    const signer = { EVM_SIGNER_URL: 'http://signer.test', EVM_SIGNER_ADDRESS: address };
    expect(faultsOfRail({ EVM_KEY_FILE: '', ...signer, EVM_TREASURY: address })).toEqual([]);
  });

  it.each([
    ['EVM_RPC_URL', { EVM_RPC_URL: 'ftp://node.test' }],
    ['EVM_CHAIN_ID', { EVM_CHAIN_ID: '0x1' }],
    ['EVM_NETWORK', { EVM_NETWORK: '' }],
    ['EVM_NATIVE', { EVM_NATIVE: 'eth' }],
    ['EVM_TOKENS', { EVM_TOKENS: `USDT=${address}` }],
    ['EVM_TOKENS', { EVM_TOKENS: `USDT=${address}:19` }],
    ['EVM_TOKENS', { EVM_TOKENS: `USDT=${address}:6,USDC=${address}:6` }],
    ['EVM_TOKENS', { EVM_TOKENS: `USDT=${address.replace('dAC', 'Dac')}:6` }],
    ['nothing moves', { EVM_NATIVE: '', EVM_TOKENS: '' }],
    ['EVM_SEED_FILE', { EVM_SEED_FILE: '' }],
    ['one of them', { EVM_KEY_FILE: '' }],
    ['one of them', { EVM_SIGNER_URL: 'http://signer.test' }],
    ['EVM_SIGNER_ADDRESS', { EVM_KEY_FILE: '', EVM_SIGNER_URL: 'http://signer.test' }],
    ['EVM_TREASURY', { EVM_TREASURY: 'me' }],
    ['EVM_MAX_FEE_GWEI', { EVM_MAX_FEE_GWEI: '0' }],
    ['EVM_REPLACE_MINUTES', { EVM_REPLACE_MINUTES: 'soon' }],
    ['EVM_CHECK_RPC_URL', { EVM_CHECK_RPC_URL: 'node.test' }],
    ['EVM_SWEEP_ABOVE', { EVM_SWEEP_ABOVE: 'USDT=0' }],
    ['EVM_SWEEP_ABOVE', { EVM_SWEEP_ABOVE: 'USDT=50,USDT=60' }],
    ['EVM_SWEEP_MAX_GWEI', { EVM_SWEEP_ABOVE: 'USDT=50', EVM_SWEEP_MAX_GWEI: '0' }],
    ['need EVM_SWEEP_ABOVE', { EVM_SWEEP_KEY_FILE: '/keys/deposits' }],
  ])('is refused with the fault "%s": %o', (word, over) => {
    const faults = faultsOfRail(over as Record<string, string>);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(word);
  });

  const second = {
    EVM_RPC_URL_2: 'https://bsc.test/key',
    EVM_CHECK_RPC_URL_2: 'https://other.test',
    EVM_CHAIN_ID_2: '56',
    EVM_NETWORK_2: 'BEP20',
    EVM_NATIVE_2: 'BNB',
    EVM_SEED_FILE_2: '/keys/xpub',
    EVM_KEY_FILE_2: '/keys/bsc',
    EVM_MAX_FEE_GWEI_2: '20',
    EVM_SWEEP_ABOVE_2: 'BNB=0.25',
  };

  it('has others beside it, whose settings have a number, and which start with any number', () => {
    const chains = readConfig({ ...rail, ...second }).evm;
    expect(
      chains.map(({ network, chainId, maxFeeGwei }) => [network, chainId, maxFeeGwei]),
    ).toEqual([
      ['ERC20', 1, 300],
      ['BEP20', 56, 20],
    ]);
    expect(chains.map(({ checkUrl }) => checkUrl)).toEqual([undefined, 'https://other.test']);
    expect(chains.map(({ sweep }) => sweep?.above.get('BNB'))).toEqual([
      undefined,
      decimal('0.25'),
    ]);
    const alone = readConfig({ MODE: 'live', ...second });
    expect(alone.evm.map(({ network }) => network)).toEqual(['BEP20']);
    expect(alone.shared['EVM_CHAIN_ID_2']).not.toBe('');
  });

  it('names the setting of the chain that is wrong, and two chains of one network or number', () => {
    expect(faultsOfRail({ ...second, EVM_SEED_FILE_2: '' })).toEqual([
      'EVM_RPC_URL_2 needs EVM_SEED_FILE_2',
    ]);
    expect(faultsOfRail({ ...second, EVM_CHAIN_ID_2: '1' })[0]).toContain('EVM_CHAIN_ID is 1');
    expect(faultsOfRail({ ...second, EVM_NETWORK_2: 'ERC20' })[0]).toContain(
      'EVM_NETWORK is ERC20',
    );
    const paper = faultsOf({ ...second, MODE: 'paper' });
    expect(paper).toHaveLength(1);
    expect(paper[0]).toContain('EVM_RPC_URL_2');
  });
});

describe('the venue of hedges', () => {
  const venue = {
    MODE: 'live',
    VENUE_URL: 'https://api.venue.test',
    VENUE_ACCESS_KEY: 'key',
    VENUE_SECRET_FILE: '/keys/venue',
  };

  it('is absent unless configured, and refused in paper mode', () => {
    expect(readConfig({}).venue).toBeUndefined();
    const [fault, ...more] = faultsOf({ ...venue, MODE: 'paper' });
    expect(more).toEqual([]);
    expect(fault).toContain('paper money is not hedged');
  });

  it('needs a key and its secret, and an address that nobody can read on the way', () => {
    expect(faultsOf(venue)).toEqual([]);
    expect(faultsOf({ ...venue, VENUE_URL: 'http://127.0.0.1:8080' })).toEqual([]);
    expect(faultsOf({ ...venue, VENUE_SECRET_FILE: '' })).toEqual([
      'VENUE_URL, VENUE_ACCESS_KEY need VENUE_SECRET_FILE',
    ]);
    for (const VENUE_URL of ['http://api.venue.test', 'https://a:b@venue.test', 'https://v.test/x'])
      expect(faultsOf({ ...venue, VENUE_URL })[0]).toContain('VENUE_URL must be');
  });
});
