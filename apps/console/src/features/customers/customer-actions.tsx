/** What may be done with a customer, in groups by how many people it takes and whether it stops money; each asks for a reason. */
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
import { ReasonDialog } from '../../kernel/reason-dialog.tsx';
import styles from '../../kernel/room.module.css';
import { useHasRole, useSession } from '../../kernel/session.ts';
import { texts } from '../../kernel/texts.ts';
import type { Customer } from './api.ts';
import own from './customers.module.css';
import { EntryDialog } from './entry-dialog.tsx';

const VERIFIED = 2;
const HOURS_MAX = 72;
const HOURS = ['1', '12', '24', '72'] as const;

type Act = keyof typeof texts.customers.acts;
type Group = keyof typeof texts.customers.standing.groups;

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

/** Orange is for what refuses a customer or stops money; giving back is plain. */
const STOPS: readonly Act[] = ['freeze', 'ban', 'confirmBan', 'unverify', 'confirmUnverify'];

/** What can be done with a customer as they stand: a block of another person's is confirmed or ended. */
function actsFor(
  customer: Customer,
  me: { login: string; isReviewer: boolean },
): readonly (readonly [Group, readonly Act[]])[] {
  const { isBanned, isFrozen, realNameStatus, blocks } = customer;
  const mayConfirm = (act: string) =>
    blocks.some((block) => block.act === act && block.until !== null && block.login !== me.login);
  const isVerified = realNameStatus === VERIFIED;
  const one: Act[] = [
    ...(me.isReviewer && !isVerified ? (['verify'] as const) : []),
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
  const told = () => (act === undefined ? '' : texts.customers.done[act]);
  const standing = useAct('POST /operator/customer/setStanding', told);
  const verified = useAct('POST /operator/customer/setVerified', told);
  const ID = String(customer.ID);
  return {
    isBusy: standing.isBusy || verified.isBusy,
    run(given: { reason: string; hours: number }, done: () => void) {
      const { reason, hours } = given;
      if (act === undefined) return;
      if (act === 'verify' || act === 'unverify' || act === 'confirmUnverify') {
        verified.run({ ID, reason, isVerified: act === 'verify' }, done);
      } else {
        const wanted = act === 'confirmBan' ? 'ban' : act;
        standing.run({ ID, act: wanted, reason, ...(act === 'freeze' ? { hours } : {}) }, done);
      }
    },
  };
}

export function CustomerActions({ customer }: { customer: Customer }) {
  const isReviewer = useHasRole('reviewer');
  const mayAct = useHasRole('reviewer', 'support');
  const mayPropose = useHasRole('reviewer', 'approver');
  const login = useSession()?.operator.login ?? '';
  const [asked, setAsked] = useState<Act | 'entry'>();
  const { standing, acts, entry } = texts.customers;
  if (!mayAct && !mayPropose) return null;
  const act = asked === 'entry' ? undefined : asked;
  const offered = actsFor(customer, { login, isReviewer });
  return (
    <section className={styles.part}>
      <h2>{standing.title}</h2>
      {offered.map(([group, of]) => {
        const shown = mayAct ? of : [];
        const hasEntry = group === 'two' && mayPropose;
        if (shown.length === 0 && !hasEntry) return null;
        const [name, rule] = standing.groups[group];
        return (
          <div key={group} className={own.group}>
            <h3>
              {name} <span>{rule}</span>
            </h3>
            {hasEntry && (
              <ActButton icon={swapIcon} label={entry.title} onPress={() => setAsked('entry')} />
            )}
            {shown.map((each) => (
              <ActButton
                key={each}
                icon={ICONS[each]}
                label={acts[each]}
                isStop={STOPS.includes(each)}
                onPress={() => setAsked(each)}
              />
            ))}
          </div>
        );
      })}
      <AccountStatusDialog
        key={`${act}`}
        customer={customer}
        act={act}
        onEnd={() => setAsked(undefined)}
      />
      <EntryDialog
        key={`entry ${asked === 'entry'}`}
        customer={customer}
        isOpen={asked === 'entry'}
        onEnd={() => setAsked(undefined)}
      />
    </section>
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
  const { standing, acts } = texts.customers;
  const label = act === undefined ? '' : acts[act];
  return (
    <ReasonDialog
      isOpen={act !== undefined}
      question={standing.question(label, customer.ID)}
      hint={standing.readsReason}
      confirmLabel={label}
      confirmKind={act !== undefined && STOPS.includes(act) ? 'danger' : 'primary'}
      isBusy={doing.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => doing.run({ reason, hours: Number(hours) }, onEnd)}
    >
      <p>{act !== undefined && standing.texts[act]}</p>
      {act === 'freeze' && (
        <div className={own.fields}>
          <Select
            label={standing.hours}
            options={HOURS.map((key) => ({ key, label: texts.review.hours(Number(key)) }))}
            value={hours}
            onChange={setHours}
          />
        </div>
      )}
    </ReasonDialog>
  );
}
