/** Settings of hedging that operators may change. Without limits for an asset it is not hedged. */
import { decimal, type Rate } from '@tern/money';
import { amountIn, amountsByAsset, share } from '../../../kernel/settings/settings.ts';

export const hedgingSettings = {
  targets: amountsByAsset({
    key: 'hedging.targets',
    name: 'Hedging: what the exchange wants to own',
    effect:
      'Of each coin, here and at the venue together. What it owns beyond or below is its exposure.',
    fallback: {},
  }),
  exposureMax: amountsByAsset({
    key: 'hedging.exposureMax',
    name: 'Hedging: greatest open exposure',
    effect:
      'Beyond it the exchange buys or sells at the venue. A coin without a limit is not hedged.',
    fallback: {},
  }),
  orderMax: amountsByAsset({
    key: 'hedging.orderMax',
    name: 'Hedging: largest order',
    effect: 'One order at the venue is no larger than this.',
    fallback: {},
  }),
  dayMax: amountsByAsset({
    key: 'hedging.dayMax',
    name: 'Hedging: most in 24 hours',
    effect: 'Where more would be bought and sold at the venue within 24 hours, hedging stops.',
    fallback: {},
  }),
  slip: share({
    key: 'hedging.slip',
    name: 'Hedging: price slip',
    effect: 'An order at the venue is at most this much worse than our reference price.',
    fallback: '0.005',
    max: decimal<Rate>('0.05'),
    why: 'a worse price is another price, not a slip',
  }),
  differenceMax: amountIn({
    key: 'hedging.differenceMax',
    name: 'Hedging: difference at the venue',
    effect:
      'Where the venue reports more or less than our books by more than this worth, hedging stops.',
    asset: 'USDT',
    fallback: '1',
  }),
};
