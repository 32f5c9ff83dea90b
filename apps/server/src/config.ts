/** The configuration: the only reader of the environment, parsed once, with all faults reported together. */
import { resolve } from 'node:path';
import { type BackupSettings, readBackup } from './config-backup.ts';
import { readEvm } from './config-evm.ts';
import { readS3 } from './config-files.ts';
import { readMetrics } from './config-metrics.ts';
import { readSources } from './config-sources.ts';
import { readWitnesses } from './config-witnesses.ts';
import type { SourceSettings } from './features/pricing/index.ts';
import type { Witness } from './features/public-log/index.ts';
import type { EvmSettings } from './kernel/rails/evm/evm-settings.ts';
import { SECOND_MS } from './platform/durations.ts';
import { isProxyName } from './platform/http/caller-address.ts';
import type { S3Settings } from './platform/files/s3-files.ts';
import type { MetricsAddress } from './platform/metrics/metrics-server.ts';
import type { SmtpSettings } from './platform/mail.ts';
import type { SmsGatewaySettings } from './platform/sms.ts';

export interface Config {
  port: number;
  /** Where Prometheus reads; absent: nowhere. */
  metrics: MetricsAddress | undefined;
  /** The public address of the app, for links in messages. Without a trailing slash. */
  publicUrl: string;
  /** Origins of push services besides those of the browsers; for tests. */
  morePushServices: readonly string[];
  /** Programs of others that cosign the public log. */
  witnesses: readonly Witness[];
  /** Absolute. */
  dataDir: string;
  /** The operator's own PostgreSQL; absent: the embedded one in `dataDir`. */
  database: { url: string; ownerUrl: string | undefined } | undefined;
  mode: 'paper';
  /** The same seed gives the same simulated prices. Absent: drawn once and stored in the database. */
  marketSeed: string | undefined;
  /** Absent: every price is simulated. */
  liveSources: SourceSettings | undefined;
  /** The rail for real money, in live mode. Absent: the paper rail. */
  evm: EvmSettings | undefined;
  /** The text of every captcha; for tests. */
  captchaFixed: string | undefined;
  /** Addresses and ranges of reverse proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  smtp: SmtpSettings | undefined;
  sms: SmsGatewaySettings | undefined;
  /** The store of private files; absent: a folder in `dataDir`. */
  s3: S3Settings | undefined;
  /** Backups of the embedded database; absent: none. */
  backup: BackupSettings | undefined;
  logLevel: 'info' | 'warn' | 'error' | 'silent';
  /** How long it still serves, reporting itself as not ready, after it was told to stop. */
  drainMs: number;
}

/** All faults of the environment, so that they can be corrected together. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

type Environment = Record<string, string | undefined>;

const CAPTCHA_TEXT = /^[0-9A-Za-z]{4,8}$/;
/** Supervisors kill what does not end soon. */
const DRAIN_SECONDS_MAX = 60;
const LOG_LEVELS = ['info', 'warn', 'error', 'silent'] as const;

