/** The member's data and account: exporting everything, and closing it. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, Section, Stack } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { accountDataQuery } from '../api.ts';
import { CloseCard } from '../parts/close-card.tsx';
import { ClosingCard } from '../parts/closing-card.tsx';
import { ExportCard } from '../parts/export-card.tsx';
import { GiveUpCard } from '../parts/give-up-card.tsx';

export function AccountDataScreen() {
  const t = useT();
  const back = useBack();
  const query = useQuery(accountDataQuery);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('account-data.title')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={useRefresh()}>
        <Loaded query={query}>
          {(data) => (
            <Stack gap={12}>
              {data.closing && <ClosingCard closing={data.closing} obstacles={data.obstacles} />}
              {data.closing && data.machines.length > 0 && <GiveUpCard machines={data.machines} />}
              <Section title={t('account-data.export')}>
                <ExportCard />
              </Section>
              {data.closing === null && (
                <Section title={t('account-data.close')}>
                  <CloseCard data={data} />
                </Section>
              )}
            </Stack>
          )}
        </Loaded>
      </ScreenBody>
    </>
  );
}
