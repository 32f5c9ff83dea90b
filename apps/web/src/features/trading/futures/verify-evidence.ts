/** Fetches the evidence of a contract and verifies it on this device; the verifier is loaded on demand. */
import type { EvidenceBundle } from '@tern/proofs';
import { call } from '../../../platform/http/call.ts';
import { checkReceived, checkRecord } from './own-checks.ts';
import type { Contract } from './contract-pages.ts';
import { receivedHeads } from './use-tick-line.ts';

export type Evidence = Readonly<Record<string, unknown>>;

/** @throws not-found; not-yet until the price after its end is known */
export async function fetchEvidence(id: number): Promise<Evidence> {
  return (await call('GET /hyorder/evidence', { ID: id })).bundle;
}

/**
 * Every check with its result, and the published keys it was made with. The verifier's checks come first, then
 * those against the record on screen and the chain received live.
 */
export async function checkEvidence(evidence: Evidence, contract: Contract) {
  const [{ hashesInBundle, parseLogProof, verifyBundle }, { list }, log] = await Promise.all([
    import('../../../kernel/verifier.ts'),
    call('GET /transparency/keys', {}),
    import('../../../kernel/public-log/log-trust.ts').then(({ fetchLogTrust }) => fetchLogTrust()),
  ]);
  const keys = list.map(({ publicKey }) => publicKey);
  const items = verifyBundle(evidence, { publicKey: keys, log });
  const isRead = items.some(({ name, pass }) => name === 'shape' && pass);
  const received = checkReceived(receivedHeads(contract.symbol), hashesInBundle(evidence));
  const bundle = isRead ? (evidence as unknown as EvidenceBundle) : undefined;
  const own = bundle ? [checkRecord(contract, bundle)] : [];
  return {
    items: [...items, ...own, ...(received ? [received] : [])],
    keys,
    /** Undefined when the evidence could not be read. */
    bundle,
    /** Hashes of the evidence that this device received live. */
    received: received?.known ?? 0,
    /** Of the receipt in the public log, from 0; undefined for evidence that is older. */
    place: bundle?.log && parseLogProof(bundle.log.receipt)?.index,
    at: Date.now(),
  };
}

export type Verification = Awaited<ReturnType<typeof checkEvidence>>;

/** The object URL must outlive the click for a moment. */
const KEEP_MS = 10_000;

/** Downloads the evidence as a file, for the offline command. */
export function downloadEvidence(id: number, evidence: Evidence): void {
  const blob = new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' });
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = `contract-${id}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
