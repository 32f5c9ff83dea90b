/** Asks another server for a text that is neither late nor longer than it may be. */

export interface Ask {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly timeoutMs: number;
  /** Of the text as it is after decompression. */
  readonly bytesMax: number;
}

/** Fails with: a thrown error when the answer is late, too long, another status than 200, or elsewhere. */
export async function fetchText(ask: Ask): Promise<string> {
  const answer = await fetch(ask.url, {
    headers: { accept: 'application/json', ...ask.headers },
    redirect: 'error',
    signal: AbortSignal.timeout(ask.timeoutMs),
  });
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel();
    throw new Error(`${new URL(ask.url).host} answered ${answer.status}`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    const chunk = part as Uint8Array;
    bytes += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (bytes > ask.bytesMax) throw new Error(`${new URL(ask.url).host} sent too much`);
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}
