/** Files that a browser downloads by their address: the token at its end takes the place of a session. */
import type { Readable } from 'node:stream';
import type { RateClass } from '@tern/protocol';
import { SECOND_MS } from '../durations.ts';
import { addressSubject, limitKey } from '../limit-key.ts';
import type { RawAnswer, RawEndpoint } from './raw-endpoint.ts';

interface LinkedFile {
  readonly name: string;
  readonly type: string;
  readonly body: string | Buffer | Readable;
  /** Its length, where a stream does not say it. */
  readonly bytes?: number;
}

export interface LinkDownload {
  /** Before `/:token`. */
  readonly path: string;
  /** Downloads count against this limit of the caller's address. */
  readonly limit: { readonly kind: string; readonly rate: RateClass };
  /** What a reader sees whose link is not valid or no longer so. */
  readonly expired: string;
  /** `undefined`: the link is not valid or no longer so. */
  open(token: string): Promise<LinkedFile | undefined>;
}

/** Refusals are plain text: the browser shows them as the page. */
export function linkDownload({ path, limit, expired, open }: LinkDownload): RawEndpoint {
  return {
    method: 'GET',
    path: `${path}/:token`,
    async answer({ params, address, takeTurn }) {
      const waitMs = takeTurn(limitKey(limit.kind, addressSubject(address)), limit.rate);
      if (waitMs > 0) return tooMany(Math.ceil(waitMs / SECOND_MS));
      const file = await open(params['token'] ?? '');
      if (file === undefined) return plain(410, expired);
      const headers = {
        'content-type': file.type,
        'content-disposition': `attachment; filename="${file.name}"`,
        ...(file.bytes !== undefined && { 'content-length': String(file.bytes) }),
      };
      return { status: 200, body: file.body, headers };
    },
  };
}

/** The link stays valid. */
const tooMany = (seconds: number) =>
  plain(
    429,
    `Too many downloads. Open this link again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { 'retry-after': String(seconds) },
  );

const plain = (status: number, body: string, more: Record<string, string> = {}): RawAnswer => ({
  status,
  body,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...more },
});
