/** Going to the provider of identities and coming back: what it answers stands in the address, and is taken out of it once. */
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { remembered } from '../platform/remembered.ts';
import { pages } from './pages.ts';

export type VisitPurpose = 'login' | 'link';

export interface ProviderReturn {
  purpose: VisitPurpose;
  /** Empty when another tab began. */
  ticket: string;
  /** The query of the address. */
  answer: string;
}

const begun = remembered('visit', 'session');

/** Leaves the console. */
export function goToProvider(
  { url, ticket }: OperatorOutput<'POST /operator/provider/begin'>,
  purpose: VisitPurpose,
): void {
  begun.write(JSON.stringify({ ticket, purpose }));
  location.assign(url);
}

let pending: ProviderReturn | undefined;

/** What the browser has come back with, until `endReturn`; undefined when it does not come from the provider. */
export function pendingReturn(): ProviderReturn | undefined {
  const answer = location.search.slice(1);
  const given = new URLSearchParams(answer);
  if (!given.has('state') || !(given.has('code') || given.has('error'))) return pending;
  const { ticket = '', purpose = 'login' } = JSON.parse(
    begun.read() ?? '{}',
  ) as Partial<ProviderReturn>;
  begun.write(undefined);
  pending = { ticket, purpose, answer };
  // A code in the address would be in the history, and asked for again by a reload.
  const hash = purpose === 'link' ? `#${pages.account}` : location.hash;
  history.replaceState(null, '', `${location.pathname}${hash}`);
  return pending;
}

export function endReturn(): void {
  pending = undefined;
}
