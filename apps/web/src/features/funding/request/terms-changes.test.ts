import { expect, it } from 'vitest';
import { comingFor, placeName, stoppedFor } from './terms-changes.ts';

const usdt = { kind: 'network', coinname: 'USDT', czline: 'TRC20', key: 'network.USDT.TRC20' };
const eur = { kind: 'currency', coinname: 'EUR', czline: '', key: 'currency.EUR' };
const common = { ID: 1, effectiveAt: '2026-11-22T12:00:00.000Z', reason: 'Dearer.' };
const changes = {
  coming: [
    {
      ...usdt,
      ...common,
      changes: [
        { field: 'outMin', from: '10', to: '20' },
        { field: 'inMin', from: '5', to: '6' },
      ],
    },
    { ...eur, ...common, changes: [{ field: 'takesIn', from: 'on', to: 'off' }] },
  ],
  stopped: [
    { ...usdt, czline: 'ERC20', way: 'out', until: null, reason: '' },
    { ...eur, way: 'in', until: null, reason: '' },
  ],
} as unknown as Parameters<typeof comingFor>[0];

const network = { kind: 'network', coin: 'USDT' } as const;

it('keeps only the fields of the direction', () => {
  const [change] = comingFor(changes, { ...network, direction: 'out' });
  expect(change?.changes).toEqual([{ field: 'outMin', from: '10', to: '20' }]);
  expect(comingFor(changes, { kind: 'currency', coin: 'EUR', direction: 'out' })).toEqual([]);
});

it('gives nothing of another network, coin or kind', () => {
  const out = { direction: 'out' } as const;
  expect(comingFor(changes, { ...network, ...out, network: 'ERC20' })).toEqual([]);
  expect(comingFor(changes, { kind: 'network', coin: 'BTC', ...out })).toEqual([]);
  expect(comingFor(changes, { kind: 'currency', coin: 'USDT', ...out })).toEqual([]);
  expect(comingFor(undefined, { ...network, ...out })).toEqual([]);
});

it('names every stopped network of the coin, whichever is selected', () => {
  const scope = { ...network, network: 'TRC20', direction: 'out' } as const;
  expect(stoppedFor(changes, scope).map(placeName)).toEqual(['ERC20']);
  expect(stoppedFor(changes, { ...scope, direction: 'in' })).toEqual([]);
});

it('names every stopped currency, whichever is selected', () => {
  const scope = { kind: 'currency', coin: 'USD', direction: 'in' } as const;
  expect(stoppedFor(changes, scope).map(placeName)).toEqual(['EUR']);
});
