import { expect, test } from 'vitest';
import {
  geoLink,
  kilometresBetween,
  latitudeOf,
  longitudeOf,
  mapLink,
  mapWindow,
  placeOf,
} from './place.ts';

const berlin = { latitude: 52.52, longitude: 13.405 };
const paris = { latitude: 48.8566, longitude: 2.3522 };

test('reads degrees within their bounds, also with a comma', () => {
  expect(latitudeOf(' 52,52 ')).toBe(52.52);
  expect(latitudeOf('90.1')).toBeUndefined();
  expect(longitudeOf('-180')).toBe(-180);
  for (const text of ['', 'north', '1e2', '0x10', '12.']) expect(longitudeOf(text)).toBeUndefined();
});

test('reads a place from an address only when both numbers are given', () => {
  expect(placeOf({ latitude: '52.52', longitude: '13.405' })).toEqual(berlin);
  expect(placeOf({ latitude: '52.52' })).toBeUndefined();
});

test('links to map apps and to OpenStreetMap', () => {
  expect(geoLink(berlin)).toBe('geo:52.52,13.405');
  expect(mapLink(berlin)).toBe(
    'https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=17/52.52/13.405',
  );
});

test('a map has the place in its middle, and does not go beyond a pole', () => {
  expect(mapWindow(paris)).toMatchObject({ left: 2.3522 - 45, top: -48.8566 - 22.5 });
  expect(mapWindow({ latitude: 89, longitude: 0 }).top).toBe(-90);
  expect(mapWindow({ latitude: -89, longitude: 0 }).top).toBe(45);
});

test('measures along the surface of the earth', () => {
  expect(Math.round(kilometresBetween(berlin, paris))).toBe(877);
  expect(kilometresBetween(berlin, berlin)).toBe(0);
});
