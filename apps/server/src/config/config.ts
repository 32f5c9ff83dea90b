/** The configuration: the only reader of the environment, parsed once, with all faults reported together. */
import { type BackupSettings, backupSettings, readBackup, readBackupPlace } from './backup.ts';
import { busSettings, readBus } from './bus.ts';
import { environmentOfInstances } from './cluster.ts';
import type { BackupPlace } from '../platform/backup/open-store.ts';
import { evmSettings, readEvm } from './evm.ts';
import { readTron, tronSettings } from './tron.ts';
import { fileSettings, readS3 } from './files.ts';
import { historySettings, readHistory } from './history.ts';
import { readScreeningFolder, screeningSettings } from './screening.ts';
import { bankSettings, readBankBalances, readBankFolder } from './banks.ts';
import { licenceSettings, readLicenceFile } from './licence.ts';
import { messageSettings, readMessages } from './messages.ts';
import { metricsSettings, readMetrics } from './metrics.ts';
import { instanceSettings, readRoles } from './instances.ts';
import { type Fingerprints, fingerprintsOf } from './shared.ts';
import { readServing, type ServingConfig, servingSettings } from './serving.ts';
import { readSignIn, signInSettings } from './sign-in.ts';
import { allSettings, type Descriptions } from './setting.ts';
import { readSources, sourceSettings } from './sources.ts';
import { misspelt } from './spelling.ts';
import { readStorage, type StorageConfig, storageSettings } from './storage.ts';
import { readTracing, tracingSettings } from './tracing.ts';
import { readVenue, venueSettings } from './venue.ts';
import { readQuorum, readWitnesses, witnessSettings } from './witnesses.ts';
import type { Role } from '../kernel/leases/roles.ts';
import type { Keeping } from '../features/gateway/history-files/index.ts';
import type { SourceSettings } from '../features/market/pricing/index.ts';
import type { Witness } from '../features/proof/public-log/index.ts';
import type { EvmSettings } from '../adapters/evm-rail/evm-settings.ts';
import type { TronSettings } from '../adapters/tron-rail/tron-settings.ts';
import type { VenueSettings } from '../adapters/htx-venue/htx-venue.ts';
import type { OpenIdSettings } from '../adapters/open-id-provider.ts';
import type { S3Settings } from '../platform/s3.ts';
import type { MetricsAddress } from '../platform/metrics/metrics-server.ts';
import type { NatsSettings } from '../platform/nats-bus.ts';
import type { SmtpSettings } from '../adapters/smtp.ts';
import type { SmsGatewaySettings } from '../adapters/http-sms.ts';
import type { TracingSettings } from '../platform/tracing/tracing-settings.ts';

export interface Config extends ServingConfig, StorageConfig {
  /** Fingerprints of the settings that all instances of a deployment share, by name. */
  shared: Fingerprints;
  /** What this instance does. */
  roles: readonly Role[];
  /** Programs of others that cosign the public log. */
  witnesses: readonly Witness[];
  /** How many of them should have cosigned a checkpoint. */
  witnessQuorum: number;
  /** The same seed gives the same simulated prices. Absent: drawn once and stored in the database. */
  marketSeed: string | undefined;
  /** Absent: every price is simulated. */
  liveSources: SourceSettings | undefined;
  /** The rails for real money, in live mode, each to another chain. None, and no TRON: the paper rail. */
  evm: readonly EvmSettings[];
  /** The rail to TRON, in live mode; absent: none. */
  tron: TronSettings | undefined;
  /** The exchange on which this one hedges, in live mode; absent: nothing is hedged. */
  venue: VenueSettings | undefined;
  /** What joins the instances of the deployment; absent: this one is alone. */
  nats: NatsSettings | undefined;
  /** The file of the operator's licence record, in live mode. */
  licenceFile: string | undefined;
  /** Into which bank statements are put; absent: none. */
  bankFolder: string | undefined;
  screeningFolder: string | undefined;
  /** A note that an auditor signed on money at banks; absent: none. */
  bankBalancesFile: string | undefined;
  /** Through which operators may sign in; absent: with their password only. */
  signIn: OpenIdSettings | undefined;
  smtp: SmtpSettings | undefined;
  sms: SmsGatewaySettings | undefined;
  /** The store of private files; absent: a folder in `dataDir`. */
  s3: S3Settings | undefined;
  /** How long files of past prices are kept. */
  historyFiles: Keeping;
  /** Where Prometheus reads; absent: nowhere. */
  metrics: MetricsAddress | undefined;
  /** Where traces are sent; absent: nothing is traced. */
  tracing: TracingSettings | undefined;
  /** Backups of the embedded database; absent: none. */
  backup: BackupSettings | undefined;
}

