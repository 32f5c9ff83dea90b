/** Reads the body of another server's answer, up to a limit: the length that it states may be wrong or missing. */
import type { Response } from './fetch.ts';

/** Units: bytes, after decompression. @throws Error for a longer body; its transfer is aborted */
export async function readAtMost({ body, url }: Response, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    const chunk = part as Uint8Array;
    bytes += chunk.byteLength;
    // Leaving the loop aborts the transfer.
    if (bytes > bytesMax) throw new Error(`${new URL(url).host} sent too much data`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
