/** Fetches a text with limits on time and size. */
import { fetch } from '../../../../platform/http/fetch.ts';
import { readAtMost } from '../../../../platform/http/read-at-most.ts';

export interface FetchRequest {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly timeoutMs: number;
  /** After decompression. */
  readonly bytesMax: number;
}

/** @throws Error on a timeout, a redirect, a status other than 200, or a text that is too long */
export async function fetchText(request: FetchRequest): Promise<string> {
  const response = await fetch(request.url, {
    headers: { accept: 'application/json', ...request.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(request.timeoutMs),
  });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${new URL(request.url).host} answered ${response.status}`);
  }
  return (await readAtMost(response, request.bytesMax)).toString('utf8');
}
