/** The evidence of a contract: the chain that was signed and what the record says, for its owner to verify without us (rules §2). */
import { openingSpan } from '@tern/settlement';
import { Refusal } from '../../kernel/requests/refusal.ts';
import { isoTime } from '../../platform/clock.ts';
import { STAKE_ASSET, termsOf } from './contract.ts';
import type { FuturesDeps } from './deps.ts';
import { statedEvidence } from './stated-evidence.ts';
import { findContract } from './store.ts';

/** Prices come each second; some seconds after the end, the one behind it is known. */
const KNOWN_WITHIN_MS = 3_000;

/**
 * Fails with: not-found for a contract that is absent or another member's, not-yet until the price after its end is
 * known.
 */
export async function describeEvidence(
  deps: FuturesDeps,
  request: { memberId: number; contractId: number },
): Promise<{ bundle: Record<string, unknown> }> {
  const { database, instruments, assets, transparency } = deps;
  const contract = await findContract(database, request.contractId, request.memberId);
  if (contract === undefined) throw new Refusal('not-found');
  const { id, instrumentId, acceptedAt, direction, stake } = contract;
  const { symbol } = instruments.findById(instrumentId)!;
  const terms = termsOf(contract, { symbol, assetScale: assets.get(STAKE_ASSET).scale });
  const bundle =
    contract.settledAt === null
      ? undefined
      : await transparency.proveContract(database, {
          id: String(id),
          terms,
          acceptedAt,
          direction,
          stake,
        });
  if (bundle === undefined) {
    const end = contract.dueAt ?? openingSpan(terms, acceptedAt).until;
    const until = isoTime(Math.max(end, deps.clock.now()) + KNOWN_WITHIN_MS);
    throw new Refusal('not-yet', { values: { time: until }, data: { until } });
  }
  return { bundle: { ...statedEvidence(bundle, contract) } };
}
