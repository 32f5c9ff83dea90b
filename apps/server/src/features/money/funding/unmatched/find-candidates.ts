/** Members who may have sent an unmatched transfer, with the reasons for each; an operator decides (ADR 31). */
import { formatDecimal } from '@tern/money';
import type { UnmatchedCandidate } from '@tern/protocol/operator';
import { logLook } from '../../../../kernel/operators/audit-log.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { deposits } from '../deposit/deposits.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { type FoundCandidate, unmatchedByReference, unmatchedCandidates } from './store.ts';

/** A deposit reported within this time of the arrival counts as near. Our choice: transfers take minutes to hours. */
const NEAR_SECONDS = 24 * 60 * 60;

/**
 * The best first, at most five; none is selected. The access is logged, because it shows members.
 * @throws not-found
 */
export function candidatesFor(
  deps: { database: Database; clock: Clock },
  actor: Reviewer,
  reference: string,
): Promise<UnmatchedCandidate[]> {
  return deps.database.transaction(async (tx) => {
    const unmatched = await tx.maybe(unmatchedByReference, [reference]);
    if (unmatched === undefined) throw new Refusal('not-found', { fields: ['reference'] });
    const { asset, amount } = unmatched;
    const detail = { asset, amount: formatDecimal(amount) };
    const look = {
      actor,
      action: 'stray.candidates',
      subject: `seen:${reference}`,
      detail,
    } as const;
    await logLook(tx, look, deps.clock.now());
    const found = await tx.many(unmatchedCandidates, [reference, NEAR_SECONDS]);
    return Promise.all(found.map((candidate) => candidateOut(tx, candidate)));
  });
}

async function candidateOut(reader: Reader, found: FoundCandidate): Promise<UnmatchedCandidate> {
  const member = await memberById(reader, found.memberId);
  const { requestId, requestedAt, requestAmount } = found;
  const hasRequest = requestId !== null && requestedAt !== null && requestAmount !== null;
  return {
    memberId: found.memberId,
    email: maskedEmail(member?.email ?? ''),
    signs: {
      address: found.addressOn !== null,
      amount: found.isAmount,
      coin: found.isCoin,
      time: found.isNear,
    },
    addressOn: found.addressOn,
    request: hasRequest
      ? {
          recordNo: recordNoOf(deposits, requestId),
          CreatedAt: isoTime(requestedAt),
          coinname: found.requestAsset ?? '',
          czline: found.requestNetwork ?? '',
          num: formatDecimal(requestAmount),
        }
      : null,
    earlier: found.earlier,
  };
}

/** "m•••k@mail.com": enough to distinguish two; the customer's page shows the whole address. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 2 ? '•••' : `${email[0]}•••${email[at - 1]}${email.slice(at)}`;
}
