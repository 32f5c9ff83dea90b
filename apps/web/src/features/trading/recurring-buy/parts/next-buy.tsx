/** The next buy of all plans, with what is available for it; it can be skipped. */
import { Button, clockIcon, Icon } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Plan } from '../api.ts';
import { usePlanActs } from '../use-plan-acts.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import styles from './recurring-buy.module.css';

export interface NextBuyProps {
  plans: readonly Plan[];
  /** In USDT. */
  available: string;
}

export function NextBuy({ plans, available }: NextBuyProps) {
  const t = useT();
  const texts = usePlanTexts();
  const { act, busy } = usePlanActs();
  const [plan] = plans
    .filter(({ nextAt }) => nextAt !== '')
    .toSorted((left, right) => left.nextAt.localeCompare(right.nextAt));
  if (plan === undefined) return null;
  const values = { amount: texts.sum(plan.amount), available: texts.sum(available) };
  return (
    <div className={styles.nextBuy}>
      <Icon of={clockIcon} size={20} />
      <span className={styles.words}>
        <b>{texts.time(plan.nextAt, plan)}</b>
        <small>{t('recurring-buy.youHave', values)}</small>
      </span>
      <Button isSmall isBusy={busy === 'skip'} onPress={() => void act(plan, 'skip')}>
        {t('recurring-buy.skip')}
      </Button>
    </div>
  );
}
