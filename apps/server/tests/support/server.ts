/** A whole server on a fresh database and a free port, with a client and members. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import { seed } from '../../src/app/seed.ts';
import { serve } from '../../src/app/serve.ts';
import type { Keeping } from '../../src/features/gateway/history-files/index.ts';
import type { SourceSettings } from '../../src/features/market/pricing/index.ts';
import type { Witness } from '../../src/features/proof/public-log/index.ts';
import { createSoleLeases, type Leases } from '../../src/kernel/leases/leases.ts';
import type { SignInProvider } from '../../src/kernel/operators/sign-in-provider.ts';
import type { Rail } from '../../src/kernel/rails/rail.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import type { Venue } from '../../src/kernel/venues/venue.ts';
import { type Bus, createLocalBus } from '../../src/platform/bus.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { int8 } from '../../src/platform/database/columns.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import type { Job } from '../../src/platform/feature.ts';
import type { Role } from '../../src/kernel/leases/roles.ts';
import { createFolderFiles, type Files } from '../../src/platform/files/files.ts';
import { createLog } from '../../src/platform/log.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { createSecretBox, type SecretBox } from '../../src/platform/secret-box.ts';
import type { Tracing } from '../../src/platform/tracing/trace.ts';
import { type Api, createApi } from './api-client.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { post } from './journal.ts';
import { lightPasswords } from './light-passwords.ts';
import { prepareRegistration, provePhoneOf } from './members.ts';
import { createPeople, type People } from './people.ts';
import { withPlainMessages } from './plain-json.ts';
import { passTime } from './pass-time.ts';

export interface ServerOptions {
  /** The system clock if absent; then reference prices move each second. */
  clock?: Clock;
  webRoot?: string;
  consoleRoot?: string;
  /** All prices are simulated if absent. */
  liveSources?: SourceSettings;
  poolSize?: number;
  /**
   * Those of the start stay, for tests about something else. Otherwise each second has new ones, which are stored, and up to a
   * minute by which a test moves the clock is made up second by second: a third of the processor time of such a file.
   */
  prices?: 'still';
  /** Days of simulated candles before the start. */
  historyDays?: number;
  /** Gives the demo member orders from earlier days, as the server does at its first start. */
  hasDemo?: boolean;
  trustedProxies?: readonly string[];
  /** Jobs that run only when the test says so; `leased`: all but those of every instance. */
  ownJobs?: readonly string[] | 'leased';
  /** Origins of push services of the test's own. */
  morePushServices?: readonly string[];
  /** In place of the paper rail. */
  rail?: Rail;
  /** Another exchange, on which this one hedges. */
  venue?: Venue;
  /** Through which operators may sign in. */
  signInProvider?: SignInProvider;
  /** How long files of past prices are kept; absent: for ever. */
  historyFiles?: Keeping;
  /** Witnesses of the public log. */
  witnesses?: readonly Witness[];
  /** Serves metrics on a free port. */
  hasMetrics?: boolean;
  /** All if absent. */
  roles?: readonly Role[];
  /** Records traces. */
  tracing?: Tracing | undefined;
  /** Receives the lines of the log; absent: errors go to standard error. */
  onLogLine?: (line: string) => void;
  /** One more instance on the database, the files and the key of this one, which has to stop last. */
  beside?: Pick<TestServer, 'deployment'>;
  /** Transactions of an instance `beside` commit so much later, so that instances meet in them. Units: milliseconds. */
  commitsLater?: number;
  /** Absent: one of its own, which reaches no other instance. */
  bus?: Bus;
  /** Absent: it gets every lease. */
  leases?: Leases;
}

/** What the instances of a deployment share. */
interface Deployment {
  fresh: FreshDatabase;
  folder: string;
  secretBox: SecretBox;
}

