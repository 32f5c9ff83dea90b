/** The rules of transfers between members: masked names, the first day with a new receiver, the entry. Pure. */
import { type Entry, recordTypes, transfer } from '@tern/ledger';
import { type Amount, subtract, ZERO } from '@tern/money';
import { DAY_MS } from '../../../platform/durations.ts';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter of each word of a name: `A… W…`. Empty for an empty name. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...letters.segment(word)][0]!.segment}…`)
    .join(' ');
}

/** What a sender has sent to one receiver before. */
export interface Acquaintance {
  /** The first transfer, epoch ms; null: none yet. */
  since: number | null;
  /** All of them, in USDT at the prices of their moments. */
  sent: Amount;
}

/** What may still be sent within the first day, in USDT; undefined after it. */
export function leftOfFirstDay(
  { since, sent }: Acquaintance,
  firstDayMax: Amount,
  at: number,
): Amount | undefined {
  if (since !== null && at >= since + DAY_MS) return undefined;
  return sent >= firstDayMax ? ZERO : subtract(firstDayMax, sent);
}

/** One entry with two record types: what the sender sees, and what the receiver sees. */
export function transferEntry(sent: {
  id: number;
  senderId: number;
  receiverId: number;
  asset: string;
  amount: Amount;
  note: string;
}): Entry {
  const { id, senderId, receiverId, asset, amount, note } = sent;
  const available = (owner: number) => ({ owner, purpose: 'available' }) as const;
  return {
    kind: recordTypes.transferSent,
    recordTypeOf: new Map([[receiverId, recordTypes.transferReceived]]),
    reference: `membertransfer:${id}`,
    note,
    postings: transfer({ from: available(senderId), to: available(receiverId), asset, amount }),
  };
}
