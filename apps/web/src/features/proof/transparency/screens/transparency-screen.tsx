/** Transparency: the public figures with their charts, tables and data, for everybody (ADR 51). */
import { useQuery } from '@tanstack/react-query';
import {
  checkIcon,
  clockIcon,
  Engraving,
  Icon,
  NavBar,
  ScreenBody,
  ScreenHeader,
  StateBlock,
  Text,
} from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Figures, figuresQuery } from '../api.ts';
import { AgesPanel, LostPanel, StakesPanel } from '../parts/contract-panels.tsx';
import { ActsPanel, DataPanel, FeedsPanel, LimitsPanel } from '../parts/exchange-panels.tsx';
import { LogPanel } from '../parts/log-panel.tsx';
import { OwedPanel, RefusedPanel, TimesPanel } from '../parts/money-panels.tsx';
import styles from '../parts/transparency.module.css';
import { usePrints } from '../parts/use-prints.ts';

/** The server computes every five minutes, and this page looks each minute. */
const LATE_MS = 7 * 60_000;

export function TransparencyScreen() {
  const t = useT();
  const back = useBack();
  const query = useQuery(figuresQuery);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('transparency.title')} back={back} />
      </ScreenHeader>
      <ScreenBody>
        <div className={styles.page}>
          <Loaded query={query}>
            {(figures) =>
              figures === null ? (
                <StateBlock
                  kind="empty"
                  title={t('transparency.none')}
                  text={t('transparency.noneText')}
                />
              ) : (
                <Content figures={figures} />
              )
            }
          </Loaded>
        </div>
      </ScreenBody>
    </>
  );
}

function Content({ figures }: { figures: Figures }) {
  const t = useT();
  const { count, lasted, time } = usePrints();
  const { withdrawals, contracts, operators } = figures;
  const ageMs = serverNow() - Date.parse(figures.computedAt);
  const computed = { at: time(figures.computedAt), entry: count(figures.entry) };
  const isLate = ageMs >= LATE_MS;
  return (
    <>
      <section className={styles.hero}>
        <Engraving place="login" />
        <h2>{t('transparency.heading')}</h2>
        <p>{t('transparency.intro')}</p>
        <p className={styles.computed}>
          <Icon of={isLate ? clockIcon : checkIcon} size={16} />
          {isLate
            ? t('transparency.computedLate', { age: lasted(ageMs), ...computed })
            : t('transparency.computed', computed)}
        </p>
      </section>
      <KeyFigures figures={figures} />
      <div className={styles.panels}>
        <OwedPanel figures={figures} />
        <TimesPanel withdrawals={withdrawals} />
        <RefusedPanel refused={withdrawals.refused} />
        <LostPanel contracts={contracts} />
        <StakesPanel contracts={contracts} />
        <AgesPanel ages={contracts.ages} />
        <FeedsPanel figures={figures} />
        <ActsPanel operators={operators} />
        <LogPanel log={figures.log} />
        <DataPanel />
        <LimitsPanel />
      </div>
      <p className={styles.foot}>{t('transparency.utc')}</p>
    </>
  );
}

/** The four most asked for. */
function KeyFigures({ figures }: { figures: Figures }) {
  const t = useT();
  const { count, cover, share } = usePrints();
  const { assets, withdrawals, contracts, uptime } = figures;
  const lowest = [...assets]
    .filter(({ cover }) => cover !== null)
    .sort((one, other) => Number(one.cover) - Number(other.cover))[0];
  const { accounts } = contracts;
  const items = [
    {
      label: t('transparency.coverLabel'),
      value: cover(lowest?.cover),
      note: lowest?.coinname ?? '',
    },
    {
      label: t('transparency.sentLabel'),
      value: count(withdrawals.sent),
      note: t('transparency.days30'),
    },
    {
      label: t('transparency.lostShort'),
      value: accounts === null ? t('transparency.tooFew') : share(accounts.lost, accounts.total),
      note: t('transparency.months12'),
    },
    {
      label: t('transparency.uptime'),
      value: share(uptime.running, uptime.total),
      note: t('transparency.days90'),
    },
  ];
  return (
    <dl className={styles.key}>
      {items.map(({ label, value, note }) => (
        <div key={label}>
          <Text as="dt" size="label" tone="soft">
            {label}
          </Text>
          <dd>
            {value}
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
