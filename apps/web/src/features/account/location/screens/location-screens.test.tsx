/** The pages of places: coordinates and map links, a typed position, and the distance on the page that asked. */
import { control, expectError, fill, press, untilText } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const OFFICE = `${pages.openLocation}?latitude=52.52&longitude=13.405&address=Hafenstr.+1`;

test('a place shows its coordinates and links to maps, without loading any', async () => {
  await renderScreen(OFFICE);
  await untilText('Hafenstr. 1');
  await untilText('52.52, 13.405');
  await control('img', 'Map around 52.52, 13.405');
  const map = await control('link', 'Open in OpenStreetMap');
  expect(map.getAttribute('href')).toContain('https://www.openstreetmap.org/?mlat=52.52');
  const app = await control('link', 'Open in a map app');
  expect(app.getAttribute('href')).toBe('geo:52.52,13.405');
  expect(document.querySelector('iframe, main img')).toBeNull();
});

test('typed coordinates are checked, and return to the page that asked with a distance', async () => {
  await renderScreen(OFFICE);
  await press(/^Distance from you/, { role: 'link' });
  await untilPage(pages.chooseLocation);
  await fill('Latitude', '91');
  await press('Use this location');
  await expectError('Latitude', 'Enter a latitude between -90 and 90.');
  await expectError('Longitude', 'Enter a longitude between -180 and 180.');
  await fill('Latitude', '48,8566');
  await fill('Longitude', '2.3522');
  await control('img', 'Map around 48.8566, 2.3522');
  await press('Use this location');
  await untilPage(pages.openLocation);
  await untilText('877 km');
});

test('an address without a place says so', async () => {
  await renderScreen(`${pages.openLocation}?latitude=north`);
  await untilText('No place selected');
});
