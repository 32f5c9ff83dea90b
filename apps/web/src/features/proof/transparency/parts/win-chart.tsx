/** The share of contracts won by group: a line over the band that chance allows, with the table behind it. */
import { formatAmount, formatPercent, useNumberLocale, VisuallyHidden } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { percentOf, scaleOf, type WinPoint } from '../view-model.ts';
import styles from './transparency.module.css';

const WIDTH = 520;
const HEIGHT = 220;
const PAD = { left: 56, right: 14, top: 10, foot: 28 } as const;

export interface WinChartProps {
  title: string;
  points: readonly WinPoint[];
  /** One for each point, in words. */
  labels: readonly string[];
}

export function WinChart({ title, points, labels }: WinChartProps) {
  const t = useT();
  const locale = useNumberLocale();
  const scale = scaleOf(points);
  const [from, to] = [scale[0]!, scale.at(-1)!];
  const room = WIDTH - PAD.left - PAD.right;
  const x = (index: number) => PAD.left + (room * (index + 0.5)) / points.length;
  const y = (share: number) =>
    HEIGHT - PAD.foot - ((share * 100 - from) / (to - from)) * (HEIGHT - PAD.foot - PAD.top);
  const path = (shares: readonly number[]) =>
    shares.map((share, index) => `${x(index)} ${y(share)}`).join('L');
  const back = points
    .toReversed()
    .map(({ low }, index) => `${x(points.length - 1 - index)} ${y(low)}`);
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={styles.chart} aria-hidden="true">
        {scale.map((percent) => (
          <g key={percent}>
            <path
              className={percent === 50 ? styles.middle : styles.grid}
              d={`M${PAD.left} ${y(percent / 100)}H${WIDTH - PAD.right}`}
            />
            <text x={PAD.left - 8} y={y(percent / 100) + 4} textAnchor="end">
              {formatPercent(String(percent), locale)}
            </text>
          </g>
        ))}
        {points.length > 1 && (
          <>
            <path
              className={styles.band}
              d={`M${path(points.map(({ high }) => high))}L${back.join('L')}Z`}
            />
            <path className={styles.line} d={`M${path(points.map(({ share }) => share))}`} />
          </>
        )}
        {points.map(({ share }, index) => (
          <g key={labels[index]}>
            <circle className={styles.point} cx={x(index)} cy={y(share)} r={4} />
            <text x={x(index)} y={HEIGHT - 8} textAnchor="middle">
              {index + 1}
            </text>
          </g>
        ))}
      </svg>
      <ol className={styles.legend} aria-hidden="true">
        {labels.map((label, index) => (
          <li key={label}>
            <span>{label}</span>
            <b>{formatPercent(percentOf(points[index]!.wins, points[index]!.settled), locale)}</b>
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <tbody>
            {points.map(({ wins, settled }, index) => (
              <tr key={labels[index]}>
                <th scope="row">{labels[index]}</th>
                <td>{formatPercent(percentOf(wins, settled), locale)}</td>
                <td>
                  {t('transparency.ofTotal', {
                    total: formatAmount(String(settled), { locale, places: 0 }),
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}
