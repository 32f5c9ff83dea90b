/** Scans an address for a withdrawal, or the code of a member to send to: what is found is filled in, never more. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, Stack, StateBlock, Text } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../../platform/navigation/links.ts';
import { addressesQuery } from '../../address-book/api.ts';
import { readMemberCode } from '../../request/member-code.ts';
import { chooseDestination } from '../../request/chosen-destination.ts';
import { useWithdrawableCoins } from '../../request/use-withdrawable-coins.ts';
import type { WithdrawableCoin } from '../../request/withdrawable-coins.ts';
import { CodeCamera } from '../parts/code-camera.tsx';
import { ScanResult } from '../parts/scan-result.tsx';
import styles from '../parts/scan.module.css';
import { leaveScanned, MEMBER } from '../../request/scanned.ts';

/** The spelling of every chain's addresses: loaded while the camera looks. */
const checkQuery = queryOptions({
  queryKey: ['scan', 'check'],
  queryFn: async () => (await import('../check-address.ts')).checkAddress,
  staleTime: Number.POSITIVE_INFINITY,
});

/** `?coin=USDT`: an address for a withdrawal. Without it: the code of a member. */
export function ScanScreen() {
  const t = useT();
  const back = useBack();
  const { coin: asset } = useParams();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t(asset === undefined ? 'scan.memberTitle' : 'scan.title')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        {asset === undefined ? <MemberScan /> : <AddressScan asset={asset.toUpperCase()} />}
      </ScreenBody>
    </>
  );
}

function MemberScan() {
  const t = useT();
  const navigator = useNavigator();
  const [isWrong, setWrong] = useState(false);
  const take = ([text = '']: readonly string[]) => {
    const id = readMemberCode(text);
    if (id === undefined) return setWrong(true);
    leaveScanned(MEMBER, id);
    return navigator.back();
  };
  return (
    <CodeCamera
      title={t('scan.pointAtMember')}
      text={t(isWrong ? 'scan.notMember' : 'scan.nothingSent')}
      onTexts={take}
    />
  );
}

function AddressScan({ asset }: { asset: string }) {
  const t = useT();
  const coins = useWithdrawableCoins();
  return (
    <Loaded query={coins}>
      {(all) => {
        const coin = all.find((each) => each.asset === asset);
        return coin === undefined ? (
          <StateBlock kind="empty" title={t('scan.notThisCoin')} />
        ) : (
          <Scan coin={coin} />
        );
      }}
    </Loaded>
  );
}

function Scan({ coin }: { coin: WithdrawableCoin }) {
  const t = useT();
  const navigator = useNavigator();
  const book = useQuery(addressesQuery);
  const check = useQuery(checkQuery);
  const [texts, setTexts] = useState<readonly string[]>([]);
  const { asset, networks } = coin;
  const again = () => setTexts([]);
  if (texts.length > 1) return <Several texts={texts} onChoose={(text) => setTexts([text])} />;
  const [text] = texts;
  if (text === undefined) {
    const purpose = t('scan.forWithdrawal', { coin: asset });
    return (
      <CodeCamera
        title={t('scan.pointAtAddress')}
        text={`${purpose} ${t('scan.nothingSent')}`}
        onTexts={setTexts}
      />
    );
  }
  return (
    <Loaded query={check}>
      {(checkAddress) => (
        <Loaded query={book}>
          {(all) => {
            const saved = all.filter((each) => each.asset === asset);
            const checked = checkAddress(text, { asset, networks, saved });
            return (
              <ScanResult
                checked={checked}
                asset={asset}
                onAgain={again}
                onUse={(address, amount) => {
                  chooseDestination(asset, address.ID);
                  if (amount !== undefined) leaveScanned(asset, amount);
                  navigator.back();
                }}
                onSave={(network, memo) => {
                  if (checked.kind !== 'address') return;
                  const { address } = checked;
                  navigator.redirect(pages.addAddress, { coin: asset, network, address, memo });
                }}
              />
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Several codes in one picture. */
function Several(props: { texts: readonly string[]; onChoose: (text: string) => void }) {
  const { texts, onChoose } = props;
  const t = useT();
  return (
    <Stack gap={12}>
      <Text size="strong">{t('scan.several')}</Text>
      <div className={styles.several}>
        {texts.map((text) => (
          <Button key={text} isFull onPress={() => onChoose(text)}>
            {text}
          </Button>
        ))}
      </div>
    </Stack>
  );
}
