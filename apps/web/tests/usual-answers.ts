/** What the server usually answers a member with paper money; a test changes what it is about. */
import type { AnyCall } from '@tern/protocol';
import type { FakeServer } from '@tern/protocol/tests';
import type { User } from '../src/kernel/session.ts';
import { VERSION } from '../src/kernel/site-config.ts';

const NOW = '2026-03-02T09:30:00.000Z';

/** A verified member with a confirmed phone and a withdrawal password. */
export const memberUser = (): User => ({
  ID: 7,
  CreatedAt: NOW,
  UpdatedAt: NOW,
  username: 'ada@tern.test',
  email: 'ada@tern.test',
  phone: '13800001234',
  countryCode: '86',
  phoneProven: true,
  inviteCode: 'TERN07',
  creditScore: 100,
  verified: true,
  realNameStatus: 2,
  hasPayPassword: true,
  frozen: false,
  freeze: null,
  withdrawalsBlockedUntil: null,
});

const market = (base: string, name: string, price: string) => ({
  symbol: `${base.toLowerCase()}usdt`,
  base,
  quote: 'USDT',
  name,
  price,
  close: price,
  open: price,
  class: 'crypto',
  isOpen: true,
  halt: null,
  closing: null,
  isDelisted: false,
  pricePlaces: 2,
  lotPlaces: 5,
  tickSize: '0.01',
  lotSize: '0.00001',
  minNotional: '5',
  maxNotional: '500000',
  makerFee: '0.001',
  takerFee: '0.001',
  priceBand: '0.1',
});

/** Markets in the order of the trade list. */
export const cryptoMarkets = [
  market('BTC', 'Bitcoin', '60000'),
  { ...market('ETH', 'Ethereum', '3000'), lotPlaces: 4, lotSize: '0.0001' },
  market('SOL', 'Solana', '150'),
];

const places = (coinname: string) => (coinname === 'BTC' ? 8 : 6);

/** One coin of the member, all of it available. */
const balance = (coinname: string, available: string) => ({
  coinname,
  available,
  total: available,
  usdt: available,
  priced: true,
  uses: ['swap', 'recurring'],
  kind: 'crypto',
  places: places(coinname),
});

const network = (czline: string, name: string) => ({
  czline,
  name,
  family: czline === 'TRC20' ? 'tron' : 'evm',
  depositMin: czline === 'TRC20' ? '5' : '10',
  depositMax: '1000000',
  withdrawMin: '10',
  withdrawMax: '500000',
  withdrawFee: '1',
  takesDeposits: true,
  takesWithdrawals: true,
});

/** Two networks of USDT, with different minimum deposits. */
export const networks = [network('TRC20', 'TRON (TRC-20)'), network('ERC20', 'Ethereum (ERC-20)')];

export function answerAsUsual(server: FakeServer<AnyCall>): void {
  server.answer('GET /base/site', {
    version: VERSION,
    mode: 'paper',
    serverTime: new Date().toISOString(),
    isReadOnly: false,
    priceSource: 'simulated',
  });
  server.answer('GET /base/operator', { name: 'Tern', msb: null, office: null, licence: null });
  server.answer('POST /base/captcha', () => ({
    captchaId: 'image-1',
    picPath: 'data:image/svg+xml,1',
    captchaLength: 4,
  }));
  server.answer('POST /base/tradelist', ({ from }) => ({
    list: String(from) === '2' ? [] : cryptoMarkets,
  }));
  server.answer('GET /notice/getPreferences', { quiet: null, timeZone: 'UTC' });
  server.answer('GET /user/findImage', { image: 'data:image/png;base64,' });
  server.answer('GET /fee/level', { refeelevel: { maker: '0.001', taker: '0.001' } });
  server.answer('GET /transparency/ticks', { hashBefore: '0'.repeat(64) });
  server.answer('GET /user/mycoin', {
    list: [{ ...balance('USDT', '10000'), networks }, balance('BTC', '0.1')],
  });
  server.answer('GET /coin/getCoinList', {
    list: [{ coinname: 'USDT', name: 'Tether', kind: 'crypto', places: 6, networks }],
  });
}