export interface TestServer extends People {
  api: Api;
  url(): string;
  /** @throws Error unless it `hasMetrics` */
  metricsUrl(): string;
  bus(): Bus;
  /** E-mails and SMS are written here, one line of JSON each. */
  outboxFile: string;
  fresh: FreshDatabase;
  deployment: Deployment;
  /** Gives a member paper money: amounts by asset, as decimal text. */
  fund(memberId: number, funds: Record<string, string>): Promise<void>;
  /** The id of the newest journal entry: unchanged as long as no money has moved. */
  journalHead(): Promise<number>;
  /** The names of the jobs that only one instance of a deployment runs at a time. */
  leasedJobs(): string[];
  /** Runs a job now instead of at its next interval. @throws Error for an unknown name */
  /** `ending`: as when the server or its lease ends. */
  runJob(name: string, ending?: AbortSignal): Promise<void>;
  /** As after SIGTERM with `DRAIN_SECONDS`: not ready, and its sockets move within this time. */
  drain(withinMs: number): void;
  /** Stops the server as Ctrl-C does and starts it again on the same database. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The product simulates a year of candles, which takes seconds; few tests read so far back. */
const HISTORY_DAYS = 1;

export const CAPTCHA = 'GULL';

const head = defineQuery({
  name: 'test.journalHead',
  text: 'select coalesce(max(id), 0)::int8 as id from ledger_entries',
  params: [],
  row: { id: int8 },
});

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const deployment = options.beside?.deployment ?? (await newDeployment(options));
  const { fresh, folder } = deployment;
  const outboxFile = join(folder, 'outbox.jsonl');
  const files = createFolderFiles(join(folder, 'files'));
  const database =
    options.beside === undefined ? fresh.database : await anotherPool(fresh, options);
  const given = { ...options, outboxFile, files, secretBox: deployment.secretBox };
  const instance = await startInstance(database, given);
  const api = createApi(() => instance.url);
  return {
    api,
    url: () => instance.url,
    metricsUrl: () => instance.metricsUrl,
    bus: () => instance.bus,
    outboxFile,
    fresh,
    deployment,
    ...createPeople(api, {
      outboxFile,
      captcha: CAPTCHA,
      provePhone: (memberId) => provePhoneOf(fresh.database, memberId),
      prepare: (email) => {
        const at = (options.clock ?? systemClock).now();
        return prepareRegistration(fresh.database, { email, at });
      },
    }),
    fund: (memberId, funds) => fund(fresh, memberId, funds),
    runJob: (name, ending) => instance.runJob(name, ending),
    leasedJobs: () => instance.leasedJobs(),
    journalHead: async () => (await fresh.database.one(head, [])).id,
    drain: (withinMs) => instance.drain(withinMs),
    async restart() {
      await instance.stop();
      await instance.start();
    },
    async stop() {
      await instance.stop();
      if (options.beside === undefined) {
        await fresh.drop();
        rmSync(folder, { recursive: true, force: true });
      } else await database.close();
    },
  };
}

async function newDeployment({ poolSize = 16 }: ServerOptions): Promise<Deployment> {
  return {
    fresh: await freshDatabase({ poolSize }),
    folder: mkdtempSync(join(tmpdir(), 'tern-server-')),
    secretBox: createSecretBox(randomBytes(32)),
  };
}

async function anotherPool(
  { appTarget }: FreshDatabase,
  { commitsLater = 0 }: ServerOptions,
): Promise<Database> {
  const limits = { poolSize: 16, allowUnsafe: true, refuseNesting: true };
  const database = await openDatabase({ connection: appTarget, ...limits });
  if (commitsLater === 0) return database;
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        const done = await work(tx);
        await passTime(commitsLater, 'a database whose commits take so long');
        return done;
      }),
  };
}

