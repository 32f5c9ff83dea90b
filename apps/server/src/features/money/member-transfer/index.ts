/** Member transfers: money that members send each other, immediately and finally. */
import type { AccountPart } from '../../../kernel/account-data/account-part.ts';
import type { NotifyingFeature } from '../../../kernel/messaging/notice-kinds.ts';
import { claimLetter } from '../../../kernel/requests/record-letters.ts';
import { memberTransferRows } from './export-rows.ts';
import { LETTER } from './list-transfers.ts';
import { memberTransferNotices } from './notices.ts';
import { memberTransferRoutes } from './routes.ts';
import type { SendDeps } from './send-to-member.ts';

export function createMemberTransfers(deps: SendDeps): NotifyingFeature {
  claimLetter(LETTER, 'membertransfer');
  return {
    slug: 'member-transfer',
    notices: memberTransferNotices,
    routes: memberTransferRoutes(deps),
  };
}

/** What it holds about a member, for exports and closing. */
export const memberTransferAccount: AccountPart = { held: memberTransferRows };
