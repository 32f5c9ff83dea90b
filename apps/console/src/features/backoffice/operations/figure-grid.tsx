/** The eight figures: value, line of the chosen time over the usual range, the range in words. */
import { classNames, formatDate, VisuallyHidden } from '@tern/ui';
import { useNow } from '../../../platform/now.ts';
import type { Figure } from './api.ts';
import styles from './operations.module.css';
import { ageOf, drawn, drawnText, numberText, OLD_MS, usualText } from './wording.ts';
import { operationTexts } from './texts.ts';

const { measures: labels } = operationTexts;

export function FigureGrid({ figures }: { figures: readonly Figure[] }) {
  const now = useNow(1_000);
  return (
    <ul className={styles.figures} aria-label={labels.figures}>
      {figures.map((figure) => (
        <FigureCell key={figure.key} figure={figure} now={now} />
      ))}
    </ul>
  );
}

function FigureCell({ figure, now }: { figure: Figure; now: number }) {
  const { key, unusual } = figure;
  const { path, band } = drawn(figure);
  return (
    <li className={styles.figure}>
      <h2>{labels.labels[key]}</h2>
      <Value figure={figure} now={now} />
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
        {band !== undefined && <rect className={styles.band} x="0" width="100" {...band} />}
        <path className={styles.line} d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <VisuallyHidden>{drawnText(figure)}</VisuallyHidden>
      <p className={classNames(styles.usual, unusual !== null && styles.unusual)}>
        {unusual === null ? usualText(figure) : unusualText(unusual)}
      </p>
    </li>
  );
}

function unusualText({ since, isAbove }: NonNullable<Figure['unusual']>): string {
  const time = formatDate(since, { locale: 'en', detail: 'clock' });
  return isAbove ? labels.aboveSince(time) : labels.belowSince(time);
}

function Value({ figure, now }: { figure: Figure; now: number }) {
  const { key, value, measuredAt, oldestAt, unusual } = figure;
  if (measuredAt === null) return <p className={styles.unknown}>{labels.unmeasured}</p>;
  if (value === null) return <p className={styles.unknown}>{labels.noCalls}</p>;
  const isOld = now - Date.parse(measuredAt) > OLD_MS;
  const more = [
    labels.units[key],
    ...(oldestAt === null ? [] : [labels.oldest(ageOf(oldestAt, now))]),
  ].join(', ');
  return (
    <p
      className={classNames(
        styles.value,
        unusual !== null && styles.unusual,
        isOld && styles.isOld,
      )}
    >
      <b>{numberText(value)}</b> {more}
      {isOld && <span>{labels.old(ageOf(measuredAt, now))}</span>}
    </p>
  );
}
