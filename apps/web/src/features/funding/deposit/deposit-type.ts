/** How a deposit was recorded, as text. */
import type { MessageKey } from '../../../platform/i18n/message-key.ts';

export const SUBMITTED_BY_MEMBER = 1;
const DETECTED_ON_NETWORK = 2;

const TYPE_KEYS: Readonly<Record<number, MessageKey>> = {
  [SUBMITTED_BY_MEMBER]: 'deposit.typeTold',
  [DETECTED_ON_NETWORK]: 'deposit.typeSeen',
};

/** Everything else was added by the platform (spec §4). */
export function depositTypeKey(type: number): MessageKey {
  return TYPE_KEYS[type] ?? 'deposit.typeAdded';
}