async function startInstance(
  database: Database,
  options: ServerOptions & Pick<Deployment, 'secretBox'> & { outboxFile: string; files: Files },
) {
  const { clock = systemClock, webRoot, consoleRoot, outboxFile, trustedProxies = [] } = options;
  const { onLogLine } = options;
  const log =
    onLogLine === undefined ? createLog('error') : createLog('warn', { write: onLogLine });
  const newBus = () =>
    options.bus ??
    withPlainMessages(createLocalBus((error) => log.error({ err: error }, 'a subscriber failed')));
  const { secretBox } = options;
  let bus = newBus();
  let serving: Awaited<ReturnType<typeof serve>> | undefined;
  let jobs: readonly Job[] = [];
  const start = async () => {
    bus = newBus();
    const passwords = lightPasswords();
    const settings = createSettings(database, log);
    await settings.refresh();
    const { demo } = await seed({ database, clock, random: systemRandom, passwords });
    const parts = {
      database,
      clock,
      log,
      passwords,
      secretBox,
      settings,
      outboxFile,
      files: options.files,
      random: systemRandom,
      bus,
      leases: options.leases ?? createSoleLeases(),
      mail: undefined,
      sms: undefined,
      mode: 'paper' as const,
      demo: options.hasDemo === true ? demo : undefined,
      marketSeed: 'test',
      historyDays: options.historyDays ?? HISTORY_DAYS,
      captchaFixed: CAPTCHA,
      publicUrl: 'http://tern.test',
      morePushServices: options.morePushServices,
      paperRail: options.rail,
      venue: options.venue,
      signInProvider: options.signInProvider,
      witnesses: options.witnesses,
      historyFiles: options.historyFiles ?? { bytes: Number.POSITIVE_INFINITY },
      liveSources: options.liveSources,
      tracing: options.tracing,
    };
    serving = await serve(parts, {
      host: '127.0.0.1',
      port: 0,
      webRoot,
      trustedProxies,
      consoleRoot,
      ...(options.hasMetrics === true ? { metrics: { host: '127.0.0.1', port: 0 } } : {}),
      ...(options.roles === undefined ? {} : { roles: options.roles }),
      chooseJobs(all) {
        jobs = all.map(oneByOne);
        // Tests fund members without facts, which a check would find; those about invariants run it themselves.
        if (options.ownJobs === 'leased') return jobs.filter((job) => !isLeased(job));
        const ownJobs = ['invariants.check', ...(options.ownJobs ?? [])];
        if (options.prices === 'still') ownJobs.push('pricing.ticks');
        return jobs.filter(({ name }) => !ownJobs.includes(name));
      },
    });
  };
  await start();
  return {
    start,
    stop: async () => serving?.stop(),
    drain: (withinMs: number) => serving?.drain(withinMs),
    leasedJobs: () => jobs.filter(isLeased).map(({ name }) => name),
    async runJob(name: string, ending?: AbortSignal) {
      const job = jobs.find((each) => each.name === name);
      if (job === undefined) throw new Error(`no job ${name}`);
      await job.run(ending);
    },
    get bus() {
      return bus;
    },
    get url() {
      return serving?.url ?? '';
    },
    get metricsUrl() {
      if (serving?.metricsUrl === undefined) throw new Error('this server has no metrics');
      return serving.metricsUrl;
    },
  };
}

const isLeased = ({ runs }: Job) => runs === undefined;

/** A run that a test wants waits for the server's own: it would skip the rows that the other has locked. */
function oneByOne(job: Job): Job {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...job,
    run() {
      const next = last.then(() => job.run());
      last = next.catch(() => undefined);
      return next;
    },
  };
}

async function fund(fresh: FreshDatabase, memberId: number, funds: Record<string, string>) {
  const postings = Object.entries(funds).flatMap(([asset, amount]) =>
    transfer({
      from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
      to: { owner: memberId, purpose: 'available' },
      asset,
      amount: decimal<Amount>(amount),
    }),
  );
  const reference = `test:${randomBytes(8).toString('hex')}`;
  const entry = { kind: recordTypes.paperFundsGranted, reference, postings };
  // Bypasses the check for facts: only the grant of the registration has one.
  await post(fresh.database, entry);
}
