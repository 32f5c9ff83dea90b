/** Actions on a customer, grouped by approvals needed and whether they block money. Each needs a reason. */
import type { MessageAct, MessageCode } from '@tern/protocol/operator/client';
import {
  Checkbox,
  checkIcon,
  chevronRightIcon,
  classNames,
  Icon,
  identityIcon,
  lockIcon,
  logoutIcon,
  Select,
  swapIcon,
} from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { Customer } from './api.ts';
import own from './customers.module.css';
import { EntryDialog } from './entry-dialog.tsx';
import { customerTexts } from './texts.ts';

const HOURS_MAX = 72;
const HOURS = ['1', '12', '24', '72'] as const;

type Act = keyof typeof customerTexts.customers.acts;
type Group = keyof typeof customerTexts.customers.status.groups;

const ICONS: Readonly<Record<Act, string>> = {
  freeze: lockIcon,
  unfreeze: checkIcon,
  ban: logoutIcon,
  confirmBan: logoutIcon,
  unban: checkIcon,
  unverify: identityIcon,
  confirmUnverify: identityIcon,
  reverify: identityIcon,
};

/** Orange for actions that block a customer; plain for those that undo a block. */
const STOPS: readonly Act[] = ['freeze', 'ban', 'confirmBan', 'unverify', 'confirmUnverify'];

type Block = Customer['blocks'][number];

/** What lifts each block. */
const LIFTS = { freeze: 'unfreeze', ban: 'unban', unverify: 'reverify' } as const;
const blockLiftedBy = ({ blocks }: Customer, lift: Act | undefined): Block | undefined =>
  blocks.find(({ act }) => LIFTS[act] === lift);

/**
 * Actions available for a customer now. A block by another operator can be confirmed, and lifted with the right with which
 * it was set, by two people if it was set for suspicion or confirmed.
 */
function actsFor(
  customer: Customer,
  me: { login: string; isReviewer: boolean },
): readonly (readonly [Group, readonly Act[]])[] {
  const { isBanned, identity, blocks } = customer;
  // A freeze by the customer is lifted by a review, at their request.
  const isFrozen = blocks.some(({ act }) => act === 'freeze');
  const mayConfirm = (act: string) =>
    blocks.some((block) => block.act === act && block.until !== null && block.login !== me.login);
  const isVerified = identity === 'verified';
  const liftable = blocks.filter(
    ({ act, until, setAs, liftAskedBy }) =>
      (me.isReviewer || setAs === 'support') &&
      liftAskedBy !== me.login &&
      // One that two people removed comes back with new documents alone.
      !(act === 'unverify' && until === null),
  );
  const liftsOf = (isByTwo: boolean): Act[] =>
    liftable.filter(({ isLiftedByTwo }) => isLiftedByTwo === isByTwo).map(({ act }) => LIFTS[act]);
  const two: Act[] = [
    ...liftsOf(true),
    ...(mayConfirm('ban') ? (['confirmBan'] as const) : []),
    ...(me.isReviewer && mayConfirm('unverify') ? (['confirmUnverify'] as const) : []),
  ];
  const stop: Act[] = [
    ...(isFrozen ? [] : (['freeze'] as const)),
    ...(isBanned ? [] : (['ban'] as const)),
    ...(me.isReviewer && isVerified ? (['unverify'] as const) : []),
  ];
  return [
    ['one', liftsOf(false)],
    ['two', two],
    ['stop', stop],
  ];
}

/** The act in the API; a confirmation repeats the act. */
const wireAct = (act: Act) => {
  if (act === 'confirmBan') return 'ban';
  return act === 'confirmUnverify' ? 'unverify' : act;
};

/** The act whose messages the customer may read. */
const messageActOf = (act: Act): MessageAct => {
  const onWire = wireAct(act);
  return onWire === 'reverify' ? 'verify' : onWire;
};

function useAccountStatusAct(customer: Customer, act: Act | undefined) {
  const { done: said, liftAsked } = customerTexts.customers;
  const status = useAct('POST /operator/customer/setStanding', ({ isWaiting }) =>
    isWaiting || act === undefined ? liftAsked : said[act],
  );
  return {
    isBusy: status.isBusy,
    run(
      given: { reason: string; message: MessageCode; hours: number; isSuspicion: boolean },
      done: () => void,
    ) {
      const { reason, message, hours, isSuspicion } = given;
      if (act === undefined) return;
      const input = { ID: String(customer.ID), act: wireAct(act), message, reason };
      const stop = STOPS.includes(act) ? { isSuspicion } : {};
      status.run({ ...input, ...stop, ...(act === 'freeze' ? { hours } : {}) }, done);
    },
  };
}

