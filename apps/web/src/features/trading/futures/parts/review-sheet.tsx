/** The confirmation before a contract is placed: all its terms, and what a wrong call costs. */
import { formatDecimal, negate } from '@tern/money';
import {
  AmountText,
  Button,
  formatAmount,
  Inline,
  KeyValue,
  KeyValues,
  Note,
  Pill,
  Sheet,
  Text,
  useNumberLocale,
} from '@tern/ui';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { StakeForm } from '../use-stake-form.ts';
import styles from './contract.module.css';
import { breakEvenCalls } from '../contract-view.ts';
import { ResultsLine } from './own-results.tsx';
import { CallPill } from './running-row.tsx';
import { useReturnText } from './duration-choice.tsx';

/** The contract as it was when the button was pressed. */
export interface Reviewed {
  isUp: boolean;
  instrument: Instrument;
  terms: ContractTerms;
  form: StakeForm;
}

export interface ReviewSheetProps {
  reviewed: Reviewed | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ReviewSheet({ reviewed, isBusy, onConfirm, onClose }: ReviewSheetProps) {
  const t = useT();
  const isUp = reviewed?.isUp ?? true;
  return (
    <Sheet
      isOpen={reviewed !== undefined}
      onClose={onClose}
      title={t('futures.review')}
      footer={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button
            kind={isUp ? 'up' : 'down'}
            isBusy={isBusy}
            busyLabel={t('futures.placing')}
            onPress={onConfirm}
          >
            {t('futures.place')}
          </Button>
        </>
      }
    >
      {reviewed && <ReviewedContract {...reviewed} />}
    </Sheet>
  );
}

function ReviewedContract({ isUp, instrument, terms, form }: Reviewed) {
  const t = useT();
  const locale = useNumberLocale();
  const returnText = useReturnText();
  const { asset: unit, places } = terms;
  const stake = form.stake === undefined ? undefined : formatDecimal(form.stake);
  const loss = form.stake === undefined ? undefined : formatDecimal(negate(form.stake));
  const amount = `${formatAmount(stake, { locale, places })} ${unit}`;
  return (
    <div className={styles.form}>
      <KeyValues>
        <KeyValue name={t('futures.market')} value={`${instrument.base}/${instrument.quote}`} />
        <KeyValue name={t('futures.direction')} value={<CallPill isUp={isUp} />} />
        <KeyValue
          name={t('futures.duration')}
          value={t('futures.seconds', { seconds: String(form.seconds) })}
        />
        <KeyValue name={t('futures.returnIfRight')} value={returnText(form.ratio)} />
        <KeyValue
          name={t('futures.amount')}
          value={
            <Inline as="span" gap={8} align="center" justify="end" isWrapped isInText>
              <Pill kind="sim">{t('common.paper')}</Pill>
              <AmountText value={stake} places={places} unit={unit} />
            </Inline>
          }
        />
        <KeyValue
          isTotal
          name={t('futures.ifRight')}
          value={<AmountText isSigned value={form.profit} places={places} unit={unit} />}
        />
        <KeyValue
          isTotal
          name={t('futures.ifWrong')}
          value={<AmountText isSigned value={loss} places={places} unit={unit} />}
        />
      </KeyValues>
      <Note kind="warn">
        {t('futures.loseIfWrong', { amount })}{' '}
        {t('futures.breakEven', {
          ratio: returnText(form.ratio),
          calls: String(breakEvenCalls(form.ratio)),
        })}
      </Note>
      <ResultsLine terms={terms} />
      <Text size="label" tone="soft">
        {t('futures.reviewNote')}
      </Text>
    </div>
  );
}
