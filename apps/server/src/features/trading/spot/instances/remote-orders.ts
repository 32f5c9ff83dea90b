/**
 * The way of a command to an engine in another instance. A command is sent again only when it was certainly not received; when the
 * answer is missing, the outcome is looked up by key, and never guessed.
 */
import {
  claimRequest,
  finishedRequests,
  type RequestKey,
} from '../../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { type Bus, NoAnswer } from '../../../../platform/bus.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { SECOND_MS } from '../../../../platform/durations.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Random } from '../../../../platform/random.ts';
import { currentRequestId } from '../../../../platform/request-id.ts';
import { currentTrace } from '../../../../platform/tracing/trace.ts';
import type { MatchingEngine } from '../engine/engine.ts';
import {
  answerOf,
  type CommandJson,
  commandAsJson,
  isUndecided,
  type OutcomeJson,
} from './command-json.ts';
import type { EnginePlaces } from './engine-places.ts';
import type { OrderMeter, SentOutcome } from './order-metrics.ts';
import type { AnswerTo, MemberCommand } from '../commands.ts';

/** How long a command waits for an engine that moves, before it is refused. */
const ENGINE_WITHIN_MS = 5 * SECOND_MS;
/** How long the engine's instance may take; clients wait twenty seconds. */
const ANSWER_WITHIN_MS = 2 * SECOND_MS;
/** Between two tries while nothing is announced. */
const RETRY_MS = 100;
/** Most commands in one message. */
const COMMANDS_MAX = 200;
/** Of keys that we make for commands without one. The slash distinguishes them from those of our apps. */
const OWN_KEY = 'program/';

export interface SentCommand {
  readonly instrumentId: number;
  readonly command: CommandJson;
  /** Of the member's request, for the log of the engine's instance; absent: none is known. */
  readonly requestId?: string | undefined;
  /** Of each command, not of the message: one message has orders of several requests. Absent: it is not traced. */
  readonly traceparent?: string | undefined;
}

/** Where an instance receives commands for its engines. */
export const commandsOf = (instance: string) => `spot.commands.${instance}`;

export interface RemoteOrdersDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly bus: Bus;
  readonly places: EnginePlaces;
  readonly meter: OrderMeter;
  /** The engine, when it is in this instance. */
  held(instrumentId: number): MatchingEngine | undefined;
}

interface Waiting {
  readonly sent: SentCommand;
  resolve(outcome: OutcomeJson | 'unknown'): void;
}

export class RemoteOrders {
  private readonly deps: RemoteOrdersDeps;
  /** Commands of this turn of the event loop, by the instance that gets them. */
  private readonly outgoing = new Map<string, Waiting[]>();
  private isClosed = false;

  constructor(deps: RemoteOrdersDeps) {
    this.deps = deps;
  }

  close(): void {
    this.isClosed = true;
  }

  /**
   * Resolves once the command has committed.
   * @throws the refusals of the engine; busy when no instance has the engine, or the outcome is unknown
   */
  async submit<C extends MemberCommand>(instrumentId: number, command: C): Promise<AnswerTo<C>> {
    const { held, places, meter } = this.deps;
    const startedAt = performance.now();
    const until = startedAt + ENGINE_WITHIN_MS;
    const ended = (outcome: SentOutcome) => meter.sent(outcome, performance.now() - startedAt);
    const keyed = this.withKey(command);
    const sent = { instrumentId, command: commandAsJson(keyed), ...originOf() };
    while (!this.isClosed) {
      const engine = held(instrumentId);
      if (engine !== undefined) return engine.submit(command);
      const instance = places.find(instrumentId);
      const outcome: OutcomeJson | 'unknown' =
        instance === undefined ? { notTaken: true } : await this.send(instance, sent);
      if (outcome === 'unknown' || isUndecided(outcome)) {
        return this.lookUp<AnswerTo<C>>(keyed, ended);
      }
      if (!('notTaken' in outcome)) {
        ended('failed' in outcome ? 'failed' : 'answered');
        return answerOf(outcome) as AnswerTo<C>;
      }
      if (performance.now() >= until) break;
      await places.changed(RETRY_MS);
    }
    ended('not_taken');
    throw new Refusal('busy');
  }

  /** With a key of ours the outcome can be looked up, and a message that arrives twice has one effect. */
  private withKey(command: MemberCommand): MemberCommand & { key: RequestKey } {
    const { key, memberId } = command;
    if (key !== undefined) return { ...command, key };
    const own = { memberId, key: `${OWN_KEY}${this.deps.random.token(12)}`, requestHash: OWN_KEY };
    return { ...command, key: own };
  }

  /** Everything that is sent to an instance in this turn of the event loop is one message. */
  private send(instance: string, sent: SentCommand): Promise<OutcomeJson | 'unknown'> {
    return new Promise((resolve) => {
      const waiting = this.outgoing.get(instance);
      if (waiting !== undefined && waiting.length < COMMANDS_MAX) {
        waiting.push({ sent, resolve });
        return;
      }
      const message = [{ sent, resolve }];
      this.outgoing.set(instance, message);
      setImmediate(() => {
        if (this.outgoing.get(instance) === message) this.outgoing.delete(instance);
        void this.request(instance, message);
      });
    });
  }

  private async request(instance: string, waiting: readonly Waiting[]): Promise<void> {
    const { bus, log } = this.deps;
    const commands = waiting.map(({ sent }) => sent);
    try {
      const limit = { withinMs: ANSWER_WITHIN_MS };
      const outcomes = (await bus.request(commandsOf(instance), commands, limit)) as OutcomeJson[];
      waiting.forEach(({ resolve }, at) => resolve(outcomes[at] ?? 'unknown'));
    } catch (error) {
      const isRefused = error instanceof NoAnswer && error.wasRefused;
      if (!isRefused) log.warn({ err: error, instance }, 'an engine of another instance is silent');
      for (const { resolve } of waiting) resolve(isRefused ? { notTaken: true } : 'unknown');
    }
  }

  /**
   * The answer stored under the key. A key of ours is taken when it has none, so that the command can have no effect later; a
   * member's key stays free, as they will repeat the request with it.
   */
  private async lookUp<Answer>(
    { key }: { key: RequestKey },
    ended: (outcome: SentOutcome) => void,
  ): Promise<Answer> {
    const { database, clock, log } = this.deps;
    const rejected = (outcome: SentOutcome, refusal: Refusal) => {
      ended(outcome);
      return Promise.reject(refusal);
    };
    const unknown = () => rejected('unknown', new Refusal('busy', { text: 'order.unknown' }));
    try {
      if (key.requestHash === OWN_KEY) {
        const isFree = await database.transaction((tx) => claimRequest(tx, key, clock.now()));
        if (isFree) return rejected('not_taken', new Refusal('busy'));
      }
      const [finished] = await finishedRequests(database, [key]);
      if (finished === undefined) return unknown();
      if (finished.requestHash !== key.requestHash)
        return rejected('looked_up', new Refusal('idempotency-key-reused'));
      ended('looked_up');
      return finished.answer as Answer;
    } catch (error) {
      log.warn({ err: error }, 'the outcome of an order could not be looked up');
      return unknown();
    }
  }
}

/** The request that the command belongs to. */
function originOf(): Pick<SentCommand, 'requestId' | 'traceparent'> {
  const trace = currentTrace();
  const requestId = currentRequestId() ?? trace?.requestId;
  return { requestId, traceparent: trace?.traceparent };
}
