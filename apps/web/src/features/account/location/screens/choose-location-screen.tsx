/** The system's page that chooses a place: the device's position, or typed coordinates. Returns to the caller. */
import {
  Button,
  CtaBar,
  FinePrint,
  NavBar,
  pinIcon,
  ScreenBody,
  ScreenHeader,
  Stack,
  TextField,
} from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useForm } from '../../../../kernel/form.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { choosePlace } from '../chosen-place.ts';
import { latitudeOf, longitudeOf } from '../place.ts';
import { PlaceMap } from '../parts/place-map.tsx';
import styles from './location.module.css';

/** To metres: more places would say more than a device knows. */
const PER_DEGREE = 100_000;
const rounded = (degrees: number) => String(Math.round(degrees * PER_DEGREE) / PER_DEGREE);
const WAIT_MS = 20_000;

export function ChooseLocationScreen() {
  const t = useT();
  const back = useBack();
  const navigator = useNavigator();
  const form = useForm({ latitude: '', longitude: '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const latitude = latitudeOf(form.values.latitude);
    const longitude = longitudeOf(form.values.longitude);
    const isFaulty = form.fail({
      ...(latitude === undefined ? { latitude: t('location.wrongLatitude') } : {}),
      ...(longitude === undefined ? { longitude: t('location.wrongLongitude') } : {}),
    });
    if (isFaulty || latitude === undefined || longitude === undefined) return;
    choosePlace({ latitude, longitude });
    navigator.back();
  };
  const degrees = { inputMode: 'text', autoComplete: 'off', maxLength: 14 } as const;
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('location.chooseTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded foot="cta">
        <Stack
          as="form"
          ref={form.ref}
          noValidate
          gap={14}
          aria-label={t('location.chooseTitle')}
          onSubmit={submit}
        >
          <DevicePosition
            onFound={({ latitude, longitude }) => {
              form.set('latitude', rounded(latitude));
              form.set('longitude', rounded(longitude));
            }}
          />
          <TextField {...form.field('latitude')} label={t('location.latitude')} {...degrees} />
          <TextField {...form.field('longitude')} label={t('location.longitude')} {...degrees} />
          <TypedPlace {...form.values} />
          <FinePrint>{t('location.staysHere')}</FinePrint>
          <CtaBar>
            <Button type="submit" kind="primary" isFull>
              {t('location.usePlace')}
            </Button>
          </CtaBar>
        </Stack>
      </ScreenBody>
    </>
  );
}

/** Where the typed coordinates are; nothing while they are none. */
function TypedPlace(typed: { latitude: string; longitude: string }) {
  const latitude = latitudeOf(typed.latitude);
  const longitude = longitudeOf(typed.longitude);
  if (latitude === undefined || longitude === undefined) return null;
  return <PlaceMap place={{ latitude, longitude }} />;
}

function DevicePosition({ onFound }: { onFound: (coords: GeolocationCoordinates) => void }) {
  const t = useT();
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const ask = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onFound(coords);
      },
      () => setState('failed'),
      { timeout: WAIT_MS },
    );
  };
  // Absent without a secure connection: coordinates can be typed.
  if (!('geolocation' in navigator)) return null;
  return (
    <div>
      <Button
        icon={pinIcon}
        isFull
        isBusy={state === 'asking'}
        busyLabel={t('location.askingPosition')}
        onPress={ask}
      >
        {t('location.myPosition')}
      </Button>
      <p role="status" className={styles.failed}>
        {state === 'failed' && t('location.noPosition')}
      </p>
    </div>
  );
}
