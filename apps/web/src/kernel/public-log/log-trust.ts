/** The keys by which this device believes a receipt of the public log. */
import { type LogTrust, publishedTrust } from '@tern/proofs';
import { call } from '../../platform/http/call.ts';
import { readKept } from './kept-log.ts';

/**
 * The keys that this device knows of the log, before its first check the log's first key; and those that entries of the log
 * introduced from them on.
 */
export async function fetchLogTrust(): Promise<LogTrust> {
  const published = await call('GET /public-log/keys', {});
  const kept = readKept();
  return publishedTrust(published, kept?.origin === published.origin ? kept.keys : undefined);
}
