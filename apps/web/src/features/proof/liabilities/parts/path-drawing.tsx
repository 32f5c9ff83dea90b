/** Draws the last steps of a path to the published total; the figures beside it say the same. */
import { Text } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { CountedBalance } from '../check-balances.ts';
import styles from './balance-proof.module.css';

const LEVELS = [0, 1, 2, 3] as const;
/** Steps that are drawn. */
const DRAWN = LEVELS.length - 1;
const WIDTH = 320;
const STEP = 34;

/** Room for the word below the member's own leaf. */
const FOOT = 26;
/** From the edge, so that a word below the first or last leaf fits. */
const EDGE = 34;

const x = (level: number, node: number) => ((node + 0.5) * WIDTH) / 2 ** level;
const y = (level: number) => 10 + level * STEP;

export function PathDrawing({ balance: { steps, place } }: { balance: CountedBalance }) {
  const t = useT();
  if (steps < DRAWN) return null;
  const ownNode = (level: number) => Math.floor(place * 2 ** level);
  const nodes = LEVELS.flatMap((level) =>
    Array.from({ length: 2 ** level }, (_, node) => ({
      level,
      node,
      isOwn: node === ownNode(level),
    })),
  );
  const ownLeaf = x(DRAWN, ownNode(DRAWN));
  return (
    <>
      <svg className={styles.tree} viewBox={`0 0 ${WIDTH} ${y(DRAWN) + FOOT}`} aria-hidden="true">
        {nodes
          .filter(({ level }) => level > 0)
          .map(({ level, node, isOwn }) => (
            <line
              key={`${level} ${node}`}
              data-own={isOwn}
              x1={x(level, node)}
              y1={y(level)}
              x2={x(level - 1, Math.floor(node / 2))}
              y2={y(level - 1)}
            />
          ))}
        {nodes.map(({ level, node, isOwn }) => (
          <circle
            key={`${level} ${node}`}
            data-own={isOwn}
            cx={x(level, node)}
            cy={y(level)}
            r={isOwn && (level === 0 || level === DRAWN) ? 6 : 4}
          />
        ))}
        <text x={WIDTH / 2 + 14} y={y(0) + 4}>
          {t('liabilities.publishedTotal')}
        </text>
        <text
          x={Math.min(Math.max(ownLeaf, EDGE), WIDTH - EDGE)}
          y={y(DRAWN) + FOOT - 6}
          textAnchor="middle"
        >
          {t('liabilities.you')}
        </text>
      </svg>
      <Text size="cap" tone="faint" align="center" top={8}>
        {t('liabilities.steps', { count: steps, drawn: DRAWN })}
      </Text>
    </>
  );
}
