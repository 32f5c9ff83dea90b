/** MSB certification: the operator's registration as a money services business, and where to check it (rules §2). */
import { useQuery } from '@tanstack/react-query';
import {
  certificateIcon,
  classNames,
  FinePrint,
  Icon,
  KeyValue,
  KeyValues,
  NavBar,
  ScreenBody,
  ScreenHeader,
} from '@tern/ui';
import { Copyable } from '../../../kernel/copyable.tsx';
import { ExternalLink } from '../../../kernel/external-link.tsx';
import { Loaded } from '../../../kernel/loaded.tsx';
import { operatorQuery } from '../../../kernel/operator-details.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../platform/navigation/links.ts';
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
          {({ name, msb }) => (
            <div className={styles.state}>
              <div className={styles.head}>
                <span className={classNames(styles.disc, styles.none)}>
                  <Icon of={certificateIcon} size={24} />
                </span>
                <h2>{t(msb === null ? 'identity.msbNone' : 'identity.msbShown')}</h2>
                <p>{t(msb === null ? 'identity.msbNoneText' : 'identity.msbShownText')}</p>
              </div>
              {msb !== null && <Registration name={name} {...msb} />}
              <FinePrint>{t('identity.msbWhat')}</FinePrint>
            </div>
          )}
        </Loaded>
      </ScreenBody>
    </>
  );
}

interface RegistrationProps {
  /** Empty if it is not configured. */
  name: string;
  number: string;
  registry: string;
  url: string;
}

function Registration({ name, number, registry, url }: RegistrationProps) {
  const t = useT();
  return (
    <>
      <KeyValues>
        {name !== '' && <KeyValue name={t('identity.msbName')} value={name} />}
        <KeyValue
          name={t('identity.msbNumber')}
          value={<Copyable text={number} label={t('identity.copyNumber')} />}
        />
        <KeyValue name={t('identity.msbRegistry')} value={registry} />
      </KeyValues>
      <ExternalLink href={url} label={t('identity.openRegistry')} isPrimary />
      <FinePrint>{t('identity.msbHowTo')}</FinePrint>
    </>
  );
}
