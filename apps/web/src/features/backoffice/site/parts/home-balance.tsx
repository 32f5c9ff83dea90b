/** The member's total, today's profit or loss, and the main money actions. */
import {
  AmountText,
  ButtonLink,
  ChangeText,
  chevronRightIcon,
  depositIcon,
  DirectionArrow,
  Engraving,
  eyeIcon,
  eyeOffIcon,
  IconButton,
  swapIcon,
  TextButton,
  withdrawIcon,
} from '@tern/ui';
import { parseDecimal } from '@tern/money';
import { useWorth } from '../../../../kernel/balances.ts';
import { setDisplay, useDisplay } from '../../../../kernel/display-settings.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import styles from './home.module.css';

const USDT_PLACES = 2;

export function HomeBalance() {
  const t = useT();
  const to = useLinks();
  const { amountsHidden } = useDisplay();
  const { data: worth } = useWorth();
  return (
    <section className={styles.hero}>
      <Engraving place="hero" />
      <div className={styles.heroHead}>
        <h1 className={styles.heroTitle}>{t('site.totalBalance')}</h1>
        <IconButton
          icon={amountsHidden ? eyeOffIcon : eyeIcon}
          size={18}
          isQuiet
          className={styles.eye}
          label={t(amountsHidden ? 'site.showAmounts' : 'site.hideAmounts')}
          onPress={() => setDisplay({ amountsHidden: !amountsHidden })}
        />
        <span className={styles.assets}>
          <TextButton isFlush iconAfter={chevronRightIcon} {...to(pages.assets)}>
            {t('site.assets')}
          </TextButton>
        </span>
      </div>
      <AmountText
        look="hero"
        value={worth?.total}
        places={USDT_PLACES}
        unit="USDT"
        isHidden={amountsHidden}
      />
      <Today today={worth?.today} ratio={worth?.todayRatio} />
      <HomeActions />
    </section>
  );
}

/** Today's profit or loss, with an arrow, so that it does not rely on colour alone. */
function Today({ today, ratio }: { today: string | undefined; ratio: string | undefined }) {
  const t = useT();
  const { amountsHidden } = useDisplay();
  const direction = directionOf(today);
  return (
    <p className={styles.today}>
      {direction !== 0 && !amountsHidden && (
        <span className={direction > 0 ? styles.gain : styles.loss}>
          <DirectionArrow direction={direction} />
        </span>
      )}
      <AmountText value={today} places={USDT_PLACES} isGain isHidden={amountsHidden} />
      {!amountsHidden && <ChangeText percent={ratio} />}
      <span className={styles.when}>{t('site.today')}</span>
    </p>
  );
}

/** Deposit, withdraw and swap. */
function HomeActions() {
  const t = useT();
  const to = useLinks();
  const actions = [
    { path: pages.depositList, label: t('site.deposit'), icon: depositIcon },
    { path: pages.withdrawList, label: t('site.withdraw'), icon: withdrawIcon },
    { path: pages.swap, label: t('site.swap'), icon: swapIcon },
  ] as const;
  return (
    <div className={styles.actions}>
      {actions.map(({ path, label, icon }, index) => (
        <ButtonLink
          key={path}
          kind={index === 0 ? 'primary' : 'secondary'}
          icon={icon}
          label={label}
          {...to(path)}
        >
          {index < 2 && label}
        </ButtonLink>
      ))}
    </div>
  );
}

/** Sign of a decimal text; 0 if unknown. */
function directionOf(text: string | undefined): 1 | 0 | -1 {
  const value = text === undefined ? undefined : parseDecimal(text);
  if (!value) return 0;
  return value > 0n ? 1 : -1;
}
