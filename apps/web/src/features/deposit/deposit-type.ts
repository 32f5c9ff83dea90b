/** How a deposit came to be known, in words. */
import type { MessageKey } from '../../platform/i18n/message-key.ts';

export const TOLD_BY_MEMBER = 1;
const SEEN_ON_NETWORK = 2;

const WAYS: Readonly<Record<number, MessageKey>> = {
  [TOLD_BY_MEMBER]: 'deposit.typeTold',
  [SEEN_ON_NETWORK]: 'deposit.typeSeen',
};

/** Whatever neither the member told nor the network showed, the platform added (spec §4). */
export function wayOf(type: number): MessageKey {
  return WAYS[type] ?? 'deposit.typeAdded';
}
