/** What visitors see instead of a balance: what this is, with log in and sign up. */
import { ButtonLink, Engraving } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { usePriceOrigin } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import styles from './home.module.css';

/** Prices are called live only if they are. */
const PROMISES = {
  simulated: 'site.practiseSimulated',
  live: 'site.practiseLive',
} as const;

export function VisitorWelcome() {
  const t = useT();
  const to = useLinks();
  const origin = usePriceOrigin();
  return (
    <section className={styles.hero}>
      <Engraving place="hero" />
      <h1 className={styles.welcome}>{t('site.practise')}</h1>
      <p className={styles.welcomeText}>{t(origin ? PROMISES[origin] : 'site.practiseText')}</p>
      <div className={styles.actions}>
        <ButtonLink kind="primary" {...to(pages.register)}>
          {t('site.openAccount')}
        </ButtonLink>
        <ButtonLink {...to(pages.login)}>{t('site.logIn')}</ButtonLink>
      </div>
    </section>
  );
}
