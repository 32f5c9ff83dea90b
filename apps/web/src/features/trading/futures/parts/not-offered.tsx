/** Explains that contracts are unavailable in the member's country, or that the country is unknown. */
import { Button, globeIcon, StateBlock } from '@tern/ui';
import { CONTRACTS_NEED_PHONE, type NoContracts } from '../../../../kernel/contract-terms.ts';
import { pages } from '../../../../kernel/pages.ts';
import { countryName } from '../../../../kernel/countries.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';

export function NotOffered({ why }: { why: NoContracts }) {
  const { t, locale } = useI18n();
  const navigator = useNavigator();
  if (why === CONTRACTS_NEED_PHONE) {
    return (
      <StateBlock
        kind="empty"
        icon={globeIcon}
        title={t('futures.confirmPhone')}
        text={t('futures.confirmPhoneHint')}
        action={
          <Button kind="secondary" onPress={() => navigator.push(pages.provePhone)}>
            {t('futures.confirmNumber')}
          </Button>
        }
      />
    );
  }
  const [, residence] = why.split(':');
  return (
    <StateBlock
      kind="empty"
      icon={globeIcon}
      title={t('futures.notOffered')}
      text={
        residence === undefined
          ? t('futures.notOfferedHint')
          : t('futures.notOfferedIn', { country: countryName(residence, locale) })
      }
      action={
        residence !== undefined && (
          <Button kind="secondary" onPress={() => navigator.push(pages.realName)}>
            {t('futures.moved')}
          </Button>
        )
      }
    />
  );
}
