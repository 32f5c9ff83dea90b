/** How a deposit was recorded, as text. */
import type { MessageKey } from '../../platform/i18n/message-key.ts';

export const TOLD_BY_MEMBER = 1;
const SEEN_ON_NETWORK = 2;

const WAYS: Readonly<Record<number, MessageKey>> = {
  [TOLD_BY_MEMBER]: 'deposit.typeTold',
  [SEEN_ON_NETWORK]: 'deposit.typeSeen',
};

/** Everything else was added by the platform (spec §4). */
export function wayOf(type: number): MessageKey {
  return WAYS[type] ?? 'deposit.typeAdded';
}
