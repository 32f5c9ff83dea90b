/** What the features of an instance are made from: its connections, clocks, settings and choices. */
import type { Keeping } from '../../features/gateway/history-files/index.ts';
import type { SourceSettings } from '../../features/market/pricing/index.ts';
import type { Witness } from '../../features/proof/public-log/index.ts';
import type { OperationsDeps } from '../../features/backoffice/operations/index.ts';
import type { ReadOnly } from '../../kernel/invariants/read-only.ts';
import type { Leases } from '../../kernel/leases/leases.ts';
import type { Licence } from '../../kernel/licence/licence.ts';
import type { Passwords } from '../../kernel/members/passwords.ts';
import type { ReferencePriceBoard } from '../../kernel/prices/reference-prices.ts';
import type { PriceHistory } from '../../kernel/prices/tick-history.ts';
import type { EvmSettings } from '../../adapters/evm-rail/evm-settings.ts';
import type { TronSettings } from '../../adapters/tron-rail/tron-settings.ts';
import type { Rail } from '../../kernel/rails/rail.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { Venue } from '../../kernel/venues/venue.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { EventLoopCounters } from '../../platform/event-loop-monitor.ts';
import type { Files } from '../../platform/files/files.ts';
import type { CallMeter } from '../../platform/http/call-meter.ts';
import type { Log } from '../../platform/log.ts';
import type { SignInProvider } from '../../kernel/operators/sign-in-provider.ts';
import type { Mail, Sms } from '../../kernel/messaging/channels.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Tracing } from '../../platform/tracing/trace.ts';
import type { DemoMember } from '../seed.ts';

export interface Parts {
  database: Database;
  /** For lists that may be read from a standby; absent: the database. */
  lists?: Reader | undefined;
  clock: Clock;
  random: Random;
  log: Log;
  bus: Bus;
  /** Which work this instance does of what only one instance of the deployment may do at a time. */
  leases: Leases;
  settings: Settings;
  passwords: Passwords;
  secretBox: SecretBox;
  mail: Mail | undefined;
  sms: Sms | undefined;
  mode: 'paper' | 'live';
  /** In live mode. */
  licence?: Licence | undefined;
  /** Has orders from earlier days; only at the first start. */
  demo?: DemoMember | undefined;
  /** The prices of the demo member's past, which are not made again; absent: pricing makes them. */
  pastPrices?: { prices: ReferencePriceBoard; history: PriceHistory };
  marketSeed: string;
  /** Length of the simulated price history; absent: a year. */
  historyDays?: number | undefined;
  /** Absent: every price is simulated. */
  liveSources?: SourceSettings | undefined;
  /** None, and no TRON: the paper rail. */
  evm?: readonly EvmSettings[] | undefined;
  tron?: TronSettings | undefined;
  /** Another exchange, on which the exchange hedges; absent: nothing is hedged. */
  venue?: Venue | undefined;
  /** In place of the paper rail; for tests. */
  paperRail?: Rail | undefined;
  captchaFixed: string | undefined;
  /** The public address of the app, for links in messages. */
  publicUrl: string;
  /** The address of the console; absent: that of the app. */
  consoleUrl?: string | undefined;
  /** Through which operators may sign in; absent: with their password only. */
  signInProvider?: SignInProvider | undefined;
  /** Origins of push services besides those of the browsers; for tests. */
  morePushServices?: readonly string[] | undefined;
  /** Programs of others that cosign the public log. */
  witnesses?: readonly Witness[] | undefined;
  witnessQuorum?: number | undefined;
  /** In paper mode every outgoing message is also written to this file; absent: only recorded. */
  outboxFile: string | undefined;
  /** How long files of past prices are kept, and in how much room. */
  historyFiles: Keeping;
  /** The store of private images. */
  files: Files;
  /** The folder of the server's data, whose disk is measured; absent: none is. */
  dataDir?: string | undefined;
  /** Into which a bank's statements are put; absent: none. */
  bankFolder?: string | undefined;
  /** Into which lists of sanctions are put; absent: none. */
  screeningFolder?: string | undefined;
  /** A note that an auditor signed on money at banks, for the files of reserves; absent: none. */
  bankBalancesFile?: string | undefined;
  /** Absent: nothing is traced. */
  tracing?: Tracing | undefined;
  /** Absent: nothing here makes backups. */
  backups?: OperationsDeps['backups'];
}

/** `readOnly` is made before all features: it refuses their changes. */
export interface ComposedParts extends Parts {
  readOnly: ReadOnly;
  /** Counts what the HTTP server answers. */
  meter: CallMeter;
  /** Measures how long the main thread was blocked. */
  monitor: { counters(): Pick<EventLoopCounters, 'blockedMs'> };
}
