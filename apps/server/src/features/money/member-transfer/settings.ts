/** Settings of transfers between members that operators may change. */
import { amountIn } from '../../../kernel/settings/settings.ts';

export const memberTransferSettings = {
  /** To a receiver who is new to the sender. */
  firstDayMax: amountIn({
    key: 'memberTransfer.firstDayMaxUsdt',
    name: 'First day with a receiver',
    effect: 'A member can send this much to a new receiver on the first day.',
    asset: 'USDT',
    fallback: '1000',
    why: 'with 0 no member can send to a new one',
  }),
};
