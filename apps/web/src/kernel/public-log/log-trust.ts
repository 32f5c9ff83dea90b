/** The keys by which this device believes a receipt of the public log. */
import { followReceipts, type LogTrust, parseVerifierKey } from '@tern/proofs';
import { call } from '../../platform/http/call.ts';
import { readKept } from './kept-log.ts';

/**
 * The keys that this device knows of the log, before its first check the log's first key; and those that entries of the log
 * introduced from them on.
 */
export async function fetchLogTrust(): Promise<LogTrust> {
  const { origin, list } = await call('GET /public-log/keys', {});
  const kept = readKept();
  const first = list.filter((row) => row.receipt === null).at(-1);
  const known = kept?.origin === origin ? kept.keys : [first?.key ?? ''];
  const keys = known.map(parseVerifierKey).filter((key) => key !== undefined);
  return followReceipts(
    list.flatMap((row) => row.receipt ?? []),
    { origin, keys },
  ).trust;
}