/** Every setting, by the sections of docs/configuration.md. */
export const settingSections: Readonly<Record<string, Descriptions>> = {
  'Data and mode': storageSettings,
  Serving: servingSettings,
  'Sign-in of operators': signInSettings,
  'Several instances on one database': { ...instanceSettings, ...busSettings },
  Messages: messageSettings,
  Prices: sourceSettings,
  Licence: licenceSettings,
  Banks: bankSettings,
  Screening: screeningSettings,
  'Rails to EVM chains': evmSettings,
  'The rail to TRON': tronSettings,
  Hedging: venueSettings,
  'File store': fileSettings,
  'Files of past prices': historySettings,
  'Public log': witnessSettings,
  Metrics: metricsSettings,
  Traces: tracingSettings,
  'Backups of the embedded database': backupSettings,
};

const settings = allSettings(Object.values(settingSections));

/** All faults of the environment, so that they can be corrected together. */
export class ConfigFaults extends Error {
  override readonly name = 'ConfigFaults';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Inspected {
  /** With faults, the settings they name have no meaning. */
  readonly config: Config;
  readonly faults: readonly string[];
  /** Variables that are probably misspelt settings. */
  readonly doubts: readonly string[];
}

/** Reads everything that can be read and lists what is wrong; `over` replaces variables. */
export function inspectConfig(
  environment: Environment = process.env,
  over: Environment = {},
): Inspected {
  const variables: Environment = { ...environment, ...over };
  const faults: string[] = [];
  const given = (name: string) => {
    const value = variables[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  };
  const storage = readStorage(given, faults);
  const witnesses = readWitnesses(given, faults);
  const config: Config = {
    ...storage,
    ...readServing(given, faults),
    ...readMessages(given, faults),
    signIn: readSignIn(given, faults),
    nats: readBus(given, faults),
    shared: fingerprintsOf(settings, given),
    roles: readRoles(given, faults),
    witnesses,
    witnessQuorum: readQuorum(given, witnesses, faults),
    marketSeed: given('MARKET_SEED'),
    liveSources: readSources(given, faults),
    evm: readEvm(given, storage.mode, faults),
    tron: readTron(given, storage.mode, faults),
    venue: readVenue(given, storage.mode, faults),
    licenceFile: readLicenceFile(given, storage.mode, faults),
    bankFolder: readBankFolder(given),
    screeningFolder: readScreeningFolder(given),
    bankBalancesFile: readBankBalances(given, storage.mode, faults),
    s3: readS3(given, faults),
    historyFiles: readHistory(given, faults),
    metrics: readMetrics(given, faults),
    tracing: readTracing(given, faults),
    backup: readBackup(given, storage.dataDir, faults),
  };
  return { config, faults, doubts: misspelt(Object.keys(variables), Object.keys(settings)) };
}

/** Whether any setting is given at all. */
export const hasSettings = (environment: Environment = process.env): boolean =>
  Object.keys(settings).some((name) => (environment[name]?.trim() ?? '') !== '');

/** @throws ConfigFaults */
export function readConfig(environment: Environment = process.env): Config {
  const { config, faults, doubts } = inspectConfig(environment);
  if (faults.length > 0) throw new ConfigFaults([...faults, ...doubts]);
  return config;
}

/** Where the backups are, for a restore on a machine without other settings. @throws ConfigFaults */
export function readPlaceOfBackups(
  environment: Environment = process.env,
): BackupPlace | undefined {
  const faults: string[] = [];
  const place = readBackupPlace((name) => environment[name]?.trim() || undefined, faults);
  if (faults.length > 0) throw new ConfigFaults(faults);
  return place;
}

/** What the instances of `npm run cluster` inherit. */
export const readClusterEnvironment = (): Environment => environmentOfInstances(process.env);
