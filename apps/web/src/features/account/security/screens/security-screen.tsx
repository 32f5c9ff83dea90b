/** The security of the account on one page. */
import { useQuery } from '@tanstack/react-query';
import {
  Card,
  documentIcon,
  historyIcon,
  IconButton,
  keyIcon,
  lockIcon,
  NavBar,
  passkeyIcon,
  Row,
  ScreenBody,
  ScreenHeader,
  Section,
  SkeletonDetail,
  Stack,
} from '@tern/ui';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useMember } from '../../../../kernel/member.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import type { User } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import {
  type AddressLock,
  type Device,
  devicesQuery,
  lockQuery,
  type SecuritySettings,
  settingsQuery,
} from '../api.ts';
import { AddressLockRow } from '../parts/address-lock-row.tsx';
import { DevicesCard } from '../parts/devices-card.tsx';
import { FreezeCard } from '../parts/freeze-card.tsx';
import { AntiPhishingRow } from '../parts/anti-phishing-row.tsx';
import { StateHead } from '../parts/state-head.tsx';
import { WayBackCard } from '../parts/way-back-card.tsx';
import { attentionOf } from '../view-model.ts';

export function SecurityScreen() {
  const t = useT();
  const back = useBack();
  const to = useLinks();
  const user = useMember();
  const all = useAll();
  const timeline = (
    <IconButton
      icon={historyIcon}
      label={t('security.eventsTitle')}
      {...to(pages.securityEvents)}
    />
  );
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('security.title')} back={back} action={timeline} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={useRefresh()}>
        {user && (
          <Loaded query={all} skeleton={<SkeletonDetail />}>
            {(data) => <Content user={user} {...data} />}
          </Loaded>
        )}
      </ScreenBody>
    </>
  );
}

interface Everything {
  settings: SecuritySettings;
  devices: Device[];
  lock: AddressLock;
}

/** The three answers as one. */
function useAll() {
  const [settings, devices, lock] = [
    useQuery(settingsQuery),
    useQuery(devicesQuery),
    useQuery(lockQuery),
  ];
  const parts = [settings, devices, lock];
  const isWhole = settings.data && devices.data && lock.data;
  const data: Everything | undefined = isWhole && {
    settings: settings.data,
    devices: devices.data,
    lock: lock.data,
  };
  return {
    data,
    isError: parts.some(({ isError }) => isError),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(parts.map(({ refetch }) => refetch())),
  };
}

function Content({ user, settings, devices, lock }: Everything & { user: User }) {
  const t = useT();
  const to = useLinks();
  const { unfreezing, mailWord } = settings;
  const isByOwner = user.freeze?.by === 'owner';
  const attention = attentionOf({ user, lock, unfreezing });
  return (
    <Stack gap={12}>
      <StateHead {...{ attention, lock, unfreezing }} devices={devices.length} />
      {user.frozen && !isByOwner && <AccountStatusBanner user={user} obstacle="frozen" />}
      {user.frozen && isByOwner && <WayBackCard unfreezing={unfreezing} />}
      <LogIn />
      <Section isQuiet title={t('security.moneyOut')}>
        <Card isPadded={false}>
          <WithdrawPasswordRow isSet={user.hasPayPassword} />
          <AddressLockRow lock={lock} />
          <AntiPhishingRow word={mailWord} />
        </Card>
      </Section>
      <Section isQuiet title={t('security.devices')}>
        <DevicesCard devices={devices} />
      </Section>
      {!isByOwner && <FreezeCard />}
      <Card isPadded={false}>
        <Row
          icon={documentIcon}
          title={t('security.accountData')}
          note={t('security.accountDataNote')}
          {...to(pages.accountData)}
        />
      </Card>
    </Stack>
  );
}

function LogIn() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  return (
    <Section isQuiet title={t('security.logIn')}>
      <Card isPadded={false}>
        {navigator.has(pages.secondFactors) && (
          <Row
            icon={passkeyIcon}
            title={t('security.secondFactors')}
            {...to(pages.secondFactors)}
          />
        )}
        <Row
          icon={keyIcon}
          title={t('security.loginPassword')}
          value={t('security.change')}
          {...to(pages.resetPassword)}
        />
        <Row icon={lockIcon} title={t('security.forgotPassword')} {...to(pages.passwords)} />
      </Card>
    </Section>
  );
}

function WithdrawPasswordRow({ isSet }: { isSet: boolean }) {
  const t = useT();
  const to = useLinks();
  return (
    <Row
      icon={lockIcon}
      title={t('security.withdrawPassword')}
      value={t(isSet ? 'security.change' : 'security.set')}
      {...to(pages.resetWithdrawPassword)}
    />
  );
}
