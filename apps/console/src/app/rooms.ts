/** The rooms of the console: where they are, who may enter, what stands in them. */
import type { OperatorRole } from '@tern/protocol/operator/client';
import {
  documentIcon,
  historyIcon,
  keyIcon,
  listIcon,
  megaphoneIcon,
  slidersIcon,
  usersIcon,
  warningIcon,
} from '@tern/ui';
import type { ComponentType } from 'react';
import { AnnouncementsScreen } from '../features/announcement/index.ts';
import { ChainScreen } from '../features/chain/index.ts';
import { CustomersScreen } from '../features/customers/index.ts';
import { AuditScreen, OutboxScreen } from '../features/lookback/index.ts';
import { OperatorsScreen } from '../features/operators/index.ts';
import { QueueScreen } from '../features/reviews/index.ts';
import { LimitsScreen } from '../features/settings/index.ts';
import { pages } from '../kernel/pages.ts';
import { texts } from '../kernel/texts.ts';

export interface Room {
  path: string;
  name: string;
  icon: string;
  /** One of these roles opens it. */
  roles: readonly OperatorRole[];
  Screen: ComponentType;
}

/** The first that an operator may enter is where the console opens. */
export const rooms: readonly Room[] = [
  {
    path: pages.queue,
    name: texts.nav.queue,
    icon: listIcon,
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: QueueScreen,
  },
  {
    path: pages.customers,
    name: texts.nav.customers,
    icon: usersIcon,
    roles: ['reviewer', 'approver', 'support', 'auditor'],
    Screen: CustomersScreen,
  },
  {
    path: pages.chain,
    name: texts.nav.chain,
    icon: warningIcon,
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: ChainScreen,
  },
  {
    path: pages.audit,
    name: texts.nav.audit,
    icon: historyIcon,
    roles: ['auditor'],
    Screen: AuditScreen,
  },
  {
    path: pages.limits,
    name: texts.nav.limits,
    icon: slidersIcon,
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: LimitsScreen,
  },
  {
    path: pages.outbox,
    name: texts.nav.outbox,
    icon: documentIcon,
    roles: ['support', 'auditor'],
    Screen: OutboxScreen,
  },
  {
    path: pages.announcements,
    name: texts.nav.announcements,
    icon: megaphoneIcon,
    roles: ['content', 'approver', 'auditor'],
    Screen: AnnouncementsScreen,
  },
  {
    path: pages.operators,
    name: texts.nav.operators,
    icon: keyIcon,
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: OperatorsScreen,
  },
];
