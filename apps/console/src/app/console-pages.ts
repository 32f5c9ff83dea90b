/** The screens of the console: path, needed permissions, component. */
import { meets, type Need, type Permission } from '@tern/protocol/operator/client';
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
  identityIcon,
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
import { CasesScreen } from '../features/backoffice/cases/index.ts';
import { ChainScreen } from '../features/money/chain/index.ts';
import { CustomersScreen } from '../features/account/customers/index.ts';
import { AuditScreen, OutboxScreen } from '../features/backoffice/audit-viewer/index.ts';
import { MonitoringScreen } from '../features/backoffice/monitoring/index.ts';
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
  /** The path of the page that links to it, which the rail shows in its place. */
  below?: string;
  /** Any of these opens it. */
  needs: readonly Need[];
  Screen: ComponentType;
}

/** The console opens on the first one that the operator's permissions allow. */
export const consolePages: readonly ConsolePage[] = [
  {
    path: pages.queue,
    name: texts.nav.queue,
    icon: listIcon,
    group: 'work',
    needs: ['reviews.read'],
    Screen: QueueScreen,
  },
  {
    path: pages.cases,
    name: texts.nav.cases,
    icon: identityIcon,
    group: 'work',
    needs: ['screening.read'],
    Screen: CasesScreen,
  },
  {
    path: pages.screening,
    name: texts.nav.screening,
    icon: eyeIcon,
    group: 'work',
    needs: ['screening.read'],
    Screen: ScreeningScreen,
  },
  {
    path: pages.monitoring,
    name: texts.nav.monitoring,
    icon: slidersIcon,
    group: 'work',
    below: pages.cases,
    needs: ['screening.read'],
    Screen: MonitoringScreen,
  },
  {
    path: pages.inbox,
    name: texts.nav.inbox,
    icon: chatIcon,
    group: 'work',
    needs: ['inbox.answer'],
    Screen: InboxScreen,
  },
  {
    path: pages.chain,
    name: texts.nav.chain,
    icon: connectionIcon,
    group: 'work',
    needs: ['transfers.read'],
    Screen: ChainScreen,
  },
  {
    path: pages.alarms,
    name: texts.nav.alarms,
    icon: warningIcon,
    group: 'work',
    needs: ['reviews.read'],
    Screen: AlarmsScreen,
  },
  {
    path: pages.customers,
    name: texts.nav.customers,
    icon: usersIcon,
    group: 'work',
    needs: ['customers.read'],
    Screen: CustomersScreen,
  },
  {
    path: pages.markets,
    name: texts.nav.markets,
    icon: swapIcon,
    group: 'offer',
    needs: ['offer.read'],
    Screen: MarketsScreen,
  },
  {
    path: pages.products,
    name: texts.nav.products,
    icon: gridIcon,
    group: 'offer',
    needs: ['offer.read'],
    Screen: ProductsScreen,
  },
  {
    path: pages.limits,
    name: texts.nav.limits,
    icon: slidersIcon,
    group: 'offer',
    needs: ['offer.read'],
    Screen: LimitsScreen,
  },
  {
    path: pages.announcements,
    name: texts.nav.announcements,
    icon: megaphoneIcon,
    group: 'offer',
    needs: ['content.read'],
    Screen: AnnouncementsScreen,
  },
  {
    path: pages.replies,
    name: texts.nav.replies,
    icon: bookIcon,
    group: 'offer',
    needs: ['content.read', 'inbox.answer'],
    Screen: RepliesScreen,
  },
  {
    path: pages.treasury,
    name: texts.nav.treasury,
    icon: bankIcon,
    group: 'exchange',
    needs: ['books.read'],
    Screen: TreasuryScreen,
  },
  {
    path: pages.dayClose,
    name: texts.nav.dayClose,
    icon: certificateIcon,
    group: 'exchange',
    needs: ['books.read'],
    Screen: DayCloseScreen,
  },
  {
    path: pages.operations,
    name: texts.nav.operations,
    icon: shieldIcon,
    group: 'exchange',
    needs: ['operations.read'],
    Screen: OperationsScreen,
  },
  {
    path: pages.audit,
    name: texts.nav.audit,
    icon: historyIcon,
    group: 'exchange',
    needs: ['audit.read'],
    Screen: AuditScreen,
  },
  {
    path: pages.outbox,
    name: texts.nav.outbox,
    icon: documentIcon,
    group: 'exchange',
    needs: ['outbox.read'],
    Screen: OutboxScreen,
  },
  {
    path: pages.operators,
    name: texts.nav.operators,
    icon: keyIcon,
    group: 'exchange',
    needs: ['operators.read'],
    Screen: OperatorsScreen,
  },
  {
    path: pages.account,
    name: texts.nav.account,
    icon: keyIcon,
    group: 'own',
    needs: ['role'],
    Screen: OwnAccountScreen,
  },
];

/** The screens that these permissions open, in order. */
export function openPages(held: readonly Permission[]): readonly ConsolePage[] {
  return consolePages.filter(({ needs }) => meets(held, needs));
}
