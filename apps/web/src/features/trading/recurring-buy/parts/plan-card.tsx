/** A plan in the list: coins, sum and rhythm, a mark for each buy, and its figures. */
import { AmountText, Card, classNames, DateText, Figures, Pill, Pressable } from '@tern/ui';
import { KnownCoinMark } from '../../../../kernel/known-coin-mark.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Plan } from '../api.ts';
import { PLACES, usePlanTexts } from '../use-plan-texts.ts';
import styles from './recurring-buy.module.css';

/** Logos beside the title. */
const LOGOS_MAX = 3;

export function PlanCard({ plan }: { plan: Plan }) {
  const t = useT();
  const to = useLinks();
  const texts = usePlanTexts();
  const shared = plan.coins.filter(({ share }) => share > 0);
  const isBought = plan.done > 0;
  return (
    <Card className={styles.card ?? ''}>
      <Pressable className={styles.open} {...to(pages.recurringPlan, { id: String(plan.ID) })}>
        <span className={styles.head}>
          <span className={styles.logos}>
            {shared.slice(0, LOGOS_MAX).map(({ base }) => (
              <KnownCoinMark key={base} symbol={base} size={30} />
            ))}
          </span>
          <span className={styles.words}>
            <b>{texts.title(plan)}</b>
            <small>{texts.coins(plan)}</small>
          </span>
          <Pill kind={plan.state === 'on' ? 'done' : 'neutral'}>{texts.state(plan)}</Pill>
        </span>
        <Marks plan={plan} />
        {isBought ? (
          <Figures
            isRow
            items={[
              {
                label: t('recurring-buy.putIn'),
                value: <AmountText value={plan.putIn} places={PLACES} />,
              },
              {
                label: t('recurring-buy.worthNow'),
                value: <AmountText value={plan.worth} places={PLACES} />,
              },
              stateFigure(plan, t, texts),
            ]}
          />
        ) : (
          <span className={styles.quiet}>{beforeFirst(plan, t, texts)}</span>
        )}
      </Pressable>
    </Card>
  );
}

type Texts = ReturnType<typeof usePlanTexts>;
type T = ReturnType<typeof useT>;

function stateFigure(plan: Plan, t: T, texts: Texts) {
  if (plan.state === 'on') {
    return { label: t('recurring-buy.next'), value: texts.time(plan.nextAt, plan) };
  }
  return { label: whyOff(plan, t), value: <DateText at={plan.stateAt} detail="day" /> };
}

/** Why nothing more is bought. */
export function whyOff({ state, pausedBy }: Plan, t: T): string {
  if (state === 'ended') return t('recurring-buy.ended');
  return t(pausedBy === 'skips' ? 'recurring-buy.pausedBySkips' : 'recurring-buy.pausedByYou');
}

/** Of a plan that has bought nothing yet. */
export function beforeFirst(plan: Plan, t: T, texts: Texts): string {
  if (plan.state !== 'on') return whyOff(plan, t);
  return t('recurring-buy.firstBuy', { time: texts.time(plan.nextAt, plan) });
}

/** The newest due times and the next one; a picture, the plan's page lists them. */
function Marks({ plan: { latest, state } }: { plan: Plan }) {
  if (latest.length === 0) return null;
  return (
    <span className={styles.marks} aria-hidden="true">
      {latest.map((isBought, at) => (
        <i key={at} className={classNames(isBought ? styles.done : styles.skipped)} />
      ))}
      {state === 'on' && <i className={styles.next} />}
    </span>
  );
}
