/** Small components side by side: buttons, pills, choices, fields, states, overlays. */
import { useState } from 'react';
import {
  AmountField,
  AmountText,
  Button,
  Card,
  Chip,
  ConfirmDialog,
  DateText,
  moonIcon,
  NavBar,
  Note,
  Pill,
  Row,
  ScreenBody,
  ScreenHeader,
  Section,
  Segmented,
  Sheet,
  SkeletonRows,
  Slider,
  StateBlock,
  Switch,
  showToast,
  sunIcon,
  Tabs,
  VolumeText,
} from '../src/index.ts';

const WRAP = { display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' } as const;
const PAD = { padding: '0 var(--gutter)', display: 'grid', gap: 10 } as const;

function Buttons() {
  return (
    <div style={WRAP}>
      <Button kind="primary">Primary</Button>
      <Button>Secondary</Button>
      <Button kind="outline">Outline</Button>
      <Button isDisabled>Disabled</Button>
      <Button kind="up">Buy</Button>
      <Button kind="down">Sell</Button>
      <Button kind="danger">Delete address</Button>
      <Button kind="primary" isBusy busyLabel="Sending">
        Send
      </Button>
      <Button isSmall>Small 36, taps 44</Button>
      <Chip isOn onPress={() => undefined}>
        Chip
      </Chip>
      <Chip isOn={false} onPress={() => undefined}>
        Chip
      </Chip>
    </div>
  );
}

function Pills() {
  return (
    <div style={WRAP}>
      <Pill kind="review" dot="self">
        Under review
      </Pill>
      <Pill kind="done">Completed</Pill>
      <Pill kind="bad">Rejected</Pill>
      <Pill>Ended</Pill>
      <Pill kind="up">Up</Pill>
      <Pill kind="down">Down</Pill>
      <Pill kind="sim">Paper</Pill>
      <Pill dot="live">Live</Pill>
    </div>
  );
}

function Choices() {
  const [network, setNetwork] = useState<'trc' | 'erc' | 'bep'>('trc');
  const [group, setGroup] = useState<'crypto' | 'metals'>('crypto');
  const [theme, setTheme] = useState<'dark' | 'light'>('dark');
  const [isOn, setOn] = useState(true);
  return (
    <>
      <Segmented
        label="Network"
        value={network}
        onChange={setNetwork}
        options={[
          { key: 'trc', label: 'TRC20' },
          { key: 'erc', label: 'ERC20' },
          { key: 'bep', label: 'BEP20' },
        ]}
      />
      <Tabs
        id="group"
        label="Group"
        isFlush
        value={group}
        onChange={setGroup}
        items={[
          { key: 'crypto', label: 'Crypto' },
          { key: 'metals', label: 'Metals & forex' },
        ]}
      />
      <div style={WRAP}>
        <Switch label="Hide zero" isOn={isOn} onChange={setOn} />
        <Switch label="Off" look="bare" isOn={!isOn} onChange={() => setOn(!isOn)} />
        <Segmented
          label="Theme"
          isSmall
          isIconOnly
          value={theme}
          onChange={setTheme}
          options={[
            { key: 'dark', label: 'Dark', icon: moonIcon },
            { key: 'light', label: 'Light', icon: sunIcon },
          ]}
        />
      </div>
    </>
  );
}

function Fields() {
  const [amount, setAmount] = useState('1500.00');
  const [share, setShare] = useState(50);
  const max = { label: 'Max', onPress: () => setAmount('2500') };
  return (
    <>
      <AmountField
        label="Rest"
        value={amount}
        onChange={setAmount}
        places={2}
        unit="USDT"
        action={max}
        hint="Available 2,500.00 USDT"
      />
      <AmountField
        label="Error"
        value="5.00"
        onChange={setAmount}
        places={2}
        unit="USDT"
        error="Minimum is 10.00 USDT."
      />
      <Slider label="Share" value={share} onChange={setShare} />
    </>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'sheet' | 'dialog'>();
  const close = () => setOpen(undefined);
  return (
    <div style={WRAP}>
      <Button onPress={() => setOpen('sheet')}>Open sheet</Button>
      <Button onPress={() => setOpen('dialog')}>Open dialog</Button>
      <Button onPress={() => showToast('Address copied', 'done')}>Toast</Button>
      <Button onPress={() => showToast('Not enough USDT', 'error')}>Error toast</Button>
      <Sheet
        isOpen={open === 'sheet'}
        onClose={close}
        title="Language"
        footer={<Button kind="primary">Apply</Button>}
      >
        {['English', 'Deutsch', 'Русский', 'Tiếng Việt'].map((name, index) => (
          <Row key={name} title={name} isChosen={index === 0} onPress={close} />
        ))}
      </Sheet>
      <ConfirmDialog
        isOpen={open === 'dialog'}
        question="Redeem early?"
        cancelLabel="Keep it"
        confirmLabel="Redeem"
        confirmKind="danger"
        onCancel={close}
        onConfirm={close}
      >
        You lose{' '}
        <b>
          <AmountText value="30" places={2} unit="USDT" />
        </b>{' '}
        (5%). The rest goes back to your balance. This can’t be undone.
      </ConfirmDialog>
    </div>
  );
}

function Numbers() {
  return (
    <div style={WRAP}>
      <AmountText value="-100" places={2} isGain />
      <AmountText value="8" places={2} isSigned />
      <AmountText value="0.2841" places={8} unit="BTC" look="quiet" />
      <AmountText value="27877.259" places={2} unit="USDT" isConverted />
      <AmountText value="1" places={2} isHidden />
      <AmountText value={undefined} places={2} />
      <VolumeText value="1820000000.9" />
      <DateText at={1795253369000} detail="second" />
    </div>
  );
}

export function PartsScene() {
  return (
    <>
      <ScreenHeader>
        <NavBar title="All the parts of a screen in one place" back={{ href: '#' }} />
      </ScreenHeader>
      <ScreenBody>
        <div style={PAD}>
          <Overlays />
          <Buttons />
          <Pills />
          <Choices />
          <Fields />
          <Numbers />
          <Note kind="warn">You can lose what you put in.</Note>
          <Note kind="paper">This is a simulation. Don’t upload a real document.</Note>
        </div>
        <Section title="States">
          <SkeletonRows count={2} />
          <div style={PAD}>
            <Card>
              <StateBlock
                kind="error"
                title="Couldn’t load this"
                text="Check your connection. Nothing was submitted."
                action={<Button isSmall>Try again</Button>}
              />
            </Card>
          </div>
        </Section>
      </ScreenBody>
    </>
  );
}
