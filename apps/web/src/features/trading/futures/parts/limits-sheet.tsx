/** The member's own limits, as a form and as texts: lower ones apply now, higher ones after 24 hours. */
import {
  AmountField,
  Button,
  Note,
  Select,
  Sheet,
  showToast,
  formatAmount,
  formatDate,
  useNumberLocale,
} from '@tern/ui';
import { type FormEvent, useState } from 'react';
import type { ContractTerms } from '../../../../kernel/contract-terms.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Limits, saveLimits } from '../api.ts';
import styles from './contract.module.css';

export interface LimitsSheetProps {
  isOpen: boolean;
  limits: Limits;
  terms: ContractTerms;
  onClose: () => void;
}

export function LimitsSheet({ isOpen, onClose, ...form }: LimitsSheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('futures.limits')}>
      <LimitsForm {...form} onSaved={onClose} />
    </Sheet>
  );
}

const KEEP = 'keep';
const DAYS = [1, 7, 30];
const HOURS_A_DAY = 24;

interface LimitsFormProps extends Pick<LimitsSheetProps, 'limits' | 'terms'> {
  onSaved: () => void;
}

/** Remounted at each opening, so that it starts with the limits in force. */
function LimitsForm({ limits, terms, onSaved }: LimitsFormProps) {
  const t = useT();
  const pauseText = usePauseText();
  const coming = useComingLimitText(terms)(limits);
  const [draft, setDraft] = useState(limits.dailyStake);
  const [pause, setPause] = useState(KEEP);
  const { submit, isBusy } = useSubmit({
    send: () =>
      saveLimits({
        ...(draft === limits.dailyStake ? {} : { dailyStake: draft }),
        ...(pause === KEEP ? {} : { pauseHours: Number(pause) }),
      }),
    onDone: () => {
      showToast(t('futures.limitsSaved'), 'done');
      onSaved();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  const isPaused = limits.pausedUntil !== '';
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <AmountField
        name="dailyStake"
        label={t('futures.dayLimit')}
        unit={terms.asset}
        places={terms.places}
        value={draft}
        placeholder={t('futures.noLimit')}
        hint={coming ?? t('futures.dayLimitHint')}
        onChange={setDraft}
      />
      <Select
        label={t('futures.pause')}
        value={pause}
        onChange={setPause}
        options={[
          { key: KEEP, label: pauseText(limits.pausedUntil) },
          ...(isPaused ? [{ key: '0', label: t('futures.endPause') }] : []),
          ...DAYS.map((days) => ({
            key: String(days * HOURS_A_DAY),
            label: t('futures.pauseDays', { count: days }),
          })),
        ]}
      />
      <Note>{t('futures.limitsNote')}</Note>
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        busyLabel={t('futures.savingLimits')}
      >
        {t('futures.saveLimits')}
      </Button>
    </form>
  );
}

/** "Until 22 Nov 2026, 09:29", or a text for no end. */
export function usePauseText(): (pausedUntil: string) => string {
  const t = useT();
  const locale = useNumberLocale();
  return (pausedUntil) =>
    pausedUntil === ''
      ? t('futures.noPause')
      : t('futures.until', { time: formatDate(pausedUntil, { locale }) });
}

/** The pending higher limit; undefined when there is none. */
export function useComingLimitText({ asset, places }: ContractTerms) {
  const t = useT();
  const locale = useNumberLocale();
  return ({ nextAt, nextDailyStake }: Limits): string | undefined => {
    if (nextAt === '') return undefined;
    const time = formatDate(nextAt, { locale });
    if (nextDailyStake === '') return t('futures.noLimitFrom', { time });
    const limit = `${formatAmount(nextDailyStake, { locale, places })} ${asset}`;
    return t('futures.limitFrom', { limit, time });
  };
}
