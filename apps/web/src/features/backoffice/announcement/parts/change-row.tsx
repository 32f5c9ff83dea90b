/** One approved change of limits or fees: what changes, from when, and why. */
import { AmountText, formatDate, Text } from '@tern/ui';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import type { Change } from '../api.ts';
import styles from './announcement.module.css';

type Field = Change['changes'][number]['field'];

const NAMES = {
  inMin: 'announcement.inMin',
  inMax: 'announcement.inMax',
  inFee: 'announcement.inFee',
  outMin: 'announcement.outMin',
  outMax: 'announcement.outMax',
  outFee: 'announcement.outFee',
  takesIn: 'announcement.takesIn',
  takesOut: 'announcement.takesOut',
  makerFee: 'announcement.makerFee',
  takerFee: 'announcement.takerFee',
  jumpBound: 'announcement.jumpBound',
} as const satisfies Record<Field, string>;

export function ChangeRow({ change }: { change: Change }) {
  const { t, locale } = useI18n();
  const { kind, asset, network, changes, reason, effectiveAt } = change;
  const about = [asset, network].filter((word) => word !== '').join(' · ');
  return (
    <article className={styles.change}>
      <Text as="h2" size="strong" tone="main" breaksAnywhere>
        {kind === 'setting' ? t('announcement.setting') : about}
      </Text>
      {kind === 'setting' && <Setting change={change} />}
      {changes.map(({ field, from, to }) => (
        <p key={field} className={styles.line}>
          <span>{t(NAMES[field])}</span>
          <b>
            {from !== '' && (
              <>
                <TermValue value={from} change={change} /> →{' '}
              </>
            )}
            <TermValue value={to} change={change} />
          </b>
        </p>
      ))}
      <p className={styles.reason}>{reason}</p>
      <p className={styles.time}>
        {t('announcement.holdsFrom', { time: formatDate(effectiveAt, { locale }) })}
      </p>
    </article>
  );
}

/** A switch as on or off, an amount with all its digits, a ratio of a market in percent. */
function TermValue({ value, change: { kind, asset } }: { value: string; change: Change }) {
  const t = useT();
  const percent = useRatioText();
  if (kind === 'market') return percent(value);
  if (value === 'on' || value === 'off') return t(`announcement.${value}`);
  return <AmountText value={value} places={value.split('.')[1]?.length ?? 0} unit={asset} />;
}

/** Settings are described in English only, like their values. */
function Setting({ change: { name, effect, lines } }: { change: Change }) {
  return (
    <div lang="en">
      <Text>{effect}</Text>
      {lines.map(({ what, from, to }) => (
        <p key={what} className={styles.line}>
          <span>{what === '' ? name : what}</span>
          <b>{[from, to].filter((value) => value !== '').join(' → ')}</b>
        </p>
      ))}
    </div>
  );
}
