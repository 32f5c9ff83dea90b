/** What operators did, how feeds and server ran, the data, and what the page does not prove. */
import { documentIcon, shieldIcon, TextButton } from '@tern/ui';
import { csvOf, saveCsv, textCell } from '../../../kernel/csv.ts';
import { pages } from '../../../kernel/pages.ts';
import { saveFile } from '../../../kernel/save-file.ts';
import { isSimulated } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Figures } from '../api.ts';
import { downloadsOf } from '../view-model.ts';
import { Panel, Table } from './panel.tsx';
import styles from './transparency.module.css';
import { usePrints } from './use-prints.ts';

export function ActsPanel({ operators }: { operators: Figures['operators'] }) {
  const t = useT();
  const { count } = usePrints();
  return (
    <Panel isWhole title={t('transparency.actsTitle')} text={t('transparency.actsText')}>
      <dl className={styles.acts}>
        {operators.acts.map(({ act, count: each }) => (
          <div key={act}>
            <dt>{t(`transparency.act_${act}`)}</dt>
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
      title={t('transparency.feedsTitle')}
      text={t('transparency.feedsText', { ticks: count(feeds.ticks) })}
      note={t('transparency.uptimeText', {
        share: share(uptime.running, uptime.total),
        from: day(uptime.from),
        outages: count(uptime.outages.length),
      })}
    >
      <Table
        title={t('transparency.feedsTitle')}
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

export function DataPanel({ figures }: { figures: Figures }) {
  const t = useT();
  const to = useLinks();
  const names = {
    assets: t('transparency.owedTitle'),
    withdrawals: t('transparency.timesTitle'),
    contracts: t('transparency.lostTitle'),
    operators: t('transparency.actsTitle'),
    feeds: t('transparency.feedsTitle'),
  };
  const all = t('transparency.allFigures');
  const saveAll = () =>
    saveFile('tern-figures.json', JSON.stringify(figures, null, 2), 'application/json');
  return (
    <Panel
      title={t('transparency.dataTitle')}
      text={t('transparency.dataText')}
      note={t('transparency.small')}
    >
      <div className={styles.downloads}>
        <TextButton icon={shieldIcon} tone="accent" {...to(pages.publicLog)}>
          {t('transparency.publicLog')}
        </TextButton>
        {downloadsOf(figures).map(({ name, heads, rows }) => (
          <TextButton
            key={name}
            icon={documentIcon}
            tone="accent"
            onPress={() => {
              const cells = rows.map((row) => row.map((cell) => csvCell(cell)));
              saveCsv(`tern-${name}.csv`, csvOf(heads, cells));
            }}
          >
            {`${names[name]} (CSV)`}
          </TextButton>
        ))}
        <TextButton icon={documentIcon} tone="accent" onPress={saveAll}>
          {`${all} (JSON)`}
        </TextButton>
      </div>
    </Panel>
  );
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Numbers stay numbers, also negative ones. */
function csvCell(cell: string | number | null): string {
  const text = String(cell ?? '');
  return NUMBER.test(text) ? text : textCell(text);
}

export function LimitsPanel() {
  const t = useT();
  return (
    <Panel isWhole title={t('transparency.limitsTitle')} text={t('transparency.limitsText')}>
      <ul className={styles.limits}>
        <li>{t('transparency.limitCoins')}</li>
        <li>{t('transparency.limitDebts')}</li>
        <li>{t('transparency.limitPrices')}</li>
        <li>{t('transparency.limitRunning')}</li>
        {isSimulated() && <li>{t('transparency.limitPaper')}</li>}
      </ul>
    </Panel>
  );
}
