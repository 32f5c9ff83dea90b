/** Wires as a kind of request: announced by a member, credited with the amount that arrived. */
import { type Entry, exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, formatDecimal } from '@tern/money';
import { depositCate, type WireEvent } from '@tern/protocol';
import { amountIn, langOf, textOf } from '../../../../kernel/i18n/texts.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Deps } from '../deps.ts';
import { requestRow } from '../request/list.ts';
import type { RequestKind } from '../request/request-kind.ts';
import { type Wire, wireStore } from './store.ts';

export const wires: RequestKind<Wire, WireEvent> = {
  kind: 'wire',
  letter: 'F',
  topic: 'wire.changed',
  store: wireStore,
  holdsAmount: false,
  row(wire) {
    const { received, state } = wire;
    return {
      ...requestRow(wires, wire),
      cate: depositCate.wire,
      coinname: wire.asset,
      received: state === 'completed' && received !== null ? formatDecimal(received) : null,
      email: wire.email,
      reference: wire.reference,
      isArrived: received !== null,
    };
  },
  assertCancellable({ received }) {
    if (received !== null) throw new Refusal('already-decided');
  },
};

/** Completed: the bank account pays the member what arrived. */
export function creditEntry({ id, memberId, asset }: Wire, received: Amount): Entry {
  return {
    kind: recordTypes.depositSuccess,
    reference: `wire:${id}`,
    postings: transfer({
      from: { owner: exchangeAccounts.custody, purpose: 'available' },
      to: { owner: memberId, purpose: 'available' },
      asset,
      amount: received,
    }),
  };
}

/** A wire of the member with its instructions. @throws not-found for an absent wire or another member's */
export async function findWire(
  deps: Deps<'database' | 'mode' | 'bankAccounts'>,
  memberId: number,
  { id, lang }: { id: number; lang: string },
) {
  const wire = await deps.database.maybe(wireStore.ofMember, [id, memberId]);
  if (wire === undefined) throw new Refusal('not-found');
  return { rewire: wires.row(wire), instructions: instructionsOf(deps, wire, lang) };
}

/** How to pay it; in paper mode, not to pay. */
export function instructionsOf(
  { mode, bankAccounts }: Deps<'mode' | 'bankAccounts'>,
  { amount, asset, reference }: Wire,
  /** A language prefix. */
  lang: string,
) {
  const language = langOf(lang);
  const values = {
    amount: amountIn(language, formatDecimal(amount), asset),
    asset,
    reference,
  };
  if (mode === 'paper') {
    return {
      isSimulated: true,
      subject: textOf(language, 'mail.wire.subject', values),
      body: textOf(language, 'mail.wire.body', values),
    };
  }
  const account = bankAccounts.get(asset) ?? '—';
  return {
    isSimulated: false,
    subject: textOf(language, 'mail.wire.live.subject', values),
    body: textOf(language, 'mail.wire.live.body', { ...values, account }),
  };
}
