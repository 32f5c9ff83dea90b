/** Settings of swaps that operators may change. */
import { decimal, type Rate } from '@tern/money';
import { amountIn, share } from '../../../kernel/settings/settings.ts';

const bound = {
  max: decimal<Rate>('0.1'),
  why: 'more would take a tenth of what a member swaps',
};

export const swapSettings = {
  spread: share({
    key: 'swap.spread',
    name: 'Spread of a swap',
    effect: 'Members get this much less than the reference rate.',
    fallback: '0.001',
    ...bound,
  }),
  feeRatio: share({
    key: 'swap.feeRatio',
    name: 'Fee of a swap',
    effect: 'Members pay this part of what they receive.',
    fallback: '0.001',
    ...bound,
  }),
  min: amountIn({
    key: 'swap.minUsdt',
    name: 'Smallest swap',
    effect: 'A swap of less than this worth is refused.',
    asset: 'USDT',
    fallback: '1',
  }),
  small: amountIn({
    key: 'swap.smallUsdt',
    name: 'Small balance',
    effect: 'A balance of less than this worth can be swapped as a small one.',
    asset: 'USDT',
    fallback: '5',
  }),
  max: amountIn({
    key: 'swap.maxUsdt',
    name: 'Largest swap',
    effect: 'A swap of more than this worth is refused.',
    asset: 'USDT',
    fallback: '100000',
  }),
};