export function CustomerActions({ customer }: { customer: Customer }) {
  const isReviewer = usePermission('customers.verify');
  const mayAct = usePermission('customers.stop');
  const mayPropose = usePermission('customers.propose');
  const login = useSession()?.operator.login ?? '';
  const [openAction, setOpenAction] = useState<Act | 'entry'>();
  const { status, acts, entry } = customerTexts.customers;
  if (!mayAct && !mayPropose) return null;
  const act = openAction === 'entry' ? undefined : openAction;
  const offered = actsFor(customer, { login, isReviewer });
  return (
    <Part title={status.title}>
      {offered.map(([group, of]) => {
        const shown = mayAct ? of : [];
        const hasEntry = group === 'two' && mayPropose;
        if (shown.length === 0 && !hasEntry) return null;
        const [name, rule] = status.groups[group];
        return (
          <div key={group} className={own.group}>
            <h3>
              {name} <span>{rule}</span>
            </h3>
            {hasEntry && (
              <ActButton
                icon={swapIcon}
                label={entry.title}
                onPress={() => setOpenAction('entry')}
              />
            )}
            {shown.map((each) => (
              <ActButton
                key={each}
                icon={ICONS[each]}
                label={acts[each]}
                isStop={STOPS.includes(each)}
                onPress={() => setOpenAction(each)}
              />
            ))}
          </div>
        );
      })}
      <AccountStatusDialog
        key={`${act}`}
        customer={customer}
        act={act}
        onEnd={() => setOpenAction(undefined)}
      />
      <EntryDialog
        key={`entry ${openAction === 'entry'}`}
        customer={customer}
        isOpen={openAction === 'entry'}
        onEnd={() => setOpenAction(undefined)}
      />
    </Part>
  );
}

interface ActButtonProps {
  icon: string;
  label: string;
  isStop?: boolean;
  onPress: () => void;
}

function ActButton({ icon, label, isStop = false, onPress }: ActButtonProps) {
  return (
    <button type="button" className={classNames(own.act, isStop && own.stop)} onClick={onPress}>
      <Icon of={icon} size={18} />
      <span>{label}</span>
      <Icon of={chevronRightIcon} size={16} />
    </button>
  );
}

interface AccountStatusDialogProps {
  customer: Customer;
  act: Act | undefined;
  onEnd: () => void;
}

function AccountStatusDialog({ customer, act, onEnd }: AccountStatusDialogProps) {
  const [hours, setHours] = useState<string>(String(HOURS_MAX));
  const [isSuspicion, setSuspicion] = useState(true);
  const doing = useAccountStatusAct(customer, act);
  const { status, acts } = customerTexts.customers;
  const label = act === undefined ? '' : acts[act];
  const lifted = blockLiftedBy(customer, act);
  const isStop = act !== undefined && STOPS.includes(act);
  return (
    <ReasonDialog
      isOpen={act !== undefined}
      question={status.question(label, customer.ID)}
      messageAct={act === undefined ? undefined : messageActOf(act)}
      confirmLabel={label}
      confirmKind={isStop ? 'danger' : 'primary'}
      isBusy={doing.isBusy}
      onCancel={onEnd}
      onConfirm={(reason, message) =>
        doing.run({ reason, message, hours: Number(hours), isSuspicion }, onEnd)
      }
    >
      <p>{act !== undefined && status.texts[act]}</p>
      {lifted?.isLiftedByTwo === true && (
        <p>
          {lifted.liftAskedBy === null ? status.liftFirst : status.liftSecond(lifted.liftAskedBy)}
        </p>
      )}
      {isStop && (
        <Checkbox name="suspicion" isChecked={isSuspicion} onChange={setSuspicion}>
          {status.suspicion}. {status.suspicionText}
        </Checkbox>
      )}
      {act === 'freeze' && (
        <div className={own.fields}>
          <Select
            label={status.hours}
            options={HOURS.map((key) => ({ key, label: texts.review.hours(Number(key)) }))}
            value={hours}
            onChange={setHours}
          />
        </div>
      )}
    </ReasonDialog>
  );
}
