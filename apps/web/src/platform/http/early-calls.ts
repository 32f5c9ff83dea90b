/** Calls sent while the app's script is still on its way; the call that would have asked takes the answer (ADR 34). */
import { exchange, type Outgoing, type Received } from './exchange.ts';

interface EarlyCall {
  /** The whole request as text: only the very same question gets the answer. */
  question: string;
  sentAt: number;
  /** Undefined when it was lost on the way. */
  answer: Promise<Received | undefined>;
}

/** What is older describes another moment: the app asks itself. */
const FRESH_MS = 10_000;

// Two scripts share it, and neither imports the other.
const shared = globalThis as unknown as { ternEarlyCalls?: EarlyCall[] };

/** Sends a call now. Only for calls that change nothing. */
export function callEarly(request: Outgoing): void {
  shared.ternEarlyCalls ??= [];
  shared.ternEarlyCalls.push({
    question: JSON.stringify(request),
    sentAt: Date.now(),
    answer: exchange(request).catch(() => undefined),
  });
}

/** The answer to a call that was sent early, once; undefined when there is none, or it was lost. */
export async function takeEarly(
  request: Outgoing,
  signal: AbortSignal,
): Promise<Received | undefined> {
  const calls = shared.ternEarlyCalls ?? [];
  const question = JSON.stringify(request);
  const at = calls.findIndex((call) => call.question === question);
  const [call] = at < 0 ? [] : calls.splice(at, 1);
  if (!call || Date.now() - call.sentAt > FRESH_MS) return undefined;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    void call.answer.then(resolve);
  });
}
