/** The gold note that no bank is involved in paper mode (design language §3). */
import { Note } from '@tern/ui';
import { useIsSimulated } from '../../../kernel/site-config.ts';
import type { ReactNode } from 'react';

export function PaperNote({ children }: { children: ReactNode }) {
  return useIsSimulated() ? <Note kind="paper">{children}</Note> : null;
}
