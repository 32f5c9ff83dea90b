/** Shows every component in any theme; the URL selects the scene: ?scene=parts&theme=light&locale=de */
import '../src/styles.css';
import { createRoot } from 'react-dom/client';
import { AppColumn, NumberLocale, Toaster, type UiTexts, UiTextsProvider } from '../src/index.ts';
import { HomeScene } from './home-scene.tsx';
import { LoginScene } from './login-scene.tsx';
import { PartsScene } from './parts-scene.tsx';
import { PersonalScene } from './personal-scene.tsx';
import { SpotScene } from './spot-scene.tsx';

const SCENES = {
  parts: PartsScene,
  home: HomeScene,
  spot: SpotScene,
  login: LoginScene,
  my: PersonalScene,
} as const;

const texts: UiTexts = {
  back: 'Back',
  close: 'Close',
  loading: 'Loading',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  hidden: 'hidden',
  unknown: 'unknown',
  up: (change) => `up ${change}`,
  down: (change) => `down ${change}`,
  unchanged: 'unchanged',
  changeUnknown: 'change unknown',
  raise: (field) => `Raise ${field}`,
  lower: (field) => `Lower ${field}`,
  upToPlaces: (places) => `Up to ${places} decimals`,
  notPasted: {
    unreadable: 'not one plain number',
    partial: 'not into the middle of a number',
    places: (places) => `more than ${places} decimals`,
    unit: (unit) => `not in ${unit}`,
    ambiguous: (one, other) => `${one} or ${other}`,
  },
};

const query = new URLSearchParams(location.search);
const name = (query.get('scene') ?? 'parts') as keyof typeof SCENES;
const Scene = SCENES[name];
const root = document.getElementById('root');
if (root === null) throw new Error('no root');

createRoot(root).render(
  <UiTextsProvider value={texts}>
    <NumberLocale value={query.get('locale') ?? 'en'}>
      <AppColumn
        statusColour={name === 'my' ? 'my' : 'canvas'}
        paper={{ name: 'Paper money', meaning: 'balances have no real value' }}
        desktop={{
          pitch: (
            <>
              Made for phones.
              <br />
              Same account, same column, on any screen.
            </>
          ),
          simulation: 'Paper money simulation',
          version: 'v0.0.0',
        }}
      >
        <Scene />
        <Toaster />
      </AppColumn>
    </NumberLocale>
  </UiTextsProvider>,
);
