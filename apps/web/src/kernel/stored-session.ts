/** The stored session of this browser (spec §3). */
import type { Output } from '@tern/protocol/client';
import { type Slot, slot } from '../platform/storage.ts';

export type User = Output<'POST /base/login'>['user'];

export interface Session {
  token: string;
  user: User;
}

function isSession(value: unknown): value is Session {
  const session = value as Partial<Session> | null;
  return typeof session?.token === 'string' && typeof session.user?.ID === 'number';
}

export const storedSession: Slot<Session> = slot('session', isSession);
