/** Actions on a customer, grouped by approvals needed and whether they block money. Each needs a reason. */
import {
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
import { useAct } from '../../kernel/act.ts';
import { ReasonDialog } from '../../kernel/reason.tsx';
import { useHasRole, useSession } from '../../kernel/session.ts';
import { Part } from '../../kernel/room.tsx';
import { texts } from '../../kernel/texts.ts';
import type { Customer } from './api.ts';
import own from './customers.module.css';
import { EntryDialog } from './entry-dialog.tsx';

const HOURS_MAX = 72;
const HOURS = ['1', '12', '24', '72'] as const;

type Act = keyof typeof texts.customers.acts;
type Group = keyof typeof texts.customers.status.groups;

const ICONS: Readonly<Record<Act, string>> = {
  freeze: lockIcon,
  unfreeze: checkIcon,
  ban: logoutIcon,
  confirmBan: logoutIcon,
  unban: checkIcon,
  verify: identityIcon,
  unverify: identityIcon,
  confirmUnverify: identityIcon,
};

/** Orange for actions that block a customer; plain for those that undo a block. */
const STOPS: readonly Act[] = ['freeze', 'ban', 'confirmBan', 'unverify', 'confirmUnverify'];

/** Actions available for a customer now. A block by another operator can be confirmed or ended. */
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
  const one: Act[] = [
    // Documents under review are decided in the queue.
    ...(me.isReviewer && !isVerified && identity !== 'submitted' ? (['verify'] as const) : []),
    ...(isFrozen ? (['unfreeze'] as const) : []),
    ...(isBanned ? (['unban'] as const) : []),
  ];
  const two: Act[] = [
    ...(mayConfirm('ban') ? (['confirmBan'] as const) : []),
    ...(me.isReviewer && mayConfirm('unverify') ? (['confirmUnverify'] as const) : []),
  ];
  const stop: Act[] = [
    ...(isFrozen ? [] : (['freeze'] as const)),
    ...(isBanned ? [] : (['ban'] as const)),
    ...(me.isReviewer && isVerified ? (['unverify'] as const) : []),
  ];
  return [
    ['one', one],
    ['two', two],
    ['stop', stop],
  ];
}

function useAccountStatusAct(customer: Customer, act: Act | undefined) {
  const message = () => (act === undefined ? '' : texts.customers.done[act]);
  const status = useAct('POST /operator/customer/setStanding', message);
  const verified = useAct('POST /operator/customer/setVerified', message);
  const ID = String(customer.ID);
  return {
    isBusy: status.isBusy || verified.isBusy,
    run(given: { reason: string; hours: number }, done: () => void) {
      const { reason, hours } = given;
      if (act === undefined) return;
      if (act === 'verify' || act === 'unverify' || act === 'confirmUnverify') {
        verified.run({ ID, reason, isVerified: act === 'verify' }, done);
      } else {
        const statusAct = act === 'confirmBan' ? 'ban' : act;
        status.run({ ID, act: statusAct, reason, ...(act === 'freeze' ? { hours } : {}) }, done);
      }
    },
  };
}

export function CustomerActions({ customer }: { customer: Customer }) {
  const isReviewer = useHasRole('reviewer');
  const mayAct = useHasRole('reviewer', 'support');
  const mayPropose = useHasRole('reviewer', 'approver');
  const login = useSession()?.operator.login ?? '';
  const [openAction, setOpenAction] = useState<Act | 'entry'>();
  const { status, acts, entry } = texts.customers;
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
  const doing = useAccountStatusAct(customer, act);
  const { status, acts } = texts.customers;
  const label = act === undefined ? '' : acts[act];
  return (
    <ReasonDialog
      isOpen={act !== undefined}
      question={status.question(label, customer.ID)}
      hint={status.readsReason}
      confirmLabel={label}
      confirmKind={act !== undefined && STOPS.includes(act) ? 'danger' : 'primary'}
      isBusy={doing.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => doing.run({ reason, hours: Number(hours) }, onEnd)}
    >
      <p>{act !== undefined && status.texts[act]}</p>
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
