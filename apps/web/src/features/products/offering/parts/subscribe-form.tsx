/** The subscription form: quantity, cost, unfreeze date, and the worst case before the button. */
import { AmountField, KeyValue, KeyValues, Note, Slider } from '@tern/ui';
import { type Obstacle } from '../../../../kernel/account-status.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { PurchaseBar, PurchaseForm } from '../../../../kernel/products/purchase-form.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useSubscribeForm } from '../use-subscribe-form.ts';
import type { Offering } from '../view-model.ts';
import styles from './offering.module.css';
import { SubscribeReview, useConsequence } from './subscribe-review.tsx';
import { UnfreezeDate } from './unfreeze-date.tsx';

export interface SubscribeFormProps {
  offering: Offering;
  /** Blocks typing and sending. */
  obstacle: Obstacle | undefined;
}

export function SubscribeForm({ offering, obstacle }: SubscribeFormProps) {
  const t = useT();
  const subscribing = useSubscribeForm(offering);
  const { form, isBusy, isQuoting, isOff } = subscribing;
  const needsIdentity = obstacle === 'unverified' || obstacle === 'checking';
  return (
    <>
      <PurchaseForm
        form={form}
        label={t('offering.subscribe')}
        className={styles.form}
        onSubmit={() => obstacle === undefined && subscribing.review()}
      >
        <QuantityField {...{ offering, subscribing }} isDisabled={obstacle !== undefined} />
        <Costs {...{ offering, subscribing }} />
        <WorstCase {...{ offering, subscribing }} />
        <PurchaseBar
          note={needsIdentity ? t('transfer.opensVerified') : undefined}
          label={t('offering.subscribe')}
          isBusy={isQuoting || isBusy}
          isDisabled={isOff || obstacle !== undefined}
        />
      </PurchaseForm>
      <SubscribeReview
        offering={offering}
        quote={subscribing.reviewed}
        places={subscribing.places}
        isBusy={isBusy}
        onConfirm={subscribing.confirm}
        onCancel={subscribing.leave}
      />
    </>
  );
}

type Subscribing = ReturnType<typeof useSubscribeForm>;

interface FieldProps {
  offering: Offering;
  subscribing: Subscribing;
  isDisabled?: boolean;
}

function QuantityField({ offering, subscribing, isDisabled = false }: FieldProps) {
  const t = useT();
  const { form, share, setShare, setMost } = subscribing;
  return (
    <div className={styles.quantity}>
      <AmountField
        {...form.field('quantity')}
        label={t('offering.quantity')}
        unit={offering.coin}
        places={offering.places}
        disabled={isDisabled}
        action={isDisabled ? undefined : { label: t('transfer.max'), onPress: setMost }}
      />
      <Slider
        label={t('offering.shareOfMost')}
        value={share}
        onChange={setShare}
        isDisabled={isDisabled}
        hasLabels
      />
    </div>
  );
}

/** In one sentence, with date and cost as soon as they are known. */
function WorstCase({ offering, subscribing }: FieldProps) {
  const t = useT();
  const consequence = useConsequence(offering, subscribing.places.pay);
  const { paid, unfreezesAt } = subscribing;
  const isKnown = unfreezesAt !== undefined && paid !== undefined && paid !== '0';
  return (
    <Note kind="warn">
      {isKnown ? consequence({ paid, unfreezesAt }) : t('offering.worstCase')}
    </Note>
  );
}

function Costs({ offering, subscribing }: FieldProps) {
  const t = useT();
  const { available, paid, unfreezesAt, places } = subscribing;
  const { payCoin } = offering;
  return (
    <KeyValues>
      <KeyValue
        name={t('transfer.available')}
        value={<ExactAmount value={available} places={places.pay} unit={payCoin} />}
      />
      <KeyValue
        name={t('offering.unfreezes')}
        value={unfreezesAt === undefined ? '---' : <UnfreezeDate at={unfreezesAt} />}
      />
      <KeyValue
        isTotal
        name={t('offering.cost')}
        value={<ExactAmount value={paid} places={places.pay} unit={payCoin} />}
      />
    </KeyValues>
  );
}