/** Fails with: ConfigFaults. */
export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = [];
  const given = (name: string) => {
    const value = environment[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  };
  const url = (name: string, protocols: readonly string[]) => {
    const value = given(name);
    if (value === undefined) return undefined;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    faults.push(`${name} must be a URL that starts with ${protocols.join('// or ')}//`);
    return undefined;
  };
  const postgres = ['postgres:', 'postgresql:'];
  const databaseUrl = url('DATABASE_URL', postgres);
  const ownerUrl = url('DATABASE_OWNER_URL', postgres);
  if (ownerUrl !== undefined && given('DATABASE_URL') === undefined) {
    faults.push('DATABASE_OWNER_URL only goes with DATABASE_URL');
  }
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  const smsUrl = url('SMS_URL', ['http:', 'https:']);
  const port = readPort(given('PORT'), faults);
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`;
  const config: Config = {
    port,
    metrics: readMetrics(given, faults),
    publicUrl: publicUrl.replace(/\/+$/, ''),
    morePushServices: readOrigins(given('PUSH_SERVICES'), faults),
    witnesses: readWitnesses(given('WITNESSES'), faults),
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    database: databaseUrl === undefined ? undefined : { url: databaseUrl, ownerUrl },
    mode: 'paper',
    marketSeed: given('MARKET_SEED'),
    liveSources: readSources(given, faults),
    evm: readEvm(given, given('MODE') ?? 'paper', faults),
    captchaFixed: readCaptcha(given('CAPTCHA_FIXED'), faults),
    trustedProxies: readProxies(given('TRUSTED_PROXY'), faults),
    smtp:
      smtpUrl === undefined
        ? undefined
        : { url: smtpUrl, from: given('SMTP_FROM') ?? 'Tern <no-reply@localhost>' },
    sms: smsUrl === undefined ? undefined : { url: smsUrl, token: given('SMS_TOKEN') },
    s3: readS3(given, faults),
    backup: readBackup(given, resolve(given('DATA_DIR') ?? './data'), faults),
    logLevel: readLogLevel(given('LOG_LEVEL'), faults),
    drainMs: readDrain(given('DRAIN_SECONDS'), faults),
  };
  faults.push(...modeFaults(given('MODE') ?? 'paper', given));
  if (faults.length > 0) throw new ConfigFaults(faults);
  return config;
}

/** Where the backups are, for a restore on a machine without other settings. */
export const readBackupDir = (environment: Environment = process.env): string | undefined =>
  environment['BACKUP_DIR']?.trim() || undefined;

function readPort(text: string | undefined, faults: string[]): number {
  const port = Number(text ?? '8080');
  if (/^\d{1,5}$/.test(text ?? '8080') && port >= 1 && port <= 65_535) return port;
  faults.push('PORT must be a whole number from 1 to 65535');
  return 0;
}

function readCaptcha(text: string | undefined, faults: string[]): string | undefined {
  if (text !== undefined && !CAPTCHA_TEXT.test(text)) {
    faults.push('CAPTCHA_FIXED must be 4 to 8 letters or digits');
  }
  return text;
}

function readProxies(text: string | undefined, faults: string[]): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim());
  const proxies = names.filter((name) => name !== '');
  if (!proxies.every(isProxyName)) {
    faults.push('TRUSTED_PROXY must list addresses, ranges such as 10.0.0.0/8, or loopback');
  }
  return proxies;
}

function readOrigins(text: string | undefined, faults: string[]): string[] {
  const origins = (text ?? '').split(',').map((origin) => origin.trim());
  const given = origins.filter((origin) => origin !== '');
  if (!given.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) {
    faults.push('PUSH_SERVICES must list origins such as https://push.example.com');
  }
  return given;
}

function readLogLevel(text: string | undefined, faults: string[]): Config['logLevel'] {
  const level = LOG_LEVELS.find((each) => each === (text ?? 'warn'));
  if (level === undefined) faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  return level ?? 'warn';
}

function readDrain(text: string | undefined, faults: string[]): number {
  const seconds = Number(text ?? '0');
  if (/^\d{1,2}$/.test(text ?? '0') && seconds <= DRAIN_SECONDS_MAX) return seconds * SECOND_MS;
  faults.push(`DRAIN_SECONDS must be a whole number from 0 to ${DRAIN_SECONDS_MAX}`);
  return 0;
}

/** Live mode starts only with everything that real money requires (rules §2, design §8). */
function modeFaults(mode: string, given: (name: string) => string | undefined): string[] {
  if (mode === 'paper') return [];
  if (mode !== 'live') return ["MODE must be 'paper' or 'live'"];
  const faults = ['MODE=live needs a licence record, and this version has no place to keep one'];
  if (given('EVM_RPC_URL') === undefined) {
    faults.push('MODE=live needs real rails for deposits and withdrawals: EVM_RPC_URL and its kin');
  }
  if (given('PUBLIC_URL')?.startsWith('https:') !== true) {
    faults.push('MODE=live needs PUBLIC_URL with https: security messages link to it');
  }
  if (given('DATABASE_URL') === undefined) {
    faults.push(
      'MODE=live needs DATABASE_URL: the embedded database serves paper mode and tests only',
    );
  }
  if (given('HTX_URL') === undefined || given('QUOTES_URL') === undefined) {
    faults.push('MODE=live needs HTX_URL and QUOTES_URL: simulated prices serve paper mode only');
  }
  if (given('CAPTCHA_FIXED') !== undefined) faults.push('MODE=live refuses CAPTCHA_FIXED');
  return faults;
}
