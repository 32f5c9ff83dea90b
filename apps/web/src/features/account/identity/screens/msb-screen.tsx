/** MSB certification: the operator's registration as a money services business, and where to check it. */
import { useQuery } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import {
  certificateIcon,
  classNames,
  FinePrint,
  formatDate,
  Icon,
  KeyValue,
  KeyValues,
  NavBar,
  ScreenBody,
  ScreenHeader,
  Stack,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { Copyable } from '../../../../kernel/copyable.tsx';
import { ExternalLink } from '../../../../kernel/external-link.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { operatorQuery } from '../../../../kernel/operator-details.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { languages } from '../../../../platform/i18n/languages.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import styles from '../parts/identity.module.css';

export function MsbScreen() {
  const t = useT();
  const back = useBack();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('identity.msbTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <Loaded query={useQuery(operatorQuery)}>
          {({ name, msb, licence }) => (
            <Stack gap={14}>
              <div className={styles.head}>
                <span className={classNames(styles.disc, styles.none)}>
                  <Icon of={certificateIcon} size={24} />
                </span>
                <h2>{t(msb === null ? 'identity.msbNone' : 'identity.msbShown')}</h2>
                <Text size="label" tone="soft">
                  {t(msb === null ? 'identity.msbNoneText' : 'identity.msbShownText')}
                </Text>
              </div>
              {msb !== null && <Registration name={name} licence={licence} {...msb} />}
              <FinePrint>{t('identity.msbWhat')}</FinePrint>
            </Stack>
          )}
        </Loaded>
      </ScreenBody>
    </>
  );
}

/** In the member's language. */
function countryNames(codes: readonly string[], locale: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return codes.map((code) => names.of(code) ?? code).join(', ');
}

interface RegistrationProps {
  /** Empty if it is not configured. */
  name: string;
  licence: Output<'GET /base/operator'>['licence'];
  number: string;
  registry: string;
  url: string;
}

function Registration({ name, licence, number, registry, url }: RegistrationProps) {
  const t = useT();
  const { language } = useI18n();
  const locale = useNumberLocale();
  return (
    <>
      <KeyValues>
        {name !== '' && <KeyValue name={t('identity.msbName')} value={name} />}
        <KeyValue
          name={t('identity.msbNumber')}
          value={<Copyable text={number} label={t('identity.copyNumber')} />}
        />
        <KeyValue name={t('identity.msbRegistry')} value={registry} />
        {licence !== null && (
          <>
            <KeyValue
              name={t('identity.msbCountries')}
              value={countryNames(licence.countries, languages[language].locale)}
            />
            <KeyValue
              name={t('identity.msbValidUntil')}
              value={formatDate(licence.validUntil, { locale, detail: 'day', timeZone: 'UTC' })}
            />
          </>
        )}
      </KeyValues>
      <ExternalLink href={url} label={t('identity.openRegistry')} isPrimary />
      <FinePrint>{t('identity.msbHowTo')}</FinePrint>
    </>
  );
}
