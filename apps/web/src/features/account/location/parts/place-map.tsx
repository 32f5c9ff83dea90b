/** A drawn map of the part of the world around a place. Nothing is loaded from anywhere. */
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { coordinatesOf, mapWindow, type Place } from '../place.ts';
import styles from './place-map.module.css';
import { WORLD_OUTLINE } from './world-outline.ts';

/** The earth goes on beyond the date line. */
const TURNS = [-360, 0, 360];
const EVERY_DEGREES = 15;
const MERIDIANS = Array.from({ length: 37 }, (_, at) => (at - 18) * EVERY_DEGREES);
const PARALLELS = Array.from({ length: 11 }, (_, at) => (at - 5) * EVERY_DEGREES);

export function PlaceMap({ place }: { place: Place }) {
  const t = useT();
  const { left, top, width, height } = mapWindow(place);
  return (
    <svg
      className={styles.map}
      viewBox={`${left} ${top} ${width} ${height}`}
      role="img"
      aria-label={t('location.mapOf', { coordinates: coordinatesOf(place) })}
    >
      {TURNS.map((turn) => (
        <g key={turn} transform={`translate(${turn} 0)`}>
          <path d={WORLD_OUTLINE} transform="scale(0.5)" className={styles.land} />
          {MERIDIANS.map((x) => (
            <path key={x} d={`M${x}-90v180`} className={styles.line} />
          ))}
          {PARALLELS.map((y) => (
            <path key={y} d={`M-180 ${y}h360`} className={styles.line} />
          ))}
        </g>
      ))}
      <circle cx={place.longitude} cy={-place.latitude} r={2.6} className={styles.ring} />
      <circle cx={place.longitude} cy={-place.latitude} r={1.1} className={styles.point} />
    </svg>
  );
}
