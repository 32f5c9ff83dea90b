/** New coins: open, coming and ended sales. */
import { useQuery } from '@tanstack/react-query';
import { FinePrint, ScreenBody, Segmented, SkeletonCards, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { offeringsQuery } from '../api.ts';
import { OfferingCard } from '../parts/offering-card.tsx';
import { OfferingsHeader } from '../parts/offerings-header.tsx';
import styles from '../parts/offering.module.css';
import { useServerTime } from '../use-server-time.ts';
import { type Offering, type Phase, phaseOf } from '../view-model.ts';

export function OfferingsScreen() {
  const refresh = useRefresh();
  return (
    <>
      <OfferingsHeader />
      <ScreenBody isPadded onRefresh={refresh}>
        <Loaded
          query={useQuery(offeringsQuery)}
          skeleton={
            <div className={styles.skeleton}>
              <SkeletonCards heights={[48, 300, 150]} />
            </div>
          }
        >
          {(offerings) =>
            offerings.length === 0 ? <NoneAtAll /> : <Offerings offerings={offerings} />
          }
        </Loaded>
      </ScreenBody>
    </>
  );
}

function NoneAtAll() {
  const t = useT();
  return <StateBlock kind="empty" title={t('offering.none')} text={t('offering.noneText')} />;
}

const PHASES = ['open', 'coming', 'ended'] as const satisfies readonly Phase[];
const LABELS = {
  open: 'offering.open',
  coming: 'offering.soon',
  ended: 'offering.ended',
} as const;
const EMPTY = {
  open: 'offering.noneOpen',
  coming: 'offering.noneComing',
  ended: 'offering.noneEnded',
} as const;

function Offerings({ offerings }: { offerings: readonly Offering[] }) {
  const t = useT();
  const now = useServerTime();
  const [chosen, setChosen] = useState<Phase>();
  const inPhase = (phase: Phase) => offerings.filter((each) => phaseOf(each, now) === phase);
  const phase = chosen ?? PHASES.find((each) => inPhase(each).length > 0) ?? 'open';
  const shown = inPhase(phase);
  return (
    <>
      <div className={styles.filter}>
        <Segmented
          label={t('offering.show')}
          value={phase}
          onChange={setChosen}
          options={PHASES.map((key) => {
            const count = inPhase(key).length;
            const label = t(LABELS[key]);
            return { key, label: count === 0 || key === 'ended' ? label : `${label} ${count}` };
          })}
        />
      </div>
      {shown.length === 0 ? (
        <StateBlock kind="empty" title={t(EMPTY[phase])} />
      ) : (
        <ul className={styles.cards}>
          {shown.map((offering) => (
            <li key={offering.ID}>
              <OfferingCard {...{ offering, now }} />
            </li>
          ))}
        </ul>
      )}
      <FinePrint>{t('offering.unfreezeNote')}</FinePrint>
    </>
  );
}
