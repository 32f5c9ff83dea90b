/** Duration, stake and the two buttons, with everything a member should know before pressing one. */
import { useQuery } from '@tanstack/react-query';
import { formatDecimal, negate } from '@tern/money';
import {
  AmountText,
  arrowDownIcon,
  arrowUpIcon,
  Button,
  CtaBar,
  FinePrint,
  focusFirstError,
  Note,
  Text,
} from '@tern/ui';
import { useRef } from 'react';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import { useClosedText } from '../../../../kernel/quotes/opening-time.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { limitsQuery } from '../api.ts';
import { breakEvenCalls } from '../contract-view.ts';
import { usePlaceContract } from '../use-place-contract.ts';
import { type StakeForm, useStakeForm } from '../use-stake-form.ts';
import styles from './contract.module.css';
import { DurationChoice, useReturnText } from './duration-choice.tsx';
import { usePauseText } from './limits-sheet.tsx';
import { OwnLimits } from './own-limits.tsx';
import { OwnResults } from './own-results.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { StakeField } from './stake-field.tsx';

export interface ContractFormProps {
  instrument: Instrument;
  isStale: boolean;
  terms: ContractTerms;
  onPlaced: (id: number) => void;
}

/** Why contracts are unavailable now; undefined when they are available. */
function useObstacle({ instrument, isStale, terms }: Omit<ContractFormProps, 'onPlaced'>) {
  const t = useT();
  const pauseText = usePauseText();
  const closedText = useClosedText();
  const pausedUntil = useQuery(limitsQuery).data?.pausedUntil ?? '';
  const offered = terms.markets.find(({ symbol }) => symbol === instrument.symbol);
  if (pausedUntil !== '') return [t('futures.youPaused'), pauseText(pausedUntil)].join(' ');
  if (!instrument.isOpen || offered?.isOpen !== true) {
    const opensAt = offered?.opensAt ?? instrument.opensAt;
    return closedText({ ...instrument, opensAt });
  }
  return isStale ? t('futures.staleFeed') : undefined;
}

export function ContractForm(props: ContractFormProps) {
  const { instrument, terms, onPlaced } = props;
  const t = useT();
  const element = useRef<HTMLDivElement>(null);
  const form = useStakeForm(terms);
  const obstacle = useObstacle(props);
  const onInvalid = () =>
    requestAnimationFrame(() => element.current && focusFirstError(element.current));
  const placing = usePlaceContract({ instrument, terms, form, onInvalid, onPlaced });
  const isOff = obstacle !== undefined;
  return (
    <>
      <div ref={element} className={`${styles.form} ${styles.padded}`}>
        {isOff && <Note kind="warn">{obstacle}</Note>}
        <DurationChoice terms={terms} seconds={form.seconds} onChange={form.setSeconds} />
        <StakeField terms={terms} form={form} />
        <Outlook terms={terms} form={form} />
      </div>
      <OwnResults terms={terms} />
      <OwnLimits terms={terms} />
      <CtaBar>
        <Button
          kind="up"
          icon={arrowUpIcon}
          className={styles.caller ?? ''}
          isDisabled={isOff}
          onPress={() => placing.ask(true)}
        >
          <span className={styles.call}>
            {t('futures.buyUp')}
            <small>{t('futures.aboveEntry')}</small>
          </span>
        </Button>
        <Button
          kind="down"
          icon={arrowDownIcon}
          className={styles.caller ?? ''}
          isDisabled={isOff}
          onPress={() => placing.ask(false)}
        >
          <span className={styles.call}>
            {t('futures.buyDown')}
            <small>{t('futures.belowEntry')}</small>
          </span>
        </Button>
      </CtaBar>
      <ReviewSheet
        reviewed={placing.reviewed}
        isBusy={placing.isBusy}
        onConfirm={placing.confirm}
        onClose={placing.leave}
      />
    </>
  );
}

/** The result of a right and a wrong call, in equal size, and the break-even rate. */
function Outlook({ terms, form }: { terms: ContractTerms; form: StakeForm }) {
  const t = useT();
  const returnText = useReturnText();
  const { asset, places } = terms;
  const loss = form.stake === undefined ? undefined : formatDecimal(negate(form.stake));
  const calls = String(breakEvenCalls(form.ratio));
  return (
    <div>
      <dl className={styles.outlook}>
        <div>
          <dt>{t('futures.ifRight')}</dt>
          <Text as="dd" size="strong" breaksAnywhere>
            <AmountText isSigned value={form.profit} places={places} unit={asset} />
          </Text>
        </div>
        <div>
          <dt>{t('futures.ifWrong')}</dt>
          <Text as="dd" size="strong" breaksAnywhere>
            <AmountText isSigned value={loss} places={places} unit={asset} />
          </Text>
        </div>
      </dl>
      <FinePrint>{t('futures.breakEven', { ratio: returnText(form.ratio), calls })}</FinePrint>
    </div>
  );
}
