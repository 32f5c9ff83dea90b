/** Every action the audit log may hold. The console has a sentence for each: a new one without it fails the build. */

/** Reading and signing in: nothing changes by it. */
export type AuditLook =
  | 'review.view'
  | 'review.image'
  | 'customer.list'
  | 'customer.search'
  | 'customer.view'
  | 'customer.records'
  | 'outbox.view'
  | 'audit.export'
  | 'session.login'
  | 'session.logout'
  | 'session.refused';

export type AuditChange =
  | 'review.claim'
  | 'review.release'
  | 'review.hold'
  | 'review.approveFirst'
  | 'review.approve'
  | 'review.reject'
  | 'review.voided'
  | 'wire.recordReceipt'
  | 'member.ban'
  | 'member.unban'
  | 'member.freeze'
  | 'member.unfreeze'
  | 'member.verify'
  | 'member.unverify'
  | 'manual.propose'
  | 'setting.propose'
  | 'setting.apply'
  | 'terms.propose'
  | 'terms.apply'
  | 'terms.pause'
  | 'terms.resume'
  | 'terms.pauseEnd'
  | 'account.propose'
  | 'account.startHalf'
  | 'account.start'
  | 'announcement.begin'
  | 'announcement.write'
  | 'announcement.propose'
  | 'announcement.takeBack'
  | 'announcement.publish'
  | 'verdict.propose'
  | 'withdrawal.discrepancy'
  | 'stray.propose'
  | 'resultAlarm.raise'
  | 'resultAlarm.review';

export type AuditAction = AuditLook | AuditChange;
