/** The server at times before the first start: its calls and its jobs, with a clock and prices of then. */
import type { Call, InputOf, OutputOf } from '@tern/protocol';
import { sealWith } from '../../kernel/operators/act-seal.ts';
import { operatorByLogin } from '../../kernel/operators/operators.ts';
import { createReferencePriceBoard } from '../../kernel/prices/reference-prices.ts';
import type { PriceHistory } from '../../kernel/prices/tick-history.ts';
import { createSoleLeases } from '../../kernel/leases/leases.ts';
import { createLocalBus } from '../../platform/bus.ts';
import type { OperatorCaller, Route } from '../../platform/http/route.ts';
import { createCallMeter } from '../../platform/http/call-meter.ts';
import { compose } from '../compose.ts';
import type { Parts } from '../compose/parts.ts';

/** Who calls: a member by id, an operator by login, or a browser without a session. */
export type Person = { memberId: number } | { login: string } | { userAgent: string };

export interface PastServer {
  readonly now: () => number;
  /** Units: epoch milliseconds. */
  setTime(at: number): void;
  /** Makes the prices of the present moment known. */
  readPrices(symbols: readonly string[]): Promise<void>;
  /** As the app sends it. @throws the refusals of the call */
  call<C extends Call>(call: C, input: InputOf<C>, by: Person): Promise<OutputOf<C>>;
  runJob(name: string): Promise<void>;
  /** Ends what its calls and jobs began: messages on their way, processes that draw images. */
  stop(): Promise<void>;
}

/** The text of each captcha in the past. */
export const CAPTCHA = 'PAST';

/** Features that go on working after a call or a job. */
const LASTING: ReadonlySet<string> = new Set(['images', 'outgoing-messages']);

const MACHINE = '127.0.0.1';

type Context = Parameters<Route['answer']>[0];

/** Nobody receives what was written then: its messages are only recorded. */
const WITHOUT_MAIL = { mail: undefined, sms: undefined, outboxFile: undefined };

/** Nothing of it is started: no timer runs, and nothing reaches the server that is starting. */
export async function createPastServer(
  parts: Parts & { history: PriceHistory },
): Promise<PastServer> {
  const { database, log, history } = parts;
  let at = 0;
  const now = () => at;
  const prices = createReferencePriceBoard();
  const { features } = await compose({
    ...parts,
    ...WITHOUT_MAIL,
    clock: { now },
    readOnly: { since: () => undefined, refresh: () => Promise.resolve() },
    meter: createCallMeter(),
    monitor: { counters: () => ({ blockedMs: 0 }) },
    bus: createLocalBus((error) => log.error({ err: error }, 'a subscriber failed')),
    leases: createSoleLeases(),
    demo: undefined,
    captchaFixed: CAPTCHA,
    pastPrices: { prices, history },
  });
  const routes = new Map<Call, Route>();
  for (const route of features.flatMap((feature) => feature.routes ?? [])) {
    routes.set(route.call, route);
  }
  const jobs = new Map(features.flatMap(({ jobs: own = [] }) => own.map((job) => [job.name, job])));
  const operatorOf = async (login: string): Promise<OperatorCaller> => {
    const operator = await operatorByLogin(database, login);
    if (operator === undefined) throw new Error(`no operator ${login}`);
    const { id: operatorId, roles, permissions } = operator;
    return {
      operatorId,
      login,
      roles,
      permissions,
      sessionId: 0,
      expiresAt: 0,
      seal: sealWith(parts.secretBox),
    };
  };
  const callerOf = async (by: Person): Promise<Partial<Context>> => {
    if ('memberId' in by) return { caller: { memberId: by.memberId, sessionId: 0 } };
    return 'login' in by ? { operator: await operatorOf(by.login) } : by;
  };
  return {
    now,
    setTime(time) {
      at = time;
    },
    async readPrices(symbols) {
      for (const symbol of symbols) {
        const price = await history.priceAt(database, symbol, at);
        if (price !== undefined) prices.publish({ symbol, price, at, seq: 0 });
      }
    },
    async call(call, input, by) {
      const route = routes.get(call);
      if (route === undefined) throw new Error(`nothing answers ${call.path}`);
      const context = { input, lang: 'en', address: MACHINE, idempotencyKey: undefined };
      // A route reads the caller that its call requires, and no other.
      const complete = { ...context, ...(await callerOf(by)) } as Context;
      return (await route.answer(complete)) as OutputOf<typeof call>;
    },
    async runJob(name) {
      const job = jobs.get(name);
      if (job === undefined) throw new Error(`no job ${name}`);
      await job.run();
    },
    async stop() {
      const working = features.filter(({ slug }) => LASTING.has(slug));
      for (const feature of working) await feature.stop?.();
    },
  };
}
