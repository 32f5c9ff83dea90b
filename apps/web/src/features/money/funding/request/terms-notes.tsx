/** Notes next to the bounds: announced changes with date and reason, and what is stopped now. */
import { useQuery } from '@tanstack/react-query';
import { amountPlaces, formatAmount, formatDate, Note, TextButton } from '@tern/ui';
import { type I18n, useI18n } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { pages } from '../../../../kernel/pages.ts';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { termsChangesQuery } from './api.ts';
import {
  type ComingChange,
  comingFor,
  type FieldChange,
  placeName,
  stoppedFor,
  type StoppedPlace,
  type TermsScope,
} from './terms-changes.ts';
import styles from './form.module.css';

const AMOUNTS = {
  inMin: 'transfer.depositMin',
  inMax: 'transfer.depositMax',
  inFee: 'transfer.depositFee',
  outMin: 'transfer.withdrawMin',
  outMax: 'transfer.withdrawMax',
  outFee: 'transfer.withdrawFee',
} as const;

const SWITCHES = {
  takesIn: { on: 'transfer.depositsStart', off: 'transfer.depositsStop' },
  takesOut: { on: 'transfer.withdrawalsStart', off: 'transfer.withdrawalsStop' },
} as const;

const OFF = { in: 'transfer.depositsOff', out: 'transfer.withdrawalsOff' } as const;

/** Nothing while unknown, or if there is nothing to announce. */
export function TermsNotes(scope: TermsScope) {
  const { data } = useQuery(termsChangesQuery);
  const { t } = useI18n();
  const to = useLinks();
  const coming = comingFor(data, scope);
  const stopped = stoppedFor(data, scope);
  if (coming.length === 0 && stopped.length === 0) return null;
  return (
    <div className={styles.notes}>
      {stopped.map((place) => (
        <Stopped key={place.key} place={place} />
      ))}
      {coming.map((change) => (
        <Coming key={change.ID} change={change} />
      ))}
      {coming.length > 0 && (
        <TextButton tone="accent" isFlush {...to(pages.announcements, { tab: 'changes' })}>
          {t('transfer.allChanges')}
        </TextButton>
      )}
    </div>
  );
}

function Stopped({ place }: { place: StoppedPlace }) {
  const { t, locale } = useI18n();
  const { direction, until, reason } = place;
  return (
    <Note kind="warn">
      <p>{t(OFF[direction], { place: placeName(place) })}</p>
      {until !== null && <p>{t('transfer.offUntil', { time: formatDate(until, { locale }) })}</p>}
      {reason !== '' && <p>{t('transfer.whyReason', { reason })}</p>}
    </Note>
  );
}

function Coming({ change }: { change: ComingChange }) {
  const i18n = useI18n();
  const { t, locale } = i18n;
  const time = formatDate(change.effectiveAt, { locale });
  return (
    <Note>
      <p>{t('transfer.changeFrom', { place: placeName(change), time })}</p>
      {change.changes.map((field) => (
        <p key={field.field}>{fieldText(field, change.asset, i18n)}</p>
      ))}
      <p>{t('transfer.whyReason', { reason: change.reason })}</p>
    </Note>
  );
}

function fieldText({ field, from, to }: FieldChange, coin: string, { t, locale }: I18n): string {
  if (field === 'takesIn' || field === 'takesOut')
    return t(SWITCHES[field][to === 'on' ? 'on' : 'off']);
  const amount = (value: string) => {
    const places = exactPlaces(value, amountPlaces(coin, 0));
    return `${formatAmount(value, { locale, places })} ${coin}`;
  };
  return t('transfer.changesTo', { name: t(AMOUNTS[field]), to: amount(to), from: amount(from) });
}
