/** What the page of the log shows of what this device kept; pure. */
import { parseLogEvidence, readClaim, toBase64 } from '@tern/proofs';
import type { FindingKind, KeptLog } from '../../../kernel/public-log/kept-log.ts';

/** A checkpoint as shown. */
export interface ShownCheckpoint {
  /** Entries of the log. */
  readonly size: number;
  /** Base64. */
  readonly root: string;
}

export interface LogView {
  /** "first": kept by the only check so far, so nothing was compared yet. */
  readonly state: 'intact' | 'first' | FindingKind;
  /** When that was found, epoch ms. */
  readonly at: number;
  readonly kept: ShownCheckpoint | undefined;
  /** Of a finding: the checkpoint that the log showed before, and the one after it. */
  readonly earlier: ShownCheckpoint | undefined;
  readonly later: ShownCheckpoint | undefined;
  /** What is shown, as a text to keep. */
  readonly text: string;
}

export function viewLog(kept: KeptLog): LogView {
  const { finding, checkpoint, checks, provenAt } = kept;
  const shown = { kept: shownOf(checkpoint), earlier: undefined, later: undefined };
  if (finding === undefined) {
    const state = checks === 1 ? 'first' : 'intact';
    return { ...shown, state, at: provenAt, text: checkpoint };
  }
  const evidence = parseLogEvidence(finding.evidence);
  return {
    ...shown,
    state: finding.kind,
    at: finding.at,
    earlier: evidence && shownOf(evidence.kept),
    later: evidence && shownOf(evidence.received),
    text: finding.evidence,
  };
}

function shownOf(note: string): ShownCheckpoint | undefined {
  const claim = readClaim(note);
  return claim && { size: claim.size, root: toBase64(claim.root) };
}
