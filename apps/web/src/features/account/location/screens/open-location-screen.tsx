/** The system's page of one place: a drawn map, coordinates, links to maps, and how far it is. No foreign map is loaded. */
import {
  Card,
  formatAmount,
  KeyValue,
  KeyValues,
  NavBar,
  Row,
  ScreenBody,
  ScreenHeader,
  Stack,
  useNumberLocale,
} from '@tern/ui';
import { Copyable } from '../../../../kernel/copyable.tsx';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { ExternalLink } from '../../../../kernel/external-link.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useParams } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { useChosenPlace } from '../chosen-place.ts';
import {
  coordinatesOf,
  geoLink,
  kilometresBetween,
  mapLink,
  type Place,
  placeOf,
} from '../place.ts';
import { PlaceMap } from '../parts/place-map.tsx';
import styles from './location.module.css';

export function OpenLocationScreen() {
  const t = useT();
  const back = useBack();
  const params = useParams();
  const place = placeOf(params);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('location.openTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        {place === undefined ? (
          <EmptyState
            title={t('location.noPlace')}
            label={t('common.goHome')}
            page={pages.home}
            isReplaced
          />
        ) : (
          <Shown place={place} address={params['address'] ?? ''} />
        )}
      </ScreenBody>
    </>
  );
}

function Shown({ place, address }: { place: Place; address: string }) {
  const t = useT();
  const to = useLinks();
  const here = useChosenPlace();
  const coordinates = coordinatesOf(place);
  return (
    <Stack gap={14}>
      <PlaceMap place={place} />
      {address !== '' && <p className={styles.address}>{address}</p>}
      <KeyValues>
        <KeyValue
          name={t('location.coordinates')}
          value={<Copyable text={coordinates} label={t('location.copyCoordinates')} />}
        />
      </KeyValues>
      <Card isPadded={false}>
        <Row
          title={t('location.distance')}
          note={t('location.staysHere')}
          value={
            here === undefined ? t('location.whereAreYou') : <Distance from={here} to={place} />
          }
          {...to(pages.chooseLocation)}
        />
      </Card>
      <ExternalLink href={mapLink(place)} label={t('location.openMap')} isPrimary />
      <ExternalLink href={geoLink(place)} label={t('location.openMapApp')} />
    </Stack>
  );
}

/** Below, tenths matter. */
const NEAR_KM = 100;

function Distance({ from, to }: { from: Place; to: Place }) {
  const t = useT();
  const locale = useNumberLocale();
  const km = kilometresBetween(from, to);
  const places = km < NEAR_KM ? 1 : 0;
  const shown = String(places === 1 ? Math.round(km * 10) / 10 : Math.round(km));
  return t('location.kilometres', {
    distance: formatAmount(shown, { locale, places }),
  });
}
