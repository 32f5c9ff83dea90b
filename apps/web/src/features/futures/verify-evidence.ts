/** Fetches the evidence of a contract and checks it on this device; the checking code comes only when it is wanted. */
import { call } from '../../platform/http/call.ts';

export type Evidence = Readonly<Record<string, unknown>>;

/** Fails with: 5007, 5009 until the price after its end is known. */
export async function fetchEvidence(id: number): Promise<Evidence> {
  return (await call('GET /hyorder/evidence', { ID: id })).bundle;
}

/** Every check with its finding, and the keys it was made with: those that are published (rules §2). */
export async function checkEvidence(evidence: Evidence) {
  const [{ verifyBundle }, { list }] = await Promise.all([
    import('@tern/proofs'),
    call('GET /transparency/keys', {}),
  ]);
  const keys = list.map(({ publicKey }) => publicKey);
  return { items: verifyBundle(evidence, { publicKey: keys }), keys };
}

export type Verdict = Awaited<ReturnType<typeof checkEvidence>>;

/** The browser needs the address for a moment after the click. */
const KEEP_MS = 10_000;

/** Hands the evidence over as a file, for the offline command. */
export function downloadEvidence(id: number, evidence: Evidence): void {
  const blob = new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' });
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = `contract-${id}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
