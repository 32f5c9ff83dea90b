/** Fetches a public file of the site as bytes, no larger than expected. */

const REQUEST_LIMIT_MS = 20_000;

export interface FileOptions {
  readonly bytesMax: number;
  /** Asks the server even if the browser has a copy. */
  readonly isFresh?: boolean;
}

/**
 * Undefined when there is no such file.
 * @throws Error when the server is not reached, answers with another status or sends more than `bytesMax`
 */
export async function fetchFile(
  path: string,
  { bytesMax, isFresh = false }: FileOptions,
): Promise<Uint8Array | undefined> {
  const response = await fetch(path, {
    cache: isFresh ? 'reload' : 'default',
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  });
  if (response.status === 404) return undefined;
  if (!response.ok || response.body === null) throw new Error(`${path}: ${response.status}`);
  return readAtMost(response.body, bytesMax);
}

/** Stops reading at the limit: the length that an answer states may be wrong or missing. */
async function readAtMost(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length <= bytesMax) continue;
    await reader.cancel();
    throw new Error(`more than ${bytesMax} bytes`);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
