/** The layout of the login pages: back, language, logo, heading, engraving. */
import {
  BRAND_NAME,
  BrandMark,
  chevronLeftIcon,
  Engraving,
  FinePrint,
  globeIcon,
  Icon,
  IconButton,
  Inline,
  Text,
  TextButton,
  warningIcon,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { languages } from '../../../../platform/i18n/languages.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import styles from './login-frame.module.css';

export interface LoginFrameProps {
  heading: string;
  /** A small line above the heading. */
  step?: string;
  /** Replaces the default of leaving the page. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
}

export function LoginFrame({ heading, step, onBack, children }: LoginFrameProps) {
  const { t, language } = useI18n();
  const to = useLinks();
  const back = useBack();
  return (
    <div className={styles.frame}>
      <div className={styles.engraving}>
        <Engraving place="login" />
      </div>
      <header className={styles.top}>
        <IconButton
          icon={chevronLeftIcon}
          label={t('common.back')}
          onPress={onBack ?? back.onPress}
        />
        <TextButton icon={globeIcon} {...to(pages.language)}>
          {languages[language].name}
        </TextButton>
      </header>
      <main className={styles.main}>
        <p className={styles.brand}>
          <Text as="span" tone="accent">
            <BrandMark size={34} />
          </Text>
          {BRAND_NAME}
        </p>
        {step !== undefined && <p className={styles.step}>{step}</p>}
        <h1 className={styles.heading} tabIndex={-1}>
          {heading}
        </h1>
        {children}
      </main>
      <footer className={styles.foot}>
        <FinePrint>
          <span>{t('auth.riskCost')}</span> <span>{t('auth.riskAfford')}</span>
        </FinePrint>
        <TextButton tone="accent" {...to(pages.transparency)}>
          {t('common.transparency')}
        </TextButton>
      </footer>
    </div>
  );
}

/** An error about the whole form. Always mounted, so that screen readers announce a change. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className={styles.place}>
      {children !== undefined && (
        <Inline as="p" gap={8} size="label" tone="alert">
          <Icon of={warningIcon} size={18} className={styles.errorIcon} />
          {children}
        </Inline>
      )}
    </div>
  );
}
