/** The rooms of the console: where they are, who may enter, what stands in them. */
import type { OperatorRole } from '@tern/protocol/operator/client';
import { listIcon } from '@tern/ui';
import type { ComponentType } from 'react';
import { QueueScreen } from '../features/reviews/index.ts';
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
];
