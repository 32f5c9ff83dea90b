/** What operators did, how feeds and server ran, the data, and what the page does not prove. */
import type { FigureFile } from '@tern/protocol/client';
import { depositIcon, Icon, Pressable } from '@tern/ui';
import { isSimulated } from '../../../../platform/appearance.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Figures } from '../api.ts';
import { Panel, Table } from './panel.tsx';
import styles from './transparency.module.css';
import { usePrints } from './use-prints.ts';

export function ActsPanel({ operators }: { operators: Figures['operators'] }) {
  const t = useT();
  const { count, lasted } = usePrints();
  const { freezesEnded, longestHold } = operators;
  const more: Readonly<Record<string, string | undefined>> = {
    held:
      longestHold === 0 ? undefined : t('transparency.longestHold', { time: lasted(longestHold) }),
    frozen: t('transparency.freezesEnded', { count: count(freezesEnded) }),
  };
  return (
    <Panel isWhole title={t('transparency.actsHeading')} text={t('transparency.actsText')}>
      <dl className={styles.acts}>
        {operators.acts.map(({ act, count: each }) => (
          <div key={act}>
            <dt>
              {t(`transparency.act_${act}`)}
              {more[act] !== undefined && <small>{more[act]}</small>}
            </dt>
            <dd>{count(each)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('transparency.frozenNow')}</dt>
          <dd>{count(operators.frozenNow)}</dd>
        </div>
      </dl>
    </Panel>
  );
}

const CLASSES = ['crypto', 'metal', 'forex'] as const;

export function FeedsPanel({ figures: { feeds, uptime } }: { figures: Figures }) {
  const t = useT();
  const { count, lasted, share, day } = usePrints();
  return (
    <Panel
      title={t('transparency.feedsHeading')}
      text={t('transparency.feedsText', { ticks: count(feeds.ticks) })}
      note={t('transparency.uptimeText', {
        share: share(uptime.running, uptime.total),
        from: day(uptime.from),
        outages: count(uptime.outages.length),
      })}
    >
      <Table
        title={t('transparency.feedsHeading')}
        heads={[
          t('transparency.market'),
          t('transparency.gaps'),
          t('transparency.missing'),
          t('transparency.longest'),
        ]}
        rows={feeds.classes.map((row) => {
          const name = CLASSES.find((each) => each === row.class);
          return {
            key: row.class,
            cells: [
              name === undefined ? row.class : t(`transparency.class_${name}`),
              count(row.gaps),
              lasted(row.missing),
              lasted(row.longest),
            ],
          };
        })}
      />
    </Panel>
  );
}

export function DataPanel() {
  const t = useT();
  const tables: Readonly<Record<FigureFile, string>> = {
    assets: t('transparency.owedHeading'),
    withdrawals: t('transparency.timesHeading'),
    contracts: t('transparency.lostHeading'),
    operators: t('transparency.actsHeading'),
    feeds: t('transparency.feedsHeading'),
    log: t('transparency.logHeading'),
  };
  const files = [
    ...Object.entries(tables).map(([figure, name]) => ({
      name,
      format: 'CSV',
      href: `/transparency/${figure}.csv`,
    })),
    { name: t('transparency.allFigures'), format: 'JSON', href: '/transparency/figures.json' },
  ];
  return (
    <Panel
      title={t('transparency.dataHeading')}
      text={t('transparency.dataText')}
      note={t('transparency.small')}
    >
      <ul className={styles.files}>
        {files.map(({ name, format, href }) => (
          <li key={href}>
            {/* The server sends them as files to save. */}
            <Pressable href={href}>
              <Icon of={depositIcon} size={18} />
              <span>{name}</span>
              <small>{format}</small>
            </Pressable>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const LIMITS = [
  'limitCoins',
  'limitDebts',
  'limitPrices',
  'limitSimulated',
  'limitRunning',
  'limitPaper',
] as const;
/** Live mode simulates no price and has no paper money. */
const OF_PAPER_MODE: readonly string[] = ['limitSimulated', 'limitPaper'];

export function LimitsPanel() {
  const t = useT();
  const limits = LIMITS.filter((limit) => isSimulated() || !OF_PAPER_MODE.includes(limit));
  return (
    <Panel isWhole title={t('transparency.limitsHeading')} text={t('transparency.limitsText')}>
      <ul className={styles.limits}>
        {limits.map((limit) => (
          <li key={limit}>
            <b>{t(`transparency.${limit}`)}</b>
            {t(`transparency.${limit}Text`)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
