/** What the feature uses. */
import type { Images } from '../../../kernel/images/images.ts';
import type { ReviewQueueDeps } from '../../../kernel/review/review-step.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';

/** A name by which a bank knows the member. */
export interface AccountName {
  /** Where it comes from; for operators, in English: "bank card", "wire". */
  source: string;
  name: string;
}

export interface IdentityDeps extends ReviewQueueDeps {
  images: Pick<Images, 'markedBytesOf'>;
  /** For address and numbers of members. */
  secretBox: SecretBox;
  /** The names on the member's bank cards and wires. */
  accountNames(reader: Reader, memberId: number): Promise<readonly AccountName[]>;
  /** Ends a revoked verification: from now on the review of the documents decides. */
  endUnverification(tx: Tx, memberId: number, at: number): Promise<void>;
}
