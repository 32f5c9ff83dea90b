/** A witness follows a log to its next key by itself: over HTTP, while a key that it knows signs beside the next one (ADR 64). */
import { openCheckpoint, otherSigners, provenKeyEntries, readClaim } from '@tern/proofs';
import type { Clock } from '../../platform/clock.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { fetchReason } from '../../platform/http/fetch-reason.ts';
import { fetchFile, logSource } from '../log-source.ts';
import { keyReceiptsIn } from '../verify/published-keys.ts';
import type { Witness } from './key-file.ts';

export interface WatchDeps {
  readonly witness: Pick<Witness, 'trust' | 'learn'>;
  /** Addresses that may serve the logs. */
  readonly sites: readonly string[];
  readonly clock: Clock;
  readonly print: (line: string) => void;
}

/** Between two attempts for a log: anyone may add lines of unknown keys to a checkpoint that is signed. */
const PAUSE_MS = 10 * MINUTE_MS;
const KEYS_BYTES_MAX = 1_000_000;

/**
 * Returns what is to be called with each checkpoint that was cosigned. If a known key and further ones signed it, the witness learns
 * those that entries of this log introduce. Never fails; what is not reached is tried again later.
 */
export function createKeyWatcher({ witness, sites, clock, print }: WatchDeps) {
  const triedAt = new Map<string, number>();
  const isTried = (origin: string) =>
    clock.now() - (triedAt.get(origin) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS;
  return async (note: string): Promise<void> => {
    const origin = readClaim(note)?.origin ?? '';
    const trust = witness.trust(origin);
    if (otherSigners(note, trust).length === 0 || isTried(origin)) return;
    // A key that nobody knows yet cannot vouch for the entry that introduces it.
    const checkpoint = openCheckpoint(note, trust);
    if (checkpoint === undefined) return;
    triedAt.set(origin, clock.now());
    let isRead = true;
    for (const site of sites) {
      try {
        const { keys } = witness.trust(origin);
        const receipts = await fetchReceipts(site);
        const read = logSource(site).readTile;
        const entries = await provenKeyEntries(keys, { checkpoint, receipts, read });
        for (const { id } of witness.learn(origin, entries)) {
          print(`follows ${origin} to key ${id}, which an entry of the log introduces`);
        }
      } catch (error) {
        isRead = false;
        print(`${site}: ${fetchReason(error)}`);
      }
    }
    const left = otherSigners(note, witness.trust(origin)).join(', ');
    if (left === '' || !isRead) return;
    if (sites.length === 0)
      print(`${origin} is also signed by ${left}: --from URL lets us follow it`);
    else print(`REFUSED: ${origin} is also signed by ${left}, which no entry introduces`);
  };
}

async function fetchReceipts(site: string): Promise<string[]> {
  const path = '/api/public-log/keys';
  const answer = await fetchFile(new URL(path, site), KEYS_BYTES_MAX);
  if (answer === undefined) throw new Error(`there is no ${path}`);
  return keyReceiptsIn(answer.toString('utf8'));
}
