/** Whom the money is for: by ID, email or phone, then the masked name of who was found. */
import {
  Button,
  DateText,
  formatAmount,
  Note,
  Row,
  Segmented,
  Sheet,
  Text,
  TextButton,
  TextField,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import type { FindBy, Member, Receiver } from '../api.ts';
import type { Sending } from '../use-send-form.ts';
import styles from './member-transfer.module.css';

const WAYS = {
  id: {
    option: 'member-transfer.byId',
    label: 'member-transfer.theirId',
    type: 'text',
    inputMode: 'numeric',
  },
  email: {
    option: 'member-transfer.byEmail',
    label: 'member-transfer.theirEmail',
    type: 'email',
    inputMode: 'email',
  },
  phone: {
    option: 'member-transfer.byPhone',
    label: 'member-transfer.theirPhone',
    type: 'tel',
    inputMode: 'tel',
  },
} as const;

export function ReceiverField({ sending, isDisabled }: { sending: Sending; isDisabled: boolean }) {
  const { by, form, receiver, earlier, isSearching, isSearchOff } = sending;
  const t = useT();
  const [isChoosing, setChoosing] = useState(false);
  const way = WAYS[by];
  return (
    <>
      <Segmented<FindBy>
        label={t('member-transfer.findBy')}
        options={(['id', 'email', 'phone'] as const).map((key) => ({
          key,
          label: t(WAYS[key].option),
        }))}
        value={by}
        onChange={sending.choose}
      />
      <TextField
        {...form.field('to')}
        onChange={sending.type}
        label={t(way.label)}
        labelAside={
          earlier.length > 0 && (
            <TextButton tone="accent" isFlush onPress={() => setChoosing(true)}>
              {t('member-transfer.fromEarlier')}
            </TextButton>
          )
        }
        type={way.type}
        inputMode={way.inputMode}
        hint={by === 'phone' ? t('member-transfer.phoneHint') : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isDisabled}
      />
      {receiver === undefined ? (
        <Button
          kind="secondary"
          isFull
          isBusy={isSearching}
          isDisabled={isDisabled || isSearchOff}
          onPress={sending.find}
        >
          {t('member-transfer.find')}
        </Button>
      ) : (
        <Found receiver={receiver} />
      )}
      <Sheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('member-transfer.fromEarlier')}
      >
        {earlier.map(({ at, ...member }) => (
          <Row
            key={member.id}
            mark={<Initials name={member.name} />}
            title={<MemberName {...member} />}
            note={member.id}
            value={<DateText at={at} detail="short" />}
            hasChevron={false}
            onPress={() => {
              setChoosing(false);
              sending.name(String(member.id));
            }}
          />
        ))}
      </Sheet>
    </>
  );
}

function Found({ receiver }: { receiver: Receiver }) {
  const t = useT();
  const locale = useNumberLocale();
  const { isNew, left, name } = receiver;
  return (
    <>
      <div className={styles.found} role="status">
        <Initials name={name} />
        <div>
          <Text size="strong">
            <MemberName {...receiver} />
          </Text>
          <Text size="label" tone="soft">
            {t(isNew ? 'member-transfer.verifiedNew' : 'member-transfer.verifiedKnown')}
          </Text>
        </div>
      </div>
      {left !== '' && (
        <Note>
          {t('member-transfer.firstDay', { amount: formatAmount(left, { locale, places: 2 }) })}
        </Note>
      )}
    </>
  );
}

/** The masked name; who was verified without documents has their ID alone. */
export function MemberName({ id, name }: Member) {
  const t = useT();
  return name === '' ? t('member-transfer.memberOf', { id: String(id) }) : name;
}

function Initials({ name }: { name: string }) {
  const letters = name
    .split(' ')
    .map((word) => [...word][0] ?? '')
    .join('');
  return (
    <span className={styles.initials} aria-hidden="true">
      {letters === '' ? '…' : letters.slice(0, 2)}
    </span>
  );
}
