/** Carries out the commands that other instances send to the engines of this one. */
import { Refusal, refusalAsJson } from '../../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../../platform/bus.ts';
import type { Log } from '../../../../platform/log.ts';
import { inTrace, type Tracing } from '../../../../platform/tracing/trace.ts';
import { type MatchingEngine, NotTaken } from '../engine/engine.ts';
import { commandFromJson, type OutcomeJson } from './command-json.ts';
import type { OrderMeter, ReceivedOutcome } from './order-metrics.ts';
import { commandsOf, type SentCommand } from './remote-orders.ts';

interface AnswerDeps {
  readonly bus: Bus;
  readonly log: Log;
  readonly instance: string;
  readonly meter: OrderMeter;
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  held(instrumentId: number): MatchingEngine | undefined;
}

/** Returns the function that ends it. */
export function answerOrders(deps: AnswerDeps): () => void {
  return deps.bus.answer(commandsOf(deps.instance), (message) =>
    Promise.all(
      (message as readonly SentCommand[]).map(async (sent) => {
        const outcome = await inItsTrace(deps, sent);
        deps.meter.received(kindOf(outcome));
        return outcome;
      }),
    ),
  );
}

function kindOf(outcome: OutcomeJson): ReceivedOutcome {
  if ('notTaken' in outcome) return 'not_taken';
  if ('refusal' in outcome) return 'refused';
  return 'failed' in outcome ? 'failed' : 'answered';
}

/** The span is a child of the request's in the other instance, so that one trace shows the whole way (ADR 65). */
async function inItsTrace(deps: AnswerDeps, sent: SentCommand): Promise<OutcomeJson> {
  const { traceparent, requestId = '', command } = sent;
  const span =
    traceparent === undefined
      ? undefined
      : deps.tracing?.continued({
          traceparent,
          requestId,
          name: 'order of another instance',
          attributes: { 'tern.command': command.kind },
        });
  if (span === undefined) return carryOut(deps, sent);
  let carried: Promise<OutcomeJson> | undefined;
  const leave = inTrace(span.trace, () => {
    carried = carryOut(deps, sent);
  });
  const outcome = await carried!;
  span.end('failed' in outcome ? { error: { code: 'failed' } } : undefined);
  leave();
  return outcome;
}

/** Never fails. */
async function carryOut(
  { log, held }: AnswerDeps,
  { instrumentId, command, requestId }: SentCommand,
): Promise<OutcomeJson> {
  const engine = held(instrumentId);
  if (engine === undefined) return { notTaken: true };
  try {
    return await engine.submit(commandFromJson(command));
  } catch (error) {
    if (error instanceof NotTaken) return { notTaken: true };
    if (error instanceof Refusal) return { refusal: refusalAsJson(error) };
    log.error({ err: error, requestId }, 'a command of another instance failed');
    return { failed: String(error) };
  }
}
