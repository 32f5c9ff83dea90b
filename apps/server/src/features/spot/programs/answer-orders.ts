/** Carries out the commands that other programs send to the engines of this one. */
import { Refusal, refusalAsJson } from '../../../kernel/requests/refusal.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Log } from '../../../platform/log.ts';
import { type MatchingEngine, NotTaken } from '../engine/engine.ts';
import { commandFromJson, type OutcomeJson } from './command-json.ts';
import { commandsOf, type SentCommand } from './remote-orders.ts';

interface AnswerDeps {
  readonly bus: Bus;
  readonly log: Log;
  readonly program: string;
  held(instrumentId: number): MatchingEngine | undefined;
}

/** Returns the function that ends it. */
export function answerOrders(deps: AnswerDeps): () => void {
  return deps.bus.answer(commandsOf(deps.program), (message) =>
    Promise.all((message as readonly SentCommand[]).map((sent) => carryOut(deps, sent))),
  );
}

async function carryOut(
  { log, held }: AnswerDeps,
  { instrumentId, command }: SentCommand,
): Promise<OutcomeJson> {
  const engine = held(instrumentId);
  if (engine === undefined) return { notTaken: true };
  try {
    return await engine.submit(commandFromJson(command));
  } catch (error) {
    if (error instanceof NotTaken) return { notTaken: true };
    if (error instanceof Refusal) return { refusal: refusalAsJson(error) };
    log.error({ err: error }, 'a command of another program failed');
    return { failed: String(error) };
  }
}
