import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { type Config, inspectConfig } from '../../config/config.ts';
import { systemClock } from '../../platform/clock.ts';
import type { ServerState } from '../../platform/database/server-state.ts';
import { checkClock } from './check-clock.ts';
import {
  checkArchive,
  checkHosts,
  checkLogin,
  checkReplica,
  checkServerState,
  checkStandby,
} from './check-database.ts';
import { checkLicence } from './check-licence.ts';
import { checkMachine, checkNode } from './check-machine.ts';
import { checkTwoPeople } from './check-people.ts';
import { checkAddress, checkFiles, checkMail, checkSms, checkSources } from './check-services.ts';
import { checkSettings } from './check-settings.ts';
import { assertReadyForLive, examine } from './examine.ts';
import { type Finding, obstacle } from './finding.ts';
import { reportLines, startLines } from './report.ts';

const folder = mkdtempSync(join(tmpdir(), 'tern-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settingsOf = (environment: Record<string, string>) =>
  checkSettings(inspectConfig(environment));
const configOf = (environment: Record<string, string>): Config => inspectConfig(environment).config;
const obstaclesOf = (findings: readonly Finding[]) =>
  findings.filter(({ preventsStart }) => preventsStart === true).map(({ item }) => item);

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';
const RAIL = {
  EVM_RPC_URL: `http://${NOWHERE}/provider-key`,
  EVM_CHAIN_ID: '1',
  EVM_NETWORK: 'ERC20',
  EVM_NATIVE: 'ETH',
  EVM_SEED_FILE: '/nowhere/xpub',
  EVM_KEY_FILE: '/nowhere/hot',
};
const LIVE = {
  MODE: 'live',
  PUBLIC_URL: `https://${NOWHERE}`,
  DATABASE_URL: `postgres://tern:database-secret@${NOWHERE}/tern`,
  HTX_URL: `http://${NOWHERE}`,
  QUOTES_URL: 'http://localhost:1',
  SMTP_URL: `smtp://tern:mail-secret@${NOWHERE}`,
  SMS_URL: 'https://sms.test',
  SMS_TOKEN: 'sms-secret',
  WITNESSES:
    'witness.example+e6557821+BBOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPK https://witness.example',
  SCREENING_FOLDER: '/var/lib/tern/lists',
  OPERATOR_OIDC_ISSUER: `https://${NOWHERE}`,
  OPERATOR_OIDC_CLIENT_ID: 'console',
  OPERATOR_OIDC_CLIENT_SECRET: 'sign-in-secret',
  ...RAIL,
};

describe('the settings', () => {
  it('of paper mode need nothing', () => {
    expect(settingsOf({}).map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  it.each([
    ['rails', RAIL],
    ['database', { DATABASE_URL: '' }],
    ['prices', { HTX_URL: '' }],
    ['prices', { QUOTES_URL: '' }],
    ['witnesses', { WITNESSES: '' }],
    ['sanctions', { SCREENING_FOLDER: '' }],
    ['mail', { SMTP_URL: '' }],
    ['sms', { SMS_URL: '' }],
    ['address', { PUBLIC_URL: 'http://tern.test' }],
    ['captcha', { CAPTCHA_FIXED: 'GULL' }],
    ['sign-in', { OPERATOR_OIDC_ISSUER: `http://${NOWHERE}` }],
  ])('of live mode lack %s', (item, over) => {
    const without = Object.fromEntries(Object.keys(RAIL).map((name) => [name, '']));
    const environment = { ...LIVE, ...(item === 'rails' ? without : over) } as Record<
      string,
      string
    >;
    expect(obstaclesOf(settingsOf(environment))).toEqual([item]);
  });

  it('of live mode lack nothing when all are there', () => {
    expect(obstaclesOf(settingsOf(LIVE))).toEqual([]);
  });

  it('of paper mode have no licence and no rail', () => {
    const findings = settingsOf({ LICENCE_FILE: '/licence.json', ...RAIL });
    expect(obstaclesOf(findings)).toEqual(['settings', 'settings']);
  });

  it('refuse a fixed captcha as soon as others can open the address', () => {
    const at = (url: string) => settingsOf({ CAPTCHA_FIXED: 'GULL', PUBLIC_URL: url });
    expect(obstaclesOf(at('http://localhost:8080'))).toEqual([]);
    expect(obstaclesOf(at('https://tern.test'))).toEqual(['captcha']);
  });

  it('are each listed when they are faulty or misspelt', () => {
    const findings = settingsOf({ PORT: 'abc', LOG_LEVEL: 'loud', SMPT_URL: 'smtp://mail' });
    const settings = findings.filter(({ item }) => item === 'settings');
    expect(settings.map(({ status }) => status)).toEqual(['problem', 'problem', 'warning']);
  });
});

describe('the machine', () => {
  it('needs a Node that gets security updates', () => {
    expect(checkNode('20.19.0').status).toBe('ok');
    expect(checkNode('23.1.0').status).toBe('warning');
    expect(checkNode('20.18.9').preventsStart).toBe(true);
    expect(checkNode('18.20.0').preventsStart).toBe(true);
  });

  const inDataDir = async (name: string, rights: number, keyRights: number) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'secrets.key'), 'key');
    chmodSync(dataDir, rights);
    chmodSync(join(dataDir, 'secrets.key'), keyRights);
    const findings = await checkMachine({ dataDir, secretsKeyFile: join(dataDir, 'secrets.key') });
    const statusOf = (item: string) => findings.find((each) => each.item === item)?.status;
    return { folder: statusOf('data folder'), key: statusOf('key') };
  };

  it.runIf(process.platform !== 'win32')(
    'keeps the data folder and its key to itself',
    async () => {
      expect(await inDataDir('closed', 0o700, 0o600)).toEqual({ folder: 'ok', key: 'ok' });
      expect(await inDataDir('shared', 0o750, 0o600)).toEqual({ folder: 'ok', key: 'ok' });
      expect(await inDataDir('open', 0o755, 0o600)).toEqual({ folder: 'warning', key: 'ok' });
      expect(await inDataDir('known', 0o700, 0o640)).toEqual({ folder: 'ok', key: 'problem' });
    },
  );

  it('may have no data folder before the first start', async () => {
    const findings = await checkMachine({
      dataDir: join(folder, 'new', 'data'),
      secretsKeyFile: join(folder, 'new', 'data', 'secrets.key'),
    });
    expect(findings.find(({ item }) => item === 'data folder')?.status).toBe('ok');
  });
});

const GOOD: ServerState = {
  version: '15.8',
  isStandby: false,
  unsafe: [],
  synchronousCommit: 'on',
  standbyNames: 'standby',
  standbys: [{ state: 'streaming', syncState: 'sync' }],
  seesStandbys: true,
  archivesLog: true,
  archivedAt: 1_000_000,
  archiveFailedAt: undefined,
  isSuperuser: false,
  hasAppRole: true,
  ownsTables: false,
  isEncrypted: true,
  now: 1_000_000,
};

describe('the database', () => {
  it('is well when it is durable, up to date and kept', () => {
    expect(checkServerState(GOOD).status).toBe('ok');
    expect(checkLogin(GOOD, 'live').map(({ status }) => status)).toEqual(['ok']);
    expect(checkStandby(GOOD, 'live').status).toBe('ok');
    expect(checkArchive(GOOD, 'live').status).toBe('ok');
  });

  it.each([
    ['an old version', { version: '14.20' }],
    ['a standby', { isStandby: true }],
    ['a commit that does not wait for the disk', { unsafe: ['synchronous_commit'] }],
  ])('with %s prevents a start', (_, over) => {
    expect(checkServerState({ ...GOOD, ...over }).preventsStart).toBe(true);
  });

  it.each([
    ['a superuser', { isSuperuser: true }],
    ['the owner of the tables', { ownsTables: true }],
  ])('with %s as login is a problem in live mode', (_, over) => {
    expect(checkLogin({ ...GOOD, ...over }, 'live')[0]?.status).toBe('problem');
    expect(checkLogin({ ...GOOD, ...over }, 'paper')[0]?.status).toBe('warning');
  });

  it.each([
    ['no standby', { standbys: [], standbyNames: '' }, 'problem', 'ok'],
    ['a standby awaited in vain', { standbys: [] }, 'problem', 'problem'],
    [
      'an asynchronous standby',
      { standbys: [{ state: 'streaming', syncState: 'async' }] },
      'problem',
      'warning',
    ],
    ['commits that do not wait for it', { synchronousCommit: 'local' }, 'problem', 'warning'],
    [
      'a standby that cannot be reached',
      { standbys: [{ state: null, syncState: null }], seesStandbys: false },
      'warning',
      'warning',
    ],
  ])('with %s', (_, over, live, paper) => {
    expect(checkStandby({ ...GOOD, ...over }, 'live').status).toBe(live);
    expect(checkStandby({ ...GOOD, ...over }, 'paper').status).toBe(paper);
  });

  const one = { place: 'one:5432', isStandby: false, follows: '7', seesReceiver: true };
  const two = { ...one, place: 'two:5432', isStandby: true };
  it.each([
    ['the primary and its standby', [two, one], [], []],
    [
      'a standby that is down',
      [one, { place: 'two:5432', failure: 'no route' }],
      'problem',
      'warning',
    ],
    ['a standby of another database', [one, { ...two, follows: '8' }], 'problem', 'problem'],
    ['an old primary that came back', [one, { ...two, isStandby: false }], 'problem', 'problem'],
  ])('on hosts of which there is %s', (_, hosts, live, paper) => {
    const troubles = (mode: 'live' | 'paper') =>
      checkHosts(hosts, mode).flatMap(({ status }) => (status === 'ok' ? [] : [status]));
    expect(troubles('live')).toEqual([live].flat());
    expect(troubles('paper')).toEqual([paper].flat());
  });

  it.each([
    ['ok', two],
    ['warning', { place: 'two:5432', failure: 'no route' }],
    ['warning', one],
    ['warning', { ...two, follows: '8' }],
    ['warning', { ...two, seesReceiver: false }],
  ])('with a read replica: %s', (status, replica) => {
    expect(checkReplica(replica, [one]).status).toBe(status);
  });

  it('without a standby does not prevent a start: after a failover there is none', () => {
    const alone = { ...GOOD, standbys: [], standbyNames: '' };
    expect(checkStandby(alone, 'live').preventsStart).toBeUndefined();
  });

  it.each([
    ['no archive', { archivesLog: false }, 'problem'],
    ['a failed archive', { archiveFailedAt: 1_000_001 }, 'problem'],
    ['an archive of yesterday', { now: 1_000_000 + 86_400_001 }, 'problem'],
    ['an archive of today', { now: 1_000_000 + 86_400_000 }, 'ok'],
  ])('with %s', (_, over, status) => {
    expect(checkArchive({ ...GOOD, ...over }, 'live').status).toBe(status);
  });
});

test.each([
  [0, 'ok'],
  [1_400, 'ok'],
  [-1_400, 'ok'],
  [1_600, 'warning'],
  [-4_000, 'warning'],
  [5_600, 'problem'],
])('a clock that differs by %i ms after a journey of 1 s is %s', (off, status) => {
  const reading = { of: 'another', before: 100_000, after: 101_000, theirs: 100_500 + off };
  expect(checkClock(reading).status).toBe(status);
});

describe('two people', () => {
  const operator = (...turns: ('first' | 'second')[]) => ({
    permissions: turns.map((turn) => `reviews.${turn}` as const),
    isActive: true,
    passwordHash: 'hash',
  });
  it.each([
    ['nobody', []],
    ['one person in both roles', [operator('first', 'second')]],
    ['approvers without a reviewer', [operator('second'), operator('second')]],
    ['reviewers without an approver', [operator('first'), operator('first')]],
    [
      'an account that was never started',
      [operator('first', 'second'), { ...operator('second'), passwordHash: null }],
    ],
    ['a closed account', [operator('first', 'second'), { ...operator('second'), isActive: false }]],
    ['a single approver', [operator('first'), operator('second')]],
  ])('are not %s', (_, operators) => {
    expect(checkTwoPeople(operators).status).toBe('problem');
  });

  it('are a reviewer and two approvers, one of them another person', () => {
    const both = operator('first', 'second');
    expect(checkTwoPeople([both, { ...both }]).status).toBe('ok');
    expect(checkTwoPeople([both, { ...both }], 'live').status).toBe('ok');
    expect(checkTwoPeople([both], 'live').preventsStart).toBe(true);
  });
});

describe('the services', () => {
  it('must encrypt what crosses a network', async () => {
    const { publicUrl } = configOf({ PUBLIC_URL: 'http://tern.test' });
    const [address] = await checkAddress({ ...configOf({}), publicUrl }, systemClock);
    expect(address?.status).toBe('problem');
    expect(checkSms(configOf({ SMS_URL: 'http://sms.test' }))[0]?.status).toBe('problem');
    expect(checkSms(configOf({ SMS_URL: 'https://sms.test' }))[0]?.status).toBe('ok');
  });

  it('need to know the proxy in front', async () => {
    const items = async (environment: Record<string, string>) =>
      (await checkAddress(configOf(environment), systemClock)).map(({ item }) => item);
    const PUBLIC_URL = `https://${NOWHERE}`;
    expect(await items({ PUBLIC_URL })).toEqual(['address', 'proxy']);
    expect(await items({ PUBLIC_URL, TRUSTED_PROXY: 'loopback' })).toEqual(['address']);
  });

  it('are compared by their clocks', async () => {
    const ahead = new Date(Date.now() + 60_000).toUTCString();
    const server = createServer((_, answer) => answer.setHeader('date', ahead).end()).listen(0);
    const { port } = server.address() as AddressInfo;
    const config = configOf({
      HTX_URL: `http://localhost:${port}`,
      QUOTES_URL: `http://${NOWHERE}`,
    });
    const [source, silent] = await checkSources(config, systemClock);
    server.close();
    expect(source).toMatchObject({ item: 'clock', status: 'problem' });
    expect(source?.found).toContain('behind');
    expect(silent).toMatchObject({ item: 'prices', status: 'warning' });
  });

  it('include the folder of private files once there is one, or the bucket', async () => {
    const DATA_DIR = join(folder, 'stored');
    const statuses = async (environment: Record<string, string>) =>
      (await checkFiles(configOf({ DATA_DIR, ...environment }))).map(({ status }) => status);
    expect(await statuses({})).toEqual([]);
    mkdirSync(join(DATA_DIR, 'files', 'ab'), { recursive: true });
    chmodSync(join(DATA_DIR, 'files'), 0o755);
    expect(await statuses({})).toEqual([process.platform === 'win32' ? 'ok' : 'warning']);
    const bucket = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    const inBucket = { S3_URL: `http://${NOWHERE}/tern`, ...bucket };
    expect(await statuses(inBucket)).toEqual(['problem']);
    writeFileSync(join(DATA_DIR, 'files', 'ab', 'abcdefgh'), 'an image of before');
    expect(await statuses(inBucket)).toEqual(['problem', 'warning']);
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.example.com' }, ['mail']],
    [{ SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'Tern <no-reply@example.com>' }, []],
    [{ SMTP_URL: 'smtp://localhost' }, []],
  ])('warn of a sender that other mail servers refuse: %o', (environment, items) => {
    const warnings = settingsOf(environment).filter(({ status }) => status === 'warning');
    expect(warnings.map(({ item }) => item)).toEqual(items);
  });

  it('may be absent in paper mode, with a warning', async () => {
    expect((await checkMail(configOf({})))[0]?.status).toBe('warning');
    expect(checkSms(configOf({}))[0]?.status).toBe('warning');
  });
});

describe('the whole examination', () => {
  it('of a deployment where nothing answers ends, and never shows a secret', async () => {
    const findings = await examine(inspectConfig({ ...LIVE, DATA_DIR: folder }), systemClock);
    const text = JSON.stringify(findings);
    for (const secret of [
      'database-secret',
      'mail-secret',
      'sms-secret',
      'provider-key',
      'sign-in-secret',
    ]) {
      expect(text).not.toContain(secret);
    }
    const problems = findings.filter(({ status }) => status === 'problem').map(({ item }) => item);
    expect(problems).toEqual(expect.arrayContaining(['licence', 'database', 'mail', 'rails']));
    // Nobody knows who is in a database that does not answer.
    expect(problems).not.toContain('operators');
    expect(
      findings.every(({ status, advice }) => (status === 'ok') === (advice === undefined)),
    ).toBe(true);
  });

  it('is why live mode does not start', async () => {
    const refused = assertReadyForLive(inspectConfig({ MODE: 'live' }), systemClock);
    const message = await refused.then(String, String);
    for (const item of [
      'licence',
      'rails',
      'database',
      'prices',
      'witnesses',
      'sanctions',
      'mail',
      'sms',
      'address',
    ]) {
      expect(message).toContain(`- ${item}: `);
    }
  });

  it('is printed with a sign, the item, the finding, and what to do', () => {
    expect(
      reportLines([
        { item: 'node', status: 'ok', found: 'Node 20.' },
        { item: 'mail', status: 'problem', found: 'It is silent.', advice: 'Wake it.' },
      ]),
    ).toEqual([
      '✓ ok       node  Node 20.',
      '✗ problem  mail  It is silent.',
      '                 → Wake it.',
      '',
      'Problems: 1, warnings: 0.',
    ]);
  });

  it('says which problems keep live mode from starting', () => {
    const findings: Finding[] = [
      { item: 'standby', status: 'problem', found: 'There is none.', advice: 'Make one.' },
      ...(['sms', 'prices', 'prices'] as const).map((item) =>
        obstacle(item, { found: 'It is missing.', advice: 'Set it.' }),
      ),
    ];
    expect(startLines(findings)).toEqual([
      'Live mode does not start before these are corrected: sms, prices.',
    ]);
    expect(startLines(findings.slice(0, 1))).toEqual([]);
  });
});

describe('the licence record', () => {
  const licenceFile = join(folder, 'licence.json');
  const record = {
    operator: 'Harbour Exchange Ltd',
    number: '31000123456789',
    regulator: 'FINTRAC',
    registry: 'https://registry.test',
    countries: ['CH'],
    validUntil: '2027-06-30',
  };
  const statusAt = (time: string) => {
    const [finding] = checkLicence({ licenceFile }, Date.parse(time));
    return [finding?.status, finding?.preventsStart === true];
  };

  it('prevents a start while it is missing, incomplete or expired', () => {
    expect(checkLicence({ licenceFile: undefined }, 0)[0]?.preventsStart).toBe(true);
    expect(statusAt('2026-11-20T00:00:00Z')).toEqual(['problem', true]);
    writeFileSync(licenceFile, JSON.stringify({ ...record, number: '' }));
    expect(statusAt('2026-11-20T00:00:00Z')).toEqual(['problem', true]);
    writeFileSync(licenceFile, JSON.stringify(record));
    expect(statusAt('2026-11-20T00:00:00Z')).toEqual(['ok', false]);
    expect(statusAt('2027-06-30T23:59:59Z')).toEqual(['warning', false]);
    expect(statusAt('2027-07-01T00:00:00Z')).toEqual(['problem', true]);
  });
});
