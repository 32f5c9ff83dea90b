/** The public API of the audit viewer: the audit log and the messages that left. */
export { AuditScreen } from './audit-screen.tsx';
export { OutboxScreen } from './outbox-screen.tsx';
