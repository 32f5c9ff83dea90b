import { expect, it } from 'vitest';
import { comingFor, placeName, stoppedFor, type TermsChanges } from './terms-changes.ts';

const usdt = { kind: 'network', asset: 'USDT', network: 'TRC20', key: 'network.USDT.TRC20' };
const eur = { kind: 'currency', asset: 'EUR', network: '', key: 'currency.EUR' };
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
    { ...usdt, network: 'ERC20', direction: 'out', until: null, reason: '' },
    { ...eur, direction: 'in', until: null, reason: '' },
  ],
} as TermsChanges;

const network = { kind: 'network', asset: 'USDT' } as const;

it('keeps only the fields of the direction', () => {
  const [change] = comingFor(changes, { ...network, direction: 'out' });
  expect(change?.changes).toEqual([{ field: 'outMin', from: '10', to: '20' }]);
  expect(comingFor(changes, { kind: 'currency', asset: 'EUR', direction: 'out' })).toEqual([]);
});

it('gives nothing of another network, coin or kind', () => {
  const out = { direction: 'out' } as const;
  expect(comingFor(changes, { ...network, ...out, network: 'ERC20' })).toEqual([]);
  expect(comingFor(changes, { kind: 'network', asset: 'BTC', ...out })).toEqual([]);
  expect(comingFor(changes, { kind: 'currency', asset: 'USDT', ...out })).toEqual([]);
  expect(comingFor(undefined, { ...network, ...out })).toEqual([]);
});

it('names every stopped network of the coin, whichever is selected', () => {
  const scope = { ...network, network: 'TRC20', direction: 'out' } as const;
  expect(stoppedFor(changes, scope).map(placeName)).toEqual(['ERC20']);
  expect(stoppedFor(changes, { ...scope, direction: 'in' })).toEqual([]);
});

it('names every stopped currency, whichever is selected', () => {
  const scope = { kind: 'currency', asset: 'USD', direction: 'in' } as const;
  expect(stoppedFor(changes, scope).map(placeName)).toEqual(['EUR']);
});
