/** Home: where its prices come from. */
import { untilText } from '@tern/ui/tests';
import { test } from 'vitest';
import { renderScreen } from '../../../../tests/render-screen.tsx';
import { pages } from '../../../kernel/pages.ts';
import { VERSION } from '../../../kernel/site-config.ts';

const sources = [
  { priceSource: 'simulated', text: 'Simulated prices, real order books, no real funds.' },
  { priceSource: 'api.huobi.pro', text: 'Real order books, live prices, no real funds.' },
];

test.each(sources)(
  'prices of the source $priceSource are labelled',
  async ({ priceSource, text }) => {
    await renderScreen(pages.home, {
      as: null,
      before: (server) =>
        server.answer('GET /base/site', {
          version: VERSION,
          mode: 'paper',
          serverTime: new Date().toISOString(),
          priceSource,
        }),
    });
    await untilText(text);
  },
);
