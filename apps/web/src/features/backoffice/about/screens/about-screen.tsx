/** About: version, simulation, prices, policies, help, licences. */
import { useQuery } from '@tanstack/react-query';
import { BRAND_NAME, BrandMark, Card, NavBar, Row, ScreenBody, ScreenHeader, Text } from '@tern/ui';
import { rulesQuery } from '../../../../kernel/article-texts.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { operatorQuery } from '../../../../kernel/operator-details.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useSiteConfig, VERSION } from '../../../../kernel/site-config.ts';
import { isSimulated } from '../../../../platform/appearance.ts';
import { type I18n, useI18n } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import styles from './about-screen.module.css';

/** `priceSource` of a site with simulated prices. */
const SIMULATED = 'simulated';

export function AboutScreen() {
  const i18n = useI18n();
  const { t } = i18n;
  const back = useBack();
  const priceSource = useSiteConfig()?.priceSource ?? SIMULATED;
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('about.title')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <div className={styles.brand}>
          <Text as="span" tone="accent">
            <BrandMark size={40} />
          </Text>
          <p className={styles.name}>{BRAND_NAME}</p>
          <Text size="label" tone="soft">
            {t('about.version', { version: VERSION })}
          </Text>
        </div>
        {sections(i18n, priceSource).map(({ heading, text }) => (
          <section key={heading} className={styles.section}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
        <Office />
        <Rules />
      </ScreenBody>
    </>
  );
}

/** Where the operator can be visited, if an office is configured. */
function Office() {
  const t = useI18n().t;
  const to = useLinks();
  const office = useQuery(operatorQuery).data?.office;
  if (!office) return null;
  const { address, latitude, longitude } = office;
  const place = { latitude: String(latitude), longitude: String(longitude), address };
  return (
    <section className={styles.section}>
      <Card isPadded={false}>
        <Row title={t('about.office')} note={address} {...to(pages.openLocation, place)} />
      </Card>
    </section>
  );
}

/** Terms, privacy, risk: the operators' latest versions. */
function Rules() {
  const { t, language } = useI18n();
  const to = useLinks();
  return (
    <Loaded query={useQuery(rulesQuery(language))}>
      {(rules) => (
        <Card isPadded={false}>
          {rules.map(({ ID, title }) => (
            <Row key={ID} title={title} {...to(pages.announcementDetail, { id: String(ID) })} />
          ))}
          <Row title={t('common.transparency')} {...to(pages.transparency)} />
          <Row title={t('about.help')} {...to(pages.announcements, { tab: 'help' })} />
        </Card>
      )}
    </Loaded>
  );
}

function sections({ t }: I18n, source: string): { heading: string; text: string }[] {
  const simulation = { heading: t('about.simulationHeading'), text: t('about.simulationText') };
  const prices =
    source === SIMULATED ? t('about.pricesSimulated') : t('about.pricesFrom', { source });
  return [
    ...(isSimulated() ? [simulation] : []),
    { heading: t('about.pricesHeading'), text: prices },
    { heading: t('about.licencesHeading'), text: t('about.licencesText') },
  ];
}
