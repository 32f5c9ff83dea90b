/** Messages to the operators' consoles, by what operators may do; the operators feature sends them over its socket. */
import type { Need } from '@tern/protocol';
import { meets, type OperatorMessage, startRoles } from '@tern/protocol/operator';
import type { Bus } from '../../platform/bus.ts';

/** Bus topic with a `ConsoleMessage`. Sent after a commit. */
export const CONSOLE_MESSAGES = 'console.messages';

export interface ConsoleMessage {
  /** Operators who meet one of these receive it. */
  needs: readonly Need[];
  message: OperatorMessage;
}

/** The same as an instance of the release before sends and understands it: for a rolling upgrade of this release. */
export interface EarlierMessage {
  /** Keys. */
  roles: readonly string[];
  message: OperatorMessage;
}

const firstRoles = Object.entries(startRoles);

/** Bus topic without content: sessions of operators have ended. Sent after a commit. */
export const OPERATOR_SESSIONS_ENDED = 'operators.sessionsEnded';

/** Every instance closes the consoles of ended sessions. */
export function publishSessionsEnded(bus: Bus): void {
  bus.publish(OPERATOR_SESSIONS_ENDED, null);
}

/** Every instance checks its consoles, which refetch what they may do. */
export function publishRolesChanged(bus: Bus): void {
  publishSessionsEnded(bus);
  publishToConsoles(bus, { needs: ['role'], message: { kind: 'roles' } });
}

/** Sends a message to the consoles that are connected now; it is not stored. */
export function publishToConsoles(bus: Bus, message: ConsoleMessage): void {
  const roles = firstRoles.filter(([, held]) => meets(held, message.needs)).map(([key]) => key);
  const both: ConsoleMessage & EarlierMessage = { ...message, roles };
  bus.publish(CONSOLE_MESSAGES, both);
}
