/** "Where was my order?": fetched and checked on arrival, with what it does not show behind the mark in the header. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  CtaBar,
  depositIcon,
  IconButton,
  infoIcon,
  NavBar,
  ScreenBody,
  ScreenHeader,
  Sheet,
  SkeletonDetail,
  Stack,
} from '@tern/ui';
import { useState } from 'react';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { useMember } from '../../../../kernel/member.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useRecordId } from '../../../../kernel/record-screen.tsx';
import { saveFile } from '../../../../kernel/save-file.ts';
import { writeSupportDraft } from '../../../../kernel/support-draft.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { checkOrder, type CheckedOrder, type Receipt, type Verified } from '../check-order.ts';
import { OrderResult } from '../parts/order-result.tsx';

export function OrderReceiptScreen() {
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  const [isExplained, setExplained] = useState(false);
  const info = (
    <IconButton
      icon={infoIcon}
      isQuiet
      label={t('order-receipt.how')}
      onPress={() => setExplained(true)}
    />
  );
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('order-receipt.title')} back={back} action={info} />
      </ScreenHeader>
      {id === undefined ? (
        <ScreenBody isPadded>
          <EmptyState
            title={t('order-receipt.noOrder')}
            label={t('order-receipt.records')}
            page={pages.orderHistory}
            isReplaced
          />
        </ScreenBody>
      ) : (
        <OrderReceipt key={id} id={id} />
      )}
      <Sheet
        isOpen={isExplained}
        onClose={() => setExplained(false)}
        title={t('order-receipt.how')}
      >
        <Stack gap={10}>
          <p>{t('order-receipt.howNumbers')}</p>
          <p>{t('order-receipt.howQueue')}</p>
          <p>{t('order-receipt.howBook')}</p>
          <p>{t('order-receipt.howLimits')}</p>
        </Stack>
      </Sheet>
    </>
  );
}

function OrderReceipt({ id }: { id: number }) {
  const memberId = useMember()?.ID ?? 0;
  const [saved, setSaved] = useState<Receipt>();
  const query = useQuery({
    queryKey: ['order-receipt', id, memberId, saved],
    queryFn: () => checkOrder({ id, memberId, saved }),
    // Every visit runs the checks.
    staleTime: 0,
    gcTime: 0,
  });
  const again = () => void query.refetch();
  return (
    <>
      <ScreenBody foot="cta" isPadded>
        <Loaded query={query} skeleton={<SkeletonDetail count={8} />}>
          {(checked) => <OrderResult checked={checked} onLoad={setSaved} />}
        </Loaded>
      </ScreenBody>
      {query.data !== undefined && query.data.kind !== 'unrecorded' && (
        <Acts checked={query.data} isBusy={query.isFetching} onCheck={again} />
      )}
    </>
  );
}

interface ActsProps {
  checked: CheckedOrder;
  isBusy: boolean;
  onCheck: () => void;
}

function Acts({ checked, isBusy, onCheck }: ActsProps) {
  const t = useT();
  const isChecked = checked.kind === 'checked';
  const failed = isChecked ? checked.rows.find(({ pass }) => pass === false) : undefined;
  const busy = { isBusy, busyLabel: t('order-receipt.checking') };
  return (
    <CtaBar>
      {isChecked && (
        <Button icon={depositIcon} onPress={() => save(checked)}>
          {t('order-receipt.receipt')}
        </Button>
      )}
      {isChecked && failed !== undefined ? (
        <SendButton text={`${checked.order.orderNo}: ${failed.key}, ${failed.why}`} />
      ) : (
        <Button kind="primary" isFull={!isChecked} {...busy} onPress={onCheck}>
          {t(isChecked ? 'order-receipt.again' : 'order-receipt.check')}
        </Button>
      )}
    </CtaBar>
  );
}

/** With what this device kept, so that anyone can repeat the checks. */
function save({ order, receipt }: Verified): void {
  const text = JSON.stringify(receipt, null, 1);
  saveFile(`order-${order.orderNo}.json`, text, 'application/json');
}

function SendButton({ text }: { text: string }) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  if (!navigator.has(pages.support)) return null;
  const support = to(pages.support);
  const open = () => {
    writeSupportDraft(`${text}\n`);
    support.onPress();
  };
  return (
    <Button kind="primary" onPress={open}>
      {t('order-receipt.send')}
    </Button>
  );
}
