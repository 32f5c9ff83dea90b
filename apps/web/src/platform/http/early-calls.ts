/** Calls sent while the app's script is still loading; the app's own call takes the answer (ADR 34). */
import { sendRequest, type ApiRequest, type ApiResponse } from './api-request.ts';

interface EarlyCall {
  /** The whole request as text: only an identical request gets the answer. */
  question: string;
  sentAt: number;
  /** Undefined if it failed. */
  answer: Promise<ApiResponse | undefined>;
}

/** Older answers are out of date: the app sends its own call. */
const FRESH_MS = 10_000;

// Shared by two scripts that do not import each other.
const shared = globalThis as unknown as { ternEarlyCalls?: EarlyCall[] };

/** Sends a call now. Only for calls without side effects. */
export function callEarly(request: ApiRequest): void {
  shared.ternEarlyCalls ??= [];
  shared.ternEarlyCalls.push({
    question: JSON.stringify(request),
    sentAt: Date.now(),
    answer: sendRequest(request).catch(() => undefined),
  });
}

/** The answer to an early call, once; undefined if there is none or it failed. */
export async function takeEarly(
  request: ApiRequest,
  signal: AbortSignal,
): Promise<ApiResponse | undefined> {
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
