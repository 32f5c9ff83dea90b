/** What a credited wire posts. Pure (rules §2). */
import { type Entry, houseAccounts, recordTypes, transfer } from '@tern/ledger';
import type { Amount } from '@tern/money';

interface Credited {
  id: number;
  memberId: number;
  asset: string;
  received: Amount;
}

export function creditEntry({ id, memberId, asset, received }: Credited): Entry {
  return {
    kind: recordTypes.depositSuccess,
    reference: `wire:${id}`,
    postings: transfer({
      from: { owner: houseAccounts.custody, purpose: 'available' },
      to: { owner: memberId, purpose: 'available' },
      asset,
      amount: received,
    }),
  };
}
