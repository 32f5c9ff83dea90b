/** The screens of the console: path, roles, component. */
import type { OperatorRole } from '@tern/protocol/operator/client';
import {
  bankIcon,
  bookIcon,
  certificateIcon,
  chatIcon,
  connectionIcon,
  documentIcon,
  eyeIcon,
  gridIcon,
  historyIcon,
  keyIcon,
  listIcon,
  megaphoneIcon,
  shieldIcon,
  slidersIcon,
  swapIcon,
  usersIcon,
  warningIcon,
} from '@tern/ui';
import type { ComponentType } from 'react';
import { AlarmsScreen } from '../features/trading/futures/index.ts';
import { InboxScreen, RepliesScreen } from '../features/backoffice/support/index.ts';
import { AnnouncementsScreen } from '../features/backoffice/announcement/index.ts';
import { ChainScreen } from '../features/money/chain/index.ts';
import { CustomersScreen } from '../features/account/customers/index.ts';
import { AuditScreen, OutboxScreen } from '../features/backoffice/audit-viewer/index.ts';
import { MarketsScreen } from '../features/market/markets/index.ts';
import { OperationsScreen } from '../features/backoffice/operations/index.ts';
import { OperatorsScreen, OwnAccountScreen } from '../features/backoffice/operators/index.ts';
import { DayCloseScreen } from '../features/backoffice/day-close/index.ts';
import { ProductsScreen } from '../features/products/products/index.ts';
import { ScreeningScreen } from '../features/backoffice/screening/index.ts';
import { QueueScreen } from '../features/backoffice/reviews/index.ts';
import { TreasuryScreen } from '../features/backoffice/treasury/index.ts';
import { LimitsScreen } from '../features/backoffice/settings/index.ts';
import { pages } from '../kernel/pages.ts';
import { texts } from '../kernel/texts.ts';

export interface ConsolePage {
  path: string;
  name: string;
  icon: string;
  /** Groups in the rail: daily work, products, administration; the own account is behind the name at its foot. */
  group: 'work' | 'offer' | 'exchange' | 'own';
  /** Any of these roles opens it. */
  roles: readonly OperatorRole[];
  Screen: ComponentType;
}

/** The console opens on the first one that the operator's roles allow. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: pages.queue,
    name: texts.nav.queue,
    icon: listIcon,
    group: 'work',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: QueueScreen,
  },
  {
    path: pages.screening,
    name: texts.nav.screening,
    icon: eyeIcon,
    group: 'work',
    roles: ['compliance', 'auditor'],
    Screen: ScreeningScreen,
  },
  {
    path: pages.inbox,
    name: texts.nav.inbox,
    icon: chatIcon,
    group: 'work',
    roles: ['support', 'reviewer'],
    Screen: InboxScreen,
  },
  {
    path: pages.chain,
    name: texts.nav.chain,
    icon: connectionIcon,
    group: 'work',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: ChainScreen,
  },
  {
    path: pages.alarms,
    name: texts.nav.alarms,
    icon: warningIcon,
    group: 'work',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: AlarmsScreen,
  },
  {
    path: pages.customers,
    name: texts.nav.customers,
    icon: usersIcon,
    group: 'work',
    roles: ['reviewer', 'approver', 'support', 'auditor', 'compliance'],
    Screen: CustomersScreen,
  },
  {
    path: pages.markets,
    name: texts.nav.markets,
    icon: swapIcon,
    group: 'offer',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: MarketsScreen,
  },
  {
    path: pages.products,
    name: texts.nav.products,
    icon: gridIcon,
    group: 'offer',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: ProductsScreen,
  },
  {
    path: pages.limits,
    name: texts.nav.limits,
    icon: slidersIcon,
    group: 'offer',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: LimitsScreen,
  },
  {
    path: pages.announcements,
    name: texts.nav.announcements,
    icon: megaphoneIcon,
    group: 'offer',
    roles: ['content', 'approver', 'auditor'],
    Screen: AnnouncementsScreen,
  },
  {
    path: pages.replies,
    name: texts.nav.replies,
    icon: bookIcon,
    group: 'offer',
    roles: ['content', 'approver', 'support', 'reviewer', 'auditor'],
    Screen: RepliesScreen,
  },
  {
    path: pages.treasury,
    name: texts.nav.treasury,
    icon: bankIcon,
    group: 'exchange',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: TreasuryScreen,
  },
  {
    path: pages.dayClose,
    name: texts.nav.dayClose,
    icon: certificateIcon,
    group: 'exchange',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: DayCloseScreen,
  },
  {
    path: pages.operations,
    name: texts.nav.operations,
    icon: shieldIcon,
    group: 'exchange',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: OperationsScreen,
  },
  {
    path: pages.audit,
    name: texts.nav.audit,
    icon: historyIcon,
    group: 'exchange',
    roles: ['auditor'],
    Screen: AuditScreen,
  },
  {
    path: pages.outbox,
    name: texts.nav.outbox,
    icon: documentIcon,
    group: 'exchange',
    roles: ['support', 'auditor'],
    Screen: OutboxScreen,
  },
  {
    path: pages.operators,
    name: texts.nav.operators,
    icon: keyIcon,
    group: 'exchange',
    roles: ['reviewer', 'approver', 'auditor'],
    Screen: OperatorsScreen,
  },
  {
    path: pages.account,
    name: texts.nav.account,
    icon: keyIcon,
    group: 'own',
    roles: ['reviewer', 'approver', 'support', 'content', 'auditor', 'compliance'],
    Screen: OwnAccountScreen,
  },
];

/** The screens that these roles open, in order. */
export function openPages(roles: readonly string[]): readonly ConsolePage[] {
  return consolePages.filter((page) => page.roles.some((role) => roles.includes(role)));
}
